"""Sorted 64-bit keys and the row of each: what n-grams and word lists are looked up in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tagshift.kernels import keys as kernel

Keys = NDArray[np.uint64]
Numbers = NDArray[np.int32]


def empty_slots(most: int) -> tuple[Keys, Numbers]:
    """An empty table with room for ``most`` keys."""
    size = 1 << max(4, int(2 * most - 1).bit_length())
    return np.zeros(size, np.uint64), np.zeros(size, np.int32)


def count(keys: Keys) -> tuple[Keys, Numbers, NDArray[np.int64]]:
    """The distinct keys sorted, the rank of each key among them (-1 for key 0), and how often each comes.

    >>> distinct, ranks, counts = count(np.array([7, 3, 0, 7], np.uint64))
    >>> distinct.tolist(), ranks.tolist(), counts.tolist()
    ([3, 7], [1, 0, -1, 1], [1, 2])
    """
    ids = np.empty(len(keys), np.int32)
    known = kernel.intern(keys, *empty_slots(len(keys)), 0, ids)
    distinct = np.zeros(known + 1, np.uint64)
    distinct[ids] = keys  # key 0 writes to the last place
    order = np.argsort(distinct[:known], kind="stable")
    ranks = np.full(known + 1, -1, np.int32)
    ranks[order] = np.arange(known, dtype=np.int32)
    counts = np.bincount(ids + 1, minlength=known + 1)[1:]
    return distinct[order], ranks[ids], counts[order]


@dataclass(frozen=True, eq=False)
class KeyTable:
    """Keys, ascending and never 0; the row of a key is its rank."""

    keys: Keys

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def _slots(self) -> tuple[Keys, Numbers]:
        slots, numbers = empty_slots(len(self.keys))
        kernel.intern(self.keys, slots, numbers, 0, np.empty(len(self.keys), np.int32))
        return slots, numbers

    def rows(self, keys: Keys) -> Numbers:
        """The row of each key, -1 where it is unknown.

        >>> KeyTable(np.array([3, 7], np.uint64)).rows(np.array([7, 1, 0], np.uint64)).tolist()
        [1, -1, -1]
        """
        found = np.empty(len(keys), np.int32)
        if not len(keys):
            return found  # who only asks for shapes need not wait for the slots
        kernel.find(np.ascontiguousarray(keys), *self._slots, found)
        return found
