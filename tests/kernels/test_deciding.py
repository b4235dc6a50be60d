"""Decisions from scores: the best labelling by the definition, on small random lines."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from tagshift.kernels.deciding import decide
from tagshift.kernels.lines import Workspace, read_lines

REACH = 8


def decided(text, scores, chain):
    """The cuts of one line, decided by its scores; spaces in it are cuts already known."""
    small, whole = np.zeros((4, 600), np.uint8), np.zeros((8, 600), np.int32)
    work = Workspace(
        np.zeros(600, np.uint16), small, whole, np.zeros((16, 576), np.int32), np.zeros((64, 4), np.int64)
    )
    data = np.frombuffer(text.encode(), np.uint8)
    read_lines(np.zeros(0x110000, np.uint32), work, data, 0, True, True)
    size = len(text.replace(" ", ""))
    whole[1, 2 * REACH : 2 * REACH + len(scores)] = scores
    decide(work, np.array(chain, np.int64), any(chain))
    return small[2, REACH : REACH + size].tolist()


def value(path, scores, chain):
    """The score of a labelling."""
    follow = np.reshape(chain[:4], (2, 2))
    inside = sum(score for score, label in zip(scores, path, strict=True) if label)
    steps = sum(int(follow[pair]) for pair in pairwise(path))
    return inside + steps + chain[4] * path[0] + chain[5] * path[-1]


@pytest.mark.parametrize("text", ["ab", "abcdef", "a bcd", "ab cd e", "a b c"])
@pytest.mark.parametrize("chained", [False, True])
def test_no_labelling_that_keeps_the_known_cuts_is_better(text, chained, rng):
    size = len(text.replace(" ", "")) - 1
    known = np.cumsum([len(part) for part in text.split(" ")])[:-1] - 1
    for _ in range(20):
        scores = rng.integers(-9, 10, size).tolist()
        chain = rng.integers(-9, 10, 6).tolist() if chained else [0] * 6
        *path, last = decided(text, scores, chain)
        allowed = [one for one in np.ndindex(*(2,) * size) if all(one[p] for p in known)]
        assert tuple(path) in allowed
        assert last == 0
        assert value(path, scores, chain) == max(value(one, scores, chain) for one in allowed)


def test_a_tie_is_no_cut():
    assert decided("abc", [0, 0], [0] * 6) == [0, 0, 0]
    assert decided("abc", [3, -3], [0, 0, 0, 0, -3, 3]) == [0, 0, 0]


@pytest.mark.parametrize("text", ["a", " a ", ""])
def test_a_line_without_places_has_no_cut(text):
    assert decided(text, [], [1] * 6) == [0] * len(text.strip())
