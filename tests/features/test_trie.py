from __future__ import annotations

import numpy as np
import pytest

from tagshift.features.trie import Words, places, spell


def words_of(*spelled):
    ids = np.array([ord(c) for word in spelled for c in word], np.uint16)
    return Words(ids, np.cumsum([0, *map(len, spelled)]))


@pytest.mark.parametrize("root", [0, 1, 5])
def test_nodes_are_the_distinct_prefixes_level_by_level(root, rng):
    spelled = ["".join(rng.choice(list("abc"), rng.integers(0, 6))) for _ in range(40)]
    edges, nodes, levels = spell(words_of(*spelled), root)
    prefixes = sorted({w[:n] for w in spelled for n in range(len(w) + 1)}, key=lambda p: (len(p), p))
    assert len(edges) == len(prefixes) - 1
    assert levels[-1] == root + len(prefixes)
    number = {"": root}
    for child, edge in enumerate(edges.tolist(), root + 1):
        parent = next(prefix for prefix, n in number.items() if n == edge >> 16)
        number[parent + chr(edge & 0xFFFF)] = child
    assert nodes.tolist() == [number[word] for word in spelled]
    for depth, end in enumerate(levels):
        assert end == root + sum(len(p) <= depth for p in prefixes)


def test_equal_words_end_at_the_same_node():
    nodes = spell(words_of("ab", "b", "ab")).nodes
    assert nodes[0] == nodes[2] != nodes[1]


def test_no_word_is_no_trie():
    assert spell(words_of()).levels == [1]
    assert len(spell(words_of("", "")).edges) == 0


def test_words_are_cut_out_and_taken_in_any_order():
    words = words_of("ab", "", "cde")
    assert words.lengths.tolist() == [2, 0, 3]
    taken = words.take(np.array([2, 0, 2]))
    assert bytes(taken.ids.astype(np.uint8)) == b"cdeabcde"
    assert taken.offsets.tolist() == [0, 3, 5, 8]
    assert len(words) == 3


def test_stretches_are_listed_one_behind_the_other(rng):
    begins, lengths = rng.integers(0, 50, 20), rng.integers(0, 5, 20)
    expected = [b + n for b, size in zip(begins, lengths, strict=True) for n in range(size)]
    assert places(begins, lengths).tolist() == expected
