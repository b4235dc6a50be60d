"""Schemes of word segmentation that label characters: six-tag and BMES have this in common.

Every label says of its character whether a word begins at it and whether one ends at it. From these two
facts, and the grammar, follow the labels that partial cuts leave: the admitted label sequences are the
admitted segmentations, each exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tagshift.data.labelsets import LabelSets, Rows
from tagshift.data.schemes.grammar import Grammar
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN
from tagshift.errors import LabelError

# A cut's code is its part in the row number: unknown on both sides must give row 0, "any".
_CODES = np.zeros(3, np.int32)
_CODES[UNKNOWN], _CODES[NO_CUT], _CODES[CUT] = 0, 1, 2


@dataclass(frozen=True)
class WordScheme:
    """``opening`` labels the first characters of a long word; ``middle`` repeats; ``end``; ``single``."""

    opening: tuple[str, ...]
    middle: str
    end: str
    single: str

    @property
    def names(self) -> tuple[str, ...]:
        return (*self.opening, self.middle, self.end, self.single)

    def encode(self, lengths: Iterable[int]) -> list[str]:
        """The labels of words of these lengths."""
        return [label for length in lengths for label in self.word(length)]

    def word(self, length: int) -> Iterator[str]:
        """The labels of one word."""
        if length == 1:
            yield self.single
            return
        yield from self.opening[: length - 1]
        for _ in range(length - 1 - len(self.opening)):
            yield self.middle
        if length:
            yield self.end

    def decode(self, labels: Sequence[str]) -> list[int]:
        """The lengths of the words. A word ends at the end label, at the single one, and with the text.

        This reads illegal sequences too: other labels never end a word.
        """
        lengths: list[int] = []
        start = 0
        for place, label in enumerate(labels, 1):
            if label not in self.names:
                raise LabelError(f"unknown label {label!r}; the labels are {', '.join(self.names)}")
            if label in (self.end, self.single) or place == len(labels):
                lengths.append(place - start)
                start = place
        return lengths

    def repair(self, labels: Sequence[str]) -> list[str]:
        """The legal labels of the words that ``decode`` reads; legal labels stay as they are."""
        return self.encode(self.decode(labels))

    def grammar(self) -> Grammar:
        """What may begin, follow and end."""
        pairs = set()
        for length in range(1, len(self.opening) + 4):
            labels = list(self.word(length))
            pairs |= set(pairwise(labels))
        begins, ends = (self.opening[0], self.single), (self.end, self.single)
        return Grammar.of(
            self.names,
            first=lambda name: name in begins,
            follow=lambda left, right: (left, right) in pairs or (left in ends and right in begins),
            last=lambda name: name in ends,
        )

    def label_sets(self) -> LabelSets:
        """The table whose row ``3 * before + after`` admits the labels that fit the cuts before and after a
        character.

        A code is 0 for unknown, 1 for no cut, 2 for a cut.
        """
        begins = np.array([name in (self.opening[0], self.single) for name in self.names])
        ends = np.array([name in (self.end, self.single) for name in self.names])
        either = np.ones(len(self.names), bool)
        rows = [b & e for b in (either, ~begins, begins) for e in (either, ~ends, ends)]
        return LabelSets(self.names, np.array(rows))

    def allowed(self, cuts: bytes) -> Rows:
        """For each of the N characters of a text with N - 1 ``cuts``, its row of ``label_sets``.

        The ends of the text are cuts; a text of no character has to be left out by the caller.
        """
        codes = np.concatenate([[2], _CODES[np.frombuffer(cuts, np.uint8)], [2]])
        found: Rows = (3 * codes[:-1] + codes[1:]).astype(np.int32)
        return found
