from __future__ import annotations

import numpy as np
import pytest
import reference
from corpora_of_numbers import node_scores, random_encoded

from tagshift.learners.rival_loss import RivalLoss
from tagshift.optimize.pieces import Workers


@pytest.mark.parametrize("labels", [2, 3])
@pytest.mark.parametrize("kinds", ["whole", "mixed", "none"])
@pytest.mark.parametrize("cost", [0.5, 1.0])
def test_the_loss_is_that_over_all_labellings_and_the_gradient_its_slope(labels, kinds, cost, rng):
    encoded = random_encoded(rng, labels, kinds=kinds, weights=(1, 2, 0.5, 1.5))
    theta = rng.normal(size=encoded.n_parameters)
    nodes, tail = node_scores(encoded, theta), theta[encoded.block_starts[-1] :]
    chain = tail[: labels**2].reshape(labels, labels), tail[labels**2 : -labels], tail[-labels:]
    expected = 0.1 * theta @ theta
    for start, length, weight in zip(encoded.starts, encoded.lengths, encoded.weights, strict=True):
        if length == 0:
            continue
        masks = encoded.masks[encoded.allowed[start : start + length]]
        raised = nodes[start : start + length] + cost * ~masks
        found = reference.labellings(raised, *chain, np.ones_like(masks))
        kept = [s for path, s in found if all(masks[t, label] for t, label in enumerate(path))]
        expected += weight * max(0.0, max(score for _, score in found) - max(kept)) ** 2
    loss, gradient, other = RivalLoss(encoded, Workers(), l2=0.2, cost=cost), theta.copy(), theta.copy()
    assert loss(theta, gradient) == pytest.approx(expected)
    for place in rng.permutation(len(theta))[:40]:
        moved = theta.copy()
        moved[place] += 1e-6
        high = loss(moved, other)
        moved[place] -= 2e-6
        assert gradient[place] == pytest.approx((high - loss(moved, other)) / 2e-6, rel=1e-5, abs=1e-5)
