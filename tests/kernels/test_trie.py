from __future__ import annotations

import numpy as np
import reference

from tagshift.features.trie import Trie, Words
from tagshift.kernels.trie import find_words


def words_of(*spelled):
    ids = np.array([ord(c) for word in spelled for c in word], np.uint16)
    return Words(ids, np.cumsum([0, *map(len, spelled)]))


def ids_of(text):
    return np.array([ord(c) for c in text], np.uint16)


def test_every_occurrence_of_every_listed_word_is_found_in_order(rng):
    for _ in range(30):
        listed = list(dict.fromkeys("".join(rng.choice(list("abc"), rng.integers(1, 5))) for _ in range(9)))
        text = "".join(rng.choice(list("abcd"), 40))
        begins, words = Trie.of(words_of(*listed)).matches(ids_of(text))
        assert list(zip(begins.tolist(), words.tolist(), strict=True)) == reference.occurrences(text, listed)


def test_gaps_and_unknown_characters_end_a_walk():
    trie = Trie.of(words_of("ab", "b"))
    text = np.array([97, 0, 98, 97, 1, 98, 97, 98], np.uint16)
    begins, words = trie.matches(text)
    assert begins.tolist() == [2, 5, 6, 7]
    assert words.tolist() == [1, 1, 0, 1]


def test_matches_without_room_are_counted_but_not_written():
    trie = Trie.of(words_of("a"))
    anchors, found = np.full(1, -5, np.int32), np.full(1, -5, np.int32)
    total = find_words(ids_of("aaa"), trie.slots, trie.children, trie.words, anchors, found)
    assert (total, anchors[0], found[0]) == (3, 0, 0)
