import unicodedata

import numpy as np
import pytest

from tagshift.data.fold import SIZE, fold, table


def test_full_width_ascii_becomes_ascii():
    wide = "".join(chr(code) for code in range(0xFF01, 0xFF5F))
    assert fold(wide, case=False) == "".join(chr(code) for code in range(0x21, 0x7F))


def test_the_ideographic_space_becomes_a_space():
    assert fold("\u3000") == " "


def test_half_width_katakana_becomes_ordinary_katakana_one_for_one():
    assert fold("ｱｲｳ") == "アイウ"
    assert len(fold("ｶﾞ")) == 2


@pytest.mark.parametrize(("text", "folded"), [("ABC", "abc"), ("ÀΣД", "àσд"), ("İ", "İ"), ("ß", "ß")])
def test_case_is_folded_where_lower_case_is_one_character(text, folded):
    assert fold(text, width=False) == folded


def test_width_is_folded_before_case():
    assert fold("ＡＢ") == "ab"
    assert fold("ＡＢ", width=False) == "ａｂ"
    assert fold("Ａ", case=False) == "A"


def test_nothing_else_changes_and_everything_has_an_entry():
    codes = np.arange(SIZE, dtype=np.uint32)
    assert (table(width=False, case=False) == codes).all()
    changed = np.flatnonzero(table(width=True, case=False) != codes)
    assert all(0xFF01 <= code <= 0xFFEE or code == 0x3000 for code in changed)
    for code in changed:
        assert unicodedata.normalize("NFKC", chr(code)) == chr(table(case=False)[code])
    for code in np.flatnonzero(table(width=False) != codes):
        assert chr(code).lower() == chr(table(width=False)[code])


def test_every_character_with_a_single_lower_case_is_folded():
    one = [c for c in map(chr, range(SIZE)) if len(c.lower()) == 1]
    assert all(table(width=False)[ord(c)] == ord(c.lower()) for c in one)


def test_surrogates_and_nul_stay_and_so_does_the_length():
    assert fold("\ud800\0A") == "\ud800\0a"


def test_the_table_cannot_be_changed_by_a_user():
    with pytest.raises(ValueError, match="read-only"):
        table()[0] = 1
