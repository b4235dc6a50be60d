"""Folding of width and case, for features only: the text itself is never changed.

One character becomes one character, so that positions stay. Width: every character of the block "Halfwidth
and Fullwidth Forms" whose compatibility form is one character (``Ａ`` to ``A``, half-width to ordinary
katakana), and U+3000 to U+0020. Case: lower case where it is one character. The tables follow the Unicode
version of the running Python.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

SIZE = sys.maxunicode + 1
_WIDTH_BLOCK = range(0xFF01, 0xFFEF)
_IDEOGRAPHIC_SPACE = 0x3000
_END_OF_CASE = 0x20000  # no script above the first supplementary plane has case


@cache
def table(width: bool = True, case: bool = True) -> NDArray[np.uint32]:
    """What each code point folds to: an array over all of Unicode, to be indexed by code points.

    >>> bytes(table()[[0xFF21, 0x3000, 0x41]].tolist())
    b'a a'
    """
    folded = np.arange(SIZE, dtype=np.uint32)
    if width:
        folded[_IDEOGRAPHIC_SPACE] = 0x20
        for code in _WIDTH_BLOCK:
            form = unicodedata.normalize("NFKC", chr(code))
            if len(form) == 1:
                folded[code] = ord(form)
    if case:
        lower = np.arange(SIZE, dtype=np.uint32)
        for code in range(_END_OF_CASE):
            form = chr(code).lower()
            if len(form) == 1:
                lower[code] = ord(form)
        folded = lower[folded]
    folded.flags.writeable = False  # it is shared by everybody
    return folded


def fold(text: str, width: bool = True, case: bool = True) -> str:
    """A text folded, of the same length.

    >>> fold("ＡＢＣ　ｶﾒﾗ")
    'abc カメラ'
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    return table(width, case)[codes].tobytes().decode("utf-32-le", "surrogatepass")
