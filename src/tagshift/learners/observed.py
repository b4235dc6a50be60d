"""A conditional random field whose parameters are only those that the labelled source shows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Block, Encoded
from tagshift.learners.annotation import Annotation
from tagshift.learners.chain_loss import ChainLoss
from tagshift.learners.crf import CRF
from tagshift.learners.objective import Objective
from tagshift.optimize.pieces import Workers

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class ObservedCRF(CRF):
    """A CRF in which an attribute speaks only of the labels that it was seen with, as in CRFsuite's default.

    The others, and pairs of neighbours never seen, stay 0, and so do the scores of starts and ends. Fewer
    parameters, mostly a little less accurate; published baselines are often of this kind. Two labels share
    the parameter of an attribute, which then speaks of both.
    """

    def objective(self, encoded: Encoded, workers: Workers) -> Objective:
        return ObservedLoss(encoded, workers, l2=self.l2, margin=self.margin)


class ObservedLoss(ChainLoss):
    """The loss of a CRF, flat in every direction that the source does not show."""

    def __init__(self, encoded: Encoded, workers: Workers, *, l2: float, margin: float) -> None:
        super().__init__(encoded, workers, l2=l2, margin=margin)
        self.unseen = ~observed(encoded, self.annotation)

    def __call__(self, theta: Floats, gradient: Floats) -> float:
        value = super().__call__(np.where(self.unseen, 0.0, theta), gradient)
        gradient[self.unseen] = 0.0
        return value


def observed(encoded: Encoded, annotation: Annotation) -> Bools:
    """Which parameters some labelled position, or pair of neighbours, uses."""
    inside = np.zeros(encoded.size, bool)
    shown = encoded.weights > 0
    for start, length in zip(encoded.starts[shown].tolist(), encoded.lengths[shown].tolist(), strict=True):
        inside[start : start + length] = True
    labels = np.where(inside, annotation.observed, -1)
    pairs = np.zeros((len(encoded.labels), len(encoded.labels)), bool)
    both = (labels[:-1] >= 0) & (labels[1:] >= 0)
    pairs[labels[:-1][both], labels[1:][both]] = True
    edges = np.zeros(2 * len(encoded.labels), bool)
    return np.concatenate(
        [*(_in_block(block, labels, encoded.columns) for block in encoded.blocks), pairs.ravel(), edges]
    )


def _in_block(block: Block, labels: NDArray[np.int32], columns: int) -> Bools:
    """For each weight of a block whether its label stands at one of its places."""
    seen = np.zeros((block.rows, block.width, columns), bool)
    for place in range(block.width):
        found = labels[block.anchors + block.shift + place]
        there = found >= 0
        seen[block.ids[there], place, np.minimum(found[there], columns - 1)] = True
    return seen.ravel()
