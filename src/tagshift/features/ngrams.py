"""N-grams of characters and of character types around a boundary.

One n-gram read at position u bears on every boundary in whose window it lies: one event, one row. An n-gram
that reaches over the edge of the sentence holds gaps (symbol 0), before or behind, and so tells the two
edges apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

from tagshift.features import chartypes
from tagshift.features.alphabet import UNKNOWN
from tagshift.features.encoded import Block
from tagshift.features.keytable import Keys, KeyTable, count
from tagshift.features.stream import TextStream

BITS = 16
LONGEST = 4


@dataclass(frozen=True)
class NgramSpec:
    """``order`` symbols read at u give a row on positions ``u + shift ... u + shift + width - 1``."""

    kind: Literal["char", "type"]
    order: int
    shift: int
    width: int
    types: str = "fine"
    min_count: int = 1

    @classmethod
    def window(
        cls,
        kind: Literal["char", "type"],
        order: int,
        size: int,
        *,
        types: str = "fine",
        min_count: int = 1,
    ) -> Self:
        """All n-grams inside ``size`` characters either side of a boundary.

        >>> NgramSpec.window("char", 2, 3)
        NgramSpec(kind='char', order=2, shift=-2, width=5, types='fine', min_count=1)
        """
        return cls(kind, order, order - 1 - size, 2 * size - order + 1, types, min_count)

    @property
    def name(self) -> str:
        return f"{self.kind}{self.order}"

    def symbols(self, stream: TextStream) -> NDArray[np.integer]:
        return stream.ids if self.kind == "char" else chartypes.MAPS[self.types][stream.types]

    def keys(self, stream: TextStream) -> Keys:
        """The key of the n-gram at every position of the stream; 0 for gaps alone and for unknown characters.

        The first symbol stands in the highest bits, so that sorted keys are sorted n-grams.
        """
        symbols = np.concatenate([self.symbols(stream), np.zeros(self.order - 1, np.uint16)])
        packed = np.zeros(stream.size, np.uint64)
        known = np.ones(stream.size, bool)
        for place in range(self.order):
            part = symbols[place : place + stream.size]
            packed = (packed << np.uint64(BITS)) | part.astype(np.uint64)
            if self.kind == "char":
                known &= part != UNKNOWN
        return np.where(known, packed, np.uint64(0))


@dataclass(frozen=True, eq=False)
class Ngrams:
    """The n-grams of a spec that training kept."""

    spec: NgramSpec
    table: KeyTable

    @classmethod
    def fit(cls, spec: NgramSpec, stream: TextStream, raw: TextStream | None = None) -> tuple[Ngrams, Block]:
        """Count, cut off the rare ones, and encode ``stream`` on the way. N-grams frequent in ``raw`` are
        kept too.
        """
        distinct, ranks, counts = count(spec.keys(stream))
        keep = counts >= spec.min_count
        if raw is not None:
            return cls._with_raw(spec, distinct[keep], stream, raw)
        ngrams = cls(spec, KeyTable(distinct[keep]))
        renumbered = np.append(np.where(keep, np.cumsum(keep) - 1, -1), -1).astype(np.int32)
        return ngrams, ngrams._block(renumbered[ranks])

    @classmethod
    def _with_raw(
        cls, spec: NgramSpec, kept: Keys, stream: TextStream, raw: TextStream
    ) -> tuple[Ngrams, Block]:
        distinct, _, counts = count(spec.keys(raw))
        ngrams = cls(spec, KeyTable(np.union1d(kept, distinct[counts >= spec.min_count])))
        return ngrams, ngrams.encode(stream)

    def encode(self, stream: TextStream) -> Block:
        return self._block(self.table.rows(self.spec.keys(stream)))

    def _block(self, rows: NDArray[np.int32]) -> Block:
        anchors = np.flatnonzero(rows >= 0).astype(np.int32)
        spec = self.spec
        return Block(spec.name, len(self.table), spec.width, spec.shift, anchors, rows[anchors])
