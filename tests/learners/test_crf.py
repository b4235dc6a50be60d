from __future__ import annotations

import numpy as np
import pycrfsuite
import pytest
from corpora_of_numbers import random_encoded

from tagshift.learners import CRF
from tagshift.learners.chain_loss import ChainLoss
from tagshift.optimize.pieces import Workers


def crfsuite_on(encoded, folder, **parameters):
    """Another program on the same corpus: its parameters as our vector, with no start and end to speak of."""
    trainer = pycrfsuite.Trainer("lbfgs", parameters, verbose=False)
    attributes = [[{} for _ in range(length)] for length in encoded.lengths]
    for number, block in enumerate(encoded.blocks):
        for anchor, row in zip(block.anchors, block.ids, strict=True):
            for place in range(block.width):
                at = anchor + block.shift + place
                sentence = int(np.searchsorted(encoded.starts, at, "right")) - 1
                t = at - encoded.starts[sentence]
                if 0 <= t < encoded.lengths[sentence]:
                    key = f"{number}:{row}:{place}"
                    attributes[sentence][t][key] = attributes[sentence][t].get(key, 0.0) + 1.0
    for sentence, (start, length) in enumerate(zip(encoded.starts, encoded.lengths, strict=True)):
        masks = encoded.masks[encoded.allowed[start : start + length]]
        if length:
            trainer.append(attributes[sentence], [encoded.labels[n] for n in masks.argmax(axis=1)])
    trainer.train(str(folder / "model"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(folder / "model"))
    return tagger.info()


def as_theta(info, encoded):
    labels, theta = len(encoded.labels), np.zeros(encoded.n_parameters)
    for (key, label), weight in info.state_features.items():
        number, row, place = (int(part) for part in key.split(":"))
        at = encoded.block_starts[number] + (row * encoded.blocks[number].width + place) * labels
        theta[at + encoded.labels.index(label)] = weight
    for (before, after), weight in info.transitions.items():
        at = encoded.labels.index(before) * labels + encoded.labels.index(after)
        theta[encoded.block_starts[-1] + at] = weight
    return theta


@pytest.mark.parametrize(("c1", "c2"), [(0.0, 0.5), (0.3, 0.1)])
def test_another_program_finds_no_better_optimum_nor_a_worse_one(c1, c2, tmp_path, rng):
    encoded = random_encoded(rng, 3, lengths=(5, 3, 6, 4, 2), kinds="whole", rows=8)
    settings = {"feature.possible_states": True, "feature.possible_transitions": True}
    tight = {"epsilon": 1e-9, "delta": 1e-12, "max_iterations": 5000}
    info = crfsuite_on(encoded, tmp_path, c1=c1, c2=c2, **settings, **tight)
    theirs = as_theta(info, encoded)
    # Our starts and ends are parameters that the other program has not: held at 0 for the comparison.
    begin = encoded.block_starts[-1] + 9
    loss = ChainLoss(encoded, Workers(), l2=2 * c2)
    learner = CRF(l2=2 * c2, l1=c1, gradient_tolerance=1e-9, objective_tolerance=0.0, max_iterations=2000)

    class Held(CRF):
        def objective(self, encoded, workers):
            inner = ChainLoss(encoded, workers, l2=self.l2)

            def held(theta, gradient):
                assert not theta[begin:].any()
                value = inner(theta, gradient)
                gradient[begin:] = 0.0
                return value

            return held

    ours = Held(**learner.get_params()).fit(encoded).theta_
    values = [loss(theta, np.zeros_like(theta)) + c1 * np.abs(theta).sum() for theta in (ours, theirs)]
    assert values[0] == pytest.approx(values[1], rel=1e-5)


def test_partial_annotation_starts_from_what_is_given(rng):
    encoded = random_encoded(rng, 3, kinds="mixed")
    start = rng.normal(size=encoded.n_parameters)
    assert np.array_equal(CRF(max_iterations=0).fit(encoded, start=start).theta_.round(12), start.round(12))


def test_l1_leaves_many_parameters_at_nothing(rng):
    encoded = random_encoded(rng, 2, lengths=(5, 6, 4), kinds="whole", rows=30)
    dense, sparse = CRF(l2=0.1).fit(encoded).theta_, CRF(l2=0.1, l1=0.5).fit(encoded).theta_
    assert (sparse == 0).sum() > (dense == 0).sum() + 10


def test_a_margin_widens_the_lead_of_the_right_labelling(rng):
    encoded = random_encoded(rng, 2, lengths=(5, 6, 4), kinds="whole", rows=30)
    with_margin = np.abs(CRF(l2=0.1, margin=2.0).fit(encoded).theta_).sum()
    assert with_margin > 1.2 * np.abs(CRF(l2=0.1).fit(encoded).theta_).sum()
