from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import reference
from corpora_of_numbers import node_scores, random_encoded

from tagshift.features.encoded import Block, Encoded, Legal
from tagshift.learners import chain_loss
from tagshift.learners.chain_loss import ChainLoss
from tagshift.optimize.pieces import Workers


def loss_by_enumeration(encoded, theta, l2, margin):
    nodes, labels = node_scores(encoded, theta), len(encoded.labels)
    tail = theta[encoded.block_starts[-1] :]
    legal = encoded.legal
    transitions = np.where(legal.follow, tail[: labels**2].reshape(labels, labels), -np.inf)
    start = np.where(legal.first, tail[labels**2 : -labels], -np.inf)
    end = np.where(legal.last, tail[-labels:], -np.inf)
    total = l2 / 2 * theta @ theta
    for at, length, weight in zip(encoded.starts, encoded.lengths, encoded.weights, strict=True):
        here = slice(at, at + length)
        masks = encoded.masks[encoded.allowed[here]]
        if length:
            total += weight * reference.chain_loss(nodes[here], transitions, start, end, masks, margin)
    return total


@pytest.mark.parametrize("labels", [2, 3])
@pytest.mark.parametrize("kinds", ["whole", "mixed", "none"])
@pytest.mark.parametrize("margin", [0.0, 0.7])
@pytest.mark.parametrize("size", [1, 30, 300])
def test_objective_and_gradient_are_those_over_all_labellings(labels, kinds, margin, size, rng):
    encoded = random_encoded(rng, labels, kinds=kinds, valued=True, weights=(1, 2, 0.5, 1.5))
    theta = rng.normal(size=encoded.n_parameters) * size  # 300: the exponentials do not survive
    loss, gradient, other = ChainLoss(encoded, Workers(), l2=0.3, margin=margin), theta.copy(), theta.copy()
    found = loss(theta, gradient)
    assert found == pytest.approx(loss_by_enumeration(encoded, theta, 0.3, margin), rel=1e-10)
    if size > 1:
        return
    for place in range(len(theta)):
        moved = theta.copy()
        moved[place] += 1e-6
        high = loss(moved, other)
        moved[place] -= 2e-6
        assert gradient[place] == pytest.approx((high - loss(moved, other)) / 2e-6, rel=1e-6, abs=2e-6)


@pytest.mark.parametrize("labels", [2, 3])
def test_forbidden_orders_have_no_share_and_no_gradient(labels, rng):
    order = np.ones((labels, labels), bool)
    order[0, 1] = False
    first = np.arange(labels) > 0
    encoded = random_encoded(rng, labels, kinds="none", legal=Legal(first, order, np.ones(labels, bool)))
    encoded.allowed[encoded.starts[0]] = labels  # the last label alone
    theta, gradient = rng.normal(size=encoded.n_parameters), np.zeros(encoded.n_parameters)
    found = ChainLoss(encoded, Workers())(theta, gradient)
    assert found == pytest.approx(loss_by_enumeration(encoded, theta, 0.0, 0.0))
    tail = gradient[encoded.block_starts[-1] :]
    assert tail[1] == tail[labels**2] == 0.0


@pytest.mark.parametrize("labels", [2, 3])
def test_scaled_probabilities_and_logs_agree_to_nine_digits(labels, rng, monkeypatch):
    encoded = random_encoded(rng, labels, lengths=(40, 3), kinds="mixed")
    theta = rng.normal(size=encoded.n_parameters)
    gradients, values = [], []
    for steep in (200.0, -1.0):
        monkeypatch.setattr(chain_loss, "STEEP", steep)
        gradients.append(np.zeros_like(theta))
        values.append(ChainLoss(encoded, Workers())(theta, gradients[-1]))
    assert values[0] == pytest.approx(values[1], rel=1e-9)
    np.testing.assert_allclose(*gradients, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("labels", [2, 3])
def test_larger_sets_are_never_less_probable(labels, rng):
    encoded = random_encoded(rng, labels, kinds="whole")
    theta, gradient = rng.normal(size=encoded.n_parameters), np.zeros(encoded.n_parameters)
    ChainLoss(encoded, Workers())(theta, gradient)
    inside = np.flatnonzero(encoded.allowed)
    for place in rng.permutation(inside)[:5]:
        before = ChainLoss(encoded, Workers())(theta, gradient)
        encoded.allowed[place] = 0
        assert ChainLoss(replace(encoded), Workers())(theta, gradient) <= before + 1e-12


def test_the_published_example_of_partial_annotation_comes_out():
    """Two positions a and b, any label on the first, label x on the second (Tsuboi et al., 2008, tables)."""
    blocks = (Block("here", 2, 1, 0, np.array([8, 9], np.int32), np.array([0, 1], np.int32)),)
    masks = np.array([[True, True], [False, True]])
    allowed = np.zeros(20, np.int32)
    allowed[9] = 1
    starts, lengths, weights = np.array([8]), np.array([2]), np.ones(1)
    encoded = Encoded(("o", "x"), blocks, 20, starts, lengths, allowed, masks, weights, Legal.everything(2))
    # Transitions alone give the table's probabilities of oo, ox, xo, xx: .2, .3, .4, .1.
    theta = np.concatenate([[0, 0], np.log([0.2, 0.3, 0.4, 0.1]), np.zeros(4)])
    gradient = np.zeros(10)
    assert ChainLoss(encoded, Workers())(theta, gradient) == pytest.approx(-np.log(0.4))
    np.testing.assert_allclose(
        -gradient[:2], [-0.25, 0.6]
    )  # of label x: expected given the sets less without
