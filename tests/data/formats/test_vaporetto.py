import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, segments, texts, written

from tagshift.data.formats import by_name
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence, TagSentence
from tagshift.errors import CorpusError

TOKENISED, PARTIAL, DICTIONARY = (by_name(f"vaporetto{kind}") for kind in ("", "-part", "-dict"))


@st.composite
def with_tags(draw, cuts):
    sentence = draw(segments(without="\0", cuts=cuts, min_size=1))
    levels = st.lists(texts(without="\0", min_size=1, max_size=3), min_size=1, max_size=2)
    tags = [[a, b, draw(levels)] for a, b in sentence.spans() if draw(st.booleans())]
    sentence.extra |= {"tags": tags} if tags else {}
    return sentence


@given(st.lists(with_tags((NO_CUT, CUT)), max_size=4))
def test_tokenised_sentences_are_read_back_as_they_were_written(sentences):
    assert read(TOKENISED, written(TOKENISED, sentences)) == sentences


@given(st.lists(with_tags((NO_CUT, CUT, UNKNOWN)), max_size=4))
def test_partial_sentences_are_read_back_as_they_were_written(sentences):
    assert read(PARTIAL, written(PARTIAL, sentences)) == sentences


@given(st.lists(with_tags((NO_CUT, CUT)), max_size=4))
def test_a_dictionary_holds_every_word_once(sentences):
    found = [s.words() for s in read(DICTIONARY, written(DICTIONARY, sentences))]
    assert all(len(words) == 1 for words in found)
    assert {words[0] for words in found} == {word for s in sentences for word in s.words()}


def test_an_ampersand_is_a_character():
    (sentence,) = read(TOKENISED, "R&D/N&x")
    assert (sentence.words(), sentence.extra["tags"]) == (["R&D"], [[0, 3, ["N&x"]]])
    assert written(TOKENISED, [sentence]) == b"R&D/N&x\n"


def test_a_character_needs_no_escape_in_partial_annotation_but_a_tag_does():
    (sentence,) = read(PARTIAL, "|--|\\ //N\\-1/x| ")
    assert sentence.text == "|-\\/ "
    assert list(sentence.cuts) == [NO_CUT, CUT, UNKNOWN, CUT]
    assert sentence.extra["tags"] == [[2, 4, ["N-1", "x"]]]


def test_tags_may_end_at_any_mark():
    (sentence,) = read(PARTIAL, "a/N-b c/V")
    assert sentence.extra["tags"] == [[0, 1, ["N"]], [0, 3, ["V"]]]
    assert written(PARTIAL, [sentence]) == b"a/N-b c/V\n"


def test_empty_lines_are_read_but_never_written():
    for form in (TOKENISED, PARTIAL):
        assert [s.text for s in read(form, "a\n\nb\n")] == ["a", "", "b"]
        assert written(form, read(form, "a\n\nb\n")) == b"a\nb\n"


def test_a_word_with_two_tags_stands_twice_in_the_dictionary():
    sentences = [TagSentence((["a", "a", "b", "a"],), ["N", "V", None, "N"])]
    assert written(DICTIONARY, sentences) == b"a/N\na/V\nb\n"


@pytest.mark.parametrize("form", [TOKENISED, PARTIAL, DICTIONARY], ids=lambda form: form.name)
def test_what_vaporetto_rejects_is_refused(form):
    with pytest.raises(CorpusError, match="sentence 1: a NUL"):
        written(form, [SegmentSentence("\0", b"")])
    with pytest.raises(CorpusError, match="no choice of tags"):
        written(form, [TagSentence((["a"],), [("N", "V")])])


@pytest.mark.parametrize(
    ("line", "problem"),
    [("ab", "column 2 stands where a mark"), ("a|", "no character after it"), ("a/N\\", "escapes nothing")],
)
def test_a_mark_misplaced_is_located(line, problem):
    with pytest.raises(CorpusError, match=rf"demo:2: .*{problem}"):
        read(PARTIAL, f"a|b\n{line}")
    with pytest.raises(CorpusError, match="demo:1: "):
        read(TOKENISED, "/N")
