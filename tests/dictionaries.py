"""MeCab's dictionaries written by hand, byte for byte."""

from __future__ import annotations

import struct

MAGIC = 0xEF718F77
HEADER = "<10I32s"


def double_array(values):
    """A Darts double array of some byte strings: each level's bases tried one after the other."""
    units = {0: [1, 0]}
    starts = {0, 1}

    def place(prefix, at):
        rest = {key[len(prefix) :] for key in values if key.startswith(prefix)}
        codes = sorted({key[0] + 1 if key else 0 for key in rest})
        base = 1 if not prefix else next(n for n in range(1, 1 << 16) if free(n, codes))
        starts.add(base)
        units[at][0] = base
        for code in codes:
            units[base + code] = [-values[prefix] - 1 if code == 0 else 0, base]
        for code in filter(None, codes):
            place(prefix + bytes((code - 1,)), base + code)

    def free(base, codes):
        return base not in starts and not any(base + code in units for code in codes)

    place(b"", 0)
    size = max(*units, 1) + 1  # there is a unit for the root's children, if it has none
    return b"".join(struct.pack("<iI", *units.get(n, (0, 0))) for n in range(size))


def dictionary(words, charset="utf-8"):
    """The bytes of a ``sys.dic``: surfaces with the features of their tokens."""
    tokens, features, values = b"", b"", {}
    for surface in sorted(words):
        values[surface] = len(tokens) // 16 << 8 | len(words[surface])
        for feature in words[surface]:
            tokens += struct.pack("<HHHhII", 1, 2, 3, -4, len(features), 0)
            features += feature.encode(charset) + b"\0"
    arrays = double_array(values)
    sizes = (len(arrays), len(tokens), len(features))
    total = struct.calcsize(HEADER) + sum(sizes)
    name = charset.encode().ljust(32, b"\0")
    return struct.pack(HEADER, MAGIC ^ total, 102, 0, len(values), 1, 1, *sizes, 0, name) + (
        arrays + tokens + features
    )
