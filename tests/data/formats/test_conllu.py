import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, tagged, written

from tagshift.data.formats.conllu import FORMAT
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError

TREE = """# newdoc id = d1
# sent_id = s1
# text = Don't go.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\tMood=Imp\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\tgo\tgo\t_\tVB\t_\t0\troot\t_\tSpaceAfter=No
3.1\tyou\tyou\tPRON\t_\t_\t_\t_\t3:nsubj\t_
4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

"""


def test_a_tree_is_written_back_as_it_was_read():
    assert written(FORMAT, read(FORMAT, TREE)).decode() == TREE


def test_the_token_is_column_1_and_the_label_upos():
    (sentence,) = read(FORMAT, TREE)
    assert sentence.tokens == ["Do", "n't", "go", "."]
    assert sentence.labels == ["AUX", "PART", None, "PUNCT"]
    assert list(sentence.columns[3]) == ["VB", "RB", "VB", "."]  # XPOS is column 4
    assert (sentence.doc, sentence.id) == ("d1", "s1")


@pytest.mark.parametrize(
    ("column", "labels"), [(4, ["VB", "RB", "VB", "."]), (9, [None, None, "SpaceAfter=No", None])]
)
def test_another_column_can_be_the_label(column, labels):
    (sentence,) = read(FORMAT, TREE, label_column=column)
    assert sentence.labels == labels
    assert written(FORMAT, [sentence]).decode() == TREE


@given(st.lists(tagged(without="\t"), max_size=4))
def test_tokens_and_labels_are_read_back_as_they_were_written(sentences):
    found = read(FORMAT, written(FORMAT, sentences))
    assert [(s.tokens, s.labels) for s in found] == [(s.tokens, s.labels) for s in sentences]


def test_documents_are_opened_in_either_way():
    lines = "\t".join(["1", "a", *["_"] * 8])
    found = read(FORMAT, f"# doc = d1\n{lines}\n\n{lines}\n\n# newdoc id = d2\n{lines}\n")
    assert [s.doc for s in found] == ["d1", "d1", "d2"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("1\ta", "expected 10 columns between tabs, got 2"),
        ("2\ta" + "\t_" * 8, "expected the ID 1, got '2'"),
        ("x\ta" + "\t_" * 8, "expected the ID 1, got 'x'"),
        ("1\t" + "\t_" * 8, "holds the token and is empty"),
    ],
)
def test_a_line_that_is_none_is_located(line, problem):
    with pytest.raises(CorpusError, match=rf"demo:2: .*{problem}"):
        read(FORMAT, f"# a comment\n{line}\n")


def test_what_it_cannot_hold_is_refused():
    with pytest.raises(CorpusError, match="3 columns; CoNLL-U holds 9"):
        written(FORMAT, [TagSentence((["a"], ["x"]), ["N"])])
    with pytest.raises(CorpusError, match="an empty cell or a tab"):
        written(FORMAT, [TagSentence((["a\tb"],), ["N"])])


def test_words_are_written_as_tokens():
    data = written(FORMAT, [SegmentSentence.from_words(["ab", "c"])]).decode()
    assert [line.split("\t")[:2] for line in data.splitlines()[:2]] == [["1", "ab"], ["2", "c"]]
