from __future__ import annotations

import numpy as np
import pytest

from tagshift.learners.calibration import MOST, fit_sigmoid, fit_slope
from tagshift.learners.potentials import Potentials


def test_the_sigmoid_that_made_the_labels_is_found(rng):
    scores = rng.normal(size=50_000) * 3
    positive = rng.random(50_000) < 1 / (1 + np.exp(-0.7 * scores))
    assert fit_sigmoid(scores, positive) == pytest.approx(0.7, abs=0.03)


def test_separated_or_one_sided_scores_have_a_finite_answer():
    assert 0 < fit_sigmoid(np.array([-1.0, 1.0]), np.array([False, True])) < MOST
    assert fit_sigmoid(np.ones(3), np.ones(3, bool)) == 1.0


def test_the_slope_that_made_the_labels_of_chains_is_found(rng):
    nodes = rng.normal(size=(20_000, 3)) * 2
    chain = np.zeros((3, 3)), np.zeros(3), np.zeros(3)
    spans = np.stack([np.arange(0, 20_000, 10), np.full(2_000, 10)], axis=1)
    chances = np.exp(0.4 * nodes) / np.exp(0.4 * nodes).sum(axis=1, keepdims=True)
    labels = (chances.cumsum(axis=1) < rng.random((20_000, 1))).sum(axis=1).astype(np.int32)
    potentials = Potentials(nodes, *chain, spans)
    found = fit_slope(lambda slope: float(potentials.scaled(slope).log_likelihood(labels).sum()))
    assert found == pytest.approx(0.4, abs=0.02)
