from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.errors import ParameterError
from tagshift.learners import PassiveAggressive


def length_of_first_step(encoded, **parameters):
    learner = PassiveAggressive(max_iterations=1, averaging=None, shuffle=False, **parameters)
    return np.linalg.norm(learner.fit(encoded).theta_)


def test_c_bounds_the_step_of_the_first_variant_and_softens_the_second(rng):
    encoded = random_encoded(rng, 3, lengths=(4,), kinds="whole")
    free = length_of_first_step(encoded, c=1e9)
    norm = 1 / free**2  # the first margin is 0: the step is 1 / |delta|^2, its length 1 / |delta|
    assert length_of_first_step(encoded, c=1e-4) == pytest.approx(1e-4 * np.sqrt(norm))
    soft = length_of_first_step(encoded, c=0.01, variant="pa2")
    assert soft == pytest.approx(np.sqrt(norm) / (norm + 50))


def test_an_unknown_variant_is_refused_with_the_nearest(rng):
    with pytest.raises(ParameterError, match="did you mean 'pa1'"):
        PassiveAggressive(variant="pa_1").fit(random_encoded(rng, 2))
