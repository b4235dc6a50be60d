"""Numbered values: what one source (a function of a column) can say, and what it says of each token."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.features import functions
from tagshift.features.templates import Source
from tagshift.features.tokens import Column

Ints = NDArray[np.int32]


class ValueTable:
    """The values of one source in the order of their numbers."""

    def __init__(self, source: Source, strings: Iterable[str] = ()) -> None:
        self.source = source
        self.numbers = {value: number for number, value in enumerate(strings)}
        self.function = _nothing if source.positional else functions.by_name(source.function, source.size)

    @property
    def strings(self) -> list[str]:
        return list(self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def learn(self, texts: Sequence[str]) -> Ints:
        """The number of each text's value; a new value gets a new number."""
        numbers = self.numbers
        found = np.empty(len(texts), np.int32)
        for n, text in enumerate(texts):
            value = self.function(text)
            found[n] = -1 if value is None else numbers.setdefault(value, len(numbers))
        return found

    def number(self, text: str) -> int:
        """The number of a text's value, -1 if the table has not got it."""
        value = self.function(text)
        return -1 if value is None else self.numbers.get(value, -1)

    def keep(self, used: NDArray[np.bool_]) -> Ints:
        """Drop the values that are not ``used``; return the new number of each old one, -1 if dropped."""
        moved = np.where(used, np.cumsum(used) - 1, -1).astype(np.int32)
        kept = [value for value, stays in zip(self.numbers, used, strict=True) if stays]
        self.numbers = {value: number for number, value in enumerate(kept)}
        return moved


class ColumnValues:
    """All the values of one column's tokens: a row of numbers for each distinct string, cached.

    A cache that would outgrow ``limit`` strings is emptied, for a stream of new words must not fill memory;
    ``generation`` counts how often, so that whoever keeps something beside the rows can tell. Threads that
    share a cache hold its ``lock`` from asking for rows until they have read what stands in them.
    """

    def __init__(self, tables: Sequence[ValueTable], limit: int = 200_000) -> None:
        self.tables = list(tables)
        self.limit = limit
        self.generation = 0
        self.lock = Lock()
        self.matrix = np.empty((1024, len(tables)), np.int32)
        self._rows: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def rows_of(self, column: Column) -> Ints:
        """The row of ``matrix`` of each distinct string of a batch."""
        if len(self._rows) + len(column.strings) > self.limit:
            self._rows.clear()
            self.generation += 1
        known = self._rows
        return np.array([known[s] if s in known else self._add(s) for s in column.strings], np.int32)

    def of(self, column: Column) -> Ints:
        """The values (distinct strings, tables) of a batch's column."""
        with self.lock:
            rows = self.rows_of(column)  # first: it may put a larger matrix in place
            return self.matrix[rows]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, lock=Lock())

    def _add(self, text: str) -> int:
        row = self._rows[text] = len(self._rows)
        if row == len(self.matrix):
            self.matrix = np.concatenate([self.matrix, np.empty_like(self.matrix)])
        self.matrix[row] = [table.number(text) for table in self.tables]
        return row


def _nothing(text: str) -> None:
    """What a source that looks at places says of a string."""
