from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from streams import fired, spelled, streamed, words_of

from tagshift.features import chartypes
from tagshift.features.lexicon import (
    CAP,
    LONGEST,
    MIXED,
    ROW_LENGTH,
    ROWS,
    STATES,
    Lexicon,
    Matches,
    hidden,
    lattice_block,
    lattice_states,
    match_block,
    own_lexicon,
    type_classes,
)
from tagshift.features.segmentindex import word_places

LETTERS = "abア漢"
lines = st.lists(
    st.lists(st.text(LETTERS, min_size=1, max_size=4), max_size=5).map(" ".join), min_size=1, max_size=5
)
lists = st.lists(st.text(LETTERS, min_size=1, max_size=9), max_size=8, unique=True)


def own_of(*lines):
    corpus, alphabet, stream = streamed(*lines, letters=LETTERS)
    lexicon, own = own_lexicon(stream, *word_places(corpus, stream))
    return alphabet, stream, lexicon, own


def listed(alphabet, *spelled, classes=None, n_classes=4):
    found = np.arange(len(spelled)) % n_classes if classes is None else np.array(classes)
    return Lexicon.of(words_of(alphabet, *spelled), found.astype(np.uint8), n_classes)


def seen(matches, stream):
    """Matches as (sentence, place in it, length)."""
    sentences = stream.sentence[matches.begins]
    places = matches.begins - stream.starts[sentences]
    return list(zip(sentences.tolist(), places.tolist(), matches.lengths.tolist(), strict=True))


# Lists


def test_of_words_that_repeat_the_first_class_stands_and_impossible_words_are_left_out():
    _, alphabet, _ = streamed("abc")
    longest = "a" * LONGEST
    words = ("ab", "", "c", "ab", "ax", longest, longest + "a", "c")
    found = listed(alphabet, *words, classes=[3, 1, 2, 0, 1, 1, 1, 3])
    assert spelled(found.words, alphabet) == ["ab", "c", longest]
    assert found.classes.tolist() == [3, 2, 1]
    assert len(found) == 3


@given(lists, lists)
def test_joined_lists_hold_the_words_of_both_with_the_classes_of_the_first(one, other):
    _, alphabet, _ = streamed(LETTERS)
    first, second = listed(alphabet, *one), listed(alphabet, *other)
    both = first.joined(second)
    assert spelled(both.words, alphabet) == list(dict.fromkeys([*one, *other]))
    classes = {word: n % 4 for words in (other, one) for n, word in enumerate(words)}
    assert both.classes.tolist() == [classes[word] for word in dict.fromkeys([*one, *other])]
    assert first.holds(second).tolist() == [word in one for word in other]


def test_the_class_of_a_word_is_the_type_that_its_characters_share():
    corpus, alphabet, _ = streamed("アア 漢ア a")
    types = alphabet.types[corpus.units]
    found = type_classes(words_of(alphabet, "アア", "漢ア", "a"), types)
    assert found.tolist() == [chartypes.KATAKANA, MIXED, chartypes.LATIN]
    assert type_classes(words_of(alphabet), types[:0]).tolist() == []


# Matches


@given(lines, lists)
def test_matches_are_all_occurrences_of_listed_words_within_sentences(lines, words):
    corpus, alphabet, stream = streamed(*lines, letters=LETTERS)
    lexicon = listed(alphabet, *words)
    matches = lexicon.matches(stream)
    expected = [
        (sentence, place, len(words[number]), number % 4)
        for sentence, text in enumerate(corpus.texts())
        for place, number in reference.occurrences(text, words)
    ]
    found = seen(matches, stream)
    assert [(*match, kind) for match, kind in zip(found, matches.classes.tolist(), strict=True)] == expected


def test_an_empty_list_matches_nothing():
    _, alphabet, stream = streamed("ab")
    assert len(listed(alphabet).matches(stream).begins) == 0


# The source's own words


