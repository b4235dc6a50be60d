import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, tagged, texts, written

from tagshift.data.formats.tok import FORMAT
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError

names = st.one_of(st.none(), texts(without="\t", max_size=4))


@st.composite
def documents(draw):
    sentences = draw(st.lists(tagged(without="\t", columns=2), max_size=4))
    doc = None
    for sentence in sentences:
        doc = draw(names) or doc
        sentence.doc, sentence.id = doc, draw(names)
    return sentences


@given(documents())
def test_sentences_are_read_back_as_they_were_written(sentences):
    assert read(FORMAT, written(FORMAT, sentences)) == sentences


@given(st.lists(tagged(without="\t", columns=3), max_size=3), st.integers(2, 3))
def test_a_label_in_the_middle_stays_in_its_place(sentences, column):
    data = written(FORMAT, sentences)
    found = read(FORMAT, data, label_column=column)
    for old, new in zip(sentences, found, strict=True):
        assert list(new.columns[0]) == old.columns[0]
        assert new.labels == [None if cell == "_" else cell for cell in old.columns[column - 1]]
        assert len(new.columns) == 4  # the columns keep their numbers
    assert written(FORMAT, found) == data


def test_the_last_column_is_the_label_and_an_underscore_is_unknown():
    (sentence,) = read(FORMAT, "a\tN\tB-X\nb\tV\t_\n")
    assert sentence == TagSentence((["a", "b"], ["N", "V"]), ["B-X", None])


def test_label_column_0_says_that_all_columns_are_given():
    (sentence,) = read(FORMAT, "a\tN\n", label_column=0)
    assert sentence == TagSentence((["a"], ["N"]), [None])
    assert read(FORMAT, "a\n")[0].labels == [None]


def test_comments_name_sentences_and_documents_and_others_are_kept():
    text = "# doc = d1\n# id = s1\n# seen by two\na\tN\n\n# id = s2\nb\tN\n\n# doc = d2\nc\tN\n\n"
    found = read(FORMAT, text)
    assert [(s.doc, s.id) for s in found] == [("d1", "s1"), ("d1", "s2"), ("d2", None)]
    assert found[0].extra == {"comments": ["seen by two"]}
    assert written(FORMAT, found).decode() == text


def test_a_line_with_a_tab_is_no_comment_and_so_is_a_sign_alone():
    assert read(FORMAT, "# \tN\n#\tN\n")[0].tokens == ["# ", "#"]
    assert read(FORMAT, "#\n")[0].tokens == ["#"]


def test_white_space_of_other_kinds_is_a_token():
    assert read(FORMAT, "\u3000\tN\n \tN\n")[0].tokens == ["\u3000", " "]


def test_several_blank_lines_end_one_sentence():
    assert len(read(FORMAT, "\n\na\tN\n\n\nb\tN")) == 2


@pytest.mark.parametrize(("line", "count"), [("a", 1), ("a\tN\tX", 3)])
def test_a_column_too_few_or_too_many_is_located(line, count):
    with pytest.raises(
        CorpusError, match=rf"demo:4: expected 2 column\(s\) as in line 2, got {count} .* one tab"
    ):
        read(FORMAT, f"\nb\tN\n\n{line}\n")


def test_an_empty_token_is_refused():
    with pytest.raises(CorpusError, match="demo:1: the first column"):
        read(FORMAT, "\tN\n")


def test_a_column_that_is_not_there_is_refused():
    with pytest.raises(CorpusError, match=r"demo:1: no column 3 to use; the line has 2"):
        read(FORMAT, "a\tN\n", label_column=3)
    with pytest.raises(CorpusError, match="no column 4"):
        read(FORMAT, "a\tN\n", feature_columns=(4,))
    with pytest.raises(CorpusError, match="column 2 is the label, so it cannot be a feature"):
        read(FORMAT, "a\tN\n", feature_columns=(2,))


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        (TagSentence((["a"],), [("N", "V")]), "no place in a column"),
        (TagSentence((["a"],), ["_"]), "no place in a column"),
        (TagSentence((["a\tb"],), ["N"]), "a tab inside"),
        (TagSentence(([""],), ["N"]), "an empty token"),
        (TagSentence((["a"],), ["N"], id="x\ty"), "a tab in the comment"),
    ],
)
def test_what_columns_cannot_hold_is_refused_with_the_way_out(sentence, problem):
    with pytest.raises(CorpusError, match=rf"sentence 1: .*{problem}.*write .jsonl"):
        written(FORMAT, [sentence])


def test_words_are_written_as_tokens_without_labels():
    assert written(FORMAT, [SegmentSentence.from_words(["外国", "人"])]).decode() == "外国\t_\n人\t_\n\n"


def test_an_empty_sentence_has_no_line_and_is_left_out():
    assert written(FORMAT, [TagSentence(([],), [])]) == b""
