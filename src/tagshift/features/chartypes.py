"""Types of characters: one table for Japanese, Chinese, Korean, Thai and alphabets, from Unicode's
properties.

What decides: the general category, and for letters the block. Han numerals and the prolonged sound mark
stand apart, because words end at them otherwise than at their neighbours in the block. Coarser tables are
maps of this one.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

Types = NDArray[np.uint8]

GAP, HIRAGANA, KATAKANA, HAN, HAN_NUMERAL, PROLONGED, DIGIT, LATIN = range(8)
LETTER, HANGUL, THAI, MARK, PUNCTUATION, BRACKET, SPACE, SYMBOL = range(8, 16)
COUNT = 16

_HAN_NUMERALS = "〇零一二三四五六七八九十百千万億兆两萬亿"
# Ranges end inclusive; later ones overwrite earlier ones.
_RANGES = [
    (0x0041, 0x024F, LATIN),
    (0x1E00, 0x1EFF, LATIN),
    (0xFF21, 0xFF5A, LATIN),
    (0x3041, 0x309F, HIRAGANA),
    (0x30A0, 0x30FF, KATAKANA),
    (0x31F0, 0x31FF, KATAKANA),
    (0xFF66, 0xFF9F, KATAKANA),
    (0x2E80, 0x2FDF, HAN),
    (0x3005, 0x3007, HAN),
    (0x3400, 0x4DBF, HAN),
    (0x4E00, 0x9FFF, HAN),
    (0xF900, 0xFAFF, HAN),
    (0x20000, 0x3FFFF, HAN),
    (0x1100, 0x11FF, HANGUL),
    (0x3130, 0x318F, HANGUL),
    (0xA960, 0xA97F, HANGUL),
    (0xAC00, 0xD7FF, HANGUL),
    (0x0E00, 0x0E7F, THAI),
]
_CATEGORIES = {"N": SYMBOL, "L": LETTER, "M": MARK, "P": PUNCTUATION, "S": SYMBOL, "Z": SPACE, "C": SYMBOL}
_CATEGORIES |= {"Nd": DIGIT, "Ps": BRACKET, "Pe": BRACKET, "Pi": BRACKET, "Pf": BRACKET}
_PLANES = 0x20000  # the planes with scripts; what lies above is Han by range, or symbols


@cache
def table() -> Types:
    """The type of every code point.

    >>> table()[[ord(c) for c in "あア漢三ー3aя가ไ、「 ♪"]].tolist()
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15]
    """
    types = np.full(0x110000, SYMBOL, np.uint8)
    categories = [unicodedata.category(chr(code)) for code in range(_PLANES)]
    named = {name: _CATEGORIES.get(name, _CATEGORIES[name[0]]) for name in set(categories)}
    types[:_PLANES] = [named[name] for name in categories]
    for first, last, kind in _RANGES:
        letters = types[first : last + 1]
        letters[(letters == LETTER) | (kind == HAN)] = kind
    types[[ord(c) for c in _HAN_NUMERALS]] = HAN_NUMERAL
    types[[0x30FC, 0xFF70]] = PROLONGED
    types[[0x09, 0x0A, 0x0D]] = SPACE
    types.flags.writeable = False  # shared by everybody
    return types


def _coarse(groups: dict[int, tuple[int, ...]], rest: int) -> Types:
    found = np.full(COUNT, rest, np.uint8)
    found[GAP] = 0
    for new, olds in groups.items():
        found[list(olds)] = new
    return found


# Tsuboi's six: hiragana, katakana, kanji, alphabet, numerals, symbols.
TSUBOI = _coarse(
    {1: (HIRAGANA,), 2: (KATAKANA, PROLONGED), 3: (HAN, HAN_NUMERAL), 4: (LATIN, LETTER), 5: (DIGIT,)}, 6
)
# Gao's four: digit, letter, punctuation, other.
GAO = _coarse({1: (DIGIT,), 2: (LATIN, LETTER), 3: (PUNCTUATION, BRACKET)}, 4)
FINE = np.arange(COUNT, dtype=np.uint8)
MAPS = {"fine": FINE, "tsuboi2009": TSUBOI, "gao2010": GAO}

_FINE_NAMES = (
    "gap hiragana katakana han han-numeral prolonged digit latin "
    "letter hangul thai mark punctuation bracket space symbol"
)
# What the types of each table are called.
NAMES: dict[str, tuple[str, ...]] = {
    "fine": tuple(_FINE_NAMES.split()),
    "tsuboi2009": ("gap", "hiragana", "katakana", "kanji", "alphabet", "numeral", "symbol"),
    "gao2010": ("gap", "digit", "letter", "punctuation", "other"),
}


# What a type is read as when training never saw it: the type whose words behave most like its own.
_BACK_OFF = {
    SPACE: BRACKET,  # both stand apart from their neighbours whatever those are
    BRACKET: PUNCTUATION,
    SYMBOL: PUNCTUATION,
    PUNCTUATION: SYMBOL,
    LETTER: LATIN,
    LATIN: LETTER,
    MARK: LETTER,
    PROLONGED: KATAKANA,
    HAN_NUMERAL: HAN,
    DIGIT: HAN_NUMERAL,
}


def back_off(counts: NDArray[np.integer]) -> Types:
    """For each type, given how often training saw it, the type to read it as; an unseen one without a seen
    relative stays.

    >>> seen = np.zeros(COUNT, int)
    >>> seen[[HAN, PUNCTUATION]] = 1
    >>> back_off(seen)[[HAN, HAN_NUMERAL, DIGIT, SPACE, THAI]].tolist()
    [3, 3, 3, 12, 10]
    """
    found = np.arange(COUNT, dtype=np.uint8)
    for kind in range(1, COUNT):
        tried = [kind]
        while not counts[tried[-1]] and tried[-1] in _BACK_OFF and _BACK_OFF[tried[-1]] not in tried:
            tried.append(_BACK_OFF[tried[-1]])
        if counts[tried[-1]]:
            found[kind] = tried[-1]
    return found


def runs(types: Types) -> tuple[NDArray[np.int32], Types]:
    """A table over all of Unicode as runs: where each begins, and its value; what a model keeps of it.

    >>> runs(np.array([1, 1, 2, 2, 2, 1], np.uint8))
    (array([0, 2, 5], dtype=int32), array([1, 2, 1], dtype=uint8))
    """
    begins = np.flatnonzero(np.diff(types, prepend=types[0] + 1)).astype(np.int32)
    return begins, types[begins]


def from_runs(begins: NDArray[np.int32], values: Types, size: int = 0x110000) -> Types:
    """The table back from its runs."""
    return np.repeat(values, np.diff(begins, append=size))
