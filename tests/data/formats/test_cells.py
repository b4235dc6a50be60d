import pytest

from tagshift.data.formats.base import ReadOptions, WriteOptions
from tagshift.data.formats.cells import check_column_options, label_cell, read_label, rows_of, shorten
from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError

OPTIONS = WriteOptions("demo")


def test_labels_and_cells_are_the_same_but_for_the_unknown():
    assert [read_label(cell) for cell in ("N", "_", "", "__")] == ["N", None, None, "__"]
    assert [label_cell(label, OPTIONS, 1) for label in ("N", None)] == ["N", "_"]


def test_the_label_is_last_or_where_it_came_from():
    assert rows_of(TagSentence((["a"], ["x"]), ["N"]), OPTIONS, 1) == [["a", "x", "N"]]
    middle = TagSentence((["a"], ["old"], ["x"]), ["N"], extra={"label_column": 2})
    assert rows_of(middle, OPTIONS, 1) == [["a", "N", "x"]]
    strange = TagSentence((["a"],), ["N"], extra={"label_column": 9})
    assert rows_of(strange, OPTIONS, 1) == [["a", "N"]]


def test_a_long_line_is_shown_short():
    assert len(shorten(["x" * 500])) < 70


@pytest.mark.parametrize("column", [None, 0, 2, 7])
def test_columns_from_2_on_may_be_the_label(column):
    check_column_options(ReadOptions(label_column=column))


@pytest.mark.parametrize("column", [-1, 1])
def test_column_1_is_the_token(column):
    with pytest.raises(CorpusError, match="the first is the token"):
        check_column_options(ReadOptions(label_column=column))
