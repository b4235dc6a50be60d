"""The structured squared hinge, as an objective with its gradient."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded
from tagshift.kernels import rivals
from tagshift.learners.objective import Objective
from tagshift.optimize.pieces import Workers

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
NO_LABELS = np.empty(0, np.int32)


class RivalLoss(Objective):
    """Sum over sentences of weight * max(0, max_y [cost * wrong labels of y + score(y)] - best inside)^2.

    Plus l2 / 2 * |theta|^2. With ``right`` (size,) that labelling stands in for the best inside. Where the
    rival changes the objective has kinks, and what is written there is one of its subgradients.
    """

    def __init__(
        self,
        encoded: Encoded,
        workers: Workers,
        *,
        l2: float = 0.0,
        cost: float = 1.0,
        right: Ints = NO_LABELS,
    ) -> None:
        super().__init__(encoded, workers, l2)
        self.cost, self.right, self.losses = cost, right, np.zeros(len(encoded.starts))

    def part_loss(self, index: int, tail: Floats) -> tuple[float, Floats]:
        part, known = self.stream.parts[index], self.annotation
        inside = slice(part.first, part.last)
        labels, longest = len(self.encoded.labels), max(known.longest, 1)
        counts = np.zeros(len(tail))
        rivals.squared_hinge(
            self.scores,
            self.encoded.allowed,
            known.masks,
            known.chain_scores(tail),
            self.cost,
            self.right,
            known.sentences[inside],
            self.encoded.weights[inside],
            np.empty((2, 2 * labels)),
            np.empty((longest, 2 * labels), np.int32),
            np.empty((2, longest), np.int32),
            self.residual,
            counts,
            self.losses[inside],
        )
        return float(self.encoded.weights[inside] @ self.losses[inside]), counts

    def over(self, sentences: NDArray[np.int64], theta: Floats, gradient: Floats) -> float:
        """The objective of some sentences alone; ``gradient`` is that of all and of no use."""
        self(theta, gradient)
        lost = self.encoded.weights[sentences] @ self.losses[sentences]
        return float(lost) + self.l2 / 2 * self.pieces.dot(theta, theta)
