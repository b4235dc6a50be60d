from __future__ import annotations

import numpy as np
import pytest

from tagshift.kernels import pointwise


def loss_by_definition(scores, mask, hinge):
    if mask.all():
        return 0.0
    if hinge:
        return max(0.0, 1 + scores[~mask].max() - scores[mask].max()) ** 2
    return np.log(np.exp(scores).sum()) - np.log(np.exp(scores[mask]).sum())


def value(scores, masks, weights, hinge):
    labels, steps = masks.shape[1], len(weights)
    kernel = pointwise.two_labels if labels == 2 else pointwise.many_labels
    residual, rows = np.full(len(scores), np.nan), np.arange(steps, dtype=np.int32)
    return kernel(scores, rows, masks.astype(np.uint8), weights, hinge, 0, steps, residual), residual


@pytest.mark.parametrize("labels", [2, 3])
@pytest.mark.parametrize("hinge", [False, True])
def test_losses_are_those_of_the_definition_and_residuals_their_slopes(labels, hinge, rng):
    masks = rng.random((12, labels)) < 0.5
    masks[np.arange(12), rng.integers(0, labels, 12)] = True
    weights = rng.uniform(0.5, 2, 12)
    scores = rng.normal(size=12 if labels == 2 else 12 * labels)
    rows = np.stack([np.zeros(12), scores], axis=1) if labels == 2 else scores.reshape(12, labels)
    expected = sum(w * loss_by_definition(s, m, hinge) for w, s, m in zip(weights, rows, masks, strict=True))
    found, residual = value(scores, masks, weights, hinge)
    assert found == pytest.approx(expected)
    for place in range(len(scores)):
        moved = scores.copy()
        moved[place] += 1e-6
        high = value(moved, masks, weights, hinge)[0]
        moved[place] -= 2e-6
        slope = (high - value(moved, masks, weights, hinge)[0]) / 2e-6
        assert residual[place] == pytest.approx(slope, abs=1e-6)


def test_large_margins_lose_nothing_and_overflow_nowhere():
    masks = np.array([[True, False], [True, False]])
    found, residual = value(np.array([-1e4, 1e4]), masks, np.ones(2), False)
    assert found == pytest.approx(1e4)
    assert residual.tolist() == [0.0, 1.0]
