from __future__ import annotations

import numpy as np
import pytest
import reference
from corpora_of_numbers import node_scores, random_encoded

from tagshift.errors import ParameterError
from tagshift.features.encoded import Legal
from tagshift.learners.model import ChainModel
from tagshift.learners.potentials import Potentials


@pytest.fixture(params=[2, 3])
def found(request, rng):
    labels = request.param
    order = np.ones((labels, labels), bool)
    order[1, 0] = False
    legal = Legal(np.arange(labels) < 2, order, np.ones(labels, bool))
    encoded = random_encoded(rng, labels, kinds="none", legal=legal)
    model = ChainModel.from_theta(rng.normal(size=encoded.n_parameters).astype(np.float32), encoded)
    return encoded, model


def labellings(encoded, model, sentence, masks=None):
    start, length = encoded.starts[sentence], encoded.lengths[sentence]
    nodes, legal = node_scores(encoded, model.theta())[start : start + length], model.legal
    parts = (
        np.where(legal.follow, model.transitions, -np.inf),
        np.where(legal.first, model.start, -np.inf),
        np.where(legal.last, model.end, -np.inf),
    )
    return reference.labellings(nodes, *parts, np.ones_like(nodes, bool) if masks is None else masks)


def test_what_is_asked_of_a_model_is_what_all_labellings_say(found):
    encoded, model = found
    potentials = Potentials.of(model, encoded, threads=2)
    best, scores = potentials.best()
    gamma = potentials.marginals()
    for sentence, (start, length) in enumerate(zip(encoded.starts, encoded.lengths, strict=True)):
        ranked = sorted(labellings(encoded, model, sentence), key=lambda each: -each[1])
        total = reference.log_sum([score for _, score in ranked])
        assert potentials.log_partition()[sentence] == pytest.approx(total)
        assert tuple(best[start : start + length]) == ranked[0][0]
        assert scores[sentence] == pytest.approx(ranked[0][1])
        several = potentials.several(sentence, 4)
        assert [tuple(path) for _, path in several] == [path for path, _ in ranked[:4]]
        if length:
            first = sum(np.exp(score - total) for path, score in ranked if path[0] == 1)
            assert gamma[start, 1] == pytest.approx(first)
    assert potentials.log_likelihood(best) == pytest.approx(scores - potentials.log_partition())


def test_constraints_are_kept(found, rng):
    encoded, model = found
    start = encoded.starts[0]
    encoded.allowed[start + 1] = 2  # label B there
    potentials = Potentials.of(model, encoded, constrained=True)
    masks = encoded.masks[encoded.allowed[start : start + 3]]
    ranked = sorted(labellings(encoded, model, 0, masks), key=lambda each: -each[1])
    assert tuple(potentials.best()[0][start : start + 3]) == ranked[0][0]
    assert potentials.marginals()[start + 1, 1] == pytest.approx(1)
    assert potentials.log_partition()[0] == pytest.approx(reference.log_sum([s for _, s in ranked]))


def test_the_best_pair_keeps_the_sets_and_breaks_them(found, rng):
    encoded, model = found
    potentials, labels = Potentials.of(model, encoded), len(encoded.labels)
    masks = np.zeros((3, labels), bool)
    masks[:, 1] = True
    (kept, path), (broken, other) = potentials.best_pair(0, masks)
    ranked = sorted(labellings(encoded, model, 0), key=lambda each: -each[1])
    outside = next(each for each in ranked if each[0] != (1, 1, 1))
    assert path == [1, 1, 1]
    assert kept == pytest.approx(dict(ranked)[1, 1, 1])
    assert (tuple(other), broken) == (outside[0], pytest.approx(outside[1]))
    assert potentials.best_pair(0, np.ones((3, labels), bool))[1] == (-np.inf, [])
    assert potentials.best_pair(1, np.ones((0, labels), bool)) == ((0.0, []), (-np.inf, []))


def test_sentences_without_positions_have_one_empty_labelling(found):
    encoded, model = found
    potentials = Potentials.of(model, encoded)
    assert potentials.several(1, 3) == [(0.0, [])]
    assert potentials.entropy(1) == 0.0
    assert potentials.log_partition()[1] == 0.0


def test_scaling_flattens_and_steepens(found):
    encoded, model = found
    potentials = Potentials.of(model, encoded)
    assert potentials.scaled(0.5).entropy(0) > potentials.entropy(0) > potentials.scaled(2.0).entropy(0)


def test_no_labelling_cannot_be_asked_for(found):
    encoded, model = found
    with pytest.raises(ParameterError, match="one labelling or more, got 0"):
        Potentials.of(model, encoded).several(0, 0)
