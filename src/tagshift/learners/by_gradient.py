"""Learners that minimise an objective by L-BFGS: what they share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded
from tagshift.learners.base import Callback, Learner
from tagshift.learners.objective import Objective
from tagshift.learners.scaling import scales
from tagshift.optimize.lbfgs import LBFGS, State
from tagshift.optimize.pieces import Workers
from tagshift.optimize.report import Report
from tagshift.params import Real, Rule, Whole

Floats = NDArray[np.float64]

RULES: Mapping[str, Rule] = {
    "l2": Real(at_least=0),
    "l1": Real(at_least=0),
    "max_iterations": Whole(at_least=0),
    "gradient_tolerance": Real(at_least=0),
    "objective_tolerance": Real(at_least=0),
    "memory": Whole(at_least=1),
}


class GradientLearner(Learner):
    """Minimises ``objective(encoded, workers)`` from a start.

    Subclasses take these parameters and their own: ``l2``, the weight of half the squared parameters (1 /
    variance of a normal prior); ``l1``, the weight of the absolute parameters, above 0 of which many become
    exactly 0; ``max_iterations``, ``gradient_tolerance``, ``objective_tolerance`` and ``memory`` of L-BFGS,
    as in ``LBFGS``.
    """

    constraints: ClassVar[Mapping[str, Rule]] = RULES

    l2: float
    l1: float
    max_iterations: int
    gradient_tolerance: float
    objective_tolerance: float
    memory: int

    def objective(self, encoded: Encoded, workers: Workers) -> Objective:
        """What a kind of learner minimises."""
        raise TypeError(f"{type(self).__name__} does not say what it minimises")

    def learn(
        self, encoded: Encoded, start: Floats | State, workers: Workers, callback: Callback | None
    ) -> tuple[Floats, Report]:
        settings = LBFGS(
            memory=self.memory,
            max_iterations=self.max_iterations,
            gradient_tolerance=self.gradient_tolerance,
            objective_tolerance=self.objective_tolerance,
            l1=self.l1,
        )
        objective = self.objective(encoded, workers)
        scale = scales(encoded, self.l2)
        return settings.minimise(objective, start, scale=scale, workers=workers, callback=callback)
