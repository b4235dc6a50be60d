from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.errors import ParameterError
from tagshift.learners import PassiveAggressive, Perceptron
from tagshift.optimize.lbfgs import State


def separable(rng, labels=3):
    return random_encoded(rng, labels, lengths=(5, 3, 4, 6), kinds="whole", rows=60)


@pytest.mark.parametrize("kind", [Perceptron, PassiveAggressive])
def test_separable_sentences_stop_teaching(kind, rng):
    learner = kind(max_iterations=500, averaging=None).fit(separable(rng))
    assert learner.report_.reason == "converged: objective"
    assert learner.report_.objectives[-1] == 0


@pytest.mark.parametrize("kind", [Perceptron, PassiveAggressive])
def test_means_over_passes_are_the_means_of_what_each_number_of_passes_gives(kind, rng):
    encoded = separable(rng)
    ends = [kind(max_iterations=n, averaging=None, shuffle=False).fit(encoded).theta_ for n in (1, 2, 3)]
    found = kind(max_iterations=3, averaging="passes", shuffle=False).fit(encoded).theta_
    np.testing.assert_allclose(found, np.mean(ends, axis=0), atol=1e-12)


def test_a_start_is_where_it_goes_on_from(rng):
    encoded = separable(rng)
    plain = {"averaging": None, "shuffle": False}
    first = Perceptron(max_iterations=1, **plain).fit(encoded).theta_
    second = Perceptron(max_iterations=1, **plain).fit(encoded, start=first).theta_
    np.testing.assert_allclose(second, Perceptron(max_iterations=2, **plain).fit(encoded).theta_)


def test_a_state_is_refused(rng):
    encoded = separable(rng)
    with pytest.raises(ParameterError, match="cannot go on from a state"):
        Perceptron().fit(encoded, start=State(np.zeros(encoded.n_parameters)))


def test_seeds_change_the_order(rng):
    encoded = separable(rng)
    found = [Perceptron(max_iterations=2, seed=seed).fit(encoded).theta_ for seed in (0, 1, 2)]
    assert any(not np.array_equal(found[0], other) for other in found[1:])
