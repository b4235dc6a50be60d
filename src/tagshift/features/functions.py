"""What a template can ask of one token: small functions from a string to a string, known by name.

A function that gives ``None`` has nothing to say of this token, and no attribute arises. Functions are
evaluated once for each distinct token, never for each occurrence. ``start``, ``end`` and ``gazetteer`` are
not here: they look at where a token stands, not at what it is, so the index answers for them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import partial

from tagshift.errors import ParameterError

TokenFunction = Callable[[str], str | None]

POSITIONAL = ("start", "end", "gazetteer")
_RUNS = re.compile(r"(.)\1+", re.DOTALL)
_DIGIT = re.compile(r"\d")
_MARKS = {"-": "-", "'": "'", "’": "'", ".": ".", ",": ",", "/": "/", "@": "@", "%": "%", "&": "&"}


def token(text: str) -> str:
    """The token as it stands."""
    return text


def lower(text: str) -> str:
    """The token in lower case."""
    return text.lower()


def normal(text: str) -> str:
    """Lower case, and every digit is 0: ``1997`` and ``1851`` are one value."""
    return _DIGIT.sub("0", text.lower())


def prefix(text: str, size: int) -> str:
    """The first characters of the original form; a shorter token gives itself."""
    return text[:size]


def suffix(text: str, size: int) -> str:
    """The last characters of the original form; a shorter token gives itself.

    >>> suffix("The", 2), suffix("as", 3)
    ('he', 'as')
    """
    return text[-size:]


def shape(text: str) -> str:
    """Each character by its kind: X upper case, x lower case, 0 digit, 文 other letter; the rest as it is.

    >>> shape("McDonald-3a")
    'XxXxxxxx-0x'
    """
    return "".join(map(_kind, text))


def short_shape(text: str) -> str:
    """The shape with every run written once.

    >>> short_shape("McDonald-1997a")
    'XxXx-0x'
    """
    return _RUNS.sub(r"\1", shape(text))


def case(text: str) -> str:
    """``upper``, ``lower``, ``title`` or ``other``; one capital letter is ``title``.

    >>> [case(word) for word in ("USA", "and", "Madrid", "I", "iPod", "1997")]
    ['upper', 'lower', 'title', 'title', 'other', 'other']
    """
    if text[:1].isupper() and (len(text) == 1 or text[1:].islower()):
        return "title"
    return "upper" if text.isupper() else "lower" if text.islower() else "other"


def signs(text: str) -> str:
    """Which kinds of character occur, each once, in a fixed order.

    >>> signs("Jean-Paul"), signs("U.S."), signs("12,5%")
    ('Xx-', 'X.', '0,%')
    """
    seen = {_kind(character) for character in text}
    return "".join(kind for kind in "Xx0文-'.,/@%&" if kind in seen) + ("?" if _strange(seen) else "")


def length(text: str) -> str:
    """The number of characters."""
    return str(len(text))


PLAIN: dict[str, TokenFunction] = {
    f.__name__: f for f in (token, lower, normal, shape, short_shape, case, signs, length)
}
SIZED: dict[str, Callable[[str, int], str]] = {"prefix": prefix, "suffix": suffix}


def by_name(name: str, size: int | None) -> TokenFunction:
    """The function that a template names.

    >>> by_name("suffix", 3)("running")
    'ing'
    """
    if size is not None and name in SIZED:
        return partial(_sized, SIZED[name], size)
    if size is None and name in PLAIN:
        return PLAIN[name]
    known = sorted([*PLAIN, *POSITIONAL, *(f"{sized}(N)" for sized in SIZED)])
    raise ParameterError(f"expected one of the functions {', '.join(known)}, got {name!r}")


def _sized(function: Callable[[str, int], str], size: int, text: str) -> str:
    return function(text, size)


def _kind(character: str) -> str:
    if character.isupper():
        return "X"
    if character.islower():
        return "x"
    if character.isdigit():
        return "0"
    if character in _MARKS:
        return _MARKS[character]
    return "文" if unicodedata.category(character)[0] == "L" else character


def _strange(seen: set[str]) -> bool:
    return any(kind not in "Xx0文-'.,/@%&" for kind in seen)
