from __future__ import annotations

import copy
import io
import math
import pickle
from dataclasses import replace

import numpy as np
import pytest
import reference

from tagshift import persistence
from tagshift.data.corpus import Corpus
from tagshift.data.formats import read
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence
from tagshift.errors import CorpusError, ModelError, NotFittedError, ParameterError
from tagshift.features.segmenttemplates import named
from tagshift.features.wordlists import WordList, load
from tagshift.learners import LEARNERS
from tagshift.segmenter import Segmenter
from tagshift.tagger import Tagger

TEMPLATES = ["default", "tsuboi2009", "gao2010"]


def sentences_of(*lines):
    return [SegmentSentence.from_words(line.split(" ")) for line in lines]


NEWS = sentences_of(
    *(
        "犬 が 鳴く",
        "猫 が 鳴く",
        "犬 と 猫 が 好き だ",
        "鳥 は 空 を 飛ぶ",
        "空 は 青い",
        "青い 鳥 が 好き だ",
    ),
    *("犬 は 走る", "猫 は 走ら ない", "鳥 が 鳴く と 猫 が 走る", "ABC の 犬", "空 が 青い 。", "犬 と 鳥"),
)


@pytest.fixture(scope="module")
def source(samples):
    return list(read(samples / "ja.source.seg", task="segment"))[:250]


@pytest.fixture(scope="module")
def target(samples):
    return list(read(samples / "ja.target.seg", task="segment"))


@pytest.fixture(scope="module")
def words(samples):
    return load(str(samples / "ja.target.words"))


@pytest.fixture(scope="module", params=["svm", "crf"])
def fitted(request, source):
    return Segmenter(learner=request.param).fit(source)


@pytest.mark.parametrize("templates", TEMPLATES)
@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_learns_every_template_set(learner, templates, tmp_path):
    segmenter = Segmenter(templates=templates, learner=learner, hide=0.0).fit(NEWS)
    texts = [sentence.text for sentence in NEWS]
    assert segmenter.predict(texts) == [sentence.words() for sentence in NEWS]
    segmenter.save(tmp_path / "news.model")
    again = Segmenter.load(tmp_path / "news.model")
    assert again.predict(texts) == segmenter.predict(texts)
    assert again.reader_.best([SegmentSentence.raw(text) for text in texts]) == segmenter.predict(texts)
    for ours, theirs in zip(segmenter.predict_marginals(texts), again.predict_marginals(texts), strict=True):
        assert np.array_equal(ours, theirs)
        assert ((ours >= 0) & (ours <= 1)).all()


@pytest.mark.parametrize("templates", ["default", "tsuboi2009"])
@pytest.mark.parametrize("learner", ["svm", "crf"])
@pytest.mark.parametrize("listed", [False, True])
def test_on_the_samples_compiled_output_is_that_of_the_saved_model(
    templates, learner, listed, source, target, words, tmp_path
):
    segmenter = Segmenter(templates=templates, learner=learner, words=[words] if listed else []).fit(source)
    segmenter.save(tmp_path / "ja.model")
    again = Segmenter.load(tmp_path / "ja.model")
    raw = [SegmentSentence.raw(sentence.text) for sentence in target]
    found = again.predict(sentence.text for sentence in target)
    assert found == again.reader_.best(raw)
    assert found == segmenter.predict(sentence.text for sentence in target)
    streamed = io.BytesIO()
    again.label_stream(io.BytesIO("".join(s.text + "\n" for s in target).encode()), streamed)
    assert streamed.getvalue().decode() == "".join(" ".join(line) + "\n" for line in found)


def test_learned_words_are_cut_in_new_sentences(fitted, target):
    scores = fitted.evaluate(target).scores()
    assert scores.f1 > 80
    assert scores.unseen_recall < scores.seen_recall
    plain = [SegmentSentence.raw(sentence.text) for sentence in target]
    assert sum(len(sentence.words()) for sentence in plain) < scores.words


