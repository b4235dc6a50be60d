import inspect
import json
import pickle

import numpy as np
import pytest

from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError, ModelError, NotFittedError, ParameterError
from tagshift.features.gazetteer import Gazetteer
from tagshift.features.templates import TemplateSet, load
from tagshift.learners import CRF
from tagshift.persistence import load as load_file
from tagshift.persistence import save as save_file
from tagshift.segmenter import Segmenter
from tagshift.tagger import Tagger

PLACES = ["Rome", "Bad Ems", "Lima", "New Ulm", "Oslo", "Bonn"]
PEOPLE = ["Ada", "Bob Lee", "Eve", "Tom Ray", "Ida", "Max"]


def story(person, place):
    words, labels = [], []
    for piece, kind in ((person, "PER"), ("went to", None), (place, "LOC"), (".", None)):
        for n, word in enumerate(piece.split(" ")):
            words.append(word)
            labels.append("O" if kind is None else f"{'I' if n else 'B'}-{kind}")
    return TagSentence((words,), labels)


SOURCE = [story(person, place) for person in PEOPLE[:4] for place in PLACES[:4]]
DEV = [story(person, place) for person in PEOPLE[4:] for place in PLACES[4:]]


@pytest.fixture(scope="module", params=[False, True], ids=["plain", "fine"])
def tagger(request):
    return Tagger(l2=0.1, fine=request.param).fit(SOURCE)


def test_it_learns_its_source_and_labels_new_names(tagger):
    assert tagger.score(SOURCE) == 100.0
    assert tagger(["Ida", "went", "to", "Oslo", "."]) == ["B-PER", "O", "O", "B-LOC", "O"]


def test_labels_are_always_legal_when_the_source_was(tagger, rng):
    words = ["Bad", "Ems", "went", "Bob", "Lee", "."]
    texts = [[words[n] for n in rng.integers(0, len(words), 8)] for _ in range(50)]
    for labels in tagger.predict(texts):
        for before, label in zip(["O", *labels], labels, strict=False):
            assert not label.startswith("I-") or before[2:] == label[2:]


def test_known_labels_are_kept(tagger):
    known = [[None, None, None, ("B-PER", "O"), None]]
    assert tagger.predict([["Ida", "went", "to", "Oslo", "."]], known)[0][3] in ("B-PER", "O")
    with pytest.raises(ParameterError, match="known must have as many sentences"):
        tagger.predict([["Ida"], ["Max"]], [[None]])


def test_marginals_sum_to_one_and_rank_the_label_given(tagger):
    texts = [s.tokens for s in DEV]
    for labels, found in zip(tagger.predict(texts), tagger.predict_marginals(texts), strict=True):
        np.testing.assert_allclose(found.sum(axis=1), 1.0)
        assert [tagger.labels_[k] for k in found.argmax(axis=1)] == labels


def test_the_first_of_the_best_is_the_prediction(tagger):
    texts = [s.tokens for s in DEV]
    for labels, several in zip(tagger.predict(texts), tagger.nbest_of(texts, 3), strict=True):
        assert several[0][1] == labels
        logs = [log for log, _ in several]
        assert logs == sorted(logs, reverse=True)
        assert sum(np.exp(logs)) <= 1 + 1e-9
    with pytest.raises(ParameterError, match="at least 1, got 0"):
        tagger.nbest(texts[0], 0)


def test_likelihood_of_the_prediction_is_that_of_the_best(tagger):
    text = DEV[0].tokens
    log, labels = tagger.nbest(text, 1)[0]
    assert tagger.log_likelihood([TagSentence((text,), labels)])[0] == pytest.approx(log)


def test_batches_do_not_show(tagger, monkeypatch):
    texts = [s.tokens for s in SOURCE] + [[]]
    whole = tagger.predict(texts), tagger.predict_marginals(texts)
    monkeypatch.setattr("tagshift.decode.tag_batches.BATCH", 7)
    assert tagger.predict(texts) == whole[0]
    for one, other in zip(tagger.predict_marginals(texts), whole[1], strict=True):
        np.testing.assert_allclose(one, other, atol=1e-12)
    assert next(tagger.stream(iter(texts))) == whole[0][0]


