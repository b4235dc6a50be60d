import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, segments, texts, written

from tagshift.data.formats.part import FORMAT
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence
from tagshift.errors import CorpusError


@st.composite
def with_tags(draw):
    sentence = draw(segments())
    skipped = [n for n, cut in enumerate(sentence.cuts, 1) if cut == UNKNOWN and draw(st.booleans())]
    tags = [[a, b, [draw(texts(min_size=1, max_size=3))]] for a, b in sentence.spans() if draw(st.booleans())]
    sentence.extra |= {"skipped": skipped} if skipped else {}
    sentence.extra |= {"tags": tags} if tags else {}
    return sentence


@given(st.lists(with_tags(), max_size=4))
def test_sentences_are_read_back_as_they_were_written(sentences):
    assert read(FORMAT, written(FORMAT, sentences)) == sentences


def test_the_four_marks_mean_cut_no_cut_unknown_and_skipped():
    (sentence,) = read(FORMAT, "外-国|人 参?政")
    assert sentence.text == "外国人参政"
    assert list(sentence.cuts) == [NO_CUT, CUT, UNKNOWN, UNKNOWN]
    assert sentence.extra == {"skipped": [4]}


def test_tags_follow_a_words_last_character():
    (sentence,) = read(FORMAT, "コ-ー-パ-ス/N/ko:pasu|の/P&Q|未 知")
    assert sentence.extra["tags"] == [[0, 4, ["N", "ko:pasu"]], [4, 5, [["P", "Q"]]]]
    assert written(FORMAT, [sentence]).decode() == "コ-ー-パ-ス/N/ko:pasu|の/P&Q|未 知\n"


def test_a_tag_may_hold_a_hyphen_and_a_space():
    (sentence,) = read(FORMAT, "a/x-y z|b")
    assert sentence.extra["tags"] == [[0, 1, ["x-y z"]]]


def test_marks_as_characters_are_escaped():
    text = "|-?/ &\\"
    sentence = SegmentSentence(text, bytes([CUT] * 6))
    assert written(FORMAT, [sentence]).decode() == "\\||\\-|\\?|\\/|\\ |\\&|\\\\\n"
    assert read(FORMAT, written(FORMAT, [sentence])) == [sentence]


def test_a_blank_line_is_an_empty_sentence_and_one_character_has_no_mark():
    assert [s.text for s in read(FORMAT, "\na\n")] == ["", "a"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a||b", "column 3 stands where a character should"),
        ("|a", "column 1 stands where a character should"),
        ("外国", "'国' at column 2 stands where a mark is expected"),
        ("a\\|b", "column 2 stands where a mark is expected"),
        ("a&b", "column 2 stands where a mark is expected"),
        ("a|", "no character after it"),
        ("a|b\\", "escapes nothing"),
    ],
)
def test_a_mark_misplaced_is_located(line, problem):
    with pytest.raises(CorpusError, match=rf"demo:2: .*{problem}"):
        read(FORMAT, f"a|b\n{line}\n")


def test_a_tag_where_no_word_ends_is_refused():
    with pytest.raises(CorpusError, match=r"sentence 1: tags at \(0, 1\), where no word ends"):
        written(FORMAT, [SegmentSentence("ab", bytes([UNKNOWN]), extra={"tags": [[0, 1, ["N"]]]})])


def test_full_annotation_goes_to_partial_and_back():
    sentence = SegmentSentence.from_words(["外国", "人", "参政", "権"])
    assert written(FORMAT, [sentence]).decode() == "外-国|人|参-政|権\n"