def test_the_best_segmentations_are_those_of_an_enumeration(fitted):
    for text in ("外国人参政", "それは本", "x犬"):
        chains = fitted.reader_.potentials([SegmentSentence.raw(text)])
        begin, length = chains.spans[0]
        factor = fitted.model_.slope / fitted.model_.scale
        nodes = (chains.nodes[begin : begin + length] * factor).tolist()
        chain = [(array * factor).tolist() for array in (chains.transitions, chains.start, chains.end)]
        every = reference.labellings(nodes, *chain, [[True, True]] * length)
        total = reference.log_sum([score for _, score in every])
        best = sorted((score - total for _, score in every), reverse=True)
        found = fitted.nbest(text, 1000)
        assert [log for log, _ in found] == pytest.approx(best, abs=1e-9)
        assert len({tuple(cut) for _, cut in found}) == 2**length
        assert found[0][1] == fitted(text)
        assert sum(math.exp(log) for log, _ in found) == pytest.approx(1)
        marginals = [
            sum(math.exp(score - total) for path, score in every if path[place]) for place in range(length)
        ]
        assert fitted.predict_marginals([text])[0] == pytest.approx(marginals, abs=1e-9)


def test_cuts_that_are_known_stay_in_whatever_is_asked(fitted, target, rng):
    for sentence in target[:40]:
        marks = rng.choice([NO_CUT, CUT, UNKNOWN, UNKNOWN], len(sentence.cuts)).astype(np.uint8)
        held = SegmentSentence(sentence.text, marks.tobytes())
        for _, found in [(0.0, fitted.predict_known([held])[0]), *fitted.nbest(held, 5)]:
            cuts = np.frombuffer(SegmentSentence.from_words(found).cuts, np.uint8)
            assert (cuts == marks)[marks != UNKNOWN].all()
        (sure,) = fitted.reader_.probabilities([held])
        assert sure[marks == CUT] == pytest.approx(1.0)
        assert sure[marks == NO_CUT] == pytest.approx(0.0, abs=1e-12)


def test_spaces_are_known_cuts(fitted):
    assert fitted("外 国人")[0] == "外"
    assert fitted("  外  国人 ") == fitted("外 国人")
    assert fitted(" ") == fitted("") == []
    assert fitted.predict_marginals(["外 国人"])[0][0] == pytest.approx(1.0)
    assert fitted.nbest("外 国", 9) == [(pytest.approx(0.0, abs=1e-9), ["外", "国"])]


def test_sentences_may_be_cut_in_part_or_not_at_all():
    part = SegmentSentence("犬が鳴く", bytes([CUT, UNKNOWN, UNKNOWN]))
    raw = SegmentSentence.raw("猫が鳴く")
    segmenter = Segmenter(hide=0.0).fit(
        [*NEWS, part, raw, SegmentSentence.raw(""), SegmentSentence.raw("犬")]
    )
    assert segmenter("犬が鳴く") == ["犬", "が", "鳴く"]
    assert Segmenter(learner="crf", l2=0.1).fit([part])("犬が鳴く")[0] == "犬"


# The support vector machine stops at a rougher optimum: what is exact in it is tested with the learner.
@pytest.mark.parametrize(("learner", "tolerance"), [("svm", 0.3), ("pointwise", 0.05), ("crf", 0.05)])
def test_a_sentence_of_weight_2_counts_as_two(learner, tolerance):
    templates = replace(named("default"), lists="none")
    twice = Segmenter(templates=templates, learner=learner, l2=1.0).fit([*NEWS, *NEWS[:4]])
    weights = [2.0] * 4 + [1.0] * (len(NEWS) - 4)
    heavy = Segmenter(templates=templates, learner=learner, l2=1.0).fit(NEWS, sample_weight=weights)
    own = [SegmentSentence(s.text, s.cuts, weight=w) for s, w in zip(NEWS, weights, strict=True)]
    assert_alike(twice, heavy, tolerance)
    assert_alike(heavy, Segmenter(templates=templates, learner=learner, l2=1.0).fit(own), 0.01)


def assert_alike(one, other, tolerance):
    """Two segmenters score all places of the news alike, to what rounding and stopping leave."""
    raw = [SegmentSentence.raw(sentence.text) for sentence in NEWS]
    scores = one.reader_.boundary_scores(raw), other.reader_.boundary_scores(raw)
    assert scores[0] == pytest.approx(scores[1], abs=tolerance)


