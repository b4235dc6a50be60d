"""Arrays to bytes and back: as they are, or by byte planes and zlib.

Byte planes: all first bytes of the items, then all second bytes, and so on. The high bytes of weights and
ids are nearly alike and pack well; the low ones are noise. On quantised weights LZMA saves 1 to 3 % more
and unpacks six times slower; and plain Huffman codes, without any search for repetitions, are smaller than
zlib's level 6 (0.50 against 0.57) and ten times quicker to make, while sorted ids need the search. So both
are tried on a sample. zlib comes with Python.
"""

from __future__ import annotations

import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ModelError
from tagshift.persistence.layout import ALIGNMENT, EXPANSION_LIMIT, ITEM_SIZES, BrokenFileError, Entry

Array = NDArray[Any]
SMALLEST_PACKED = 4096
SAMPLE = 1 << 16
STRATEGIES = ((4, zlib.Z_DEFAULT_STRATEGY), (1, zlib.Z_HUFFMAN_ONLY))


def plain(name: str, array: Array) -> Array:
    """The array in C order and little-endian, or the reason why a file cannot hold it."""
    if array.dtype.name not in ITEM_SIZES:
        raise ModelError(
            f"array {name!r} has dtype {array.dtype}; a model file holds only {', '.join(ITEM_SIZES)}"
        )
    if has_nan(array):
        raise ModelError(f"array {name!r} holds NaN: something went wrong before it was saved")
    return np.asarray(array, dtype=array.dtype.newbyteorder("<"), order="C")


def pack(array: Array) -> tuple[str, Any]:
    """``(packing, bytes)``: packed where that saves a tenth, never below the least that a reader allows."""
    if array.nbytes < SMALLEST_PACKED:
        return "raw", array.tobytes()
    middle = max(array.size - SAMPLE, 0) // 2
    sample = _planes(array.reshape(-1)[middle : middle + SAMPLE])
    level, strategy = min(STRATEGIES, key=lambda s: len(_deflate(sample, *s)))
    packed = _deflate(_planes(array), level, strategy)
    least = -(-array.nbytes // EXPANSION_LIMIT)
    if max(len(packed), least) > 0.9 * array.nbytes:
        return "raw", array.tobytes()
    return "planes", packed.ljust(least, b"\0")


def unpack(entry: Entry, stored: Array) -> Array:
    """The array of an entry, read-only, aligned; ``stored`` (uint8) is its part of the file."""
    raw = stored if entry.packing == "raw" else _inflate(entry, stored)
    array = raw.view(np.dtype(entry.dtype).newbyteorder("<")).reshape(entry.shape)
    if entry.dtype == "bool" and raw.size and raw.max() > 1:
        raise BrokenFileError(f"array {entry.name!r} holds truth values other than 0 and 1")
    if has_nan(array):
        raise BrokenFileError(f"array {entry.name!r} holds NaN")
    array.flags.writeable = False
    return array


def empty_aligned(size: int) -> NDArray[np.uint8]:
    """``size`` bytes that begin at a multiple of 64, as vector instructions like it."""
    room = np.empty(size + ALIGNMENT, np.uint8)
    start = -room.ctypes.data % ALIGNMENT
    return room[start : start + size]


def has_nan(array: Array) -> bool:
    # The least of an array with NaN is NaN: no temporary array of truth values.
    return array.dtype.kind == "f" and array.size > 0 and bool(np.isnan(array.min()))


def _planes(array: Array) -> bytes:
    return array.reshape(-1).view(np.uint8).reshape(-1, array.itemsize).T.tobytes()


def _deflate(raw: bytes, level: int, strategy: int) -> bytes:
    packer = zlib.compressobj(level, zlib.DEFLATED, zlib.MAX_WBITS, 9, strategy)
    return packer.compress(raw) + packer.flush()


def _inflate(entry: Entry, stored: Array) -> NDArray[np.uint8]:
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(stored.data, max_length=entry.unpacked + 1)
    except zlib.error as error:
        raise BrokenFileError(f"array {entry.name!r} cannot be unpacked ({error})") from error
    if len(raw) != entry.unpacked or not unpacker.eof or unpacker.unused_data.strip(b"\0"):
        raise BrokenFileError(
            f"array {entry.name!r} does not unpack to the {entry.unpacked} bytes of its shape"
        )
    item = ITEM_SIZES[entry.dtype]
    found = empty_aligned(entry.unpacked)
    items, planes = found.reshape(-1, item), np.frombuffer(raw, np.uint8).reshape(item, -1)
    for place in range(item):  # a plane at a time: four times faster than one transposed copy
        items[:, place] = planes[place]
    return found
