"""Reading texts: what the compiled tables say of each place is what all segmentations together say."""

from __future__ import annotations

import numpy as np
import pytest

from tagshift import Segmenter
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence
from tagshift.decode import segment_reader

LINES = ("ab cd", "cd ab ab", "ab ef", "cd cd", "ef ab cd", "a cd f", "ef ef")
TEXTS = ("abcdef", "ab\ncd", "ab\r", "aabbx", "😀cdé", "c", "", "f\0ab\ud800")


@pytest.fixture(scope="module", params=["svm", "crf"])
def segmenter(request) -> Segmenter:
    return Segmenter(learner=request.param, hide=0.0).fit(
        SegmentSentence.from_words(line.split()) for line in LINES
    )


def marked(text, rng):
    cuts = rng.choice([NO_CUT, CUT, UNKNOWN, UNKNOWN], max(len(text) - 1, 0))
    return SegmentSentence(text, bytes(cuts.astype(np.uint8)))


def by_enumeration(segmenter, sentence):
    """The probability of each cut as a sum over every segmentation that keeps what is known."""
    total = np.zeros(max(len(sentence.text) - 1, 0))
    for log, words in segmenter.nbest(sentence, 1 << len(total)):
        total += np.exp(log) * np.frombuffer(SegmentSentence.from_words(words).cuts, np.uint8)
    return total


def test_the_probability_of_a_cut_is_the_sum_over_all_segmentations_that_have_it(segmenter, rng):
    sentences = [SegmentSentence.raw(text) for text in TEXTS] + [marked(text, rng) for text in TEXTS]
    for batch in (sentences, [one for one in sentences if not set(one.text) & set("\r\n")]):
        found = segmenter.reader_.probabilities(batch)
        for sentence, places in zip(batch, found, strict=True):
            assert places == pytest.approx(by_enumeration(segmenter, sentence), abs=1e-9)


def test_what_is_known_is_certain(segmenter):
    (places,) = segmenter.reader_.probabilities([SegmentSentence("abcd", bytes([CUT, NO_CUT, UNKNOWN]))])
    assert places[:2].tolist() == [1.0, 0.0]
    assert 0 < places[2] < 1
    assert segmenter.predict_marginals(["ab cd"])[0][1] == 1.0


def test_no_sentence_has_no_probability(segmenter):
    assert segmenter.reader_.probabilities([]) == []
    assert [len(places) for places in segmenter.predict_marginals(["", " ", "a"])] == [0, 0, 0]


@pytest.mark.parametrize("templates", ["default", "gao2010"])
def test_many_texts_are_read_as_each_alone(templates, monkeypatch):
    monkeypatch.setattr(segment_reader, "BATCH", 3)
    model = Segmenter(templates=templates, learner="crf", hide=0.0).fit(
        SegmentSentence.from_words(line.split()) for line in LINES
    )
    calls, best = [], model.reader_.best
    monkeypatch.setattr(model.reader_, "best", lambda batch: calls.append(len(batch)) or best(batch))
    texts = [*TEXTS, "ab cd", " "]
    assert model.predict(texts) == [model(text) for text in texts]
    assert calls[:4] == ([3, 3, 3, 1] if templates == "gao2010" else [])


def test_more_segmentations_may_be_asked_for_than_memory_would_hold(segmenter):
    found = segmenter.nbest("abc", 1 << 40)
    assert len(found) == 4
    assert sum(np.exp(log) for log, _ in found) == pytest.approx(1.0)
