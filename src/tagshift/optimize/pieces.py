"""Vectors in pieces: the same pieces whatever the number of threads, so the same bits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from tagshift.kernels import vectors

if TYPE_CHECKING:
    from concurrent.futures import Executor

Floats = NDArray[np.float64]
T = TypeVar("T")
SIZE = 1 << 17


class Workers:
    """Runs tasks in threads, or here if there is one thread; results come in the order of the tasks.

    >>> with Workers(2) as workers:
    ...     workers.map(abs, [-2, 3])
    [2, 3]
    """

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self._pool: Executor | None = None
        if threads > 1:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(threads)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def map(self, task: Callable[..., T], *arguments: Sequence[object]) -> list[T]:
        if self._pool is None or len(arguments[0]) < 2:
            return [task(*row) for row in zip(*arguments, strict=True)]
        return list(self._pool.map(task, *arguments))


class Vectors:
    """Operations on vectors of ``n`` numbers, piece by piece."""

    def __init__(self, n: int, workers: Workers) -> None:
        self.n, self._workers = n, workers
        self._firsts = list(range(0, n, SIZE))
        self._lasts = [min(first + SIZE, n) for first in self._firsts]

    def each(self, task: Callable[[int, int], T]) -> list[T]:
        return self._workers.map(task, self._firsts, self._lasts)

    def dot(self, x: Floats, y: Floats) -> float:
        return sum(self.each(lambda first, last: vectors.dot(x, y, first, last)))

    def distance(self, x: Floats, penalties: Floats) -> float:
        """The sum of absolute values times ``penalties``."""
        return sum(self.each(lambda first, last: vectors.distance(x, penalties, first, last)))

    def times(self, x: Floats, factors: Floats, result: Floats) -> None:
        self.each(lambda first, last: vectors.times(x, factors, first, last, result))

    def step(self, x: Floats, direction: Floats, size: float, result: Floats) -> None:
        self.each(lambda first, last: vectors.step(x, direction, size, first, last, result))

    def lean(self, x: Floats, gradient: Floats, penalties: Floats, result: Floats) -> None:
        self.each(lambda first, last: vectors.lean(x, gradient, penalties, first, last, result))

    def agree(self, pseudo: Floats, direction: Floats) -> None:
        self.each(lambda first, last: vectors.agree(pseudo, first, last, direction))

    def stay(self, x: Floats, pseudo: Floats, trial: Floats) -> None:
        self.each(lambda first, last: vectors.stay(x, pseudo, first, last, trial))
