import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.corpus import Corpus, code_points
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence, TagSentence
from tagshift.errors import CorpusError, LabelError

texts = st.text(st.characters(), max_size=8)


@st.composite
def segments(draw):
    text = draw(texts)
    places = max(len(text) - 1, 0)
    cuts = draw(st.lists(st.sampled_from([NO_CUT, CUT, UNKNOWN]), min_size=places, max_size=places))
    return SegmentSentence(text, bytes(cuts), weight=draw(st.floats(0, 10)))


@given(st.lists(segments(), max_size=5))
def test_texts_and_cuts_are_in_the_arrays_one_behind_the_other(sentences):
    corpus = Corpus.from_segments(sentences)
    assert list(corpus.texts()) == [sentence.text for sentence in sentences]
    assert corpus.weights.tolist() == [sentence.weight for sentence in sentences]
    said = {NO_CUT: "-", CUT: "|", UNKNOWN: None}
    for sentence, start, end in zip(sentences, corpus.offsets[:-1], corpus.offsets[1:], strict=True):
        rows = corpus.allowed[start:end]
        assert [corpus.label_sets.labels_of(row) for row in rows[:-1]] == [said[cut] for cut in sentence.cuts]
        assert not rows[-1:].any()  # the last unit has no place after it


def test_lone_surrogates_nul_and_astral_characters_are_one_unit_each():
    text = "a\0\ud800𠮷\u3000"
    corpus = Corpus.from_segments([SegmentSentence.raw(text)])
    assert corpus.units.tolist() == [ord(character) for character in text]
    assert corpus.units.dtype == np.uint32
    assert code_points("").tolist() == []


def test_a_corpus_of_nothing_has_the_right_shapes():
    for corpus in (Corpus.from_segments([]), Corpus.from_tags([])):
        assert (len(corpus), corpus.offsets.tolist(), len(corpus.units), len(corpus.allowed)) == (
            0,
            [0],
            0,
            0,
        )


def test_cuts_that_do_not_fit_the_text_are_refused():
    with pytest.raises(CorpusError, match="sentence 2: expected 1 cuts for 2 characters, got 0"):
        Corpus.from_segments([SegmentSentence.raw("a"), SegmentSentence("ab", b"")])
    with pytest.raises(CorpusError, match="got 7"):
        Corpus.from_segments([SegmentSentence("ab", b"\7")])


@pytest.mark.parametrize("weight", [-1.0, float("nan"), float("inf")])
def test_a_weight_that_is_none_is_refused(weight):
    with pytest.raises(CorpusError, match="sentence 2: a weight"):
        Corpus.from_segments([SegmentSentence.raw("a"), SegmentSentence.raw("b", weight=weight)])


def test_tokens_are_interned_and_columns_with_them():
    sentences = [TagSentence((["a", "b"], ["x", "x"]), ["N", "V"]), TagSentence((["b"], ["y"]), [None])]
    corpus = Corpus.from_tags(sentences)
    assert corpus.vocabulary == ["a", "b"]
    assert corpus.units.tolist() == [0, 1, 1]
    assert [(ids.tolist(), names) for ids, names in corpus.columns] == [([0, 0, 1], ["x", "y"])]
    assert corpus.offsets.tolist() == [0, 2, 3]
    assert [corpus.label_sets.labels_of(row) for row in corpus.allowed] == ["N", "V", None]


def test_a_given_vocabulary_keeps_its_numbers_and_given_labels_theirs():
    corpus = Corpus.from_tags(
        [TagSentence((["b", "c"],), ["V", "N"])], labels=["V", "N"], vocabulary=["a", "b"]
    )
    assert corpus.vocabulary == ["a", "b", "c"]
    assert corpus.units.tolist() == [1, 2]
    assert corpus.label_sets.names == ("V", "N")


def test_an_unknown_label_is_named_with_its_sentence():
    with pytest.raises(LabelError, match="sentence 1: unknown label 'X'"):
        Corpus.from_tags([TagSentence((["a"],), ["X"])], labels=["N"])


def test_a_column_too_many_or_too_short_is_refused():
    good = TagSentence((["a"],), ["N"])
    with pytest.raises(CorpusError, match=r"sentence 2: expected 1 column\(s\), got 2"):
        Corpus.from_tags([good, TagSentence((["a"], ["b"]), ["N"])])
    with pytest.raises(CorpusError, match="different lengths"):
        Corpus.from_tags([TagSentence((["a"],), ["N", "V"])])
    with pytest.raises(CorpusError, match="at least 1"):
        Corpus.from_tags([TagSentence((), [])])


def test_other_weights_can_be_put_on_one_a_sentence():
    corpus = Corpus.from_segments([SegmentSentence.raw("a"), SegmentSentence.raw("b")])
    assert corpus.with_weights([0.5, 2]).weights.tolist() == [0.5, 2]
    with pytest.raises(CorpusError, match="expected 2 weights, one a sentence, got 1"):
        corpus.with_weights([1.0])
