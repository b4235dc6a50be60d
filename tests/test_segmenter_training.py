from __future__ import annotations

import threading

import numpy as np
import pytest

from tagshift.data.corpus import Corpus
from tagshift.data.formats import read
from tagshift.data.sentence import CUT, SegmentSentence
from tagshift.errors import CorpusError, ParameterError
from tagshift.learners import LEARNERS
from tagshift.segmenter import Segmenter
from tagshift.segmenter_training import CHOICES, DEFAULTS, EVERY, _held_out


@pytest.fixture(scope="module")
def source(samples):
    return list(read(samples / "ja.source.seg", task="segment"))[:200]


@pytest.fixture(scope="module")
def dev(samples):
    return list(read(samples / "ja.source.seg", task="segment"))[200:260]


def test_every_learner_has_something_to_choose_from():
    assert set(CHOICES) == set(DEFAULTS) == set(LEARNERS)
    assert all(choices == tuple(sorted(choices)) for choices in CHOICES.values())


def test_the_development_set_chooses_the_regularisation(source, dev):
    report = Segmenter(draws=1).fit(source, dev=dev).report_
    scores = {l2: Segmenter(l2=l2, draws=1).fit(source, dev=dev).score(dev) for l2 in CHOICES["svm"]}
    assert report["chosen_from"] == {f"{l2:g}": f1 for l2, f1 in scores.items()}
    assert report["dev_f1"] == max(scores.values())
    assert scores[report["l2"]] == max(scores.values())


def test_a_regularisation_that_is_given_stands(source, dev):
    report = Segmenter(l2=2.5).fit(source[:40], dev=dev).report_
    assert report["l2"] == 2.5
    assert list(report["chosen_from"]) == ["2.5"]


def test_online_learners_have_none(source, dev):
    report = Segmenter(learner="perceptron").fit(source[:60], dev=dev).report_
    assert report["l2"] == 0.0
    assert report["objective"] is None or report["objective"] >= 0
    assert 0 < report["dev_f1"] <= 100


@pytest.mark.parametrize("learner", ["svm", "maxmargin", "pa"])
def test_probabilities_are_fitted_on_what_training_has_not_seen(learner, source, dev):
    segmenter = Segmenter(learner=learner).fit(source)
    cuts = np.frombuffer(b"".join(sentence.cuts for sentence in dev), np.uint8) == 1
    sure = np.concatenate(segmenter.predict_marginals([sentence.text for sentence in dev]))
    for low, high in ((0.0, 0.25), (0.25, 0.75), (0.75, 1.0)):
        here = (sure >= low) & (sure <= high)
        assert sure[here].mean() == pytest.approx(cuts[here].mean(), abs=0.15)
    loss = -np.log(np.clip(np.where(cuts, sure, 1 - sure), 1e-12, 1)).mean()
    assert loss < 0.5


def test_without_a_development_set_evenly_spaced_sentences_are_held_out(source):
    report = Segmenter().fit(source).report_
    assert report["calibrated_on"] == f"every {EVERY}th sentence of the source"
    corpus = Corpus.from_segments(source).with_weights(np.arange(len(source)))
    rest, held = _held_out(source, corpus)
    places = list(range(EVERY // 2, len(source), EVERY))
    assert [sentence.text for sentence in held] == [source[n].text for n in places]
    assert rest.weights.tolist() == [n for n in range(len(source)) if n not in places]


def test_a_source_too_small_to_spare_anything_is_learned_whole():
    few = [SegmentSentence.from_words(["犬", "が"]), SegmentSentence.from_words(["猫", "が"])]
    segmenter = Segmenter(hide=0.0).fit(few)
    assert "calibrated_on" not in segmenter.report_
    assert segmenter.model_.slope == 1.0
    assert segmenter("犬が") == ["犬", "が"]


@pytest.mark.parametrize(
    ("dev", "message"),
    [
        ([], "no sentence of two characters"),
        ([SegmentSentence.raw("犬")], "no sentence of two characters"),
        ([SegmentSentence.raw("犬が")], "must be cut in full"),
    ],
)
def test_a_development_set_that_cannot_judge_is_refused(dev, message, source):
    with pytest.raises(CorpusError, match=message):
        Segmenter().fit(source[:20], dev=dev)


def test_more_draws_of_what_is_withheld_are_averaged(source):
    one, two = (Segmenter(draws=draws, l2=5.0).fit(source[:80]) for draws in (1, 2))
    other = Segmenter(draws=1, l2=5.0, seed=1_000_003).fit(source[:80])
    raw = [SegmentSentence.raw(sentence.text) for sentence in source[80:100]]
    scores = [segmenter.reader_.boundary_scores(raw) for segmenter in (one, other, two)]
    assert not np.array_equal(scores[0], scores[1])
    assert scores[2] == pytest.approx((scores[0] + scores[1]) / 2, abs=0.15)


def test_a_callback_is_told_and_may_stop(source):
    told = []
    stopped = Segmenter(learner="crf", l2=1.0).fit(
        source, callback=lambda report: told.append(report) or True
    )
    assert told
    assert stopped.report_["reason"] == "stopped"
    assert stopped.report_["iterations"] <= 2


def test_an_interruption_stops_every_thread(source):
    before = threading.active_count()

    def interrupt(report):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Segmenter(learner="crf", threads=2).fit(source, callback=interrupt)
    assert threading.active_count() == before


def test_the_report_can_be_written_as_json(source, dev, tmp_path):
    segmenter = Segmenter(learner="perceptron").fit(source[:30], dev=dev)
    segmenter.save(tmp_path / "x.model")
    assert Segmenter.load(tmp_path / "x.model").report_ == segmenter.report_


def test_raw_text_keeps_ngrams_that_are_rare_in_the_source():
    source = [SegmentSentence.from_words(words) for words in (["犬", "が"], ["犬", "は"], ["犬が"]) * 3]
    source.append(SegmentSentence("猫も", bytes([CUT])))
    found = {}
    for raw in (None, ["猫も"], ["猫も", "猫も"]):
        segmenter = Segmenter(min_count=2, hide=0.0).fit(source, raw=raw)
        found[raw and len(raw)] = {name for name, _ in segmenter.explain("猫も")[0] if "猫" in name}
    assert not found[None]
    assert not found[1]
    assert "猫|" in found[2]


def test_raw_text_is_refused_where_nothing_is_dropped():
    source = [SegmentSentence.from_words(["犬", "が"])]
    for given in ({}, {"min_count": 1}):
        with pytest.raises(ParameterError, match="raw keeps n-grams that min_count would drop"):
            Segmenter(**given).fit(source, raw=["猫も"])
    with pytest.raises(ParameterError, match="expected several texts"):
        Segmenter(min_count=2).fit(source, raw="猫も")
