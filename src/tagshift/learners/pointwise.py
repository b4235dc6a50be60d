"""Every annotated position by itself: the chain's transitions stay 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded
from tagshift.kernels import pointwise
from tagshift.learners.by_gradient import RULES, GradientLearner
from tagshift.learners.objective import Objective
from tagshift.learners.scaling import position_weights
from tagshift.optimize.pieces import Workers
from tagshift.params import Choice, Rule

Floats = NDArray[np.float64]


class Pointwise(GradientLearner):
    """Logistic regression or a support vector machine over positions and label sets.

    With "log" it is the conditional random field with all of the chain held at 0: positions that may take any
    label say nothing, ambiguous ones the sum of their labels' probabilities. With "squared_hinge" the best
    label inside the set must lead the best outside by 1 (Crammer and Singer, 2001, squared); for two labels
    it is a linear support vector machine, which ``DualSVM`` finds faster. Legality is not looked at: single
    positions know no order.

    Parameters
    ----------
    loss : str
        "log" or "squared_hinge".
    l2, l1, max_iterations, gradient_tolerance, objective_tolerance, memory
        As in ``GradientLearner``.
    """

    constraints: ClassVar[Mapping[str, Rule]] = {**RULES, "loss": Choice("log", "squared_hinge")}

    def __init__(
        self,
        *,
        loss: str = "log",
        l2: float = 1.0,
        l1: float = 0.0,
        max_iterations: int = 300,
        gradient_tolerance: float = 1e-4,
        objective_tolerance: float = 1e-4,
        memory: int = 6,
    ) -> None:
        self.loss, self.l2, self.l1 = loss, l2, l1
        self.max_iterations, self.memory = max_iterations, memory
        self.gradient_tolerance, self.objective_tolerance = gradient_tolerance, objective_tolerance

    def objective(self, encoded: Encoded, workers: Workers) -> Objective:
        return PositionLoss(encoded, workers, l2=self.l2, hinge=self.loss == "squared_hinge")


class PositionLoss(Objective):
    """Sum over positions of weight * loss + l2 / 2 * |theta|^2."""

    def __init__(self, encoded: Encoded, workers: Workers, *, l2: float = 0.0, hinge: bool = False) -> None:
        super().__init__(encoded, workers, l2)
        self.hinge, self.weights = hinge, position_weights(encoded)
        self.weights[~self.annotation.informative] = 0.0

    def part_loss(self, index: int, tail: Floats) -> tuple[float, Floats]:
        loss = pointwise.two_labels if self.encoded.columns == 1 else pointwise.many_labels
        low, high = self.stream.stretch(index)
        value = loss(
            self.scores,
            self.encoded.allowed,
            self.annotation.masks,
            self.weights,
            self.hinge,
            low,
            high,
            self.residual,
        )
        return value, np.zeros(len(tail))
