"""A support vector machine over whole labellings of the chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ParameterError
from tagshift.features.encoded import Encoded
from tagshift.kernels.binary import PARTIAL, WHOLE
from tagshift.learners.annotation import Annotation
from tagshift.learners.base import Callback, Learner
from tagshift.learners.model import ChainModel
from tagshift.learners.potentials import Potentials
from tagshift.learners.rival_loss import RivalLoss
from tagshift.learners.working_sets import Ascent
from tagshift.optimize.lbfgs import State
from tagshift.optimize.pieces import Workers
from tagshift.optimize.report import Report
from tagshift.params import Real, Rule, Whole

Floats = NDArray[np.float64]

# Passes over the working sets after each search: a rival costs a decoding, a known one little.
SWEEPS = 5
# Times that partial annotation is completed anew.
COMPLETIONS = 10


class MaxMargin(Learner):
    """Structured squared hinge: the right labelling must lead every other by its wrong labels.

    Minimises the sum over sentences of weight * max(0, max_y [cost * wrong labels of y + score(y)] - best
    score inside the label sets)^2, plus l2 / 2 * |theta|^2, by dual coordinate ascent over working sets of
    rivals. With whole annotation the objective is convex and the gap between primal and dual says how far
    the optimum is. Partial annotation is completed by the best labelling inside its sets, of ``start`` or
    else of the wholly annotated sentences, again and again until it stays the same: each completion lowers
    the objective.

    Parameters
    ----------
    cost : float
        What each label outside its set must be beaten by.
    l2 : float
        Weight of half the squared parameters.
    tolerance : float
        Largest gap between primal and dual objective at the end, relative to the primal.
    max_iterations : int
        Searches for rivals, over all sentences each.
    seed : int
        Of the order of sentences.
    """

    constraints: ClassVar[Mapping[str, Rule]] = {
        "cost": Real(above=0),
        "l2": Real(above=0),
        "tolerance": Real(above=0),
        "max_iterations": Whole(at_least=1),
        "seed": Whole(at_least=0),
    }

    def __init__(
        self,
        *,
        cost: float = 1.0,
        l2: float = 1.0,
        tolerance: float = 0.01,
        max_iterations: int = 100,
        seed: int = 0,
    ) -> None:
        self.cost, self.l2, self.tolerance = cost, l2, tolerance
        self.max_iterations, self.seed = max_iterations, seed

    def learn(
        self, encoded: Encoded, start: Floats | State, workers: Workers, callback: Callback | None
    ) -> tuple[Floats, Report]:
        if isinstance(start, State):
            raise ParameterError("MaxMargin cannot go on from a state; give its theta as start")
        known = Annotation.of(encoded)
        kinds, report = known.sentences[:, 2], Report()
        ascent = Ascent(encoded, known, self.cost, self.l2, self.seed)
        loss = RivalLoss(encoded, workers, l2=self.l2, cost=self.cost, right=ascent.right)
        whole, partial = np.flatnonzero(kinds == WHOLE), np.flatnonzero(kinds == PARTIAL)
        if len(partial) == 0 or (len(whole) and not start.any()):
            self._solve(ascent, whole, loss, report, callback)
            start = ascent.weights
        for _ in range(COMPLETIONS if len(partial) else 0):
            changed = ascent.complete(partial, _best_inside(start, encoded))
            if not changed or report.reason in ("iterations", "stopped"):
                break
            report.reason = ""
            self._solve(ascent, np.concatenate([whole, partial]), loss, report, callback)
            start = ascent.weights
        return ascent.weights, report

    def _solve(
        self,
        ascent: Ascent,
        sentences: NDArray[np.int64],
        loss: RivalLoss,
        report: Report,
        callback: Callback | None,
    ) -> None:
        """Search and climb until primal and dual meet."""
        gradient = np.empty_like(ascent.weights)
        while not report.reason:
            ascent.run(sentences, SWEEPS)
            report.objective = loss.over(sentences, ascent.weights, gradient)
            report.gradient_norm = report.objective - ascent.dual()
            report.objectives.append(report.objective)
            report.iterations += 1
            report.evaluations += len(sentences)
            if report.gradient_norm <= self.tolerance * report.objective:
                report.reason = "converged: objective"
            elif report.iterations >= self.max_iterations:
                report.reason = "iterations"
            if callback is not None and callback(report):
                report.reason = report.reason or "stopped"


def _best_inside(theta: Floats, encoded: Encoded) -> NDArray[np.int32]:
    model = ChainModel.from_theta(theta, encoded)
    return Potentials.of(model, encoded, constrained=True).best()[0]
