from itertools import product

import numpy as np
import pytest

from tagshift.data.sentence import TagSentence
from tagshift.decode.tag_decoder import TagDecoder
from tagshift.decode.tag_model import TagModel
from tagshift.errors import LabelError
from tagshift.features.tagcorpus import TagCorpus
from tagshift.features.tagindex import TagIndex
from tagshift.features.templates import TemplateSet, load
from tagshift.features.tokens import Tokens
from tagshift.learners.model import ChainModel
from tagshift.learners.stream import Stream
from tagshift.optimize.pieces import Workers

WORDS = ["Ada", "met", "Bob", "in", "Bad", "Ems", "."]
COLUMNS = TemplateSet.from_dict(
    {
        "templates": [
            {"each": ["lower", "suffix(2)"], "at": [-2, -1, 1]},
            {"each": ["token@2", "start"], "at": [-1, 0]},
            {"all": ["case[0]", "token@2[1]"], "at": [-1, 0]},
            {"each": ["lower"], "within": [-4, -1]},
            {"all": ["lower[0]", "case[1]"], "within": [0, 2]},
        ]
    }
)


def sentences(rng, labels, count=12):
    for _ in range(count):
        size = int(rng.integers(0, 6))
        words = [WORDS[n] for n in rng.integers(0, len(WORDS), size)]
        tags = [str(n) for n in rng.integers(0, 3, size)]
        chosen = [labels[n] for n in rng.integers(0, len(labels), size)]
        yield TagSentence((words, tags), chosen)


def model_of(rng, labels, templates, scheme="none"):
    """A tagger of random weights."""
    source = [TagSentence((["Ada"] * len(labels), ["0"] * len(labels)), labels)]
    source += list(sentences(rng, labels if scheme == "none" else ["O"]))
    index = TagIndex(templates)
    corpus = TagCorpus.of(source, index, scheme, fine=True)
    theta = rng.normal(size=corpus.encoded.n_parameters)
    return TagModel(index, corpus.inner, ChainModel.from_theta(theta, corpus.encoded))


def text(rng, templates):
    return Tokens.from_sentences([s.columns for s in sentences(rng, ["O"])], templates.columns)


def plain_nodes(model, tokens):
    """The scores by the learner's own pass over every attribute: what training saw."""
    masks = np.ones((1, len(model.inner.names)), bool)
    rows, weights = np.zeros(len(tokens), np.int32), np.ones(len(tokens.lengths))
    encoded = model.index.encode(tokens, model.inner, rows, masks, weights)
    scores = np.zeros(encoded.size * encoded.columns)
    with Workers(1) as workers:
        Stream(encoded, workers).scores(model.chain.theta(), scores)
    return scores.reshape(encoded.size, encoded.columns)[tokens.positions(model.index.gap)]


@pytest.mark.parametrize(
    "templates", [load("default"), load("chunk"), COLUMNS], ids=["default", "chunk", "mixed"]
)
@pytest.mark.parametrize("labels", [["N", "V"], ["N", "P", "V"]])
def test_summed_rows_give_the_scores_that_training_saw(rng, templates, labels):
    model = model_of(rng, labels, templates)
    decoder = TagDecoder(model)
    for _ in range(3):  # what one batch leaves in the cache must serve the next
        tokens = text(rng, templates)
        nodes = decoder.score(tokens).nodes[tokens.positions(model.index.gap)]
        plain = plain_nodes(model, tokens)
        found = nodes[:, 1:] - nodes[:, :1] if len(labels) == 2 else nodes
        np.testing.assert_allclose(found, plain, rtol=0, atol=1e-12)


def test_a_cache_that_starts_afresh_changes_nothing(rng):
    model = model_of(rng, ["N", "P", "V"], COLUMNS)
    small, large = TagDecoder(model), TagDecoder(model)
    for step in range(6):
        model.index.values_of(1).limit = 3 if step % 2 else 10_000
        tokens = text(rng, COLUMNS)
        assert np.array_equal(small.best(tokens), large.best(tokens))
        fresh = TagDecoder(model)
        assert np.array_equal(fresh.score(tokens).nodes, small.score(tokens).nodes)


def enumerated(decoder, tokens, known=None):
    """For each sentence every admitted labelling with its score, best first."""
    scored = decoder.score(tokens, known)
    inner = decoder.inner
    for first, length in scored.spans:
        found = []
        for path in product(range(len(inner.names)), repeat=int(length)):
            score = 0.0
            for step, label in enumerate(path):
                score += scored.nodes[first + step, label]
                score += scored.start[label] if step == 0 else scored.transitions[path[step - 1], label]
            score += scored.end[path[-1]] if path else 0.0
            if score > -np.inf:
                found.append((score, tuple(inner.outer_of[list(path)].tolist())))
        yield sorted(found, reverse=True)


