"""What every scheme says of its labels: which may begin, follow one another and end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class Grammar(NamedTuple):
    """``first`` (K,), ``follow`` (K, K), [i, j] for i then j, ``last`` (K,), all bool."""

    first: NDArray[np.bool_]
    follow: NDArray[np.bool_]
    last: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        names: Sequence[str],
        first: Callable[[str], bool],
        follow: Callable[[str, str], bool],
        last: Callable[[str], bool],
    ) -> Grammar:
        """The tables of three rules on names."""
        size = len(names)
        return cls(
            np.array([first(name) for name in names], bool),
            np.array([[follow(left, right) for right in names] for left in names], bool).reshape(size, size),
            np.array([last(name) for name in names], bool),
        )

    def admits(self, labels: Sequence[int]) -> bool:
        """Whether a sequence of label numbers is legal; the empty one is."""
        if not len(labels):
            return True
        steps = self.follow[np.asarray(labels[:-1], int), np.asarray(labels[1:], int)]
        return bool(self.first[labels[0]] and self.last[labels[-1]] and steps.all())
