from __future__ import annotations

import numpy as np
from corpora_of_numbers import node_scores, random_encoded

from tagshift.learners.by_position import ByPosition


def test_the_attributes_of_every_position_give_its_score(rng):
    encoded = random_encoded(rng, 2, lengths=(4, 0, 6), valued=True)
    theta = rng.normal(size=encoded.n_parameters)
    positions = np.flatnonzero(encoded.allowed)
    view, expected = ByPosition.of(encoded, positions), node_scores(encoded, theta)
    for number, position in enumerate(positions):
        events = np.concatenate([np.arange(*pair) for pair in view.ranges[number]])
        score = view.values[events] @ theta[view.places[events] + position]
        assert abs(score - expected[position, 1]) < 1e-12
        assert len(events) <= view.most


def test_without_values_none_are_kept(rng):
    encoded = random_encoded(rng, 2)
    assert len(ByPosition.of(encoded, np.arange(8, 10)).values) == 0
