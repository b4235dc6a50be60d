from __future__ import annotations

import numpy as np
import pytest

from tagshift.optimize import pieces
from tagshift.optimize.pieces import Vectors, Workers


@pytest.mark.parametrize("n", [0, 5, 2 * pieces.SIZE + 3])
def test_pieces_cover_the_vector_once(n):
    covered = np.zeros(n)

    def mark(first, last):
        covered[first:last] += 1

    Vectors(n, Workers()).each(mark)
    assert (covered == 1).all()


def test_results_come_in_the_order_of_the_tasks_whatever_the_threads():
    with Workers(2) as workers:
        assert workers.map(lambda n: n * n, range(50)) == [n * n for n in range(50)]


def test_an_error_in_a_task_comes_out():
    with Workers(2) as workers, pytest.raises(ZeroDivisionError):
        workers.map(lambda n: 1 // n, [1, 0, 2])
