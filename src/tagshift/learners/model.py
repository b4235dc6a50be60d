"""What every chain learner makes, whatever trained it."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded, Legal
from tagshift.optimize.report import Report

Floats = NDArray[np.float64]


@dataclass
class ChainModel:
    """Weights by block, (rows, width, columns) float32, and the chain's scores.

    With two labels there is one column: the score of label 1 less that of label 0.
    """

    labels: tuple[str, ...]
    weights: list[NDArray[np.float32]]
    transitions: Floats
    start: Floats
    end: Floats
    legal: Legal
    report: Report = field(default_factory=Report)

    @classmethod
    def from_theta(cls, theta: Floats, encoded: Encoded, report: Report | None = None) -> ChainModel:
        """Cut a parameter vector into its parts."""
        labels, starts = len(encoded.labels), encoded.block_starts
        weights = [
            theta[begin:end].astype(np.float32).reshape(block.rows, block.width, encoded.columns)
            for block, begin, end in zip(encoded.blocks, starts, starts[1:], strict=False)
        ]
        tail = np.asarray(theta[starts[-1] :], np.float64)
        transitions = tail[: labels * labels].reshape(labels, labels).copy()
        start, end = tail[labels * labels : -labels].copy(), tail[-labels:].copy()
        return cls(encoded.labels, weights, transitions, start, end, encoded.legal, report or Report())

    def theta(self) -> Floats:
        """The parameter vector again, of what float32 has kept."""
        parts = [*self.weights, self.transitions, self.start, self.end]
        return np.concatenate([np.asarray(part, np.float64).ravel() for part in parts])
