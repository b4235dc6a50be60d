from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.learners import CRF, Pointwise
from tagshift.learners.by_gradient import GradientLearner
from tagshift.optimize.lbfgs import Interrupted


def test_the_report_says_how_far_it_came(rng):
    report = CRF(l2=0.1).fit(random_encoded(rng, 3, kinds="whole")).report_
    assert report.converged
    assert len(report.objectives) == report.iterations + 1
    assert report.objectives[-1] == report.objective < report.objectives[0]


@pytest.mark.parametrize("kind", [CRF, Pointwise])
def test_an_interrupted_fit_goes_on_to_the_same_bits(kind, rng):
    encoded = random_encoded(rng, 3, kinds="whole")
    learner = kind(l2=0.01, gradient_tolerance=1e-9, objective_tolerance=0.0, max_iterations=20)

    def interrupt(report):
        if report.iterations == 7:
            raise KeyboardInterrupt

    whole = learner.fit(encoded).theta_
    with pytest.raises(Interrupted) as stopped:
        learner.fit(encoded, callback=interrupt)
    assert np.array_equal(learner.fit(encoded, start=stopped.value.state).theta_, whole)


def test_a_learner_without_an_objective_says_so(rng):
    class Nothing(GradientLearner):
        l2, l1, max_iterations, memory = 1.0, 0.0, 3, 4
        gradient_tolerance = objective_tolerance = 0.0

    with pytest.raises(TypeError, match="what it minimises"):
        Nothing().fit(random_encoded(rng, 2))
