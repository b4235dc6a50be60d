from __future__ import annotations

import numpy as np
import pytest
import reference

from tagshift.kernels import binary


def lose(scores, bits, logs, kind, margin=0.0):
    size = len(scores)
    residual, expected, losses = np.zeros(size), np.zeros(8), np.empty(1)
    sentence, work = np.array([[0, size, kind]]), np.empty((size, 5))
    weights = np.ones(1)
    binary.log_loss(scores, bits, sentence, weights, np.exp(logs), margin, work, residual, expected, losses)
    return losses[0], residual, expected


@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("margin", [0.0, 0.7])
@pytest.mark.parametrize("kind", [binary.WHOLE, binary.PARTIAL])
def test_the_loss_is_that_over_all_labellings(size, margin, kind, rng):
    bits = rng.integers(1, 3 if kind == binary.WHOLE else 4, size).astype(np.uint8)
    scores, logs = rng.normal(size=size), rng.normal(size=8)
    nodes = np.stack([np.zeros(size), scores], axis=1)
    masks = np.stack([bits & 1, bits >> 1], axis=1).astype(bool)
    parts = logs[:4].reshape(2, 2), logs[4:6], logs[6:]
    loss, residual, expected = lose(scores, bits, logs, kind, margin)
    assert loss == pytest.approx(reference.chain_loss(nodes, *parts, masks, margin), rel=1e-9, abs=1e-12)
    assert np.abs(residual).max() <= 1
    assert expected[:4].sum() == pytest.approx(0, abs=1e-9)


def test_long_sentences_and_huge_scores_keep_their_digits(rng):
    size = 30_000
    scores, bits = rng.normal(size=size) * 300, rng.integers(1, 3, size).astype(np.uint8)
    loss, residual, _ = lose(scores, bits, np.zeros(8), binary.WHOLE)
    margins = np.where(bits == 2, scores, -scores)
    assert loss == pytest.approx(np.logaddexp(0, -margins).sum(), rel=1e-9)
    np.testing.assert_allclose(
        residual, 1 / (1 + np.exp(-np.clip(scores, -700, 700))) - (bits == 2), atol=1e-9
    )


def test_a_scale_that_vanishes_is_given_up_and_leaves_nothing_behind():
    logs = np.zeros(8)
    logs[[1, 3]] = -np.inf  # label 1 may only stand first, and the scores will have nothing else
    loss, residual, expected = lose(np.full(3, 2000.0), np.ones(3, np.uint8), logs, binary.PARTIAL)
    assert np.isnan(loss)
    assert not residual.any()
    assert not expected.any()