@given(lines)
def test_the_own_list_is_the_words_of_the_corpus_in_order_with_their_counts(lines):
    alphabet, _, lexicon, own = own_of(*lines)
    words = [word for line in lines for word in line.split()]
    assert spelled(lexicon.words, alphabet) == list(dict.fromkeys(words))
    assert own.totals.tolist() == list(Counter(words).values())
    for number, word in enumerate(dict.fromkeys(words)):
        for sentence, line in enumerate(lines):
            elsewhere = own.elsewhere(np.array([number], np.int32), np.array([sentence], np.int32))
            assert elsewhere.tolist() == [words.count(word) - line.split().count(word)]


def test_own_words_have_the_class_of_their_types_and_too_long_ones_are_no_words():
    alphabet, _, lexicon, own = own_of("アア 漢ア " + "a" * LONGEST, "漢 " + "a" * (LONGEST + 1))
    assert spelled(lexicon.words, alphabet) == ["アア", "漢ア", "a" * LONGEST, "漢"]
    latin, katakana, han = chartypes.LATIN, chartypes.KATAKANA, chartypes.HAN
    assert lexicon.classes.tolist() == [katakana, MIXED, latin, han]
    assert own.totals.tolist() == [1, 1, 1, 1]


def test_the_share_of_some_words_counts_them_as_often_as_they_come():
    _, _, _, own = own_of("a a a b")
    assert own.share(np.array([True, False])) == 0.75
    _, _, _, none = own_of("")
    assert none.share(np.zeros(0, bool)) == 0.0


@given(lines)
def test_an_own_word_is_seen_only_where_another_sentence_has_it_as_a_word(lines):
    _, stream, lexicon, own = own_of(*lines)
    tokens = [line.split() for line in lines]
    words = list(dict.fromkeys(word for line in tokens for word in line))
    expected = [
        (sentence, place, len(words[number]))
        for sentence, line in enumerate(tokens)
        for place, number in reference.occurrences("".join(line), words)
        if any(words[number] in other for n, other in enumerate(tokens) if n != sentence)
    ]
    assert seen(lexicon.withheld(stream, own, 0.0, 0), stream) == expected


def test_a_list_from_outside_is_hidden_in_a_share_alone():
    _, alphabet, stream = streamed("ab", "ab", "b")
    lexicon = listed(alphabet, "ab", "b")
    assert seen(lexicon.withheld(stream, None, 0.0, 0), stream) == seen(lexicon.matches(stream), stream)
    assert seen(lexicon.withheld(stream, None, 1.0, 0), stream) == []


def test_a_word_is_hidden_in_the_whole_of_a_sentence_or_not_at_all():
    _, alphabet, stream = streamed(*["abab"] * 300)
    found = seen(listed(alphabet, "ab").withheld(stream, None, 0.3, 5), stream)
    places = {n: [place for sentence, place, _ in found if sentence == n] for n in range(300)}
    kept = sum(place == [0, 2] for place in places.values())
    assert kept + sum(place == [] for place in places.values()) == 300
    assert 170 < kept < 250


@pytest.mark.parametrize("share", [0.05, 0.1, 0.5])
def test_the_share_that_is_hidden_is_the_one_asked_for(share):
    words, sentences = (np.repeat(np.arange(200, dtype=np.int32), 200), np.tile(np.arange(200), 200))
    found = hidden(words, sentences.astype(np.int32), share, 1).reshape(200, 200)
    assert found.mean() == pytest.approx(share, abs=0.01)
    spread = 6 * (share * (1 - share) / 200) ** 0.5
    assert np.abs(found.mean(axis=0) - share).max() < spread  # in every sentence
    assert np.abs(found.mean(axis=1) - share).max() < spread  # and of every word


def test_what_is_hidden_depends_on_the_seed_and_grows_with_the_share():
    words = np.arange(5000, dtype=np.int32)
    one = hidden(words, words, 0.1, 3)
    assert np.array_equal(one, hidden(words, words, 0.1, 3))
    assert np.array_equal(one[::-1], hidden(words[::-1], words[::-1], 0.1, 3))
    assert not np.array_equal(one, hidden(words, words, 0.1, 4))
    assert (hidden(words, words, 0.2, 3) >= one).all()
    assert hidden(words, words, 1.0, 3).all()
    for seed in (-1, 2**70):
        assert 400 < hidden(words, words, 0.1, seed).sum() < 600


