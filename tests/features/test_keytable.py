from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.features.keytable import KeyTable, count, empty_slots

# Small ones to meet again, large ones to fill all bits; 0 is no key.
numbers = st.lists(st.one_of(st.integers(0, 5), st.integers(0, 2**64 - 1)), max_size=60)


@given(numbers)
def test_keys_are_counted_as_a_counter_would(keys):
    distinct, ranks, counts = count(np.array(keys, np.uint64))
    expected = sorted(Counter(key for key in keys if key).items())
    assert list(zip(distinct.tolist(), counts.tolist(), strict=True)) == expected
    order = {key: rank for rank, (key, _) in enumerate(expected)}
    assert ranks.tolist() == [order.get(key, -1) for key in keys]


@given(numbers, numbers)
def test_a_key_has_the_row_that_a_dictionary_would_give(keys, asked):
    kept = sorted(set(keys) - {0})
    twin = {key: row for row, key in enumerate(kept)}
    table = KeyTable(np.array(kept, np.uint64))
    found = table.rows(np.array(keys + asked, np.uint64))
    assert len(table) == len(kept)
    assert found.tolist() == [twin.get(key, -1) for key in keys + asked]


def test_keys_need_not_lie_side_by_side_in_memory():
    table = KeyTable(np.array([3, 7], np.uint64))
    assert table.rows(np.array([7, 9, 3, 9], np.uint64)[::2]).tolist() == [1, 0]


@pytest.mark.parametrize("most", [0, 1, 8, 9, 1000, 1024, 1025])
def test_a_table_has_a_power_of_two_of_slots_and_is_never_more_than_half_full(most):
    slots, found = empty_slots(most)
    assert len(slots) == len(found) >= max(2 * most, 1)
    assert len(slots) & (len(slots) - 1) == 0
