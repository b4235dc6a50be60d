from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.errors import ParameterError
from tagshift.learners import CRF, LEARNERS, Perceptron
from tagshift.learners.base import Learner
from tagshift.optimize.lbfgs import State


def test_every_learner_has_a_name_of_its_own_and_rules_for_its_parameters():
    assert len(set(LEARNERS.values())) == len(LEARNERS)
    for kind in LEARNERS.values():
        assert set(kind.constraints) == set(kind().get_params())


def test_weights_that_cannot_be_used_are_refused(rng):
    encoded = replace(random_encoded(rng, 2), weights=np.array([1, 1, 2, 1.0]))
    with pytest.raises(ParameterError, match="Perceptron cannot use sentence weights"):
        Perceptron().fit(encoded)


def test_values_that_cannot_be_used_are_refused_by_block(rng):
    class Plain(Perceptron):
        uses_values = False

    with pytest.raises(ParameterError, match=r"Plain cannot use attribute values.*'plain'"):
        Plain().fit(random_encoded(rng, 2, valued=True))


@pytest.mark.parametrize("wrap", [lambda theta: theta, State])
def test_a_start_of_another_shape_is_refused(wrap, rng):
    with pytest.raises(ParameterError, match=r"start has shape \(3,\)"):
        CRF().fit(random_encoded(rng, 2), start=wrap(np.zeros(3)))


def test_a_learner_that_does_not_learn_says_so(rng):
    with pytest.raises(TypeError, match="does not say how it learns"):
        Learner().fit(random_encoded(rng, 2))
