"""What every learner eats: numbers only.

Sentences stand one behind the other in a **stream** of positions, with a gap before, between and after
them. A **block** is a family of attributes of one shape; each of its **events** puts one row of weights on
the positions around its anchor: a character trigram read once bears on all the boundaries near it, a word
on its own label and its neighbours'. Ordinary attributes are rows of width 1. The gap is wide enough for
any row, so no kernel asks where a sentence ends.

A parameter vector holds, block after block, ``(rows, width, columns)`` weights, then for K labels the
transitions ``(K, K)``, start ``(K,)`` and end ``(K,)``. With two labels there is one column: the score of
label 1 less that of label 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Block:
    """Events of one shape: row ``ids[e]`` falls on positions ``anchors[e] + shift ... + shift + width - 1``.

    ``anchors`` ascend (several events may share one); ``values`` multiply the row, 1 where None.
    """

    name: str
    rows: int
    width: int
    shift: int
    anchors: Ints
    ids: Ints
    values: NDArray[np.float32] | None = None

    @cached_property
    def by_row(self) -> tuple[NDArray[np.int64], Ints]:
        """``indptr`` (rows + 1,) and the events' order sorted by row: the transposed view for gradients."""
        order = np.argsort(self.ids, kind="stable").astype(np.int32)
        indptr = np.zeros(self.rows + 1, np.int64)
        np.cumsum(np.bincount(self.ids, minlength=self.rows), out=indptr[1:])
        return indptr, order


@dataclass(frozen=True)
class Legal:
    """Which labels may begin, follow and end: ``first`` (K,), ``follow`` (K, K), ``last`` (K,), all bool."""

    first: NDArray[np.bool_]
    follow: NDArray[np.bool_]
    last: NDArray[np.bool_]

    @classmethod
    def everything(cls, labels: int) -> Legal:
        return cls(np.ones(labels, bool), np.ones((labels, labels), bool), np.ones(labels, bool))


@dataclass(frozen=True)
class Encoded:
    """A corpus as a learner sees it.

    ``starts``, ``lengths`` (S,): first position and number of positions of each sentence (0 for a text of
    one character). ``allowed`` (size,): for each position the row of ``masks`` (R, K) that says which
    labels it may take; row 0 is "any", and so are gaps. ``weights`` (S,): one weight a sentence.
    """

    labels: tuple[str, ...]
    blocks: tuple[Block, ...]
    size: int
    starts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    allowed: Ints
    masks: NDArray[np.bool_]
    weights: Floats
    legal: Legal

    @property
    def columns(self) -> int:
        return 1 if len(self.labels) == 2 else len(self.labels)

    @cached_property
    def block_starts(self) -> list[int]:
        """Where each block's weights begin in the parameter vector, and at last the transitions."""
        ends = [0]
        for block in self.blocks:
            ends.append(ends[-1] + block.rows * block.width * self.columns)
        return ends

    @property
    def n_parameters(self) -> int:
        k = len(self.labels)
        return self.block_starts[-1] + k * k + 2 * k
