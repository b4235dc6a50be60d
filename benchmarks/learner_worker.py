"""Worker: our conditional random field and crfsuite's, same attributes, to the same objective.

The objective is ours, evaluated at the weights that crfsuite ended with: its own convention never enters.
With a weight for both labels of each attribute (``feature.possible_states``) crfsuite's ``c2`` is our ``l2``:
the two weights of an attribute are each other's opposites, and c2 (d/2)^2 twice is l2 d^2 / 2.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import attributes, crfsuite
from benchmarks.measure import answer
from tagshift.features.encoded import Encoded
from tagshift.learners.chain_loss import ChainLoss
from tagshift.learners.crf import CRF
from tagshift.optimize.pieces import Workers
from tagshift.optimize.report import Report

NEAR = (1e-3, 1e-4)


class Race:
    """One corpus in both forms."""

    def __init__(self, corpus: Path, model: Path) -> None:
        self.corpus, self.model = corpus, model
        self.trainer = crfsuite.trainer_of(attributes.encode(corpus))

    def peer(self, l2: float, iterations: int, both_labels: bool) -> dict[str, Any]:
        """crfsuite's run, and our objective at its end."""
        parameters = {
            "c1": 0.0,
            "c2": l2,
            "max_iterations": iterations,
            "feature.possible_states": both_labels,
            "feature.possible_transitions": both_labels,
        }
        found = crfsuite.train(self.trainer, self.model, "lbfgs", parameters)
        found["seconds"] = found["cpu"]  # one thread: what else the machine does need not count
        if both_labels:
            encoded = attributes.encode(self.corpus)
            theta = crfsuite.theta_of(self.model, encoded)
            found["objective"] = objective(encoded, theta, l2)
        return found

    def ours(self, l2: float, target: float) -> dict[str, Any]:
        """Ours from zeros until the objective is no higher than ``target``, the corpus encoded afresh."""
        encoded = attributes.encode(self.corpus)
        learner = CRF(l2=l2, max_iterations=10000, gradient_tolerance=0.0, objective_tolerance=0.0)
        start = time.process_time()
        learner.fit(encoded, threads=1, callback=lambda report: reached(report, target))
        seconds = time.process_time() - start
        report = learner.report_
        found = {"seconds": seconds, "iterations": report.iterations, "objective": report.objective}
        return found | {"near": [near(report, target, tolerance) for tolerance in NEAR]}


def reached(report: Report, target: float) -> bool:
    """Low enough to stop."""
    return report.objective <= target


def near(report: Report, target: float, tolerance: float) -> int:
    """The first iteration whose objective is above ``target`` by no more than a share of it."""
    return next(n for n, value in enumerate(report.objectives) if value <= target * (1 + tolerance))


def objective(encoded: Encoded, theta: Any, l2: float) -> float:
    """Our objective at given weights."""
    with Workers(1) as workers:
        return float(ChainLoss(encoded, workers, l2=l2)(theta, np.zeros_like(theta)))


def main() -> None:
    race = Race(Path(sys.argv[1]), Path(sys.argv[2]))

    def respond(who: str, **arguments: Any) -> dict[str, Any]:
        return race.ours(**arguments) if who == "ours" else race.peer(**arguments)

    answer(respond)


if __name__ == "__main__":
    main()
