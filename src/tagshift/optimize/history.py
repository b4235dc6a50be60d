"""What L-BFGS remembers: the last steps and changes of gradient, and every product among them.

The direction is a combination of the remembered vectors and the gradient, so its coefficients follow from the
products alone (Chen, Wang and Zhou, 2014): two readings of the history an iteration, one for the products and
one for the sum, where the usual two loops need four and rewrite the direction between them. Rows are float32:
a quasi-Newton pair need not be exact, and half the memory is half the time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tagshift.kernels import vectors
from tagshift.optimize.pieces import Vectors

Floats = NDArray[np.float64]
CHUNK = 2048


class History:
    """Up to ``capacity`` pairs; row 2p is a step, row 2p + 1 the change of gradient along it."""

    def __init__(self, capacity: int, pieces: Vectors) -> None:
        self._pieces = pieces
        self._capacity = capacity
        self.rows = np.zeros((2 * capacity, pieces.n), np.float32)
        self.gram = np.zeros((2 * capacity, 2 * capacity))
        self.order: list[int] = []  # pairs, oldest first

    def add(self, theta: Floats, old_theta: Floats, gradient: Floats, old_gradient: Floats) -> None:
        """Remember the move from the old point to the new, in place of the oldest if the history is full."""
        if len(self.order) == self._capacity:
            self.order.pop(0)
        pair = min(set(range(self._capacity)) - set(self.order))

        def store(first: int, last: int) -> None:
            vectors.remember(theta, old_theta, 2 * pair, first, last, self.rows)
            vectors.remember(gradient, old_gradient, 2 * pair + 1, first, last, self.rows)

        self._pieces.each(store)
        self.order.append(pair)

    def direction(self, gradient: Floats, norm: float, result: Floats) -> float:
        """Write the way down; return its product with the gradient, whose squared norm is ``norm``."""
        while self.order:
            along = self._products(self.order[-1], gradient)
            if self._is_useful(self.order[-1]):
                break
            self.order.pop()
        else:
            self._pieces.step(gradient, gradient, -2.0, result)
            return -norm
        factors, share = self._coefficients(along)
        used = self._used()

        def fill(first: int, last: int) -> None:
            vectors.combine(used, factors, gradient, share, first, last, result)

        self._pieces.each(fill)
        return float(factors @ along) + share * norm

    def refill(self, rows: NDArray[np.float32], order: list[int], gradient: Floats) -> None:
        """Take over a saved history and compute its products again."""
        self.rows[: len(rows)] = rows
        self.order = list(order)
        for pair in order:
            self._products(pair, gradient)

    def _used(self) -> NDArray[np.float32]:
        return self.rows[: 2 * max(self.order) + 2]

    def _is_useful(self, pair: int) -> bool:
        """Without curvature along the step a pair would turn the direction uphill."""
        return bool(self.gram[2 * pair, 2 * pair + 1] > 1e-12 * self.gram[2 * pair + 1, 2 * pair + 1])

    def _products(self, pair: int, gradient: Floats) -> Floats:
        """Fill a pair's rows of ``gram``; return the products of all rows with the gradient."""
        used = self._used()
        move, bend = 2 * pair, 2 * pair + 1

        def part(first: int, last: int) -> Floats:
            sums = np.empty((3, len(used)))
            vectors.products(used, move, bend, gradient, first, last, np.empty((3, CHUNK)), sums)
            return sums

        sums = np.sum(self._pieces.each(part), axis=0)
        for row, product in ((move, sums[0]), (bend, sums[1])):
            self.gram[row, : len(used)] = self.gram[: len(used), row] = product
        return np.asarray(sums[2])

    def _coefficients(self, along: Floats) -> tuple[Floats, float]:
        """The two loops, on coefficients of the rows and of the gradient instead of on vectors."""
        factors, share = np.zeros(len(along)), -1.0
        gram = self.gram[: len(along), : len(along)]
        steps: dict[int, float] = {}
        for pair in reversed(self.order):
            move, bend = 2 * pair, 2 * pair + 1
            steps[pair] = (factors @ gram[move] + share * along[move]) / gram[move, bend]
            factors[bend] -= steps[pair]
        move, bend = 2 * self.order[-1], 2 * self.order[-1] + 1
        scale = gram[move, bend] / gram[bend, bend]
        factors *= scale
        share *= scale
        for pair in self.order:
            move, bend = 2 * pair, 2 * pair + 1
            back = (factors @ gram[bend] + share * along[bend]) / gram[move, bend]
            factors[move] += steps[pair] - back
        return factors, share
