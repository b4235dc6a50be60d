from __future__ import annotations

import numpy as np
import pytest

from tagshift.kernels.doublearray import place_nodes


def placed(degrees, alphabet, rng, room=2000):
    """Bases, the places of all children, and what the kernel returned."""
    firsts = np.concatenate([[0], np.cumsum(degrees)]).astype(np.int64)
    symbols = [np.sort(rng.choice(alphabet, degree, replace=False)) for degree in degrees]
    symbols = np.concatenate(symbols).astype(np.uint16)
    order = np.flatnonzero(degrees)[np.argsort(-degrees[degrees > 0], kind="stable")]
    bases = np.zeros(len(degrees), np.int32)
    free = np.arange(room + 1, dtype=np.int32)
    used = place_nodes(firsts, symbols, order, bases, np.zeros(room, np.uint8), free)
    return bases, np.repeat(bases, degrees) + symbols, used


@pytest.mark.parametrize("alphabet", [3, 12, 200])
def test_every_child_has_a_place_of_its_own_and_every_node_a_base(alphabet, rng):
    for _ in range(20):
        degrees = rng.integers(0, min(alphabet, 6) + 1, rng.integers(2, 30))
        degrees[0] = min(alphabet, 5)
        bases, places, used = placed(degrees, alphabet, rng)
        assert len(np.unique(places)) == len(places)
        assert used == places.max() + 1
        inner = bases[degrees > 0]
        assert (inner >= 1).all()
        assert len(np.unique(inner)) == len(inner)


def test_where_nodes_do_not_fit_the_caller_is_told(rng):
    degrees = np.full(10, 4)
    assert placed(degrees, 50, rng, room=60)[2] == -1 or placed(degrees, 50, rng, room=30)[2] == -1
    assert placed(degrees, 50, rng)[2] > 0


def test_nodes_with_one_child_fill_the_holes(rng):
    degrees = np.array([30, 20, 10] + [1] * 200)
    _, _, used = placed(degrees, 60, rng)
    assert used < 1.3 * degrees.sum()
