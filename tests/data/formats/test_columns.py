import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, tagged, written

from tagshift.data.formats.columns import FORMAT
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError


@given(st.lists(tagged(without=" \t", columns=2), max_size=4))
def test_sentences_are_read_back_as_they_were_written(sentences):
    assert read(FORMAT, written(FORMAT, sentences)) == sentences


def test_spaces_in_runs_or_tabs_separate_as_the_first_line_shows():
    assert read(FORMAT, "a  N   X\n\nb N X\n")[1] == TagSentence((["b"], ["N"]), ["X"])
    assert read(FORMAT, "a b\tN\nc d\tN\n")[0].tokens == ["a b", "c d"]


def test_a_number_sign_is_a_token():
    assert read(FORMAT, "# # O\n")[0].tokens == ["#"]


def test_a_document_mark_opens_a_document_and_is_no_token():
    text = "-DOCSTART- -X- O\n\na N O\n\n-DOCSTART- -X- O\nb N O\nc N O\n-DOCSTART- -X- O\n\nd N O\n\n"
    found = read(FORMAT, text)
    assert [(s.tokens, s.doc) for s in found] == [(["a"], "1"), (["b", "c"], "2"), (["d"], "3")]
    assert read(FORMAT, written(FORMAT, found)) == found


def test_a_line_of_spaces_ends_a_sentence():
    assert len(read(FORMAT, "a N\n  \nb N\n")) == 2


def test_a_column_too_many_is_located():
    with pytest.raises(CorpusError, match=r"demo:2: expected 3 column\(s\) as in line 1, got 4"):
        read(FORMAT, "a N O\nb c N O\n")


@pytest.mark.parametrize("token", ["a b", "a\tb", "", "-DOCSTART-"])
def test_a_cell_that_would_be_misread_is_refused(token):
    with pytest.raises(CorpusError, match=r"sentence 1: a cell .*write .tok"):
        written(FORMAT, [TagSentence(([token],), ["N"])])


def test_words_are_written_as_tokens_without_labels():
    assert written(FORMAT, [SegmentSentence.from_words(["ab", "c"])]) == b"ab _\nc _\n\n"
