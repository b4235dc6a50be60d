"""From code points to small numbers: the characters that a segmenter knows.

0 is the gap outside a sentence, 1 a character never seen, 2 and more the alphabet. Width and case are
folded on the way; the text itself is never changed. Sixteen bits a character, so that four of them fit one
64-bit key.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.data import fold
from tagshift.features import chartypes

Codes = NDArray[np.uint32]
Arrays = dict[str, NDArray[Any]]

GAP, UNKNOWN, FIRST = 0, 1, 2
MOST = 0xFFFF - FIRST


@dataclass(frozen=True, eq=False)
class Alphabet:
    """``characters``: the folded code points known, ascending; ``folding``: code point to folded code point;
    ``types``: code point to type."""

    characters: Codes
    folding: Codes
    types: chartypes.Types

    @classmethod
    def of(cls, texts: Iterable[Codes], folded: bool = True) -> Alphabet:
        """The alphabet of some texts, the first the labelled one; the rarest are dropped should there be
        more than sixteen bits hold.

        Types that the first text lacks are read as their nearest relatives that it has.
        """
        folding = fold.table() if folded else np.arange(fold.SIZE, dtype=np.uint32)
        counts = np.zeros(fold.SIZE, np.int64)
        kinds = chartypes.table()
        types = kinds
        for number, units in enumerate(texts):
            if number == 0:
                types = chartypes.back_off(np.bincount(kinds[units], minlength=chartypes.COUNT))[kinds]
            counts += np.bincount(folding[units], minlength=fold.SIZE)
        known = np.flatnonzero(counts)
        if len(known) > MOST:
            known = np.sort(known[np.argsort(-counts[known], kind="stable")[:MOST]])
        return cls(known.astype(np.uint32), folding, types)

    @cached_property
    def ids(self) -> NDArray[np.uint16]:
        """The number of every code point, folded."""
        numbers = np.full(fold.SIZE, UNKNOWN, np.uint16)
        numbers[self.characters] = np.arange(FIRST, FIRST + len(self.characters))
        return numbers[self.folding]

    @property
    def size(self) -> int:
        return FIRST + len(self.characters)

    def to_arrays(self) -> Arrays:
        begins, values = chartypes.runs(self.types)
        moved = np.flatnonzero(self.folding != np.arange(fold.SIZE)).astype(np.uint32)
        return {
            "alphabet": self.characters,
            "fold_from": moved,
            "fold_to": self.folding[moved],
            "type_begins": begins,
            "type_values": values,
        }

    @classmethod
    def from_arrays(cls, arrays: Arrays) -> Alphabet:
        folding = np.arange(fold.SIZE, dtype=np.uint32)
        folding[arrays["fold_from"]] = arrays["fold_to"]
        types = chartypes.from_runs(arrays["type_begins"], arrays["type_values"], fold.SIZE)
        return cls(arrays["alphabet"], folding, types)


class FoldedWords:
    """A set of words that takes those that differ in width and case alone for one."""

    def __init__(self, words: Iterable[str], folding: Codes) -> None:
        self.folding = folding
        self.words = {self._fold(word) for word in words}

    def _fold(self, word: str) -> bytes:
        units = np.frombuffer(word.encode("utf-32-le", "surrogatepass"), np.uint32)
        return self.folding[units].tobytes()

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._fold(word) in self.words

    def __len__(self) -> int:
        return len(self.words)
