from __future__ import annotations

import numpy as np
import pytest

from tagshift.kernels import vectors


@pytest.mark.parametrize("size", [1, 7, 8, 5000])
def test_products_of_all_rows_are_those_of_numpy(size, rng):
    basis = rng.normal(size=(4, size)).astype(np.float32)
    gradient, sums = rng.normal(size=size), np.empty((3, 4))
    vectors.products(basis, 2, 1, gradient, 0, size, np.empty((3, 2048)), sums)
    rows = basis.astype(float)
    np.testing.assert_allclose(sums, [rows @ rows[2], rows @ rows[1], rows @ gradient], atol=1e-9)


@pytest.mark.parametrize("size", [1, 7, 5000])
def test_sums_and_steps_are_those_of_numpy_inside_their_range(size, rng):
    basis, factors = rng.normal(size=(3, size)).astype(np.float32), np.array([2.0, 0.0, -1.0])
    x, y, result = rng.normal(size=size), rng.normal(size=size), np.full(size, np.nan)
    vectors.combine(basis, factors, x, 0.5, 0, size, result)
    np.testing.assert_allclose(result, factors @ basis + 0.5 * x)
    assert vectors.dot(x, y, 0, size) == pytest.approx(x @ y)
    assert vectors.distance(x, np.abs(y), 0, size) == pytest.approx(np.abs(x * y).sum())
    vectors.step(x, y, 3.0, 0, size, result)
    np.testing.assert_allclose(result, x + 3 * y)
    vectors.times(x, y, 0, size, result)
    np.testing.assert_allclose(result, x * y)
    row = np.zeros((1, size), np.float32)
    vectors.remember(x, y, 0, 0, size, row)
    np.testing.assert_allclose(row[0], x - y, rtol=1e-6, atol=1e-6)


def test_the_pseudo_gradient_is_the_slope_of_steepest_descent():
    x, gradient = np.array([1.0, -1.0, 0.0, 0.0, 0.0]), np.array([1.0, 1.0, -3.0, 3.0, 1.0])
    result = np.empty(5)
    vectors.lean(x, gradient, np.full(5, 2.0), 0, 5, result)
    assert result.tolist() == [3.0, -1.0, -1.0, 1.0, 0.0]


def test_steps_stay_in_their_orthant_and_directions_go_down():
    x, pseudo = np.array([1.0, -1.0, 0.0, 0.0]), np.array([1.0, 1.0, -1.0, 1.0])
    trial, direction = np.array([-0.5, -2.0, 1.0, 1.0]), np.array([-1.0, 1.0, 1.0, 0.0])
    vectors.stay(x, pseudo, 0, 4, trial)
    vectors.agree(pseudo, 0, 4, direction)
    assert trial.tolist() == [0.0, -2.0, 1.0, 0.0]
    assert direction.tolist() == [-1.0, 0.0, 1.0, 0.0]
