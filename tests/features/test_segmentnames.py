from __future__ import annotations

import pytest
import reference
from streams import corpus_of, fired

from tagshift.data import fold
from tagshift.features import chartypes
from tagshift.features.segmentindex import SegmentIndex
from tagshift.features.segmentnames import barred, namers
from tagshift.features.segmenttemplates import named
from tagshift.features.wordlists import WordList

LINES = ("外国 人 参政 権", "外国 へ 行く", "Ａb 12 人", "権")


def names_at(index, text, place):
    """For each block what its features are called that fire at the boundary before ``text[place]``."""
    encoded = index.encode(corpus_of(text))
    called = namers(index)
    assert set(called) == {block.name for block in encoded.blocks}
    position = int(encoded.starts[0]) + place - 1
    return {
        block.name: sorted(called[block.name](row, at) for row, at in fired(block, position))
        for block in encoded.blocks
    }


def indexed(*lines, templates="default", lists=()):
    return SegmentIndex.fit(corpus_of(*lines), named(templates), lists)[0]


@pytest.mark.parametrize(
    ("symbols", "place", "said"),
    [
        ("ab", 0, "|ab"),
        ("ab", 1, "a|b"),
        ("ab", 2, "ab|"),
        ("ab", 4, "ab··|"),
        ("ab", -2, "|··ab"),
        ("", 0, "|"),
    ],
)
def test_the_bar_stands_where_the_boundary_is(symbols, place, said):
    assert barred(list(symbols), place) == said


def test_symbols_of_more_letters_are_joined_by_a_sign():
    assert barred(["han", "latin", "gap"], 1, "+") == "han|latin+gap"


@pytest.mark.parametrize("line", LINES)
def test_the_ngrams_of_a_boundary_are_called_what_a_reader_sees_there(line):
    index, text = indexed(*LINES), line.replace(" ", "")
    types = chartypes.NAMES["fine"]
    kinds = [types[index.alphabet.types[ord(c)]] for c in text]
    for place in range(1, len(text)):
        found = names_at(index, text, place)
        for spec in (ngrams.spec for ngrams in index.ngrams):
            symbols, sign = (fold.fold(text), "") if spec.kind == "char" else (kinds, "+")
            expected = [
                "types " * (spec.kind == "type") + barred(edges(ngram), before, sign)
                for ngram, before in reference.ngrams_at(symbols, place, spec.order, 4)
            ]
            assert found[spec.name] == sorted(expected)


def edges(ngram):
    """An n-gram with the signs of the text's beginning and end in the place of gaps."""
    inside = [n for n, symbol in enumerate(ngram) if symbol != "#"]
    signs = ["⊢" if n < inside[0] else "⊣" for n in range(len(ngram))]
    return [sign if symbol == "#" else symbol for sign, symbol in zip(signs, ngram, strict=True)]


def test_beginning_and_end_of_the_text_are_told_apart():
    index = indexed("ab")
    found = names_at(index, "ab", 1)
    assert found["char3"] == sorted(["a|b⊣", "|b⊣⊣", "⊢a|b", "⊢⊢a|"])
    assert found["type2"] == sorted(["types latin|latin", "types ⊢+latin|", "types |latin+⊣"])


def test_no_two_features_of_a_boundary_have_the_same_name():
    index = indexed(*LINES, lists=[WordList("list", ["外国", "人", "参政", "権", "外国人参政権外国"])])
    called = namers(index)
    for name, (rows, width) in index.shapes().items():
        step = 97 if name.endswith(".lattice") else 1  # there are tens of thousands
        said = [called[name](row, place) for row in range(0, rows, step) for place in range(width)]
        assert len(set(said)) == len(said), name


def test_a_short_word_is_called_by_type_and_length_and_where_the_boundary_is_in_it():
    index = indexed("国", "外国ア")
    assert names_at(index, "人国人", 1)["own.words"] == ["own: han word of 1 begins"]
    assert names_at(index, "人国人", 2)["own.words"] == ["own: han word of 1 ends"]
    said = [names_at(index, "x外国アxx", place)["own.words"] for place in range(1, 6)]
    assert [one for names in said for one in names if "mixed" in one] == [
        "own: mixed word of 3 begins",
        "own: mixed word of 3 goes on after 1",
        "own: mixed word of 3 goes on after 2",
        "own: mixed word of 3 ends",
        "own: mixed word of 3 ended 1 before",
    ]


def test_a_long_word_begins_goes_on_and_ends_where_the_text_says_so():
    index = indexed("アイウエオカキクケ", "漢漢漢漢")
    text = "漢アイウエオカキクケ漢漢"
    said = {place: names_at(index, text, place)["own.words"] for place in range(1, len(text))}
    start = "own: katakana word of 8 or more"
    assert said[1] == [f"{start} begins"]
    assert said[2] == [f"{start} begins +1", f"{start} goes on"]
    assert said[3] == [f"{start} begins +2", f"{start} goes on", f"{start} goes on +1"]
    assert [f"{start} ends" in said[place] for place in range(9, 12)] == [False, True, False]
    assert [f"{start} goes on" in said[place] for place in range(8, 12)] == [True, True, False, False]
    assert f"{start} ends +1" in said[11]


def test_words_of_a_dictionary_are_called_by_its_classes():
    words = WordList("list", ["外国", "人", "参政", "権"], [5, 1, 1, 0], 6)
    index = indexed(*LINES, lists=[words])
    assert "list: class 5 word of 2 begins" in names_at(index, "権外国", 1)["list.words"]


def test_a_state_is_called_by_the_longest_words_and_the_types_either_side():
    index = indexed("外国", "外国人", "人", "国人権x", "人x1x1x1x")
    assert names_at(index, "外国人", 2)["own.lattice"] == [
        "own: a word of 2 ends, a word of 1 begins, a word of 3 lies across, han|han"
    ]
    assert names_at(index, "人x1x1x1x", 1)["own.lattice"] == [
        "own: a word of 1 ends, no word begins, a word of 5+ lies across, han|latin"
    ]


def test_entries_and_edges_of_terms_are_called_by_their_place():
    index = indexed("やすり 傷 を", templates="tsuboi2009")
    found = names_at(index, "やすり傷を", 3)
    assert found["own.entry1"] == ["own: entry |x"]
    assert found["own.entry2"] == found["own.entry3"] == []
    assert found["own.edges"] == ["own: an entry ends", "own: an entry starts"]
    assert names_at(index, "やすり傷を", 1)["own.entry3"] == ["own: entry x|xx"]


def test_types_are_called_as_in_the_table_of_the_templates():
    found = names_at(indexed("やすり 傷を", templates="tsuboi2009"), "やすり傷を", 3)
    assert found["type2"] == ["types hiragana+hiragana|", "types hiragana|kanji", "types |kanji+hiragana"]
    gao = names_at(indexed("や1", templates="gao2010"), "や1", 1)
    assert gao["type1"] == ["types other|"]
