from __future__ import annotations

import numpy as np
import pytest
import reference

from tagshift.kernels import scaled
from tagshift.kernels.binary import PARTIAL, WHOLE


def lose(nodes, masks, logs, kind, margin=0.0):
    size, labels = nodes.shape
    chain = np.exp(logs)
    square = chain[: labels * labels].reshape(labels, labels)
    residual, losses = np.zeros(size * labels), np.empty(1)
    expected, counts = np.zeros(len(logs)), np.zeros(len(logs))
    observed = masks.argmax(axis=1).astype(np.int32)
    scaled.log_loss(
        nodes.ravel(),
        np.arange(size, dtype=np.int32),
        masks.astype(np.uint8),
        observed,
        np.array([[0, size, kind]]),
        np.ones(1),
        logs,
        chain,
        np.ascontiguousarray(square.T).ravel(),
        margin,
        np.empty((3, max(size, 3), labels)),
        residual,
        expected,
        counts,
        losses,
    )
    expected[: labels * labels] *= chain[: labels * labels]
    return losses[0], residual.reshape(size, labels), expected - counts


@pytest.mark.parametrize(("size", "labels"), [(1, 3), (4, 3), (3, 5)])
@pytest.mark.parametrize("margin", [0.0, 0.7])
@pytest.mark.parametrize("kind", [WHOLE, PARTIAL])
def test_the_loss_is_that_over_all_labellings(size, labels, margin, kind, rng):
    masks = rng.random((size, labels)) < (0 if kind == WHOLE else 0.5)
    masks[np.arange(size), rng.integers(0, labels, size)] = True
    nodes, logs = rng.normal(size=(size, labels)), rng.normal(size=labels * labels + 2 * labels)
    parts = logs[: labels**2].reshape(labels, labels), logs[labels**2 : -labels], logs[-labels:]
    loss, residual, chain = lose(nodes, masks, logs, kind, margin)
    assert loss == pytest.approx(reference.chain_loss(nodes, *parts, masks, margin), rel=1e-9, abs=1e-12)
    np.testing.assert_allclose(residual.sum(axis=1), 0, atol=1e-9)
    assert chain[: labels**2].sum() == pytest.approx(0, abs=1e-9)


def test_a_scale_that_vanishes_is_given_up_and_leaves_nothing_behind():
    logs = np.zeros(15)
    logs[[0, 3, 6]] = -np.inf  # label 0 may only stand first, and the scores will have nothing else
    nodes = np.tile([2000.0, 0.0, 0.0], (3, 1))
    loss, residual, chain = lose(nodes, np.ones((3, 3), bool), logs, PARTIAL)
    assert np.isnan(loss)
    assert not residual.any()
    assert not chain.any()
