from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.errors import ParameterError
from tagshift.learners import DualSVM, Pointwise

TIGHT = {"gradient_tolerance": 1e-9, "objective_tolerance": 0.0, "max_iterations": 3000}


@pytest.mark.parametrize("kinds", ["whole", "mixed"])
@pytest.mark.parametrize("valued", [False, True])
@pytest.mark.parametrize("l2", [0.1, 2.0])
def test_the_optimum_is_that_of_descent_on_the_primal(kinds, valued, l2, rng):
    weights = (1, 2, 0.5, 1.5, 0)
    encoded = random_encoded(rng, 2, (9, 0, 8, 7, 3), kinds, valued=valued, weights=weights, rows=20)
    dual = DualSVM(l2=l2, tolerance=1e-9, max_iterations=20_000).fit(encoded)
    primal = Pointwise(loss="squared_hinge", l2=l2, **TIGHT).fit(encoded)
    np.testing.assert_allclose(dual.theta_, primal.theta_, atol=1e-6)
    assert dual.report_.objective == pytest.approx(primal.report_.objective, rel=1e-9)
    assert dual.report_.reason == "converged: gradient"


def test_seeds_change_the_way_and_not_the_end(rng):
    encoded = random_encoded(rng, 2, (9, 8, 7), "whole", rows=20)
    found = [DualSVM(seed=seed, tolerance=1e-8, max_iterations=9999).fit(encoded) for seed in (0, 1)]
    assert found[0].report_.evaluations != found[1].report_.evaluations
    np.testing.assert_allclose(found[0].theta_, found[1].theta_, atol=1e-6)


def test_passes_end_where_they_must(rng):
    encoded = random_encoded(rng, 2, (9, 8, 7), "whole", rows=3)
    report = DualSVM(l2=1e-3, tolerance=1e-12, max_iterations=3).fit(encoded).report_
    assert (report.iterations, report.reason) == (3, "iterations")


def test_more_than_two_labels_are_refused_with_a_way_out(rng):
    with pytest.raises(ParameterError, match=r"two labels, got 3.*Pointwise"):
        DualSVM().fit(random_encoded(rng, 3))


def test_a_start_is_refused(rng):
    encoded = random_encoded(rng, 2)
    with pytest.raises(ParameterError, match="starts from zeros"):
        DualSVM().fit(encoded, start=np.ones(encoded.n_parameters))


def test_nothing_annotated_teaches_nothing(rng):
    learner = DualSVM().fit(replace(random_encoded(rng, 2, kinds="none")))
    assert not learner.theta_.any()
    assert learner.report_.reason == "converged: gradient"
