from __future__ import annotations

import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.features import chartypes
from tagshift.features.chartypes import COUNT, MAPS, NAMES, back_off, from_runs, runs, table

# What Unicode's own names say of letters, and the type that it means.
SAYS = {
    "HIRAGANA LETTER": chartypes.HIRAGANA,
    "KATAKANA LETTER": chartypes.KATAKANA,
    "HALFWIDTH KATAKANA LETTER": chartypes.KATAKANA,
    "CJK UNIFIED IDEOGRAPH": chartypes.HAN,
    "CJK COMPATIBILITY IDEOGRAPH": chartypes.HAN,
    "KANGXI RADICAL": chartypes.HAN,
    "HANGUL SYLLABLE": chartypes.HANGUL,
    "HANGUL JUNGSEONG": chartypes.HANGUL,
    "THAI CHARACTER SARA A": chartypes.THAI,
    "LATIN CAPITAL LETTER A WITH": chartypes.LATIN,
    "FULLWIDTH LATIN": chartypes.LATIN,
    "CYRILLIC SMALL LETTER": chartypes.LETTER,
    "ARABIC LETTER A": chartypes.LETTER,
    "FULLWIDTH DIGIT": chartypes.DIGIT,
    "ARABIC-INDIC DIGIT": chartypes.DIGIT,
    "COMBINING GRAVE ACCENT": chartypes.MARK,
    "LEFT CORNER BRACKET": chartypes.BRACKET,
    "RIGHT DOUBLE QUOTATION MARK": chartypes.BRACKET,
    "IDEOGRAPHIC FULL STOP": chartypes.PUNCTUATION,
    "IDEOGRAPHIC SPACE": chartypes.SPACE,
    "BLACK STAR": chartypes.SYMBOL,
}
TWO_TYPES = {chartypes.HAN: chartypes.HAN_NUMERAL, chartypes.KATAKANA: chartypes.KATAKANA}


@pytest.fixture(scope="module")
def names():
    """Of the basic plane, and of those with Han characters beyond it."""
    codes = [*range(0x10000), *range(0x20000, 0x32000)]
    return {code: unicodedata.name(chr(code), "") for code in codes}


@pytest.mark.parametrize("start", SAYS)
def test_a_character_has_the_type_that_its_unicode_name_says(start, names):
    codes = [code for code, name in names.items() if name.startswith(start)]
    found = set(table()[codes].tolist())
    assert codes
    assert found <= {SAYS[start], TWO_TYPES.get(SAYS[start], SAYS[start])}


def test_the_table_covers_unicode_and_no_character_is_a_gap():
    assert table().shape == (0x110000,)
    assert set(np.unique(table()).tolist()) == set(range(1, COUNT))


def test_what_ends_words_otherwise_than_its_block_stands_apart():
    assert {int(table()[ord(c)]) for c in "〇一九十百千万億兆"} == {chartypes.HAN_NUMERAL}
    assert {int(table()[ord(c)]) for c in "ーｰ"} == {chartypes.PROLONGED}
    assert {int(table()[ord(c)]) for c in " \t\n\r\u3000\u00a0"} == {chartypes.SPACE}


def test_code_points_that_are_no_characters_are_symbols():
    assert table()[[0x0, 0xD800, 0xE000, 0x10FFFF, 0xF0000]].tolist() == [chartypes.SYMBOL] * 5


def test_the_shared_table_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        table()[0] = 3


@pytest.mark.parametrize("name", MAPS)
def test_a_coarser_table_keeps_the_gap_apart_and_names_each_of_its_types(name):
    values = MAPS[name].tolist()
    assert len(values) == COUNT
    assert [kind for kind, value in enumerate(values) if value == 0] == [chartypes.GAP]
    assert set(values) == set(range(len(NAMES[name])))


def test_the_published_tables_put_characters_where_their_authors_did():
    def named(name, text):
        return [NAMES[name][kind] for kind in MAPS[name][table()[[ord(c) for c in text]]]]

    six = ["hiragana", "katakana", "katakana", "kanji", "kanji", "alphabet", "alphabet", "numeral", "symbol"]
    assert named("tsuboi2009", "あアー漢三aя7、") == six
    assert named("gao2010", "7aя、」漢あ ♪") == [
        "digit",
        *["letter"] * 2,
        *["punctuation"] * 2,
        *["other"] * 4,
    ]


def test_an_unseen_type_goes_to_the_nearest_relative_that_was_seen():
    def read(kind, *seen):
        return int(back_off(np.isin(np.arange(COUNT), seen))[kind])

    assert read(chartypes.DIGIT, chartypes.HAN_NUMERAL, chartypes.HAN) == chartypes.HAN_NUMERAL
    assert read(chartypes.DIGIT, chartypes.HAN) == chartypes.HAN
    assert read(chartypes.MARK, chartypes.LATIN) == chartypes.LATIN
    assert read(chartypes.SPACE, chartypes.SYMBOL) == chartypes.SYMBOL
    assert read(chartypes.SYMBOL) == chartypes.SYMBOL  # its relatives go round in a circle
    assert read(chartypes.HIRAGANA, chartypes.HAN) == chartypes.HIRAGANA  # it has no relatives


@given(st.lists(st.integers(0, 3), min_size=COUNT, max_size=COUNT))
def test_a_type_is_read_as_itself_if_seen_and_else_as_a_seen_one_or_itself(counts):
    for kind, read in enumerate(back_off(np.array(counts)).tolist()):
        assert read == kind or (counts[read] and not counts[kind] and kind)


@given(st.lists(st.integers(0, COUNT - 1), min_size=1, max_size=40))
def test_a_table_comes_back_from_its_runs_and_no_two_runs_could_be_one(values):
    types = np.array(values, np.uint8)
    begins, kept = runs(types)
    assert np.array_equal(from_runs(begins, kept, len(types)), types)
    assert (np.diff(kept.astype(int)) != 0).all()
