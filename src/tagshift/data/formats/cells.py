"""What all formats of one token a line share: grouping lines, choosing the label's column, unknown labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tagshift.data.convert import as_level, label_place
from tagshift.data.formats.base import ReadOptions, Source, WriteOptions, refuse
from tagshift.data.sentence import Label, TagSentence
from tagshift.errors import CorpusError

UNKNOWN_LABEL = "_"


class Table:
    """The rows of one sentence at a time, all of one width in a file."""

    def __init__(self, source: Source, hint: str, default_label: int | None = None) -> None:
        self.rows: list[Sequence[str]] = []
        self._source, self._hint, self._default = source, hint, default_label
        self._width, self._first = 0, 0

    def add(self, number: int, cells: Sequence[str]) -> None:
        """Take one token's cells; the first token of the file says how many there are."""
        if not self._width:
            self._width, self._first = len(cells), number
            self._check_options(number)
        if len(cells) != self._width:
            raise self._source.error(
                number,
                f"expected {self._width} column(s) as in line {self._first}, got {len(cells)} "
                f"in {shorten(cells)}; {self._hint}",
            )
        if not cells[0]:
            raise self._source.error(number, "the first column holds the token and is empty")
        self.rows.append(cells)

    def _check_options(self, number: int) -> None:
        options = self._source.options
        for column in (*options.feature_columns, *([options.label_column] if options.label_column else [])):
            if not 1 <= column <= self._width or (column == options.label_column and column == 1):
                raise self._source.error(
                    number,
                    f"no column {column} to use; the line has {self._width} column(s), counted from 1, "
                    f"of which the first is the token",
                )
        if self.label_column in options.feature_columns:
            raise self._source.error(
                number, f"column {self.label_column} is the label, so it cannot be a feature as well"
            )

    @property
    def label_column(self) -> int | None:
        """Where the label is: where it was asked for, the format's own place, or the last column."""
        asked = self._source.options.label_column
        if asked is not None:
            return asked or None
        if self._width < 2:
            return None
        return self._default or self._width

    def take(self, **known: Any) -> TagSentence:
        """The sentence of the rows so far; the table is empty after it."""
        columns = [list(column) for column in zip(*self.rows, strict=True)]
        self.rows = []
        labels: list[Label] = [None] * len(columns[0])
        place = self.label_column
        if place:
            labels = [read_label(cell) for cell in columns[place - 1]]
            if place == len(columns):
                columns.pop()
            else:  # it stays among the others, so that these keep their numbers
                known["extra"] = {**known.get("extra", {}), "label_column": place}
        return TagSentence(tuple(columns), labels, **known)


def read_label(cell: str) -> Label:
    """A cell as a label: ``_`` and the empty cell are unknown.

    >>> read_label("B-LOC"), read_label("_")
    ('B-LOC', None)
    """
    return None if cell in ("", UNKNOWN_LABEL) else cell


def label_cell(label: Label, options: WriteOptions, number: int) -> str:
    """A label as a cell; a choice of labels, or a label called ``_``, has no cell."""
    level = as_level(label)
    if isinstance(level, list) or level == UNKNOWN_LABEL:
        raise refuse(
            options,
            number,
            f"the label {label!r} has no place in a column (_ is unknown there); write .jsonl",
        )
    return level or UNKNOWN_LABEL


def rows_of(sentence: TagSentence, options: WriteOptions, number: int) -> list[list[str]]:
    """The cells of each token, the label in the column it came from, or last."""
    labels = [label_cell(label, options, number) for label in sentence.labels]
    columns: list[Sequence[str]] = list(sentence.columns)
    place = label_place(sentence)
    if place is None:
        columns.append(labels)
    else:
        columns[place - 1] = labels
    return [list(cells) for cells in zip(*columns, strict=True)]


def kept_lines(sentence: TagSentence, key: str) -> list[str]:
    """The lines that a reader kept under a key; what somebody else put there is none of ours."""
    found = sentence.extra.get(key, [])
    return [line for line in found if isinstance(line, str)] if isinstance(found, list) else []


def shorten(cells: Sequence[str], limit: int = 60) -> str:
    """A line for an error message, not longer than one can read.

    >>> shorten(["a", "b"])
    "['a', 'b']"
    """
    shown = repr(list(cells))
    return shown if len(shown) <= limit else shown[:limit] + "..."


def check_column_options(options: ReadOptions) -> None:
    """Columns count from 1, and the first is the token."""
    if options.label_column is not None and (options.label_column < 0 or options.label_column == 1):
        raise CorpusError(
            f"label_column {options.label_column}: columns count from 1 and the first is the token; "
            "give 2 or more, or 0 for no labels"
        )
