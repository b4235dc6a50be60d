import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, segments, tagged, texts, written

from tagshift.data.formats import read as read_file
from tagshift.data.formats.kytea import FORMAT
from tagshift.data.sentence import CUT, NO_CUT, SegmentSentence, TagSentence
from tagshift.errors import CorpusError

levels = st.one_of(
    texts(min_size=1, max_size=3), st.lists(texts(min_size=1, max_size=3), min_size=2, max_size=3)
)


@st.composite
def with_tags(draw):
    sentence = draw(segments(cuts=(NO_CUT, CUT)))
    tags = [
        [a, b, draw(st.lists(levels, min_size=1, max_size=3))]
        for a, b in sentence.spans()
        if draw(st.booleans())
    ]
    if tags:
        sentence.extra["tags"] = tags
    return sentence


@given(st.lists(with_tags(), max_size=4))
def test_sentences_and_their_tags_are_read_back_as_they_were_written(sentences):
    assert read(FORMAT, written(FORMAT, sentences)) == sentences


@given(st.lists(tagged(columns=1), max_size=3), st.sampled_from([{}, {"wordbound": "_", "tagbound": "|"}]))
def test_tokens_and_labels_are_read_back_under_any_marks(sentences, marks):
    found = read(FORMAT, written(FORMAT, sentences, **marks), marks=marks)
    assert [s.words() for s in found] == [list(s.tokens) for s in sentences]


def test_words_tags_and_candidates_are_told_apart():
    (sentence,) = read(FORMAT, "参政/N/さんせい 権/N&Suf  です")
    assert sentence.words() == ["参政", "権", "です"]
    assert sentence.extra["tags"] == [[0, 2, ["N", "さんせい"]], [2, 3, [["N", "Suf"]]]]


def test_an_escape_takes_the_meaning_from_a_mark():
    (sentence,) = read(FORMAT, r"1\/2/N\&M a\ b \\")
    assert sentence.words() == ["1/2", "a b", "\\"]
    assert sentence.extra["tags"] == [[0, 3, ["N&M"]]]


def test_the_label_is_the_first_tag_or_the_one_asked_for(tmp_path):
    path = tmp_path / "a.kytea"
    path.write_text("a/N/x b/V\n")
    assert next(read_file(path, task="tag")).labels == ["N", "V"]
    assert next(read_file(path, task="tag", label_column=3)).labels == ["x", None]
    assert next(read_file(path, task="tag", label_column=0)).labels == [None, None]
    assert written(FORMAT, list(read_file(path, task="tag", label_column=3))) == b"a/N/x b/V\n"


def test_a_blank_line_is_an_empty_sentence():
    assert [s.text for s in read(FORMAT, "a\n\nb")] == ["a", "", "b"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("a /N", "has no word"),
        ("a&b", "is a mark"),
        ("a\\", "escapes nothing"),
        ("a/N\\", "escapes nothing"),
    ],
)
def test_a_mark_misplaced_is_located(line, problem):
    with pytest.raises(CorpusError, match=rf"demo:2: .*{problem}"):
        read(FORMAT, f"ok\n{line}\n")


def test_what_full_annotation_cannot_hold_is_refused():
    with pytest.raises(CorpusError, match="sentence 1: place 1 is undecided"):
        written(FORMAT, [SegmentSentence.raw("ab")])
    with pytest.raises(CorpusError, match=r"tags at \(0, 1\), where no word stands"):
        written(FORMAT, [SegmentSentence("ab", bytes([NO_CUT]), extra={"tags": [[0, 1, ["N"]]]})])


def test_an_ambiguous_label_is_written_as_candidates():
    assert written(FORMAT, [TagSentence((["a"],), [("N", "V")])]) == b"a/N&V\n"
