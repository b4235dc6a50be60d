from __future__ import annotations

import numpy as np
import pytest

from tagshift.kernels.keys import find, intern


def table(size):
    return np.zeros(size, np.uint64), np.zeros(size, np.int32)


def interned(keys, slots, numbers, known=0):
    found = np.empty(len(keys), np.int32)
    return intern(keys, slots, numbers, known, found), found


@pytest.mark.parametrize("high", [5, 1 << 16, 1 << 40, (1 << 64) - 1])
def test_keys_are_numbered_as_a_dictionary_would(high, rng):
    keys = rng.integers(0, high, 300, dtype=np.uint64, endpoint=True)
    slots, numbers = table(1024)
    known, found = interned(keys, slots, numbers)
    twin: dict[int, int] = {}
    expected = [twin.setdefault(key, len(twin)) if key else -1 for key in keys.tolist()]
    assert found.tolist() == expected
    assert known == len(twin)
    asked = np.concatenate([keys, rng.integers(0, high, 100, dtype=np.uint64, endpoint=True)])
    again = np.empty(len(asked), np.int32)
    find(asked, slots, numbers, again)
    assert again.tolist() == [twin.get(key, -1) if key else -1 for key in asked.tolist()]


def test_a_table_half_full_of_neighbours_still_finds_each(rng):
    keys = np.arange(1, 33, dtype=np.uint64)
    slots, numbers = table(64)
    known, found = interned(rng.permutation(keys), slots, numbers, known=7)
    assert known == 7 + 32
    assert sorted(found.tolist()) == list(range(7, 39))


def test_no_key_is_no_work():
    slots, numbers = table(16)
    assert interned(np.zeros(0, np.uint64), slots, numbers)[0] == 0
    assert interned(np.zeros(3, np.uint64), slots, numbers)[1].tolist() == [-1, -1, -1]
    assert not slots.any()
