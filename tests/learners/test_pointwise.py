from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import node_scores, random_encoded
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from tagshift.learners import Pointwise
from tagshift.learners.chain_loss import ChainLoss
from tagshift.learners.pointwise import PositionLoss
from tagshift.optimize.pieces import Workers

TIGHT = {"gradient_tolerance": 1e-9, "objective_tolerance": 0.0, "max_iterations": 3000}


def design(encoded):
    """Attributes of every position inside a sentence, one column a weight, and the labels."""
    inside = np.flatnonzero(encoded.allowed)
    unit = np.eye(encoded.block_starts[-1] // encoded.columns)
    columns = []
    for row in unit:
        theta = np.zeros(encoded.n_parameters)
        theta[: encoded.block_starts[-1]] = np.repeat(row, encoded.columns)
        columns.append(node_scores(encoded, theta)[inside, -1])
    return np.array(columns).T, encoded.masks.argmax(axis=1)[encoded.allowed[inside]]


@pytest.mark.parametrize("labels", [2, 3])
def test_log_loss_is_logistic_regression(labels, rng):
    encoded = random_encoded(rng, labels, lengths=(9, 8, 7), kinds="whole", valued=True)
    learner = Pointwise(l2=0.7, **TIGHT).fit(encoded)
    attributes, target = design(encoded)
    other = LogisticRegression(C=1 / 0.7, fit_intercept=False, tol=1e-10, max_iter=5000).fit(
        attributes, target
    )
    found = node_scores(encoded, learner.theta_)[np.flatnonzero(encoded.allowed)]
    found = found - found.mean(axis=1, keepdims=True)
    expected = other.decision_function(attributes)
    if labels == 2:
        expected = np.stack([-expected / 2, expected / 2], axis=1)
    else:
        expected = expected - expected.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(found, expected, atol=1e-4)
    assert not learner.theta_[encoded.block_starts[-1] :].any()


def test_squared_hinge_of_two_labels_is_the_linear_support_vector_machine(rng):
    encoded = random_encoded(rng, 2, lengths=(9, 8, 7), kinds="whole", valued=True)
    learner = Pointwise(loss="squared_hinge", l2=0.7, **TIGHT).fit(encoded)
    attributes, target = design(encoded)
    # The other machine halves the square of the weights alone: C counts whole losses.
    other = LinearSVC(C=1 / 0.7, fit_intercept=False, dual=True, tol=1e-10, max_iter=100_000)
    other.fit(attributes, target)
    np.testing.assert_allclose(learner.theta_[: encoded.block_starts[-1]], other.coef_[0], atol=1e-5)


@pytest.mark.parametrize("labels", [2, 3])
@pytest.mark.parametrize("kinds", ["whole", "mixed", "none"])
def test_log_loss_is_the_random_field_with_its_chain_at_nothing(labels, kinds, rng):
    encoded = random_encoded(rng, labels, kinds=kinds, weights=(1, 2, 0.5, 1.5))
    theta = rng.normal(size=encoded.n_parameters)
    begin = encoded.block_starts[-1]
    theta[begin:] = 0.0
    gradients = np.zeros_like(theta), np.zeros_like(theta)
    point = PositionLoss(encoded, Workers(), l2=0.2)(theta, gradients[0])
    assert point == pytest.approx(ChainLoss(encoded, Workers(), l2=0.2)(theta, gradients[1]))
    np.testing.assert_allclose(gradients[0][:begin], gradients[1][:begin], atol=1e-12)
