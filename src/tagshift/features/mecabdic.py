"""Read the words out of a compiled MeCab dictionary (``sys.dic``): surfaces and parts of speech, no MeCab
needed.

The file is a header, a Darts double array from surfaces to runs of tokens, the tokens, and their features
as text.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import CorpusError
from tagshift.features.trie import places

_HEADER = struct.Struct("<10I32s")
_MAGIC = 0xEF718F77
_UNIT = np.dtype([("base", "<i4"), ("check", "<u4")])
_TOKEN = np.dtype(
    [("left", "<u2"), ("right", "<u2"), ("pos", "<u2"), ("cost", "<i2"), ("feature", "<u4"), ("more", "<u4")]
)


def read(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Every surface with the features (comma-separated columns) of its tokens. Surfaces that are not UTF-8
    are left out.
    """
    data = path.read_bytes()
    try:
        charset, double_array, tokens, features = _parts(data, path)
        for surface, value in _surfaces(double_array):
            try:
                word = surface.decode(charset)
            except UnicodeDecodeError:
                continue
            first, number = value >> 8, value & 0xFF
            texts = [_text(features, int(t["feature"]), charset) for t in tokens[first : first + number]]
            yield word, texts
    except (LookupError, ValueError) as wrong:
        if isinstance(wrong, CorpusError):
            raise
        raise CorpusError(f"{path}: a damaged MeCab dictionary ({wrong}); install it again") from None


def _parts(data: bytes, path: Path) -> tuple[str, NDArray[np.void], NDArray[np.void], bytes]:
    if len(data) < _HEADER.size:
        raise CorpusError(f"{path}: too short for a MeCab dictionary")
    magic, _, _, _, _, _, arrays, tokens, features, _, charset = _HEADER.unpack_from(data)
    if magic ^ len(data) != _MAGIC or _HEADER.size + arrays + tokens + features != len(data):
        raise CorpusError(f"{path}: not a MeCab dictionary (its sizes do not add up)")
    at = _HEADER.size
    units = np.frombuffer(data, _UNIT, arrays // _UNIT.itemsize, at)
    entries = np.frombuffer(data, _TOKEN, tokens // _TOKEN.itemsize, at + arrays)
    return charset.split(b"\0")[0].decode("ascii"), units, entries, data[at + arrays + tokens :]


def _surfaces(units: NDArray[np.void]) -> Iterator[tuple[bytes, int]]:
    """All keys of the double array with their values, level by level.

    From a state with base b, byte c leads to unit b + c + 1 if that unit's check is b; a key ends where
    unit b itself has check b and a negative base. So the units sorted by check are the children of each
    state.
    """
    base, check = units["base"].astype(np.int64), units["check"].astype(np.int64)
    by_parent = np.argsort(check, kind="stable")
    parents = check[by_parent]
    states, prefixes = base[:1], np.array([b""], object)
    visited = 0
    while len(states):
        visited += len(states)
        if visited > len(base) or states.min() < 0:  # going round in circles, or nowhere
            raise ValueError("its double array is no tree")
        ends = (check[states] == states) & (base[states] < 0)
        yield from zip(prefixes[ends], (-base[states[ends]] - 1).tolist(), strict=True)
        first, last = np.searchsorted(parents, states, "left"), np.searchsorted(parents, states, "right")
        origin = np.repeat(np.arange(len(states)), last - first)
        children = by_parent[places(first, last - first)]
        byte = children - states[origin] - 1
        real = (byte >= 0) & (byte < 256) & (base[children] > 0)
        origin, children, byte = origin[real], children[real], byte[real]
        prefixes = np.array(
            [p + bytes((b,)) for p, b in zip(prefixes[origin], byte.tolist(), strict=True)], object
        )
        states = base[children]


def _text(features: bytes, at: int, charset: str) -> str:
    return features[at : features.index(b"\0", at)].decode(charset, "replace")
