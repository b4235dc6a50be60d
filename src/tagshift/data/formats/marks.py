"""The marks of the KyTea notations and their escapes; every one can be renamed, as in KyTea itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Literal

from tagshift.data.convert import Level
from tagshift.errors import ParameterError


@dataclass(frozen=True)
class Marks:
    """The names are those of KyTea's options (``-wordbound`` and so on)."""

    wordbound: str = " "
    tagbound: str = "/"
    elembound: str = "&"
    unkbound: str = " "
    skipbound: str = "?"
    nobound: str = "-"
    hasbound: str = "|"
    escape: str = "\\"

    @classmethod
    def of(cls, renamed: Mapping[str, str], notation: Literal["full", "partial"] = "full") -> Marks:
        """The usual marks, some of them renamed; those of one notation must differ from one another.

        >>> Marks.of({"tagbound": "_"}).tagbound
        '_'
        """
        known = [one.name for one in fields(cls)]
        for name, mark in renamed.items():
            if name not in known:
                raise ParameterError(f"no mark {name!r}; the marks are {', '.join(known)}")
            if len(mark) != 1 or mark in "\r\n":
                raise ParameterError(f"the mark {name} must be one character, got {mark!r}")
        marks = cls(**renamed)
        used = marks.full if notation == "full" else marks.partial
        if len(set(used)) < len(used):
            raise ParameterError(f"two marks of {notation} annotation are the same character: {used!r}")
        return marks

    @property
    def full(self) -> str:
        """The marks of full annotation."""
        return self.wordbound + self.tagbound + self.elembound + self.escape

    @property
    def partial(self) -> str:
        """The marks of partial annotation."""
        return (
            self.unkbound
            + self.skipbound
            + self.nobound
            + self.hasbound
            + self.tagbound
            + self.elembound
            + self.escape
        )


def atoms(text: str, escape: str) -> list[str]:
    """The characters of a line, an escaped one together with its escape.

    >>> atoms("a\\\\/b", "\\\\")
    ['a', '\\\\/', 'b']
    """
    if escape not in text:
        return list(text)
    return re.findall(re.escape(escape) + ".|.", text, re.DOTALL)


def plain(pieces: Sequence[str]) -> str:
    """Atoms as text, escapes taken off."""
    return "".join([piece[-1] for piece in pieces])


def escaped(text: str, specials: str, escape: str) -> str:
    """A text with the escape before each of the special characters.

    >>> escaped("1/2", " /", "^")
    '1^/2'
    """
    if not any(mark in text for mark in specials):
        return text
    return "".join([escape + character if character in specials else character for character in text])


def split(pieces: Sequence[str], mark: str) -> Iterator[Sequence[str]]:
    """The parts between unescaped marks; always one more than there are marks."""
    start = 0
    for place, piece in enumerate(pieces):
        if piece == mark:
            yield pieces[start:place]
            start = place + 1
    yield pieces[start:]


def read_levels(parts: Sequence[Sequence[str]], elembound: str) -> list[Level]:
    """The tags after a word, one part for each level; candidates become a list."""
    levels: list[Level] = []
    for part in parts:
        candidates = [plain(one) for one in split(part, elembound) if one]
        levels.append(candidates if len(candidates) > 1 else "".join(candidates))
    while levels and not levels[-1]:
        levels.pop()
    return levels


def write_levels(levels: Sequence[Level], specials: str, marks: Marks) -> str:
    """The tags of a word as they are written after it."""
    shown = []
    for level in levels:
        candidates = level if isinstance(level, list) else [level]
        shown.append(marks.elembound.join(escaped(one, specials, marks.escape) for one in candidates))
    return "".join(marks.tagbound + one for one in shown)
