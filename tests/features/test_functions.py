import pytest

from tagshift.errors import ParameterError
from tagshift.features import functions


@pytest.mark.parametrize("word", ["as", ".", "running", "é", "😀x"])
def test_prefixes_and_suffixes_of_a_short_word_are_the_whole_word(word):
    for size in range(1, 9):
        assert functions.prefix(word, size) == word[: min(size, len(word))]
        assert functions.suffix(word, size) == word[max(0, len(word) - size) :]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("NATO", "upper"),
        ("a", "lower"),
        ("Rome", "title"),
        ("A", "title"),
        ("McCoy", "other"),
        ("-", "other"),
    ],
)
def test_case_has_four_values(word, expected):
    assert functions.case(word) == expected


def test_shapes_tell_letters_digits_and_other_scripts_apart():
    assert functions.shape("Ab-12東.") == "Xx-00文."
    assert functions.short_shape("AAbb--1122東京") == "Xx-0文"
    assert functions.short_shape("aaa\nbbb") == "x\nx"


def test_signs_do_not_depend_on_order_or_number():
    assert functions.signs("a-B-1") == functions.signs("1B-aa")
    assert functions.signs("a;b") == "x?"


def test_normal_folds_case_and_digits_alone():
    assert functions.normal("F-16s") == "f-00s"


@pytest.mark.parametrize(("name", "size"), [("sufix", 3), ("suffix", None), ("lower", 2)])
def test_an_unknown_function_is_answered_with_the_list(name, size):
    with pytest.raises(ParameterError, match=r"suffix\(N\).*got"):
        functions.by_name(name, size)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["", "", "", "", "", "other", "", "0"]),
        ("\0", ["\0", "\0", "\0", "\0", "\0", "other", "?", "1"]),
        ("\ud800", ["\ud800", "\ud800", "\ud800", "\ud800", "\ud800", "other", "?", "1"]),
        (" 7", [" 7", " 7", " 0", " 0", " 0", "other", "0?", "2"]),
        ("Z" * 1000, ["Z" * 1000, "z" * 1000, "z" * 1000, "X" * 1000, "X", "upper", "X", "1000"]),
    ],
    ids=ascii,
)
def test_every_function_takes_any_string(text, expected):
    names = ["token", "lower", "normal", "shape", "short_shape", "case", "signs", "length"]
    assert set(names) == set(functions.PLAIN)
    assert [functions.by_name(name, None)(text) for name in names] == expected
    for name in functions.SIZED:
        assert functions.by_name(name, 2)(text) in (text[:2], text[-2:])
