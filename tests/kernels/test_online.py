"""The kernel is tested through its learners: here what it does to one sentence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.learners.model import ChainModel
from tagshift.learners.online import PASSIVE_AGGRESSIVE_1, PASSIVE_AGGRESSIVE_2, PERCEPTRON, _Passes
from tagshift.learners.potentials import Potentials


def margin(encoded, theta):
    """The best inside less the best outside, of the first sentence."""
    model = replace(ChainModel.from_theta(theta, encoded), weights=blocks_of(theta, encoded))
    found = Potentials.of(model, encoded)
    first, length = encoded.starts[0], encoded.lengths[0]
    inside = encoded.masks[encoded.allowed[first : first + length]]
    (kept, _), (broken, _) = found.best_pair(0, inside)
    return kept - broken


def blocks_of(theta, encoded):
    """Weights in double precision: a margin of exactly 1 is lost in single."""
    return [
        theta[begin : begin + block.rows * block.width * encoded.columns]
        for block, begin in zip(encoded.blocks, encoded.block_starts, strict=False)
    ]


@pytest.mark.parametrize("labels", [2, 3])
@pytest.mark.parametrize("kinds", ["whole", "mixed"])
def test_an_unclipped_passive_aggressive_step_makes_the_margin_one_against_its_rival(labels, kinds, rng):
    for _ in range(20):
        encoded = random_encoded(rng, labels, lengths=(1,), kinds=kinds, valued=True)
        start = rng.normal(size=encoded.n_parameters)
        passes = _Passes(encoded, start, PASSIVE_AGGRESSIVE_1, 1e9)
        before = margin(encoded, start)
        if passes.run(None):
            # With one position and two labels there is one rival only; with more another may come forward.
            after = margin(encoded, passes.weights)
            assert after == pytest.approx(1) if labels == 2 else before < after <= 1 + 1e-9
        else:
            assert not before < 1


@pytest.mark.parametrize("rule", [PASSIVE_AGGRESSIVE_1, PASSIVE_AGGRESSIVE_2])
def test_steps_are_the_formulas(rule, rng):
    encoded = random_encoded(rng, 3, lengths=(4,), kinds="whole", valued=True)
    start = rng.normal(size=encoded.n_parameters)
    passes = _Passes(encoded, start, rule, 0.05)
    lack = 1 - margin(encoded, start)
    taught = passes.run(None)
    difference = passes.weights - start
    if not taught:
        assert lack <= 0
        return
    far = _Passes(encoded, start, PASSIVE_AGGRESSIVE_1, 1e9)
    far.run(None)
    norm = lack**2 / ((far.weights - start) ** 2).sum()  # |step * delta| = lack / |delta|
    step = min(0.05, lack / norm) if rule == PASSIVE_AGGRESSIVE_1 else lack / (norm + 10)
    assert (difference**2).sum() == pytest.approx(step**2 * norm)


@pytest.mark.parametrize("labels", [2, 3])
def test_the_lazy_mean_is_the_mean_of_every_state(labels, rng):
    encoded = random_encoded(rng, labels, lengths=(3, 1, 4, 2), kinds="whole")
    passes = _Passes(encoded, np.zeros(encoded.n_parameters), PERCEPTRON, np.inf)
    states, order = [], passes.order
    for _ in range(3):
        for sentence in order:
            passes.order = np.array([sentence], np.int32)
            passes.run(None)
            states.append(passes.weights.copy())
    np.testing.assert_allclose(
        passes.weights - passes.history / passes.seen, np.mean(states, axis=0), atol=1e-12
    )
