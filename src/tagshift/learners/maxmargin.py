"""A support vector machine over whole labellings of the chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded
from tagshift.kernels import rivals
from tagshift.learners.by_gradient import RULES, GradientLearner
from tagshift.learners.objective import Objective
from tagshift.optimize.pieces import Workers
from tagshift.params import Real, Rule

Floats = NDArray[np.float64]


class MaxMargin(GradientLearner):
    """Structured squared hinge: the best labelling inside the sets must lead every other by its wrong labels.

    Minimises the sum over sentences of weight * max(0, max_y [cost * wrong labels of y + score(y)] - best
    score inside)^2, plus l2 / 2 * |theta|^2. With whole annotation the objective is convex, with kinks where
    the rival changes: L-BFGS descends all the same (Lewis and Overton, 2013), and the report says "no
    descent" where it can go no further.

    Parameters
    ----------
    cost : float
        What each label outside its set must be beaten by.
    l2, l1, max_iterations, gradient_tolerance, objective_tolerance, memory
        As in ``GradientLearner``.
    """

    constraints: ClassVar[Mapping[str, Rule]] = {**RULES, "cost": Real(above=0)}

    def __init__(
        self,
        *,
        cost: float = 1.0,
        l2: float = 1.0,
        l1: float = 0.0,
        max_iterations: int = 300,
        gradient_tolerance: float = 1e-4,
        objective_tolerance: float = 1e-4,
        memory: int = 6,
    ) -> None:
        self.cost, self.l2, self.l1 = cost, l2, l1
        self.max_iterations, self.memory = max_iterations, memory
        self.gradient_tolerance, self.objective_tolerance = gradient_tolerance, objective_tolerance

    def objective(self, encoded: Encoded, workers: Workers) -> Objective:
        return RivalLoss(encoded, workers, l2=self.l2, cost=self.cost)


class RivalLoss(Objective):
    """Squared hinge of whole labellings."""

    def __init__(self, encoded: Encoded, workers: Workers, *, l2: float = 0.0, cost: float = 1.0) -> None:
        super().__init__(encoded, workers, l2)
        self.cost, self.losses = cost, np.zeros(len(encoded.starts))

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
