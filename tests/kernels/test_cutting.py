"""What the kernel finds is proved through ``MaxMargin`` and ``Ascent``; here its one-sentence step."""

from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import node_scores, random_encoded

from tagshift.learners.annotation import Annotation
from tagshift.learners.working_sets import Ascent


@pytest.mark.parametrize("labels", [2, 3])
@pytest.mark.parametrize("valued", [False, True])
def test_a_first_step_takes_one_rival_to_the_optimum_of_its_own(labels, valued, rng):
    encoded = random_encoded(rng, labels, lengths=(1,), kinds="whole", valued=valued)
    right = int(encoded.allowed[encoded.starts[0]]) - 1
    ascent = Ascent(encoded, Annotation.of(encoded), 1.0, 0.4, 0)
    ascent.run(np.array([0]), 0)
    step, (_, cost, norm) = ascent._numbers[0, 0], ascent._numbers[:, 0]
    assert cost == 1.0
    assert norm == pytest.approx(ascent.weights @ ascent.weights / step**2)
    assert step == pytest.approx(1 / (norm + 0.2))  # slack is l2 / 2
    scores = node_scores(encoded, ascent.weights)[encoded.starts[0]]
    assert scores.argmax() == right
