"""From scores to probabilities: one slope, fitted on text that training has not seen.

A slope above 0 changes no decision: what is best stays best, only how sure one may be of it changes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST, MOST = 2.0**-6, 2.0**6
_GOLDEN = (5**0.5 - 1) / 2
_PRECISION = 1e-4  # of the slope's logarithm


def fit_slope(likelihood: Callable[[float], float]) -> float:
    """The slope between ``LEAST`` and ``MOST`` under which held-out labels are most likely.

    ``likelihood`` gives their log-likelihood when all scores are multiplied by a slope. It is concave in
    the slope for every log-linear model, so the golden section finds its top.

    >>> round(fit_slope(lambda slope: 3 * np.log(slope) - 2 * slope), 3)
    1.5
    """
    low, high = np.log(LEAST), np.log(MOST)
    left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
    at_left, at_right = likelihood(np.exp(left)), likelihood(np.exp(right))
    while high - low > _PRECISION:
        if at_left >= at_right:
            high, right, at_right = right, left, at_left
            left = high - _GOLDEN * (high - low)
            at_left = likelihood(np.exp(left))
        else:
            low, left, at_left = left, right, at_right
            right = low + _GOLDEN * (high - low)
            at_right = likelihood(np.exp(right))
    return float(np.exp((low + high) / 2))


def fit_sigmoid(scores: Floats, positive: NDArray[np.bool_]) -> float:
    """The slope of the log-odds of ``positive``.

    The targets are drawn in a little (Platt, 1999), so that separated scores have a finite answer. Without
    examples of both kinds the scores are taken as log-odds.

    >>> fit_sigmoid(np.array([-2.0, -1.0, 1.0, 2.0]), np.array([False, False, True, True])) > 0.5
    True
    """
    yes = int(positive.sum())
    no = len(positive) - yes
    if not yes or not no:
        return 1.0
    targets = np.where(positive, (yes + 1) / (yes + 2), 1 / (no + 2))

    def likelihood(slope: float) -> float:
        odds = slope * scores
        return float((targets * odds - np.logaddexp(0.0, odds)).sum())

    return fit_slope(likelihood)
