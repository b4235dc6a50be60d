from __future__ import annotations

import numpy as np

from tagshift.kernels import dual

NONE = np.empty(0, np.float32)


def test_a_shuffle_is_a_permutation_that_keeps_groups_together():
    active, order = np.arange(0, 46, 2, dtype=np.int32), np.empty(23, np.int32)
    dual.shuffle(active, 5, np.empty(5, np.int32), np.array([12345]), order)
    assert sorted(order) == active.tolist()
    assert order.tolist() != active.tolist()
    where = {int(example): n for n, example in enumerate(order)}
    spread = [where[int(example)] for example in active[:5]]
    assert max(spread) - min(spread) == 4


def test_an_attribute_that_comes_twice_counts_as_one_of_twice_the_value():
    ranges, places = np.array([[[0, 3]]], np.int32), np.array([4, 4, 1], np.int32)
    norms, scratch = np.array([0.5]), np.zeros(8)
    positions, found = np.zeros(1, np.int32), np.empty((2, 3), np.int64)
    dual.measure(ranges, places, NONE, positions, found, scratch, norms)
    assert norms.tolist() == [0.5 + 2**2 + 1]
    assert not scratch.any()


def test_one_step_solves_a_single_example():
    ranges, places, positions = (
        np.array([[[0, 2]]], np.int32),
        np.array([0, 1], np.int32),
        np.zeros(1, np.int32),
    )
    alpha, weights, extremes = np.zeros(1), np.zeros(2), np.empty(2)
    signs, slack, norms = np.array([-1.0]), np.array([0.5]), np.array([2.5])
    order, found, resting = np.zeros(1, np.int32), np.empty((2, 2), np.int64), np.zeros(1, np.uint8)
    for _ in range(2):
        dual.descend(
            order,
            ranges,
            places,
            NONE,
            positions,
            signs,
            slack,
            norms,
            np.inf,
            found,
            alpha,
            weights,
            resting,
            extremes,
        )
    assert weights.tolist() == [-0.4, -0.4]  # 1 / (2 + slack), against the sign
    assert abs(extremes).max() < 1e-12
