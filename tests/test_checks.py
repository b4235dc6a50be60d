"""Every learner keeps the contract of ``tagshift.checks``."""

from __future__ import annotations

import pytest
from corpora_of_numbers import random_encoded

from tagshift import checks
from tagshift.errors import ParameterError
from tagshift.learners import LEARNERS, DualSVM

KINDS = {
    **{name: (kind, {}) for name, kind in LEARNERS.items()},
    "crf_margin": (LEARNERS["crf"], {"margin": 0.5}),
    "crf_l1": (LEARNERS["crf"], {"l1": 0.1, "l2": 0.1}),
    "pointwise_hinge": (LEARNERS["pointwise"], {"loss": "squared_hinge"}),
    "pa2": (LEARNERS["pa"], {"variant": "pa2"}),
}


@pytest.mark.parametrize("labels", [2, 3])
@pytest.mark.parametrize("check", checks.ALL)
@pytest.mark.parametrize("kind", KINDS)
def test_every_learner_keeps_the_contract(kind, check, labels, rng):
    learner, parameters = KINDS[kind]
    if learner is DualSVM and labels > 2:
        pytest.skip("separates two labels; says so (test_dual)")
    encoded = random_encoded(rng, labels, lengths=(3, 0, 1, 5, 4, 2), kinds="whole", rows=40)
    checks.ALL[check](learner(**parameters), encoded)


def test_a_parameter_outside_its_rule_is_refused_by_fit_and_not_before(rng):
    encoded = random_encoded(rng, 2)
    for kind in LEARNERS.values():
        learner = kind(max_iterations=-1)
        with pytest.raises(ParameterError, match="max_iterations must be"):
            learner.fit(encoded)
