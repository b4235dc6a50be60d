"""Sentences: what is known of their labels, and the words that follow from it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence, TagSentence
from tagshift.errors import CorpusError


@given(st.lists(st.text(min_size=1, max_size=4), max_size=8))
def test_words_come_back_as_they_went_in(words):
    sentence = SegmentSentence.from_words(words)
    assert sentence.words() == words
    assert sentence.text == "".join(words)
    assert len(sentence.cuts) == max(len(sentence.text) - 1, 0)


def test_words_may_be_white_space_and_lone_surrogates():
    words = ["\u3000", " ", "\ud800", "\0"]
    assert SegmentSentence.from_words(words).words() == words


def test_an_empty_word_is_refused_and_shown():
    with pytest.raises(CorpusError, match=r"got an empty one in \['a', '', 'b'\]"):
        SegmentSentence.from_words(["a", "", "b"])


@pytest.mark.parametrize("text", ["", "あ", "あい", "あいう"])
def test_raw_text_knows_nothing_of_the_places_between_its_characters(text):
    sentence = SegmentSentence.raw(text)
    assert list(sentence.cuts) == [UNKNOWN] * max(len(text) - 1, 0)
    assert sentence.words() == ([text] if text else [])


def test_an_unknown_place_is_no_cut_when_words_are_asked_for():
    sentence = SegmentSentence("あいうえ", bytes([UNKNOWN, CUT, NO_CUT]))
    assert sentence.words() == ["あい", "うえ"]
    assert list(sentence.spans()) == [(0, 2), (2, 4)]


def test_what_else_is_known_of_a_sentence_is_kept():
    sentence = SegmentSentence.from_words(["あ"], id="s1", weight=0.5, extra={"page": 3})
    assert (sentence.id, sentence.weight, sentence.extra) == ("s1", 0.5, {"page": 3})
    assert SegmentSentence.raw("あ", id="s2").id == "s2"


def test_the_tokens_are_the_first_column():
    sentence = TagSentence((["Oslo", "voted"], ["N", "V"]), ["B-LOC", None], doc="d1")
    assert sentence.tokens == ["Oslo", "voted"]
    assert sentence.weight == 1.0
