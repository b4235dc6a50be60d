"""A corpus of texts laid out as one stream with gaps: see ``encoded`` for why."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tagshift.data.corpus import Corpus
from tagshift.features.alphabet import Alphabet


@dataclass(frozen=True, eq=False)
class TextStream:
    """``ids``, ``types`` (size,) of characters, 0 in gaps; ``starts``, ``lengths`` (S,) of sentences in
    characters.
    """

    ids: NDArray[np.uint16]
    types: NDArray[np.uint8]
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    places: NDArray[np.int64]  # where each unit of the corpus stands in the stream

    @classmethod
    def of(cls, corpus: Corpus, alphabet: Alphabet, gap: int) -> TextStream:
        lengths = corpus.lengths
        starts = corpus.offsets[:-1] + gap * np.arange(1, len(lengths) + 1)
        places = np.arange(len(corpus.units)) + np.repeat(starts - corpus.offsets[:-1], lengths)
        size = len(corpus.units) + gap * (len(lengths) + 1)
        ids, types = np.zeros(size, np.uint16), np.zeros(size, np.uint8)
        ids[places] = alphabet.ids[corpus.units]
        types[places] = alphabet.types[corpus.units]
        return cls(ids, types, starts, lengths, places)

    @property
    def size(self) -> int:
        return len(self.ids)

    @cached_property
    def sentence(self) -> NDArray[np.int32]:
        """Which sentence each position belongs to, -1 in gaps."""
        found = np.full(self.size, -1, np.int32)
        found[self.places] = np.repeat(np.arange(len(self.lengths), dtype=np.int32), self.lengths)
        return found

    def spread(self, per_unit: NDArray[np.int32]) -> NDArray[np.int32]:
        """One number a unit, laid out on the stream; 0 in gaps."""
        found = np.zeros(self.size, np.int32)
        found[self.places] = per_unit
        return found
