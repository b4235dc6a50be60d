import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, segments, tagged, written

from tagshift.data.formats.seg import FORMAT
from tagshift.data.sentence import CUT, NO_CUT, SegmentSentence, TagSentence
from tagshift.errors import CorpusError


@given(st.lists(segments(without=" ", cuts=(NO_CUT, CUT)), max_size=4))
def test_sentences_are_read_back_as_they_were_written(sentences):
    assert read(FORMAT, written(FORMAT, sentences)) == sentences


@given(st.lists(tagged(without=" ", labels=st.none(), min_size=0), max_size=4))
def test_tokens_are_read_back_as_they_were_written(sentences):
    assert read(FORMAT, written(FORMAT, sentences), task="tag") == sentences


def test_only_u0020_separates_words():
    (sentence,) = read(FORMAT, "外国 \u3000 a\u00a0b \x85")
    assert sentence.words() == ["外国", "\u3000", "a\u00a0b", "\x85"]


def test_several_spaces_on_end_are_one_separator():
    assert [s.words() for s in read(FORMAT, "  a   b \n \n")] == [["a", "b"], []]


def test_a_blank_line_is_an_empty_sentence_so_that_line_numbers_stay():
    assert [s.text for s in read(FORMAT, "a\n\nb\n\n")] == ["a", "", "b", ""]
    assert written(FORMAT, read(FORMAT, "a\n\nb\n\n")) == b"a\n\nb\n\n"


def test_a_space_of_the_text_is_a_cut_and_appears_once():
    sentence = SegmentSentence("a b ", bytes([CUT, CUT, CUT]))
    assert written(FORMAT, [sentence]) == b"a b\n"


def test_a_space_inside_a_word_is_refused():
    with pytest.raises(CorpusError, match=r"sentence 1: U\+0020 inside a word at character 2; write .jsonl"):
        written(FORMAT, [SegmentSentence("a b", bytes([NO_CUT, NO_CUT]))])
    with pytest.raises(CorpusError, match="token that is empty or holds"):
        written(FORMAT, [TagSentence((["a b"],), [None])])


def test_an_undecided_place_is_refused_with_the_way_out():
    with pytest.raises(CorpusError, match=r"sentence 2: place 1 is undecided, .*write .part or .jsonl"):
        written(FORMAT, [SegmentSentence.raw("a"), SegmentSentence.raw("ab")])