def test_weights_of_a_learner_that_cannot_use_them_are_refused():
    with pytest.raises(ParameterError, match="weights"):
        Segmenter(learner="perceptron").fit(NEWS, sample_weight=[2.0] * len(NEWS))


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(source, tmp_path):
    for name, seed, threads in (("a", 3, 1), ("b", 3, 2), ("c", 4, 1)):
        Segmenter(seed=seed, threads=threads).fit(source[:80]).save(tmp_path / name)
    parts = {name: persistence.load(tmp_path / name) for name in "ac"}
    (_, arrays), (_, apart) = parts["a"], parts["c"]
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert any(not np.array_equal(found, apart[name]) for name, found in arrays.items() if name in apart)
    Segmenter(seed=3).fit(source[:80]).save(tmp_path / "again")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "again").read_bytes()


def test_a_word_list_brings_its_words(source, target, words):
    bare, listed = Segmenter().fit(source), Segmenter(words=[words]).fit(source)
    assert listed.score(target) > bare.score(target)
    assert len(listed.vocabulary_) == len(bare.vocabulary_)


def test_word_lists_for_templates_without_any_are_refused(words):
    with pytest.raises(ParameterError, match=r"'gao2010' have no features of word lists.*ja\.target\.words"):
        Segmenter(templates="gao2010", learner="crf", words=[words]).fit(NEWS)


@pytest.mark.parametrize("lists", [["own"], ["a", "a"]])
def test_two_lists_of_one_name_are_refused(lists):
    with pytest.raises(ParameterError, match="two word lists are called"):
        Segmenter(words=[WordList(name, ["犬"]) for name in lists]).fit(NEWS)


def test_the_vocabulary_is_of_the_source_width_and_case_aside():
    vocabulary = Segmenter().fit(NEWS).vocabulary_
    assert "走ら" in vocabulary
    assert "ａｂｃ" in vocabulary
    assert "走" not in vocabulary


@pytest.mark.parametrize(
    "sentences",
    [[], [SegmentSentence.raw("犬が鳴く")], sentences_of("犬", "猫"), [SegmentSentence.raw("")]],
)
def test_a_source_that_says_nothing_is_refused(sentences):
    with pytest.raises(CorpusError, match="no sentence to learn from"):
        Segmenter().fit(sentences)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"learner": "svn"}, "did you mean 'svm'"),
        ({"hide": 1.5}, "hide must be a number at least 0 and at most 1"),
        ({"l2": 0}, "l2 must be a number above 0"),
        ({"seed": -1}, "seed"),
        ({"threads": 0}, "threads"),
        ({"templates": "tsuboi"}, "no segmenter templates are called 'tsuboi'"),
        ({"learner": "pa", "l2": 1.0}, "'pa' has no regularisation"),
    ],
)
def test_parameters_outside_their_rules_are_refused_by_name(wrong, message):
    with pytest.raises(ParameterError, match=message):
        Segmenter(**wrong).fit(NEWS)


def test_parameters_are_got_and_set_as_in_scikit_learn():
    segmenter = Segmenter(l2=3.0)
    assert segmenter.set_params(learner="crf", seed=5) is segmenter
    again = Segmenter(**segmenter.get_params())
    assert again.get_params() == segmenter.get_params()
    clone = pytest.importorskip("sklearn.base").clone
    assert clone(segmenter).get_params() == segmenter.get_params()
    with pytest.raises(ParameterError, match="no parameter 'c'"):
        segmenter.set_params(c=1)


@pytest.mark.parametrize("ask", ["__call__", "predict", "nbest", "explain", "top", "save", "vocabulary_"])
def test_nothing_can_be_asked_before_fit(ask, tmp_path):
    asked = {"__call__": ["a"], "predict": [["a"]], "nbest": ["a", 1], "explain": ["a"], "top": [1]}
    with pytest.raises(NotFittedError, match="call fit first"):
        getattr(Segmenter(), ask)(*asked.get(ask, [tmp_path / "x"]))


def test_scores_need_gold_sentences_cut_in_full(fitted):
    with pytest.raises(CorpusError, match=r"sentence 2: .* cut in full"):
        fitted.evaluate([*sentences_of("犬"), SegmentSentence.raw("犬が")])


def test_a_gold_sentence_with_spaces_inside_is_scored_as_text(fitted):
    gold = SegmentSentence.from_words(["犬", " ", "猫"])
    assert fitted.evaluate([gold]).scores().words == 3
    assert fitted.score([gold]) == fitted.evaluate([gold]).scores().f1


