"""L-BFGS, and OWL-QN where there is an L1 penalty (Andrew and Gao, 2007).

The optimiser sees an objective ``objective(theta, gradient) -> value`` that writes the gradient, and nothing
of sentences. A step satisfies the weak Wolfe conditions, found by bisection and extrapolation (Lewis and
Overton, 2013): it needs no more than one evaluation as a rule, and stands kinks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, isfinite, sqrt

import numpy as np
from numpy.typing import NDArray

from tagshift.optimize.history import History
from tagshift.optimize.pieces import Vectors, Workers
from tagshift.optimize.report import Report

Floats = NDArray[np.float64]
Objective = Callable[[Floats, Floats], float]

DESCENT, CURVATURE = 1e-4, 0.9
TRIALS = 40


@dataclass
class State:
    """Where a run stands after an iteration: enough to go on from, to the bit."""

    theta: Floats
    iteration: int = 0
    objectives: list[float] = field(default_factory=list)
    rows: NDArray[np.float32] | None = None
    order: list[int] = field(default_factory=list)
    evaluations: int = 0


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in the middle; ``state`` is that of the last finished iteration."""

    def __init__(self, state: State) -> None:
        super().__init__("training was interrupted")
        self.state = state


@dataclass(frozen=True)
class LBFGS:
    """Settings of a run.

    ``gradient_tolerance`` is on the norm of the gradient relative to that of theta (at least 1),
    ``objective_tolerance`` on the relative decrease over the last ``period`` iterations. ``l1`` is the weight
    of the sum of absolute values.

    >>> def bowl(theta, gradient):
    ...     gradient[:] = theta - 3
    ...     return float(((theta - 3) ** 2).sum() / 2)
    >>> theta, report = LBFGS().minimise(bowl, np.zeros(2))
    >>> theta.round(6).tolist(), report.reason
    ([3.0, 3.0], 'converged: gradient')
    """

    memory: int = 6
    max_iterations: int = 1000
    gradient_tolerance: float = 1e-5
    objective_tolerance: float = 1e-5
    period: int = 10
    l1: float = 0.0

    def minimise(
        self,
        objective: Objective,
        start: Floats | State,
        *,
        scale: Floats | None = None,
        workers: Workers | None = None,
        callback: Callable[[Report], bool | None] | None = None,
    ) -> tuple[Floats, Report]:
        """Go down from ``start``; ``callback`` sees each iteration's report and may stop the run with True.

        ``scale``, one a parameter, says how far each may be expected to move: the run works on theta / scale,
        where a good one makes the bowl round. It is rounded to powers of two, so that
        no digit is lost on the way and a run goes on from its state to the bit.
        The norms of the report and the tolerance on them are of the scaled gradient.
        """
        run = _Run(self, objective, start, scale, workers or Workers())
        try:
            while not run.is_over():
                run.iterate()
                if callback is not None and callback(run.report):
                    run.report.reason = run.report.reason or "stopped"
        except KeyboardInterrupt as stop:
            raise Interrupted(run.state()) from stop
        return run.theta(), run.report


