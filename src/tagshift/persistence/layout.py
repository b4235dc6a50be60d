"""How the bytes of a model file lie, and the checks that they lie so.

::

    0   8   magic
    8   4   format number
    12  4   zero
    16  8   length of the header
    24  8   length of the file
    32  16  checksum of bytes 0-31 and of the header
    48  16  checksum of everything behind the header
    64      the header, JSON: {"header": what the caller gave, "arrays": [where each array lies]}
    ...     the arrays, each at a multiple of 64 (offsets count from the end of the header, whose length is
    one too)

All numbers are little-endian. Checksums are BLAKE2b: they find accidents. A file made with intent has right
checksums, so each declared size is compared with the size of the file before anything is allocated for it.
"""

from __future__ import annotations

import math
import re
import struct
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

MAGIC = b"tagshift"
FORMAT = 1
ALIGNMENT = 64
PREFIX_LENGTH = 64
DIGEST_LENGTH = 16
# A header is settings and names of labels; long lists go in arrays. JSON takes some 20 times its length in
# memory.
HEADER_LIMIT = 1 << 20
# No array may unpack to more than this many times the bytes that it takes in the file.
EXPANSION_LIMIT = 32

ITEM_SIZES = {
    "bool": 1,
    "int8": 1,
    "uint8": 1,
    "int16": 2,
    "uint16": 2,
    "float16": 2,
    "int32": 4,
    "uint32": 4,
    "float32": 4,
    "int64": 8,
    "uint64": 8,
    "float64": 8,
}
PACKINGS = ("raw", "planes")
NAME = re.compile(r"[A-Za-z0-9_]+(?:[.-][A-Za-z0-9_]+)*", re.ASCII)
NAME_LIMIT = 200
_NUMBERS = struct.Struct("<8sIIQQ")


class BrokenFileError(Exception):
    """What is wrong with a file, before its name is put in front."""


@dataclass(frozen=True)
class Prefix:
    """The first 64 bytes."""

    format: int
    header_length: int
    file_length: int
    header_digest: bytes
    body_digest: bytes

    def numbers(self) -> bytes:
        return _NUMBERS.pack(MAGIC, self.format, 0, self.header_length, self.file_length)


@dataclass(frozen=True)
class Entry:
    """Where an array lies: ``stored`` bytes from ``offset`` behind the header, and what they are."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    packing: str
    offset: int
    stored: int

    @property
    def unpacked(self) -> int:
        return math.prod(self.shape) * ITEM_SIZES[self.dtype]


def digest(*parts: Any) -> bytes:
    found = blake2b(digest_size=DIGEST_LENGTH)
    for part in parts:
        found.update(part)
    return found.digest()


def aligned(position: int) -> int:
    """The next place where an array may begin."""
    return -(-position // ALIGNMENT) * ALIGNMENT


def read_prefix(raw: bytes, file_length: int) -> Prefix:
    """Magic, format number and lengths, checked in the order that gives the most useful message."""
    if raw[: len(MAGIC)] != MAGIC:
        raise BrokenFileError(f"not a tagshift model: expected it to begin with {MAGIC!r}, got {raw[:8]!r}")
    if len(raw) < PREFIX_LENGTH:
        raise BrokenFileError(f"cut short: {len(raw)} bytes, while the prefix alone has {PREFIX_LENGTH}")
    _, number, zero, header_length, declared = _NUMBERS.unpack_from(raw)
    if number > FORMAT:
        raise BrokenFileError(
            f"format {number}, while this version of tagshift reads up to format {FORMAT}. "
            "It was written by a newer version, or is damaged: upgrade tagshift to read it"
        )
    if number < 1 or zero:
        raise BrokenFileError(
            f"format {number} with flags {zero}: there is no such format; the file is damaged"
        )
    if declared != file_length:
        raise BrokenFileError(f"expected {declared} bytes, got {file_length}: cut short, or not fully copied")
    if header_length > min(HEADER_LIMIT, file_length - PREFIX_LENGTH):
        raise BrokenFileError(
            f"the header claims {header_length} bytes; at most {HEADER_LIMIT} fit in a sound file"
        )
    if header_length % ALIGNMENT:
        raise BrokenFileError(f"the header claims {header_length} bytes, which is no multiple of {ALIGNMENT}")
    start = _NUMBERS.size
    middle = start + DIGEST_LENGTH
    return Prefix(number, header_length, declared, raw[start:middle], raw[middle:PREFIX_LENGTH])


def read_entries(items: list[Any], body_length: int) -> list[Entry]:
    """The arrays' entries, each checked by itself and all against overlap, doubles and the file's length."""
    entries = [read_entry(item) for item in items]
    seen: set[str] = set()
    end = 0
    for entry in entries:
        if entry.name in seen:
            raise BrokenFileError(f"array {entry.name!r} is there twice")
        seen.add(entry.name)
        if entry.offset < end or entry.offset % ALIGNMENT:
            raise BrokenFileError(
                f"array {entry.name!r} begins at {entry.offset}: overlapping or not aligned"
            )
        end = entry.offset + entry.stored
    if end != body_length:
        raise BrokenFileError(f"the arrays end at byte {end} behind the header, the file at {body_length}")
    return entries


def read_entry(item: Any) -> Entry:
    """One entry, with its types, names and sizes checked, so that ``shape`` can be trusted."""
    if not isinstance(item, dict) or set(item) != set(Entry.__dataclass_fields__):
        raise BrokenFileError(f"an array's entry must have the keys {sorted(Entry.__dataclass_fields__)}")
    name, dtype, shape = item["name"], item["dtype"], item["shape"]
    check_name(name)
    if not isinstance(dtype, str) or dtype not in ITEM_SIZES:
        raise BrokenFileError(f"array {name!r} has dtype {dtype!r}; expected one of {', '.join(ITEM_SIZES)}")
    if item["packing"] not in PACKINGS:
        raise BrokenFileError(
            f"array {name!r} has packing {item['packing']!r}; expected one of {', '.join(PACKINGS)}"
        )
    if not isinstance(shape, list) or not _is_shape(shape):
        raise BrokenFileError(f"array {name!r} has an impossible shape")
    if not _is_count(item["offset"]) or not _is_count(item["stored"]):
        raise BrokenFileError(f"array {name!r} has an impossible offset or length")
    entry = Entry(name, dtype, tuple(shape), item["packing"], item["offset"], item["stored"])
    check_size(entry)
    return entry


def check_name(name: Any) -> None:
    if not isinstance(name, str) or len(name) > NAME_LIMIT or not NAME.fullmatch(name):
        raise BrokenFileError(
            f"{str(name)[:80]!r} is no name for an array: letters, digits, '_' and single '.' or '-'"
        )


def check_size(entry: Entry) -> None:
    exact = entry.packing == "raw"
    if entry.stored != entry.unpacked if exact else entry.stored * EXPANSION_LIMIT < entry.unpacked:
        raise BrokenFileError(
            f"array {entry.name!r} of shape {entry.shape} and dtype {entry.dtype} needs {entry.unpacked} "
            f"bytes, which {entry.stored} {entry.packing} bytes cannot hold"
        )


def _is_shape(shape: list[Any]) -> bool:
    # The product without the zeros too, for NumPy refuses (0, 2**62, 2**62) as well.
    return len(shape) <= 8 and all(map(_is_count, shape)) and math.prod(n or 1 for n in shape) < 2**53


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**53