def test_fewer_than_one_segmentation_is_refused(fitted):
    with pytest.raises(ParameterError, match="at least 1, got 0"):
        fitted.nbest("犬", 0)


def test_one_text_and_several_are_not_taken_for_each_other(fitted):
    for ask in (fitted.predict, fitted.predict_marginals):
        with pytest.raises(ParameterError, match="expected several texts, got one"):
            ask("犬が")
    with pytest.raises(ParameterError, match="expected one text, got list"):
        fitted(["犬が"])


def test_a_segmenter_that_was_used_can_be_pickled_and_copied(fitted):
    found = fitted("それは本です")
    assert pickle.loads(pickle.dumps(fitted))("それは本です") == found
    assert copy.deepcopy(fitted)("それは本です") == found


def test_odd_characters_are_text(fitted):
    text = "\0\ud800\u3000犬\U0010ffff\n\r"
    assert "".join(fitted(text)) == text
    assert fitted(text) == fitted.reader_.best([SegmentSentence.spaced(text)])[0]
    assert [len(found) for found in fitted.predict_marginals([text, "", "犬"])] == [len(text) - 1, 0, 0]


def test_a_loaded_segmenter_knows_what_it_was_told(source, tmp_path):
    made = Segmenter(templates="tsuboi2009", hide=0.2, seed=9).fit(source[:50])
    made.save(tmp_path / "x.model", provenance={"files": ["a.seg"]})
    again = Segmenter.load(tmp_path / "x.model")
    assert again.header["provenance"] == {"files": ["a.seg"]}
    assert again.report_ == made.report_
    assert (again.hide, again.seed, again.templates.name) == (0.2, 9, "tsuboi2009")
    assert again.vocabulary_.words == made.vocabulary_.words
    refitted = again.fit(source[:50])
    assert refitted.predict(["それは本です"]) == made.predict(["それは本です"])


def test_a_model_of_another_task_is_refused_by_name(tmp_path):
    path = tmp_path / "other.model"
    persistence.save(path, {"task": "tag"}, {"x": np.zeros(1)})
    with pytest.raises(ModelError, match=r"other\.model: .*'tag'"):
        Segmenter.load(path)
    Segmenter(hide=0.0).fit(NEWS).save(tmp_path / "seg.model")
    with pytest.raises(ModelError, match="expected a tagger"):
        Tagger.load(tmp_path / "seg.model")


DAMAGE = {
    "no settings": lambda header, arrays: header.pop("settings"),
    "settings of text": lambda header, arrays: header.update(settings="lost"),
    "an unknown setting": lambda header, arrays: header["settings"].update(depth=3),
    "a setting outside its rule": lambda header, arrays: header["settings"].update(hide=7),
    "no report": lambda header, arrays: header.pop("report"),
    "a report of numbers": lambda header, arrays: header.update(report=[1, 2]),
    "an array missing": lambda header, arrays: arrays.pop("keys.char2"),
    "keys out of order": lambda h, arrays: arrays.update({"keys.char2": arrays["keys.char2"][::-1].copy()}),
    "characters beyond Unicode": lambda h, a: a.update(alphabet=a["alphabet"] + np.uint32(0x110000)),
    "words of unknown characters": lambda h, a: a.update({"list0.ids": a["list0.ids"] + np.uint16(60_000)}),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_model_is_refused_by_its_name(what, tmp_path):
    path = tmp_path / "news.model"
    Segmenter(hide=0.0).fit(NEWS).save(path)
    header, arrays = persistence.load(path)
    DAMAGE[what](header, arrays)
    header = {key: value for key, value in header.items() if key not in ("format", "version")}
    persistence.save(path, header, arrays, force=True)
    with pytest.raises(ModelError, match=r"news\.model: .*damaged"):
        Segmenter.load(path)


def test_a_corpus_can_hold_sentences_of_one_character_among_others():
    assert len(Corpus.from_segments([*NEWS, *sentences_of("犬", "、")])) == len(NEWS) + 2
    assert Segmenter(hide=0.0).fit([*NEWS, *sentences_of("犬", "、")])("犬") == ["犬"]
