from __future__ import annotations

import numpy as np
import pytest

from tagshift.kernels import events

NONE = np.empty(0, np.float32)


def corpus(rng, size, rows, count, columns, width):
    anchors = np.sort(rng.integers(width, size - 2 * width, count)).astype(np.int32)
    ids = rng.integers(0, rows, count).astype(np.int32)
    return anchors, ids, rng.normal(size=rows * width * columns), rng.normal(size=size * columns)


@pytest.mark.parametrize(("width", "columns"), [(1, 1), (3, 1), (8, 1), (1, 9), (5, 3), (2, 8), (3, 7)])
@pytest.mark.parametrize("valued", [False, True])
def test_scores_are_the_sum_of_every_row_where_it_falls(width, columns, valued, rng):
    anchors, ids, weights, scores = corpus(rng, 60, 5, 40, columns, width)
    values = rng.uniform(0.5, 2, 40).astype(np.float32) if valued else NONE
    expected, length = scores.copy(), width * columns
    for event, (anchor, row) in enumerate(zip(anchors, ids, strict=True)):
        at = (anchor - 1) * columns
        expected[at : at + length] += (values[event] if valued else 1) * weights[row * length :][:length]
    events.add_scores(weights, length, columns, -columns, anchors, ids, values, 0, len(scores), scores)
    np.testing.assert_allclose(scores, expected, rtol=1e-12)


def test_a_stream_filled_in_ranges_has_the_same_bits_and_nothing_outside_them(rng):
    anchors, ids, weights, _ = corpus(rng, 60, 5, 40, 3, 4)
    whole, pieces = np.zeros(180), np.zeros(180)
    events.add_scores(weights, 12, 3, -3, anchors, ids, NONE, 0, 180, whole)
    for low, high in ((0, 51), (51, 60), (60, 180)):
        events.add_scores(weights, 12, 3, -3, anchors, ids, NONE, low, high, pieces)
    assert np.array_equal(whole, pieces)


@pytest.mark.parametrize(("width", "columns"), [(1, 1), (3, 1), (8, 1), (1, 9), (5, 3)])
@pytest.mark.parametrize("valued", [False, True])
def test_the_gradient_is_the_transpose_of_the_scores(width, columns, valued, rng):
    anchors, ids, weights, residual = corpus(rng, 60, 5, 40, columns, width)
    values = rng.uniform(0.5, 2, 40).astype(np.float32) if valued else NONE
    order, length = np.argsort(ids, kind="stable"), width * columns
    indptr = np.concatenate([[0], np.cumsum(np.bincount(ids, minlength=5))])
    scores, gradient = np.zeros_like(residual), np.full(5 * length, np.nan)
    events.add_scores(weights, length, columns, 0, anchors, ids, values, 0, len(scores), scores)
    sorted_values = values[order] if valued else NONE
    for first, last in ((0, 2), (2, 5)):
        events.sum_residuals(
            residual, length, columns, 0, indptr, anchors[order], sorted_values, first, last, gradient
        )
    assert gradient @ weights == pytest.approx(residual @ scores, rel=1e-12)
