"""What an optimiser minimises: losses of an encoded corpus, an L2 penalty, and their gradient.

One pass: (1) for each part of the corpus, scores, then a loss that leaves a residual at each position; (2)
residuals summed into the gradient, row by row. Parts and rows go to threads; what is summed across parts is
summed in their order, so the bits do not depend on the number of threads.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded
from tagshift.learners.annotation import Annotation
from tagshift.learners.stream import Stream
from tagshift.optimize.pieces import Vectors, Workers

Floats = NDArray[np.float64]


class Objective:
    """Losses summed, plus l2 / 2 * |theta|^2; a kind of loss adds ``part_loss``."""

    def __init__(self, encoded: Encoded, workers: Workers, l2: float) -> None:
        self.annotation = Annotation.of(encoded)
        self.encoded, self.l2 = encoded, l2
        self.stream = Stream(encoded, workers)
        self.pieces = Vectors(encoded.n_parameters, workers)
        size = encoded.size * encoded.columns
        self.scores, self.residual = np.zeros(size), np.zeros(size)

    def __call__(self, theta: Floats, gradient: Floats) -> float:
        """Write the gradient at ``theta``; return the objective."""
        begin = self.encoded.block_starts[-1]
        tail = theta[begin:]

        def part(index: int) -> tuple[float, Floats]:
            self.stream.score_part(theta, index, self.scores)
            low, high = (p * self.encoded.columns for p in self.stream.stretch(index))
            self.residual[low:high] = 0.0
            return self.part_loss(index, tail)

        found = self.stream.workers.map(part, range(len(self.stream.parts)))
        gradient[begin:] = sum((share for _, share in found), np.zeros(len(tail)))
        self.stream.gradient(self.residual, gradient)
        if self.l2:
            self.pieces.step(gradient, theta, self.l2, gradient)
        return sum(value for value, _ in found) + self.l2 / 2 * self.pieces.dot(theta, theta)

    def part_loss(self, index: int, tail: Floats) -> tuple[float, Floats]:
        """From the ``scores`` of a part to its loss and the chain's gradient; writes its ``residual``."""
        raise TypeError(f"{type(self).__name__} does not say what it loses")
