from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.errors import ParameterError
from tagshift.learners import MaxMargin
from tagshift.learners.rival_loss import RivalLoss
from tagshift.optimize.lbfgs import State
from tagshift.optimize.pieces import Workers

TIGHT = {"tolerance": 1e-6, "max_iterations": 3000}


@pytest.mark.parametrize("labels", [2, 3])
def test_nothing_near_the_end_is_lower(labels, rng):
    encoded = random_encoded(rng, labels, (5, 4, 0, 6), "whole", rows=10, weights=(1, 2, 1, 0.5))
    learner = MaxMargin(l2=0.5, **TIGHT).fit(encoded)
    loss, gradient = RivalLoss(encoded, Workers(), l2=0.5), np.zeros(encoded.n_parameters)
    value = loss(learner.theta_, gradient)
    assert learner.report_.objective == pytest.approx(value, rel=1e-12)
    assert learner.report_.converged
    for _ in range(300):
        step = rng.normal(size=len(gradient)) * 10.0 ** rng.uniform(-4, 0)
        assert loss(learner.theta_ + step, gradient) >= value * (1 - 1e-6)


def test_the_gap_bounds_what_is_left(rng):
    encoded = random_encoded(rng, 3, lengths=(5, 4, 6), kinds="whole", rows=10)
    best = MaxMargin(**TIGHT).fit(encoded).report_.objective
    for iterations in (1, 2, 4):
        report = MaxMargin(max_iterations=iterations, tolerance=1e-9).fit(encoded).report_
        assert report.objective - report.gradient_norm <= best * (1 + 1e-5)


def test_partial_annotation_is_completed_and_each_completion_lowers_the_objective(rng):
    encoded = random_encoded(rng, 3, lengths=(5, 4, 6, 3), kinds="mixed", rows=10)
    encoded.allowed[encoded.starts[0] : encoded.starts[0] + 5] = [1, 2, 3, 1, 2]
    learner = MaxMargin(**TIGHT).fit(encoded)
    loss, gradient = RivalLoss(encoded, Workers(), l2=1.0), np.zeros(encoded.n_parameters)
    assert loss(learner.theta_, gradient) < loss(np.zeros_like(gradient), gradient)
    again = MaxMargin(**TIGHT).fit(encoded, start=learner.theta_)
    assert again.report_.objective <= learner.report_.objective * (1 + 1e-5)


def test_a_larger_cost_asks_for_a_larger_lead(rng):
    encoded = random_encoded(rng, 3, lengths=(5, 4, 6), kinds="whole", rows=40)
    small, large = (MaxMargin(cost=cost, l2=0.01, **TIGHT).fit(encoded).theta_ for cost in (1.0, 3.0))
    np.testing.assert_allclose(large, 3 * small, atol=0.05)  # the objective is one of theta / cost


def test_a_state_is_refused(rng):
    encoded = random_encoded(rng, 2)
    with pytest.raises(ParameterError, match="cannot go on from a state"):
        MaxMargin().fit(encoded, start=State(np.zeros(encoded.n_parameters)))
