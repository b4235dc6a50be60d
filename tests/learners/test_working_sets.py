from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.learners.annotation import Annotation
from tagshift.learners.working_sets import Ascent


@pytest.fixture(params=[2, 3])
def ascent(request, rng):
    encoded = random_encoded(rng, request.param, (5, 4, 6), "whole", valued=True, rows=10)
    return Ascent(encoded, Annotation.of(encoded), 1.0, 0.5, 0)


def test_every_step_raises_the_dual(ascent):
    values = [ascent.dual()]
    for _ in range(8):
        ascent.run(np.arange(3), 2)
        values.append(ascent.dual())
    assert values == sorted(values)
    assert values[-1] > values[0] == 0.0


def test_what_is_released_leaves_nothing(ascent):
    ascent.run(np.arange(3), 3)
    assert ascent.weights.any()
    assert ascent.complete(np.arange(3), ascent.right.copy()) == 3
    np.testing.assert_allclose(ascent.weights, 0, atol=1e-12)
    assert ascent.dual() == pytest.approx(0, abs=1e-12)
    assert ascent.complete(np.arange(3), ascent.right.copy()) == 0  # nothing has changed since


def test_without_room_it_grows_and_goes_on(ascent):
    ascent._make_sets(3, 1, 7)
    for _ in range(30):
        ascent.run(np.arange(3), 2)
    assert ascent._used[0] > 3
    assert len(ascent._pool) > 7
