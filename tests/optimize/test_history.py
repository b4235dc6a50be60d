from __future__ import annotations

import numpy as np
import pytest

from tagshift.optimize.history import History
from tagshift.optimize.pieces import Vectors, Workers


def two_loops(pairs, gradient):
    """The textbook's recursion, on vectors."""
    direction, steps = -gradient, []
    for move, bend in reversed(pairs):
        steps.append(move @ direction / (move @ bend))
        direction = direction - steps[-1] * bend
    move, bend = pairs[-1]
    direction = direction * (move @ bend) / (bend @ bend)
    for (move, bend), step in zip(pairs, reversed(steps), strict=True):
        direction = direction + (step - bend @ direction / (move @ bend)) * move
    return direction


@pytest.mark.parametrize("moves", [1, 3, 8])
def test_the_direction_is_that_of_the_two_loops(moves, rng):
    n, history = 40, History(4, Vectors(40, Workers()))
    curve = np.diag(rng.uniform(0.5, 5, n))
    theta, pairs, result = np.zeros(n), [], np.empty(n)
    gradient = rng.normal(size=n)
    for _ in range(moves):
        new = theta + rng.normal(size=n)
        new_gradient = gradient + curve @ (new - theta)
        history.add(new, theta, new_gradient, gradient)
        pairs.append(((new - theta).astype(np.float32).astype(float),))
        pairs[-1] += ((new_gradient - gradient).astype(np.float32).astype(float),)
        theta, gradient = new, new_gradient
        slope = history.direction(gradient, gradient @ gradient, result)
        expected = two_loops(pairs[-4:], gradient)
        np.testing.assert_allclose(result, expected, rtol=1e-8, atol=1e-8)
        assert slope == pytest.approx(gradient @ result)


def test_pairs_without_curvature_are_dropped(rng):
    history, result = History(3, Vectors(5, Workers())), np.empty(5)
    gradient = rng.normal(size=5)
    history.add(np.ones(5), np.zeros(5), gradient - 1, gradient)  # bends the wrong way
    history.direction(gradient, gradient @ gradient, result)
    assert history.order == []
    np.testing.assert_allclose(result, -gradient)