def test_the_number_of_threads_does_not_show(tagger, monkeypatch):
    texts = [s.tokens for s in SOURCE] + [[], *([f"new{n}", "went", "."] for n in range(200))]
    one = tagger.predict(texts), tagger.predict_marginals(texts), tagger.nbest_of(texts, 2)
    monkeypatch.setattr("tagshift.decode.tag_batches.BATCH", 7)
    for threads in (2, 4):
        fresh = pickle.loads(pickle.dumps(Tagger(l2=0.1, fine=tagger.fine).fit(SOURCE)))
        fresh.set_params(threads=threads)
        for values in fresh.model_.index.caches.values():
            values.limit = 30  # so small that every thread empties it for the others
        assert fresh.predict(texts) == one[0]
        for several, other in zip(fresh.nbest_of(texts, 2), one[2], strict=True):
            assert [labels for _, labels in several] == [labels for _, labels in other]
        for found, other in zip(fresh.predict_marginals(texts), one[1], strict=True):
            np.testing.assert_allclose(found, other, atol=1e-12)


def test_a_saved_tagger_labels_alike(tmp_path):
    towns = Gazetteer.from_lines("towns", [*PLACES, "Bad Ems\tSPA"], own=True)
    tagger = Tagger(l2=0.1, gazetteers=[towns]).fit(SOURCE)
    tagger.save(tmp_path / "a.model", provenance={"seed": 1})
    again = Tagger.load(tmp_path / "a.model")
    texts = [s.tokens for s in SOURCE + DEV]
    assert again.predict(texts) == tagger.predict(texts)
    for one, other in zip(again.predict_marginals(texts), tagger.predict_marginals(texts), strict=True):
        assert np.array_equal(one, other)
    assert again.vocabulary_ == tagger.vocabulary_ == {w for s in SOURCE for w in s.tokens}
    assert again.header["provenance"] == {"seed": 1}
    assert again.report_ == tagger.report_
    again.save(tmp_path / "b.model", provenance={"seed": 1})
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()


@pytest.mark.parametrize("harm", ["task", "settings", "vocabulary.text", "chain.end"])
def test_a_model_that_is_no_tagger_is_refused_by_name(tmp_path, tagger, harm):
    tagger.save(tmp_path / "a.model")
    header, arrays = load_file(tmp_path / "a.model")
    arrays = dict(arrays)
    if harm == "task":
        header["task"] = "segment"
    header.pop(harm, None) if harm == "settings" else arrays.pop(harm, None)
    save_file(tmp_path / "b.model", header, arrays)
    with pytest.raises(ModelError, match=r"b\.model"):
        Tagger.load(tmp_path / "b.model")


def test_dev_chooses_the_regularisation_and_keeps_the_best():
    chosen = Tagger().fit(SOURCE, dev=DEV)
    scores = [Tagger(l2=chosen.l2_).fit(SOURCE).score(DEV), chosen.score(DEV)]
    assert scores[0] == pytest.approx(scores[1], abs=0.01)
    assert Tagger(l2=0.7).fit(SOURCE, dev=DEV).l2_ == 0.7


def test_columns_of_the_file_are_read_where_templates_or_the_user_name_them():
    source = [TagSentence((["x", "y"], ["n", "v"]), ["N", "V"]), TagSentence((["z"], ["v"]), ["V"])]
    assert Tagger(templates="toepfer2012", l2=0.1).fit(source)(["y"]) == ["V"]
    seeing = Tagger(templates="toepfer2012", feature_columns=[2], l2=0.1).fit(source)
    assert seeing(TagSentence((["q"], ["v"]), [None])) == ["V"]
    with pytest.raises(CorpusError, match="column 2"):
        seeing(["q"])
    with pytest.raises(CorpusError, match="column 2 of the corpus"):
        Tagger(templates="chunk").fit(SOURCE)


def test_a_label_column_in_the_middle_does_not_shift_the_others():
    source = [
        TagSentence((["x", "y"], ["n", "v"]), ["N", "V"], extra={"label_column": 2}),
        TagSentence((["y", "x"], ["n", "v"]), ["N", "V"], extra={"label_column": 2}),
    ]
    seeing = Tagger(templates="toepfer2012", feature_columns=[3], l2=0.01).fit(source)
    assert seeing(TagSentence((["x"], ["v"]), [None], extra={"label_column": 2})) == ["V"]