# Blocks


def naive_rows(matches, position):
    """What a reader would write of one place: the matches near it, row and place in the row."""
    for begin, kind, length in zip(matches.begins, matches.classes, matches.lengths, strict=True):
        after = position + 1 - int(begin)  # characters between the word's beginning and the place
        base = int(kind) * ROWS
        if length <= ROW_LENGTH:
            anchors = {int(length) - 1: [0]}
        else:
            begin_row, inside, end = range(ROW_LENGTH, ROWS)
            anchors = {begin_row: [0], inside: list(range(1, int(length))), end: [int(length)]}
        for row, starts in anchors.items():
            yield from ((base + row, after - start) for start in starts if 0 <= after - start <= ROW_LENGTH)


@given(lines, lists)
def test_a_match_bears_on_the_places_before_inside_and_behind_it(lines, words):
    _, alphabet, stream = streamed(*lines, letters=LETTERS)
    matches = listed(alphabet, *words).matches(stream)
    block = match_block("own.words", matches, 4)
    assert (block.name, block.rows, block.width, block.shift) == ("own.words", 4 * ROWS, ROW_LENGTH + 1, -1)
    assert (np.diff(block.anchors) >= 0).all()
    for position in range(7, stream.size):
        assert fired(block, position) == sorted(naive_rows(matches, position))


def test_the_rows_of_a_long_word_say_where_it_begins_goes_on_and_ends():
    long = "a" * 7 + "b" * 3
    _, alphabet, stream = streamed(long)
    block = match_block("x", listed(alphabet, long, classes=[2]).matches(stream), 4)
    first = int(stream.starts[0])
    begin, inside, end = 2 * ROWS + ROW_LENGTH, 2 * ROWS + ROW_LENGTH + 1, 2 * ROWS + ROW_LENGTH + 2
    assert (begin, 0) in fired(block, first - 1)
    assert [(inside, 0) in fired(block, first - 1 + n) for n in range(11)] == [False, *[True] * 9, False]
    assert (end, 0) in fired(block, first + 9)


@given(lines, lists)
def test_the_state_of_a_place_is_the_longest_word_that_ends_begins_and_lies_across(lines, words):
    corpus, alphabet, stream = streamed(*lines, letters=LETTERS)
    matches = listed(alphabet, *words).matches(stream)
    states = lattice_states(matches, stream.size)
    assert len(states) == stream.size
    for start, text in zip(stream.starts.tolist(), corpus.texts(), strict=True):
        for place in range(1, len(text)):
            ending, starting, across = reference.word_states(text, words, place, CAP)
            expected = (ending * (CAP + 1) + starting) * (CAP + 1) + across
            assert states[start + place - 1] == expected < STATES


def test_states_are_told_apart_by_the_types_either_side_and_stand_inside_sentences_alone():
    _, alphabet, stream = streamed("a漢", "", "ア", "aア漢")
    block = lattice_block("own.lattice", listed(alphabet, "漢", "aア").matches(stream), stream)
    assert (block.rows, block.width, block.shift) == (STATES * chartypes.COUNT**2, 1, 0)
    first, last = int(stream.starts[0]), int(stream.starts[3])
    assert block.anchors.tolist() == [first, last, last + 1]
    states, pairs = np.divmod(block.ids, chartypes.COUNT**2)
    latin, katakana, han = chartypes.LATIN, chartypes.KATAKANA, chartypes.HAN
    assert [divmod(pair, chartypes.COUNT) for pair in pairs.tolist()] == [
        (latin, han),
        (latin, katakana),
        (katakana, han),
    ]
    base = CAP + 1
    assert states.tolist() == [1 * base, 2, 2 * base * base + 1 * base]


def test_no_match_leaves_states_of_nothing():
    none = np.zeros(0, np.int32)
    matches = Matches(none, np.zeros(0, np.uint8), none)
    assert lattice_states(matches, 4).tolist() == [0, 0, 0, 0]
    assert len(match_block("x", matches, 1).anchors) == 0
