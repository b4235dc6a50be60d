from __future__ import annotations

import numpy as np
from corpora_of_numbers import random_encoded

from tagshift.learners import Perceptron


def test_the_first_update_adds_the_right_events_and_takes_the_rivals(rng):
    encoded = random_encoded(rng, 3, lengths=(1,), kinds="whole")
    encoded.allowed[encoded.starts[0]] = 2  # label B; the rival at level scores is A
    theta = Perceptron(max_iterations=1, averaging=None).fit(encoded).theta_
    tail = theta[encoded.block_starts[-1] :]
    assert tail[:9].tolist() == [0] * 9
    assert tail[9:].tolist() == [-1, 1, 0, -1, 1, 0]
    blocks = theta[: encoded.block_starts[-1]].reshape(-1, 3)
    assert np.array_equal(blocks[:, 1], -blocks[:, 0])
    assert blocks[:, 1].sum() == 2 + 3  # two plain events, three wide ones that reach it
    assert not blocks[:, 2].any()
