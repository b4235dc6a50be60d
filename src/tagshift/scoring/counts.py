"""Counts of a sentence, and the percentages that sums of counts give.

Every score of this room comes from three numbers a sentence, ``(gold, predicted, correct)``: words, spans
or tokens. They are summed over the corpus before they are divided, and kept a sentence at a time for
significance and for the spread over documents.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import CorpusError

Counts = NDArray[np.int64]
Floats = NDArray[np.float64]
Left = TypeVar("Left")
Right = TypeVar("Right")
_GONE: Any = object()


class SentenceCounts:
    """Three counts a sentence, appended one sentence at a time.

    >>> kept = SentenceCounts()
    >>> kept.add(4, 3, 2)
    >>> kept.add(1, 1, 1)
    >>> kept.rows().tolist(), kept.total()
    ([[4, 3, 2], [1, 1, 1]], (5, 4, 3))
    """

    def __init__(self) -> None:
        self._flat = array("q")

    def __len__(self) -> int:
        return len(self._flat) // 3

    def add(self, gold: int, predicted: int, correct: int) -> None:
        self._flat.extend((gold, predicted, correct))

    def rows(self) -> Counts:
        """A row ``(gold, predicted, correct)`` for each sentence."""
        return np.array(self._flat, np.int64).reshape(-1, 3)

    def total(self) -> tuple[int, int, int]:
        return sum(self._flat[0::3]), sum(self._flat[1::3]), sum(self._flat[2::3])


def percent(part: int, whole: int) -> float:
    """``part`` of ``whole`` in percent, 0 where there is nothing."""
    return 100.0 * part / whole if whole else 0.0


def percent_or_none(part: int, whole: int) -> float | None:
    """The same where nothing means that the question has no answer: recall of unseen words, say."""
    return 100.0 * part / whole if whole else None


def precision_recall_f1(gold: int, predicted: int, correct: int) -> tuple[float, float, float]:
    """The three in percent.

    >>> precision_recall_f1(4, 2, 1)
    (50.0, 25.0, 33.333333333333336)
    """
    return percent(correct, predicted), percent(correct, gold), percent(2 * correct, gold + predicted)


def f1_of(sums: NDArray[Any]) -> Floats:
    """F in percent for rows of summed counts; of ``(tokens, tokens, correct)`` that is the accuracy."""
    whole = (sums[..., 0] + sums[..., 1]).astype(float)
    return 200.0 * sums[..., 2] / np.where(whole > 0, whole, 1.0)


def paired(gold: Iterable[Left], predicted: Iterable[Right]) -> Iterator[tuple[Left, Right]]:
    """Sentences side by side; a side that ends first is an error: nothing then says which belong together."""
    for number, (left, right) in enumerate(zip_longest(gold, predicted, fillvalue=_GONE), 1):
        if left is _GONE or right is _GONE:
            shorter = "gold" if left is _GONE else "prediction"
            raise CorpusError(
                f"sentence {number}: the {shorter} has ended before; expected as many sentences in both. "
                "Keep blank lines when labelling, or score the files that belong together"
            )
        yield left, right
