"""One sentence, with what is known of its labels: everything, something, a choice, nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tagshift.errors import CorpusError

NO_CUT, CUT, UNKNOWN = 0, 1, 2

# None: any label; a string: that one; a tuple: one of these.
Label = None | str | tuple[str, ...]


@dataclass(slots=True)
class SegmentSentence:
    """A text and the places between its characters.

    ``cuts`` has one byte for each of the N - 1 places: ``NO_CUT``, ``CUT`` or ``UNKNOWN``.

    >>> s = SegmentSentence.from_words(["外国", "人"])
    >>> s.text, list(s.cuts), s.words()
    ('外国人', [0, 1], ['外国', '人'])
    """

    text: str
    cuts: bytes
    id: str | None = None
    weight: float = 1.0
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_words(cls, words: Sequence[str], **kwargs: Any) -> SegmentSentence:
        text, marks = "".join(words), b"".join(b"\0" * (len(w) - 1) + b"\1" for w in words)
        if len(text) != len(marks):
            raise CorpusError(f"expected words of one character or more, got an empty one in {list(words)!r}")
        return cls(text, marks[:-1], **kwargs)

    @classmethod
    def raw(cls, text: str, **kwargs: Any) -> SegmentSentence:
        return cls(text, bytes([UNKNOWN]) * max(len(text) - 1, 0), **kwargs)

    @classmethod
    def spaced(cls, text: str, **kwargs: Any) -> SegmentSentence:
        """A text in which each U+0020 is a cut already known, and no character.

        >>> s = SegmentSentence.spaced("外国人 参政")
        >>> s.text, list(s.cuts)
        ('外国人参政', [2, 2, 1, 2])
        """
        parts = [part for part in text.split(" ") if part]
        cuts = bytes([CUT]).join(bytes([UNKNOWN]) * (len(part) - 1) for part in parts)
        return cls("".join(parts), cuts, **kwargs)

    def words(self) -> list[str]:
        """The words, where UNKNOWN counts as no cut."""
        return [self.text[a:b] for a, b in self.spans()]

    def spans(self) -> Iterator[tuple[int, int]]:
        start = 0
        for place, mark in enumerate(self.cuts, 1):
            if mark == CUT:
                yield start, place
                start = place
        if self.text:
            yield start, len(self.text)


@dataclass(slots=True)
class TagSentence:
    """Tokens in columns, the first one the token itself, and one label (or set, or None) a token."""

    columns: tuple[Sequence[str], ...]
    labels: Sequence[Label]
    id: str | None = None
    weight: float = 1.0
    doc: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def tokens(self) -> Sequence[str]:
        return self.columns[0]
