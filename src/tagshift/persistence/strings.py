"""Lists of strings as two arrays, for a model file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ModelError

Bytes = NDArray[np.uint8]
Ends = NDArray[np.int64]


def pack_strings(strings: Sequence[str]) -> tuple[Bytes, Ends]:
    """All strings in one UTF-8 array, and where each ends in it; lone surrogates are kept.

    >>> text, ends = pack_strings(["ab", "", "語"])
    >>> ends.tolist(), unpack_strings(text, ends)
    ([2, 2, 5], ['ab', '', '語'])
    """
    encoded = [s.encode("utf-8", "surrogatepass") for s in strings]
    ends = np.cumsum([len(e) for e in encoded], dtype=np.int64)
    return np.frombuffer(b"".join(encoded), np.uint8), ends


def unpack_strings(text: Bytes, ends: Ends, name: str = "strings") -> list[str]:
    """The list that was packed; arrays that cannot be one raise ``ModelError`` under ``name``."""
    if text.dtype != np.uint8 or ends.dtype != np.int64 or text.ndim != 1 or ends.ndim != 1:
        raise ModelError(f"{name}: expected bytes and 64-bit ends, got {text.dtype} and {ends.dtype}")
    steps = np.diff(ends, prepend=0)
    if (steps < 0).any() or (int(ends[-1]) if len(ends) else 0) != len(text):
        raise ModelError(
            f"{name}: the ends of the strings do not ascend to the {len(text)} bytes of their text"
        )
    raw = text.tobytes()
    try:
        # The ends fall in Python's hands as one list: indexing an array item by item is ten times slower.
        places = [0, *ends.tolist()]
        return [raw[a:b].decode("utf-8", "surrogatepass") for a, b in pairwise(places)]
    except UnicodeDecodeError as error:
        raise ModelError(f"{name}: no UTF-8 at byte {error.start} of a string") from error
