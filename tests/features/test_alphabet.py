from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tagshift.data import fold
from tagshift.data.corpus import code_points
from tagshift.features import chartypes
from tagshift.features.alphabet import FIRST, MOST, UNKNOWN, Alphabet, FoldedWords

anything = st.text(st.integers(0, 0x10FFFF).map(chr), max_size=30)


def alphabet(*texts, folded=True):
    return Alphabet.of([code_points(text) for text in texts], folded)


def test_the_characters_of_all_texts_are_numbered_in_ascending_order():
    found = alphabet("cab", "zac", folded=False)
    assert "".join(map(chr, found.characters)) == "abcz"
    assert found.ids[[ord(c) for c in "abczAy"]].tolist() == [2, 3, 4, 5, UNKNOWN, UNKNOWN]
    assert found.size == 6


def test_characters_that_fold_to_one_have_one_number():
    found = alphabet("Ａ｡")
    numbers = found.ids[[ord(c) for c in "AaＡａ｡。b"]].tolist()
    assert numbers == [2, 2, 2, 2, 3, 3, UNKNOWN]
    assert alphabet("Ａa", folded=False).size == FIRST + 2


@settings(max_examples=40)
@given(anything, anything)
def test_exactly_the_characters_that_fold_to_one_seen_are_known(seen, asked):
    found = alphabet(seen)
    known = {fold.fold(character) for character in seen}
    expected = [fold.fold(character) in known for character in asked]
    assert (found.ids[code_points(asked)] >= FIRST).tolist() == expected
    assert not (found.ids == 0).any()  # the gap is no character


def test_of_more_characters_than_sixteen_bits_hold_the_rarest_are_dropped():
    often = np.arange(0x100, 0x100 + MOST, dtype=np.uint32)
    rare = np.arange(0x20, 0x25, dtype=np.uint32)
    found = Alphabet.of([np.concatenate([often, rare]), often], folded=False)
    assert np.array_equal(found.characters, often)
    assert found.ids[often].tolist() == list(range(FIRST, FIRST + MOST))  # no number comes round to the gap
    assert set(found.ids[rare]) == {UNKNOWN}


def test_types_that_the_first_text_lacks_are_read_as_their_relatives_in_it():
    found = alphabet("漢字。", "「３a")
    types = found.types[[ord(c) for c in "漢。「(三３aあ"]].tolist()
    han, point = chartypes.HAN, chartypes.PUNCTUATION
    assert types == [han, point, point, point, han, han, chartypes.LATIN, chartypes.HIRAGANA]


def test_no_text_at_all_knows_nothing_and_leaves_the_types_alone():
    found = Alphabet.of([])
    assert found.size == FIRST
    assert set(found.ids) == {UNKNOWN}
    assert np.array_equal(found.types, chartypes.table())


@settings(max_examples=25)
@given(anything, st.booleans())
def test_an_alphabet_comes_back_from_its_arrays(text, folded):
    found = alphabet(text, folded=folded)
    again = Alphabet.from_arrays(found.to_arrays())
    for name in ("characters", "folding", "types", "ids"):
        assert np.array_equal(getattr(again, name), getattr(found, name)), name


def test_folded_words_differ_in_more_than_width_and_case():
    words = FoldedWords(["ＡＢ社", "ab社", "カメラ", "\ud800"], fold.table())
    assert len(words) == 3
    assert all(word in words for word in ("Ab社", "ｶﾒﾗ", "\ud800"))
    assert not any(word in words for word in ("AB", "社", "", None, b"ab", 3))


def test_folded_words_of_a_table_that_folds_nothing_are_taken_as_they_are():
    words = FoldedWords(["AB"], np.arange(fold.SIZE, dtype=np.uint32))
    assert "AB" in words
    assert "ab" not in words
