import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, tagged, texts, written

from tagshift.data.formats.raw import FORMAT
from tagshift.data.sentence import CUT, UNKNOWN, SegmentSentence, TagSentence
from tagshift.errors import CorpusError


@given(st.lists(texts(without=" "), max_size=4))
def test_texts_are_read_back_as_they_were_written(lines):
    sentences = [SegmentSentence.raw(line) for line in lines]
    assert read(FORMAT, written(FORMAT, sentences)) == sentences


@given(st.lists(tagged(without=" ", labels=st.none(), min_size=0), max_size=4))
def test_tokens_are_read_back_as_they_were_written(sentences):
    assert read(FORMAT, written(FORMAT, sentences), task="tag") == sentences


def test_a_space_is_a_cut_already_known():
    assert read(FORMAT, " ab  c \n \n") == [
        SegmentSentence("abc", bytes([UNKNOWN, CUT])),
        SegmentSentence("", b""),
    ]


def test_a_number_sign_is_text():
    assert [s.text for s in read(FORMAT, "#\n# doc = x")] == ["#", "#doc=x"]


def test_a_token_with_a_space_is_refused():
    with pytest.raises(CorpusError, match="sentence 1: a token"):
        written(FORMAT, [TagSentence((["a b"],), [None])])