def test_weight_zero_is_absence_and_weight_two_is_twice():
    odd = story("Ada", "Rome")
    odd.labels = ["O"] * len(odd.tokens)
    texts = [s.tokens for s in DEV]
    index_alike = {"templates": load("toepfer2012"), "l2": 1.0, "max_iterations": 500}
    none = Tagger(**index_alike).fit([*SOURCE, odd], sample_weight=[*[1.0] * len(SOURCE), 0.0])
    twice = Tagger(**index_alike).fit([*SOURCE, odd, odd])
    double = Tagger(**index_alike).fit([*SOURCE, odd], sample_weight=[*[1.0] * len(SOURCE), 2.0])
    without = Tagger(**index_alike).fit(SOURCE)
    for one, other in ((none, without), (twice, double)):
        for a, b in zip(one.predict_marginals(texts), other.predict_marginals(texts), strict=True):
            np.testing.assert_allclose(a, b, atol=2e-3)


def test_raw_text_brings_its_attributes_for_partial_labels():
    for raw, there in (([["Kyoto", "Kyoto"]], True), (None, False)):
        tables = Tagger(l2=1.0).fit(SOURCE, raw=raw).model_.index.tables
        lower = next(table for table in tables if str(table.source) == "lower")
        assert ("kyoto" in lower.numbers) == there


def test_how_often_raw_attributes_must_occur_is_refused_without_raw_text():
    tagger = Tagger(l2=1.0, min_raw=3)
    with pytest.raises(ParameterError, match="min_raw counts in raw text, and fit got none"):
        tagger.fit(SOURCE)
    tables = tagger.fit(SOURCE, raw=[["Kyoto", "Kyoto", "Osaka"], ["Osaka", "Osaka"]]).model_.index.tables
    lower = next(table for table in tables if str(table.source) == "lower")
    assert ("kyoto" in lower.numbers, "osaka" in lower.numbers) == (False, True)


def test_threads_change_no_bit():
    one, two = (Tagger(l2=1.0, max_iterations=20, threads=n).fit(SOURCE) for n in (1, 2))
    assert np.array_equal(one.model_.chain.theta(), two.model_.chain.theta())


def test_templates_say_what_learns_until_the_user_does():
    def learned(**given):
        tagger = Tagger(templates="toepfer2012", l2=1.0, max_iterations=3, **given).fit(SOURCE)
        return tagger.learner_, tagger.margin_

    assert learned() == ("observed", 0.0)
    assert learned(margin=1.0) == ("observed", 1.0)
    assert learned(learner="crf") == ("crf", 2.0)
    assert Tagger(templates="toepfer2012", learner="perceptron").fit(SOURCE).margin_ is None
    tagger = Tagger(templates="toepfer2012", l2=1.0).fit(SOURCE)
    assert (tagger.model_.chain.weights[0] == 0).any()
    assert (Tagger(l2=1.0, max_iterations=3).fit(SOURCE).learner_) == "crf"


def test_what_templates_say_is_kept_in_the_model(tmp_path):
    Tagger(templates="toepfer2012", l2=1.0).fit(SOURCE).save(tmp_path / "a.model")
    settings = load_file(tmp_path / "a.model")[0]["settings"]
    assert (settings["learner"], settings["margin"]) == ("observed", 0.0)
    again = Tagger.load(tmp_path / "a.model")
    assert (again.learner_, again.margin_, again.learner, again.margin) == ("observed", 0.0, "observed", 0.0)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"learner": "crff"}, "templates mine: learner must be one of .* got 'crff'"),
        ({"learner": "pointwise", "margin": 1}, "templates mine: the learner 'pointwise' has no margin"),
    ],
)
def test_templates_that_ask_for_what_is_not_there_are_named(said, message):
    templates = TemplateSet.from_dict({"name": "mine", "templates": [{"each": ["lower"]}], "training": said})
    with pytest.raises(ParameterError, match=message):
        Tagger(templates=templates).fit(SOURCE)


def test_what_cannot_be_is_refused():
    with pytest.raises(CorpusError, match="no sentence"):
        Tagger().fit([])
    with pytest.raises(NotFittedError, match="call fit first"):
        Tagger().predict([["a"]])
    with pytest.raises(ParameterError, match="scheme must be one of"):
        Tagger(scheme="iob3").fit(SOURCE)
    with pytest.raises(ParameterError, match="learner must be"):
        Tagger(learner="crfs").fit(SOURCE)
    with pytest.raises(ParameterError, match="seed must be a whole number at least 0, got -1"):
        Tagger(seed=-1).fit(SOURCE)


@pytest.mark.parametrize("given", [{"l2": 0.5}, {"margin": 1.0}, {"max_iterations": 3}])
def test_a_learner_of_ones_own_leaves_no_parameter_unread(given):
    with pytest.raises(ParameterError, match=rf"keeps its own {next(iter(given))}; leave it out"):
        Tagger(learner=CRF(), **given).fit(SOURCE)


