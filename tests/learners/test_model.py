from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.learners.model import ChainModel


@pytest.mark.parametrize("labels", [2, 3])
def test_a_parameter_vector_is_cut_into_its_parts_and_joined_again(labels, rng):
    encoded = random_encoded(rng, labels)
    theta = np.arange(encoded.n_parameters, dtype=float)
    model = ChainModel.from_theta(theta, encoded)
    columns = encoded.columns
    assert [part.shape for part in model.weights] == [(5, 1, columns), (4, 3, columns)]
    assert model.weights[1][2, 1, 0] == (5 + 2 * 3 + 1) * columns
    assert model.transitions[0, 1] == encoded.block_starts[-1] + 1
    assert model.end[-1] == encoded.n_parameters - 1
    assert np.array_equal(model.theta(), theta)
