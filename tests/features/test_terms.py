from __future__ import annotations

import numpy as np
import reference
from hypothesis import given
from hypothesis import strategies as st
from streams import fired, streamed, words_of

from tagshift.features.lexicon import Lexicon
from tagshift.features.segmenttemplates import named
from tagshift.features.terms import term_blocks

LETTERS = "ab漢"
NGRAMS = named("tsuboi2009").ngrams
STARTS, ENDS = 0, 1
lines = st.lists(
    st.lists(st.text(LETTERS, min_size=1, max_size=4), max_size=4).map(" ".join), min_size=1, max_size=4
)
lists = st.lists(st.text(LETTERS, min_size=1, max_size=6), max_size=8, unique=True)


def blocks_of(lines, words):
    corpus, alphabet, stream = streamed(*lines, letters="".join({*LETTERS, *"".join([*lines, *words])}))
    spelt = words_of(alphabet, *words)
    lexicon = Lexicon.of(spelt, np.zeros(len(spelt), np.uint8))
    return corpus, stream, term_blocks("list", lexicon.matches(stream), NGRAMS)


def naive(text, words, place):
    """Table 3.4's third row: which of the seven n-grams is an entry, and whether one starts or ends here."""
    padded = dict(enumerate(text))
    windows = {1: [(-1,), (0,)], 2: [(-2, -1), (-1, 0), (0, 1)], 3: [(-2, -1, 0), (-1, 0, 1)]}
    entries = {
        order: sorted(
            -offsets[0]  # how many of its characters stand before the place
            for offsets in places
            if "".join(padded.get(place + offset, "#") for offset in offsets) in words
        )
        for order, places in windows.items()
    }
    spans = [(begin, begin + len(words[number])) for begin, number in reference.occurrences(text, words)]
    edges = [STARTS] * any(a == place for a, _ in spans) + [ENDS] * any(b == place for _, b in spans)
    return entries, edges


@given(lines, lists)
def test_the_features_of_a_place_are_those_of_the_table(lines, words):
    corpus, stream, blocks = blocks_of(lines, words)
    *entries, edges = blocks
    assert [block.name for block in blocks] == [*(f"list.entry{n}" for n in (1, 2, 3)), "list.edges"]
    assert all((np.diff(block.anchors) >= 0).all() for block in blocks)
    for start, text in zip(stream.starts.tolist(), corpus.texts(), strict=True):
        for place in range(1, len(text)):
            position = start + place - 1
            found = {
                order: sorted(block.shift + at + 1 for _, at in fired(block, position))
                for order, block in enumerate(entries, 1)
            }
            assert (found, [row for row, _ in fired(edges, position)]) == naive(text, words, place)


def test_the_worked_example_has_an_entry_that_ends_and_one_that_starts_at_the_boundary():
    _, stream, (one, two, three, edges) = blocks_of(["やすり 傷を"], ["やすり", "傷"])
    position = int(stream.starts[0]) + 2
    assert fired(edges, position) == [(STARTS, 0), (ENDS, 0)]
    assert [one.shift + at + 1 for _, at in fired(one, position)] == [0]  # |傷
    assert fired(two, position) == []
    assert fired(three, position) == []  # やすり| is none of the seven


def test_entries_that_start_together_start_once():
    _, stream, (*_, edges) = blocks_of(["abab"], ["a", "ab", "aba"])
    assert [row for row, _ in fired(edges, int(stream.starts[0]) + 1)] == [STARTS, ENDS]


def test_an_entry_that_reaches_past_the_end_of_the_sentence_is_none():
    _, stream, (*_, edges) = blocks_of(["xab", "c"], ["abc", "bc"])
    assert [fired(edges, int(stream.starts[0]) + place) for place in (0, 1)] == [[], []]
