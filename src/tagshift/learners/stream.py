"""Scores of a stream under a parameter vector, and gradients back, cut for threads."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ParameterError
from tagshift.features.encoded import Block, Encoded
from tagshift.kernels import events, narrow
from tagshift.optimize.pieces import Workers

Floats = NDArray[np.float64]
NO_VALUES = np.empty(0, np.float32)

# Positions a part holds: few enough for its scores to stay in the cache, whatever the number of threads.
PART = 1 << 14
# Events a range of rows holds when gradients are summed.
RANGE = 1 << 18


@dataclass(frozen=True)
class Part:
    """Sentences ``first`` to ``last`` and the stretch ``low`` to ``high`` of the stream they cover."""

    first: int
    last: int
    low: int
    high: int


class Stream:
    """An encoded corpus ready for passes in both directions."""

    def __init__(self, encoded: Encoded, workers: Workers) -> None:
        for block in encoded.blocks:
            check_block(block, encoded.size)
        self.encoded, self.workers = encoded, workers
        self.parts = cut_parts(encoded)
        self._slices = [[_events_of(block, part) for block in encoded.blocks] for part in self.parts]
        self._transposed = False

    def scores(self, theta: Floats, scores: Floats) -> None:
        """Write the scores of all sentences to ``scores`` (size * columns,); gaps keep what they held."""
        self.workers.map(lambda index: self.score_part(theta, index, scores), range(len(self.parts)))

    def score_part(self, theta: Floats, index: int, scores: Floats) -> None:
        """Write the scores of one part, and of nothing outside it."""
        encoded, part = self.encoded, self.parts[index]
        columns = encoded.columns
        low, high = part.low * columns, part.high * columns
        scores[low:high] = 0.0
        for block, begin, piece in zip(
            encoded.blocks, encoded.block_starts, self._slices[index], strict=False
        ):
            end = begin + block.rows * block.width * columns
            add_block(block, piece, theta[begin:end], columns, (low, high), scores)

    def stretch(self, index: int) -> tuple[int, int]:
        """The positions of a part, first and last."""
        return self.parts[index].low, self.parts[index].high

    def gradient(self, residual: Floats, gradient: Floats) -> None:
        """Write the blocks' share of ``gradient``: the residuals, 0 in gaps, under each row."""
        if not self._transposed:
            self._transpose()

        def fill(block_index: int, first: int, last: int) -> None:
            block, (indptr, anchors, values) = self.encoded.blocks[block_index], self._rows[block_index]
            begin, end = self.encoded.block_starts[block_index : block_index + 2]
            columns = self.encoded.columns
            length, offset = block.width * columns, block.shift * columns
            events.sum_residuals(
                residual, length, columns, offset, indptr, anchors, values, first, last, gradient[begin:end]
            )

        self.workers.map(fill, *self._ranges)

    def _transpose(self) -> None:
        """Sort each block's events by row, once: anchors are gathered so that no pass looks them up."""
        self._rows = []
        ranges: list[tuple[int, int, int]] = []
        for number, block in enumerate(self.encoded.blocks):
            indptr, order = block.by_row
            values = NO_VALUES if block.values is None else block.values[order]
            self._rows.append((indptr, block.anchors[order], values))
            ranges += [(number, first, last) for first, last in _row_ranges(indptr)]
        self._ranges = tuple(zip(*ranges, strict=True)) if ranges else ((), (), ())
        self._transposed = True


def add_block(
    block: Block, piece: slice, weights: Floats, columns: int, inside: tuple[int, int], scores: Floats
) -> None:
    """Add the rows of some events of a block to the scores ``inside`` a stretch of them."""
    values = NO_VALUES if block.values is None else block.values[piece]
    anchors, ids = block.anchors[piece], block.ids[piece]
    if columns == 1 and block.width <= 8:
        narrow.add_narrow(weights, block.width, block.shift, anchors, ids, values, *inside, scores)
    else:
        length, offset = block.width * columns, block.shift * columns
        events.add_scores(weights, length, columns, offset, anchors, ids, values, *inside, scores)


def check_block(block: Block, size: int) -> None:
    """Kernels look at no bounds, so a broken block must not reach them."""

    def refuse(what: str) -> None:
        raise ParameterError(f"block {block.name!r}: {what}")

    if len(block.anchors) != len(block.ids):
        refuse(f"{len(block.anchors)} anchors for {len(block.ids)} ids")
    if block.values is not None and len(block.values) != len(block.ids):
        refuse(f"{len(block.values)} values for {len(block.ids)} ids")
    if len(block.ids) == 0:
        return
    if block.ids.min() < 0 or block.ids.max() >= block.rows:
        refuse(f"ids from {block.ids.min()} to {block.ids.max()}, expected 0 to {block.rows - 1}")
    if (np.diff(block.anchors) < 0).any():
        refuse("anchors must ascend")
    low, high = int(block.anchors[0]) + block.shift, int(block.anchors[-1]) + block.shift + block.width
    if low < 0 or high > size:
        refuse(f"rows fall on positions {low} to {high - 1} of a stream of {size}: make the gaps wider")


def cut_parts(encoded: Encoded) -> list[Part]:
    """Cut the sentences into parts of about ``PART`` positions; the cut depends on the corpus alone."""
    lengths = encoded.lengths
    group = np.cumsum(lengths) // PART
    firsts = np.flatnonzero(np.diff(group, prepend=-1))
    parts = []
    for first, last in pairwise([*firsts, len(lengths)]):
        low = int(encoded.starts[first])
        high = int(encoded.starts[last - 1] + lengths[last - 1])
        parts.append(Part(int(first), int(last), low, high))
    return parts


def _events_of(block: Block, part: Part) -> slice:
    """The events that can touch a part."""
    first = np.searchsorted(block.anchors, part.low - block.shift - block.width + 1, "left")
    last = np.searchsorted(block.anchors, part.high - 1 - block.shift, "right")
    return slice(int(first), int(last))


def _row_ranges(indptr: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Cut rows into ranges of about ``RANGE`` events."""
    rows = len(indptr) - 1
    marks = np.arange(RANGE, int(indptr[-1]), RANGE)
    cuts = np.unique(np.concatenate([[0], np.searchsorted(indptr, marks), [rows]]))
    return [(int(a), int(b)) for a, b in pairwise(cuts)]