class _Run:
    """One run: the point, its value and gradient, the history, the report."""

    def __init__(
        self,
        settings: LBFGS,
        objective: Objective,
        start: Floats | State,
        scale: Floats | None,
        workers: Workers,
    ) -> None:
        state = start if isinstance(start, State) else State(np.asarray(start, np.float64))
        self.settings, self.objective = settings, objective
        self.scale = None if scale is None else np.exp2(np.round(np.log2(scale)))
        self.point = np.array(state.theta, np.float64)
        if self.scale is not None:
            self.point /= self.scale
        n = len(self.point)
        self.pieces = Vectors(n, workers)
        self.gradient, self.trial, self.trial_gradient, self.direction = (np.zeros(n) for _ in range(4))
        self.scaled = np.zeros(n) if self.scale is not None else self.point
        self.pseudo = np.zeros(n) if settings.l1 else self.gradient
        self.penalties = settings.l1 * (np.ones(n) if self.scale is None else self.scale)
        self.history = History(settings.memory, self.pieces)
        self.report = Report(iterations=state.iteration, evaluations=state.evaluations)
        self.value = self._evaluate(self.point, self.gradient)
        self._look()
        self.report.objectives = list(state.objectives) or [self.value]
        if state.rows is not None:
            self.history.refill(state.rows, state.order, self.pseudo)
        self._recheck()

    def theta(self) -> Floats:
        return self.point.copy() if self.scale is None else self.point * self.scale

    def state(self) -> State:
        used = 2 * max(self.history.order, default=-1) + 2
        rows, order = self.history.rows[:used].copy(), list(self.history.order)
        report = self.report
        return State(
            theta=self.theta(),
            iteration=report.iterations,
            objectives=list(report.objectives),
            rows=rows,
            order=order,
            evaluations=report.evaluations,
        )

    def is_over(self) -> bool:
        return bool(self.report.reason)

    def iterate(self) -> None:
        """One direction, one step along it."""
        slope = self.history.direction(self.pseudo, self.norm**2, self.direction)
        if self.settings.l1:
            self.pieces.agree(self.pseudo, self.direction)
            slope = self.pieces.dot(self.direction, self.pseudo)
        first = 1.0 if self.history.order else min(1.0, 1.0 / self.norm)
        found = self._search(slope, first) if slope < 0 else None
        if found is None:
            self._give_up()
            return
        self.history.add(self.trial, self.point, self.trial_gradient, self.gradient)
        self.point, self.trial = self.trial, self.point
        self.gradient, self.trial_gradient = self.trial_gradient, self.gradient
        self.value = found
        self._look()
        self.report.iterations += 1
        self.report.objectives.append(self.value)
        self._recheck()

    def _give_up(self) -> None:
        """Without a step down: forget the history and try the plain gradient once, then stop."""
        if self.history.order:
            self.history.order.clear()
        else:
            self.report.reason = "no descent"

    def _evaluate(self, point: Floats, gradient: Floats) -> float:
        self.report.evaluations += 1
        if self.scale is None:
            value = self.objective(point, gradient)
        else:
            self.pieces.times(point, self.scale, self.scaled)
            value = self.objective(self.scaled, gradient)
            self.pieces.times(gradient, self.scale, gradient)
        return value + self.pieces.distance(point, self.penalties) if self.settings.l1 else value

    def _look(self) -> None:
        """Take the new point's (pseudo-)gradient and its norm."""
        if self.settings.l1:
            self.pieces.lean(self.point, self.gradient, self.penalties, self.pseudo)
        else:
            self.pseudo = self.gradient
        self.norm = sqrt(self.pieces.dot(self.pseudo, self.pseudo))
        self.report.objective, self.report.gradient_norm = self.value, self.norm

    def _recheck(self) -> None:
        """Is this the end?"""
        settings, values = self.settings, self.report.objectives
        size = max(1.0, sqrt(self.pieces.dot(self.point, self.point)))
        if self.norm <= settings.gradient_tolerance * size:
            self.report.reason = "converged: gradient"
        elif len(values) > settings.period:
            gained = values[-1 - settings.period] - values[-1]
            if gained <= settings.objective_tolerance * abs(values[-1]):
                self.report.reason = "converged: objective"
        if not self.report.reason and self.report.iterations >= settings.max_iterations:
            self.report.reason = "iterations"

    def _search(self, slope: float, size: float) -> float | None:
        """Fill ``trial`` and its gradient with a point that is low and flat enough; return its value."""
        low, high = 0.0, inf
        for _ in range(TRIALS):
            self.pieces.step(self.point, self.direction, size, self.trial)
            if self.settings.l1:
                self.pieces.stay(self.point, self.pseudo, self.trial)
            value = self._evaluate(self.trial, self.trial_gradient)
            # Near the end values differ by less than their rounding: allow that much.
            if not isfinite(value) or value > self.value + DESCENT * size * slope + 1e-15 * abs(self.value):
                high = size
                size = low + _shrink(high - low, slope if low == 0.0 else -inf, value - self.value)
            elif self.settings.l1 or self._flat(slope):
                return value
            else:
                low = size
                size = 2.0 * size if high == inf else (low + high) / 2.0
        return None

    def _flat(self, slope: float) -> bool:
        return self.pieces.dot(self.direction, self.trial_gradient) >= CURVATURE * slope


def _shrink(width: float, slope: float, rise: float) -> float:
    """Where in the bracket to look next: the bottom of the parabola if it is known, kept off both ends."""
    if not isfinite(rise) or not isfinite(slope):
        return width / 2.0
    bottom = -slope * width * width / (2.0 * (rise - slope * width))
    return min(max(bottom, 0.1 * width), 0.5 * width)
