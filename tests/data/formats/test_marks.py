import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.formats.marks import Marks, atoms, escaped, plain, read_levels, split, write_levels
from tagshift.errors import ParameterError

MARKS = Marks()


@given(st.text(st.sampled_from("ab /&\\|-?")))
def test_an_escaped_text_is_read_back_and_holds_no_mark(text):
    pieces = atoms(escaped(text, MARKS.partial, MARKS.escape), MARKS.escape)
    assert plain(pieces) == text
    assert len(pieces) == len(text)
    assert not any(len(piece) == 1 and piece in MARKS.partial for piece in pieces)


def test_parts_are_split_at_marks_that_are_not_escaped():
    pieces = atoms("a/b\\/c/", "\\")
    assert [plain(part) for part in split(pieces, "/")] == ["a", "b/c", ""]


@pytest.mark.parametrize(
    ("text", "levels"), [("/N", ["N"]), ("/N&V/x", [["N", "V"], "x"]), ("//x", ["", "x"]), ("/N//", ["N"])]
)
def test_levels_are_tags_candidates_or_blank(text, levels):
    assert read_levels([*split(atoms(text, "\\"), "/")][1:], "&") == levels
    assert read_levels([*split(atoms(write_levels(levels, MARKS.full, MARKS), "\\"), "/")][1:], "&") == levels


def test_marks_can_be_renamed():
    assert Marks.of({"wordbound": "_", "escape": "^"}).full == "_/&^"
    assert Marks.of({}) == MARKS


@pytest.mark.parametrize(
    ("renamed", "problem"),
    [
        ({"wordbond": "_"}, "no mark 'wordbond'; the marks are wordbound"),
        ({"tagbound": "ab"}, "one character"),
        ({"tagbound": ""}, "one character"),
        ({"tagbound": "\n"}, "one character"),
        ({"tagbound": "&"}, "the same character"),
    ],
)
def test_marks_that_cannot_be_are_refused(renamed, problem):
    with pytest.raises(ParameterError, match=problem):
        Marks.of(renamed)


def test_marks_must_differ_within_the_notation_that_uses_them():
    assert Marks.of({"hasbound": "-"}).hasbound == "-"
    with pytest.raises(ParameterError, match="partial annotation are the same character"):
        Marks.of({"hasbound": "-"}, "partial")
