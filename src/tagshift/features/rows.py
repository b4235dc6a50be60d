"""The rows of weights of one family of templates: which tuple of values has which row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ModelError
from tagshift.features.encoded import Block
from tagshift.features.templates import Family, Source
from tagshift.features.tokens import Tokens
from tagshift.kernels import tuples

Ints = NDArray[np.int32]


@dataclass
class Rows:
    """The rows of one family: ``members`` (R, A) are their value numbers, one for each atom."""

    family: Family
    members: Ints
    slots: Ints = field(init=False)

    def __post_init__(self) -> None:
        self.slots = free_slots(len(self.members))
        known = np.empty_like(self.members)
        ids = np.empty(len(self.members), np.int32)
        if tuples.intern(self.members, known, self.slots, ids, 0) != len(self.members):
            raise ModelError(
                f"the rows of template {self.family.name!r} repeat themselves: the file is damaged"
            )

    def find(self, wanted: Ints) -> Ints:
        """The row of each tuple (N, A), -1 where there is none."""
        ids = np.empty(len(wanted), np.int32)
        tuples.find(np.ascontiguousarray(wanted), self.members, self.slots, ids)
        return ids

    def blocks(self, anchors: Ints, ids: Ints) -> Iterator[Block]:
        """One block for each run of places: a word two to the left is a row that falls two to the right.

        Tied places share one weight: a row of width 1, which falls once for each place.
        """
        for low, high in self.family.runs():
            name = f"{self.family.name} {low}..{high}"
            if self.family.tied:
                steps = np.arange(-high, -low + 1, dtype=np.int32)
                fallen = (anchors[:, None] + steps).ravel()
                order = np.argsort(fallen, kind="stable")
                yield Block(name, len(self.members), 1, 0, fallen[order], np.repeat(ids, len(steps))[order])
            else:
                yield Block(name, len(self.members), high - low + 1, -high, anchors, ids)


def free_slots(rows: int) -> Ints:
    """Free slots for so many rows: a power of two, at least twice as many."""
    return np.full(1 << (2 * max(rows, 1)).bit_length(), -1, np.int32)


def tuples_of(family: Family, values: dict[Source, Ints], tokens: Tokens) -> tuple[NDArray[np.int64], Ints]:
    """Where a family's first atom may stand (token numbers), and the values (N, A) of its atoms from it."""
    reach, total = family.reach, len(tokens)
    first = np.arange(max(total - reach, 0), dtype=np.int64)
    if reach:
        first = (
            first[tokens.sentence_of[: total - reach] == tokens.sentence_of[reach:]] if len(first) else first
        )
    columns = [values[source][first + offset] for source, offset in family.atoms]
    return first, np.ascontiguousarray(np.stack(columns, axis=1), np.int32)
