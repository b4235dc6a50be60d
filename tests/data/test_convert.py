import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.convert import as_segment, as_tag, tags_of
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError

words = st.text(st.characters(), min_size=1, max_size=4)
labels = st.one_of(st.none(), st.text(min_size=1), st.lists(st.text(min_size=1), min_size=2).map(tuple))


@given(st.lists(st.tuples(words, labels), max_size=5))
def test_tokens_with_one_label_come_back_from_a_text(pairs):
    sentence = TagSentence(([w for w, _ in pairs],), [one for _, one in pairs], id="7", weight=0.5, doc="d")
    assert as_tag(as_segment(sentence)) == sentence


@given(st.lists(st.tuples(words, st.lists(st.text(max_size=2), max_size=3)), max_size=5), st.integers(2, 5))
def test_all_tags_of_words_survive_the_way_through_tokens(pairs, label_column):
    tags, end = [], 0
    for word, levels in pairs:
        while levels and not levels[-1]:
            levels.pop()
        if levels:
            tags.append([end, end + len(word), levels])
        end += len(word)
    extra = {"tags": tags} if tags else {}
    sentence = SegmentSentence.from_words([word for word, _ in pairs], extra=extra)
    back = as_segment(as_tag(sentence, label_column))
    assert back.words() == sentence.words()
    assert tags_of(back) == tags_of(sentence)


def test_further_columns_become_levels_and_the_label_stands_in_its_place():
    sentence = TagSentence((["a"], ["N"], ["x"]), ["N2"], extra={"label_column": 2})
    assert as_segment(sentence).extra == {"tags": [[0, 1, ["N2", "x"]]]}
    sentence = TagSentence((["a"], ["N"], ["x"]), ["N2"])
    assert as_segment(sentence).extra == {"tags": [[0, 1, ["N", "x", "N2"]]]}


def test_without_labels_wanted_there_are_none():
    sentence = SegmentSentence.from_words(["a"], extra={"tags": [[0, 1, ["N"]]]})
    assert as_tag(sentence, 0).labels == [None]
    assert as_segment(as_tag(sentence, 0)).words() == ["a"]


def test_words_that_are_not_known_are_no_tokens():
    with pytest.raises(CorpusError, match="place 1 is undecided"):
        as_tag(SegmentSentence.raw("ab"))


def test_an_empty_token_is_no_word():
    with pytest.raises(CorpusError, match="empty token"):
        as_segment(TagSentence((["a", ""],), [None, None]))


@pytest.mark.parametrize("tags", ["x", [1], [[0, 1]], [[0, 1, [2]]], [["0", 1, []]]])
def test_tags_of_another_shape_are_refused(tags):
    with pytest.raises(CorpusError, match="tags"):
        tags_of(SegmentSentence("a", b"", extra={"tags": tags}))