def test_a_tagger_of_a_learner_of_ones_own_is_saved_again_after_loading(tmp_path):
    Tagger(learner=CRF(max_iterations=3)).fit(SOURCE).save(tmp_path / "a.model")
    Tagger.load(tmp_path / "a.model").save(tmp_path / "b.model")
    assert (tmp_path / "a.model").read_bytes() == (tmp_path / "b.model").read_bytes()


def test_probabilities_are_calibrated_on_text_that_was_not_learned(rng):
    noisy = [story(PEOPLE[n % 4], PLACES[n // 4 % 4]) for n in range(64)]
    for sentence in noisy:
        sentence.labels = ["O" if rng.random() < 0.3 else label for label in sentence.labels]
    base = {"templates": "toepfer2012", "scheme": "none", "learner": "crf"}
    plain = Tagger(**base, margin=0.0).fit(noisy)
    alone = Tagger(**base).fit(noisy)
    with_dev = Tagger(**base, l2=2.0).fit(noisy, dev=noisy[:20])
    assert plain.model_.slope == 1.0
    for tagger in (alone, with_dev):
        assert tagger.model_.slope != 1.0
        likelihood = tagger.log_likelihood(noisy[:20]).sum()
        slope, tagger.model_.slope = tagger.model_.slope, 1.0
        assert with_dev is not tagger or likelihood > tagger.log_likelihood(noisy[:20]).sum()
        tagger.model_.slope = slope


def test_one_sentence_is_asked_for_its_best_as_many_are(tagger):
    texts = [s.tokens for s in DEV]
    alone = [tagger.nbest(text, 3) for text in texts]
    for one, many in zip(alone, tagger.nbest_of(texts, 3), strict=True):
        assert [labels for _, labels in one] == [labels for _, labels in many]
    kept = tagger.nbest(["Ida", "went"], 5, ["O", None])
    assert all(labels[0] == "O" for _, labels in kept)


def test_the_score_is_that_of_the_spans_or_else_of_the_tokens(tagger):
    found = tagger.evaluate(DEV)
    assert tagger.score(iter(DEV)) == found.span_scores().f1
    assert found.scores().unseen_tokens == sum(w not in tagger.vocabulary_ for s in DEV for w in s.tokens)
    plain = [TagSentence((["a", "b"],), ["N", "V"])]
    parts = Tagger(l2=0.1).fit(plain)
    assert parts.evaluate(plain).span_scores() is None
    assert parts.score([TagSentence((["a", "b"],), ["N", "N"])]) == 50.0


def test_the_report_is_of_json_and_says_what_was_minimised(tagger):
    said = json.loads(json.dumps(tagger.report_, allow_nan=False))
    assert (said["l2"], said["margin"], said["converged"]) == (0.1, 2.0, True)
    assert said["objectives"][-1] == said["objective"]


def test_two_labels_can_be_separated_by_a_support_vector_machine():
    source = [TagSentence((["x", "y"],), ["N", "V"]), TagSentence((["y"],), ["V"])]
    chosen = Tagger(learner="svm").fit(source * 3, dev=source)
    assert chosen(["x", "y"]) == ["N", "V"]
    with pytest.raises(ParameterError, match="separates two labels"):
        Tagger(learner="svm").fit(SOURCE)


def test_a_development_set_of_nothing_is_refused():
    with pytest.raises(CorpusError, match="development set has no sentence"):
        Tagger().fit(SOURCE, dev=[])


SHARED = ("fit", "predict", "predict_marginals", "nbest", "score", "evaluate", "save", "load")


@pytest.mark.parametrize("name", SHARED)
def test_taggers_and_segmenters_are_used_alike(name):
    ours, theirs = (inspect.signature(getattr(kind, name)).parameters for kind in (Tagger, Segmenter))
    for one, other in zip(ours.values(), theirs.values(), strict=False):
        assert one.kind == other.kind
    by_name = {n for n, p in ours.items() if p.kind is p.KEYWORD_ONLY}
    others = {n for n, p in theirs.items() if p.kind is p.KEYWORD_ONLY}
    assert by_name >= others if name == "fit" else by_name == others
    settings = set(Tagger().get_params()) & set(Segmenter().get_params())
    assert settings == {"templates", "learner", "l2", "seed", "threads"}
