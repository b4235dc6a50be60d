"""A linear support vector machine over positions by dual coordinate descent, for two labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ParameterError
from tagshift.features.encoded import Encoded
from tagshift.kernels import dual
from tagshift.learners.annotation import Annotation
from tagshift.learners.base import Callback, Learner
from tagshift.learners.by_position import ByPosition
from tagshift.learners.scaling import position_weights
from tagshift.learners.stream import Stream
from tagshift.optimize.lbfgs import State
from tagshift.optimize.pieces import Workers
from tagshift.optimize.report import Report
from tagshift.params import Real, Rule, Whole

Floats = NDArray[np.float64]

# Neighbours visited together: enough to find their weights in the cache, too few to slow convergence.
GROUP = 16


class DualSVM(Learner):
    """Squared hinge at every annotated position, each by itself; transitions stay 0.

    Minimises the sum of weight * max(0, 1 - margin)^2 plus l2 / 2 * |theta|^2, as ``Pointwise`` with
    ``squared_hinge`` does, to the same optimum, in a tenth of the time. Positions that may take either label
    say nothing and are left out.

    Parameters
    ----------
    l2 : float
        Weight of half the squared parameters; 1 / C of other such machines.
    tolerance : float
        Largest distance between projected gradients at the end.
    max_iterations : int
        Passes over the corpus.
    seed : int
        Of the order of examples.
    """

    uses_start = False
    constraints: ClassVar[Mapping[str, Rule]] = {
        "l2": Real(above=0),
        "tolerance": Real(above=0),
        "max_iterations": Whole(at_least=1),
        "seed": Whole(at_least=0),
    }

    def __init__(
        self, *, l2: float = 1.0, tolerance: float = 0.1, max_iterations: int = 300, seed: int = 0
    ) -> None:
        self.l2, self.tolerance = l2, tolerance
        self.max_iterations, self.seed = max_iterations, seed

    def check_usable(self, encoded: Encoded) -> None:
        super().check_usable(encoded)
        if len(encoded.labels) != 2:
            raise ParameterError(
                f"DualSVM separates two labels, got {len(encoded.labels)}; "
                "use Pointwise(loss='squared_hinge')"
            )

    def learn(
        self, encoded: Encoded, start: Floats | State, workers: Workers, callback: Callback | None
    ) -> tuple[Floats, Report]:
        if isinstance(start, State) or start.any():
            raise ParameterError("DualSVM always starts from zeros; leave start out, or use Pointwise")
        examples = _Examples.of(encoded, self.l2)
        theta = np.zeros(encoded.n_parameters)
        report = Report()
        _Descent(self, examples, theta[: encoded.block_starts[-1]], report).run(callback)
        report.objective = self._objective(encoded, workers, theta)
        return theta, report

    def _objective(self, encoded: Encoded, workers: Workers, theta: Floats) -> float:
        """The primal objective, which other learners minimise as well."""
        observed, weights = _annotated(encoded)
        scores = np.zeros(encoded.size)
        Stream(encoded, workers).scores(theta, scores)
        missing = np.maximum(0.0, 1.0 - (2 * observed - 1) * scores)
        return float(np.sum(weights * missing**2) + self.l2 / 2 * (theta @ theta))


@dataclass(frozen=True)
class _Examples:
    """Annotated positions, their signs, slacks and squared lengths."""

    view: ByPosition
    signs: Floats
    slack: Floats
    norms: Floats

    @classmethod
    def of(cls, encoded: Encoded, l2: float) -> _Examples:
        observed, weights = _annotated(encoded)
        positions = np.flatnonzero(weights)
        view = ByPosition.of(encoded, positions)
        slack: Floats = np.asarray(l2 / (2.0 * weights[positions]), np.float64)
        norms: Floats = slack.copy()
        scratch = np.zeros(encoded.block_starts[-1])
        found = np.empty((2, max(view.most, 1)), np.int64)
        dual.measure(view.ranges, view.places, view.values, view.positions, found, scratch, norms)
        signs: Floats = np.where(observed[positions] == 1, 1.0, -1.0)
        return cls(view, signs, slack, norms)


def _annotated(encoded: Encoded) -> tuple[NDArray[np.int32], Floats]:
    """The label of each position, and its sentence's weight where there is one label to take, else 0."""
    known = Annotation.of(encoded)
    weights = position_weights(encoded)
    weights[known.observed < 0] = 0.0
    return known.observed, weights


class _Descent:
    """Passes over the examples until their projected gradients are close to each other."""

    def __init__(self, settings: DualSVM, examples: _Examples, weights: Floats, report: Report) -> None:
        self.settings, self.examples, self.weights, self.report = settings, examples, weights, report
        count = len(examples.signs)
        self.everything = np.arange(count, dtype=np.int32)
        self.alpha = np.zeros(count)
        self.resting = np.zeros(count, np.uint8)
        self.found = np.empty((2, max(examples.view.most, 1)), np.int64)
        self.state = np.random.default_rng(settings.seed).integers(1, 2**31 - 1, 1)

    def run(self, callback: Callback | None) -> None:
        active, bar = self.everything, inf
        while not self.report.reason:
            high, low = self._pass(active, bar)
            self.report.iterations += 1
            self.report.gradient_norm = high - low
            if high - low <= self.settings.tolerance:
                if len(active) == len(self.everything):
                    self.report.reason = "converged: gradient"
                else:  # wake the resting and look once more at everything
                    self.resting[:] = 0
                    active, bar = self.everything, inf
            else:
                active = self.everything[self.resting == 0]
                bar = high if high > 0 else inf
            if not self.report.reason and self.report.iterations >= self.settings.max_iterations:
                self.report.reason = "iterations"
            if callback is not None and callback(self.report):
                self.report.reason = self.report.reason or "stopped"

    def _pass(self, active: NDArray[np.int32], bar: float) -> tuple[float, float]:
        if len(active) == 0:
            return 0.0, 0.0
        order, extremes = np.empty_like(active), np.empty(2)
        groups = np.empty(-(-len(active) // GROUP), np.int32)
        dual.shuffle(active, GROUP, groups, self.state, order)
        known, view = self.examples, self.examples.view
        dual.descend(
            order,
            view.ranges,
            view.places,
            view.values,
            view.positions,
            known.signs,
            known.slack,
            known.norms,
            bar,
            self.found,
            self.alpha,
            self.weights,
            self.resting,
            extremes,
        )
        self.report.evaluations += len(active)
        high, low = float(extremes[0]), float(extremes[1])
        return (high, low) if high >= low else (0.0, 0.0)
