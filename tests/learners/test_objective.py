from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.learners import stream
from tagshift.learners.chain_loss import ChainLoss
from tagshift.optimize.pieces import Workers


@pytest.mark.parametrize("labels", [2, 3])
def test_the_bits_depend_on_no_number_of_threads(labels, rng, monkeypatch):
    monkeypatch.setattr(stream, "PART", 5)
    monkeypatch.setattr(stream, "RANGE", 7)
    encoded = random_encoded(rng, labels, lengths=(4, 3, 0, 6, 5, 5), kinds="mixed")
    theta, found = rng.normal(size=encoded.n_parameters), []
    for threads in (1, 2, 3):
        gradient = np.zeros_like(theta)
        with Workers(threads) as workers:
            found.append((ChainLoss(encoded, workers, l2=0.3)(theta, gradient), gradient.tobytes()))
    assert found[0] == found[1] == found[2]


def test_a_second_call_starts_clean(rng):
    encoded = random_encoded(rng, 3, kinds="mixed")
    theta, first, second = rng.normal(size=encoded.n_parameters), *np.zeros((2, encoded.n_parameters))
    loss = ChainLoss(encoded, Workers())
    assert loss(theta, first) == loss(theta, second)
    assert np.array_equal(first, second)