@pytest.mark.parametrize(("labels", "scheme"), [(["N", "V"], "none"), (["B-X", "I-X", "O"], "iob2")])
def test_best_several_and_marginals_agree_with_enumeration(rng, labels, scheme):
    decoder = TagDecoder(model_of(rng, labels, COLUMNS, scheme))
    tokens = text(rng, COLUMNS)
    best, marginals, several = decoder.best(tokens), decoder.marginals(tokens), decoder.several(tokens, 4)
    for n, (begin, paths) in enumerate(zip(tokens.offsets, enumerated(decoder, tokens), strict=False)):
        scores = np.array([score for score, _ in paths])
        total = np.logaddexp.reduce(scores)
        size = len(paths[0][1])
        assert tuple(best[begin : begin + size].tolist()) == paths[0][1]
        assert [tuple(path.tolist()) for _, path in several[n]] == [path for _, path in paths[:4]]
        np.testing.assert_allclose([s for s, _ in several[n]], scores[:4] - total, atol=1e-9)
        for step in range(size):
            for label in range(len(labels)):
                expected = sum(np.exp(s - total) for s, path in paths if path[step] == label)
                assert marginals[begin + step, label] == pytest.approx(expected, abs=1e-9)


def test_what_is_known_is_kept_and_the_rest_fits_to_it(rng):
    decoder = TagDecoder(model_of(rng, ["B-X", "I-X", "O"], COLUMNS, "iob2"))
    tokens = Tokens.from_sentences([[["Ada", "met", "Bob"], ["0", "1", "2"]]], (1, 2))
    known = [[None, "I-X", ("O", "B-X")]]
    found = [decoder.inner.outer[k] for k in decoder.best(tokens, known)]
    assert found[:2] == ["B-X", "I-X"]
    assert found[2] in ("O", "B-X")
    total = np.exp(decoder.log_likelihood(tokens, known)[0])
    paths = [(s, p) for s, p in next(enumerated(decoder, tokens))]
    admitted = [s for s, p in paths if p[1] == 1 and p[2] in (0, 2)]
    assert total == pytest.approx(
        np.exp(np.logaddexp.reduce(admitted) - np.logaddexp.reduce([s for s, _ in paths]))
    )


def test_known_labels_that_cannot_be_are_refused_by_sentence(rng):
    decoder = TagDecoder(model_of(rng, ["B-X", "I-X", "O"], COLUMNS, "iob2"))
    tokens = Tokens.from_sentences([[["Ada"], ["0"]], [["Bob", "met"], ["0", "1"]]], (1, 2))
    with pytest.raises(LabelError, match="sentence 2: no labelling keeps what is known"):
        decoder.best(tokens, [["O"], ["O", "I-X"]])
    with pytest.raises(LabelError, match="unknown label 'B-Y'"):
        decoder.best(tokens, [["B-Y"], [None, None]])
    with pytest.raises(LabelError, match=r"expected 3 known labels, .* got 2"):
        decoder.best(tokens, [["O"], ["O"]])


def test_a_slope_changes_how_sure_one_is_and_no_decision(rng):
    model = model_of(rng, ["B-X", "I-X", "O"], COLUMNS, "iob2")
    decoder, tokens = TagDecoder(model), text(rng, COLUMNS)
    plain, best, first = decoder.marginals(tokens), decoder.best(tokens), decoder.several(tokens, 2)
    paths = list(enumerated(decoder, tokens))
    model.slope = 0.5
    assert np.array_equal(decoder.best(tokens), best)
    assert decoder.marginals(tokens).max(axis=1).mean() < plain.max(axis=1).mean()
    for several, before, found in zip(decoder.several(tokens, 2), first, paths, strict=True):
        total = np.logaddexp.reduce([0.5 * score for score, _ in found])
        assert [p.tolist() for _, p in several] == [p.tolist() for _, p in before]
        np.testing.assert_allclose(
            [s for s, _ in several], [0.5 * s - total for s, _ in found[:2]], atol=1e-9
        )


def test_more_labellings_may_be_asked_for_than_memory_would_hold(rng):
    decoder = TagDecoder(model_of(rng, ["N", "V"], COLUMNS))
    tokens = Tokens.from_sentences([[["Ada", "met", "Bob"], ["0", "1", "2"]]], (1, 2))
    assert len(decoder.several(tokens, 1 << 40)[0]) == 8


def test_no_text_no_labels(rng):
    decoder = TagDecoder(model_of(rng, ["N", "V"], COLUMNS))
    nothing = Tokens.from_sentences([], (1, 2))
    assert decoder.best(nothing).tolist() == []
    assert decoder.marginals(nothing).shape == (0, 2)
    assert decoder.several(Tokens.from_sentences([[[], []]], (1, 2)), 2)[0][0][0] == 0.0
