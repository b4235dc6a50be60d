"""The same attributes for us and for crfsuite: thirty a boundary.

They are n-grams of characters and of their types, n to 3, within three characters either side. Both sides are
made from one encoded corpus: an attribute's name for crfsuite is its number in our parameter vector.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tagshift.data import formats
from tagshift.data.corpus import Corpus
from tagshift.features.encoded import Encoded
from tagshift.features.ngrams import NgramSpec
from tagshift.features.segmentindex import SegmentIndex
from tagshift.features.segmenttemplates import SegmentTemplates

THIRTY = SegmentTemplates(
    "thirty",
    "boundary",
    tuple(NgramSpec.window(kind, order, 3) for kind in ("char", "type") for order in (1, 2, 3)),
    lists="none",
    folded=False,
)


def encode(path: Path) -> Encoded:
    """A corpus under the thirty templates."""
    corpus = Corpus.from_segments(formats.read(path, task="segment"))
    return SegmentIndex.fit(corpus, THIRTY)[1]


def sentences(encoded: Encoded) -> Iterator[tuple[list[list[str]], list[str]]]:
    """For each sentence of two characters or more the attributes of each boundary, and its label."""
    names = list(map(str, range(encoded.block_starts[-1])))
    tables = [_rows(encoded, number) for number in range(len(encoded.blocks))]
    for sentence in np.flatnonzero(encoded.lengths):
        begin = int(encoded.starts[sentence])
        end = begin + int(encoded.lengths[sentence])
        blocks = [_columns(encoded, number, table, begin, end) for number, table in enumerate(tables)]
        numbers = np.concatenate(blocks, axis=1).tolist()
        labels = ["1" if row == 2 else "0" for row in encoded.allowed[begin:end].tolist()]
        yield [[names[number] for number in row if number >= 0] for row in numbers], labels


def _rows(encoded: Encoded, number: int) -> NDArray[np.int64]:
    """Which row of a block stands at each anchor (at most one does); -1 for none."""
    block = encoded.blocks[number]
    found = np.full(encoded.size, -1, np.int64)
    found[block.anchors] = block.ids
    return found


def _columns(
    encoded: Encoded, number: int, rows: NDArray[np.int64], begin: int, end: int
) -> NDArray[np.int64]:
    """The parameters (boundaries, width) that a block puts on the boundaries of one sentence; -1 for none."""
    block, base = encoded.blocks[number], encoded.block_starts[number]
    place = np.arange(block.width)
    anchors = np.arange(begin, end)[:, None] - block.shift - place
    return np.where(rows[anchors] >= 0, base + rows[anchors] * block.width + place, -1)
