import numpy as np
import pytest

from tagshift.kernels import tuples


def intern(wanted):
    rows = np.empty_like(wanted)
    slots = np.full(1 << (2 * max(len(wanted), 1)).bit_length(), -1, np.int32)
    ids = np.empty(len(wanted), np.int32)
    known = tuples.intern(wanted, rows, slots, ids, 0)
    return rows[:known].copy(), slots, ids


@pytest.mark.parametrize("width", [1, 2, 3, 5])
@pytest.mark.parametrize("values", [2, 50])
def test_interning_numbers_distinct_tuples_in_order_of_appearance(width, values, rng):
    wanted = rng.integers(-1, values, size=(300, width)).astype(np.int32)
    rows, _, ids = intern(wanted)
    numbers = {}
    for one, number in zip(wanted.tolist(), ids.tolist(), strict=True):
        assert number == (-1 if min(one) < 0 else numbers.setdefault(tuple(one), len(numbers)))
    assert rows.tolist() == [list(one) for one in numbers]


def test_finding_gives_the_row_of_what_is_known_and_nothing_else(rng):
    rows, slots, _ = intern(rng.integers(0, 6, size=(40, 3)).astype(np.int32))
    wanted = rng.integers(-1, 6, size=(400, 3)).astype(np.int32)
    ids = np.empty(400, np.int32)
    tuples.find(wanted, rows, slots, ids)
    known = {tuple(row): n for n, row in enumerate(rows.tolist())}
    assert ids.tolist() == [known.get(tuple(one), -1) for one in wanted.tolist()]


def test_an_empty_table_knows_nothing():
    rows, slots, _ = intern(np.empty((0, 2), np.int32))
    ids = np.empty(1, np.int32)
    tuples.find(np.zeros((1, 2), np.int32), rows, slots, ids)
    assert ids.tolist() == [-1]


def test_large_numbers_are_told_apart():
    wanted = np.array([[2**31 - 1, 0], [0, 2**31 - 1], [2**31 - 1, 2**31 - 1], [2**31 - 1, 0]], np.int32)
    assert intern(wanted)[2].tolist() == [0, 1, 2, 0]
