"""From margins to probabilities: Platt's sigmoid, fitted on text that training has not seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_STEPS = 100
_FLAT = 1e-10


def fit_sigmoid(scores: Floats, positive: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and shift of the log-odds of ``positive``, by Newton's method on the log-loss.

    The targets are drawn in a little (Platt, 1999), so that separated scores have a finite answer. The slope
    is never negative; without examples of both kinds the scores are taken as log-odds.

    >>> slope, shift = fit_sigmoid(np.array([-2.0, -1.0, 1.0, 2.0]), np.array([False, False, True, True]))
    >>> slope > 0, abs(shift) < 1e-9
    (True, True)
    """
    yes = int(positive.sum())
    no = len(positive) - yes
    if not yes or not no:
        return 1.0, 0.0
    targets = np.where(positive, (yes + 1) / (yes + 2), 1 / (no + 2))
    design = np.stack([scores, np.ones_like(scores)], axis=1)
    found = np.array([0.0, np.log(yes / no)])
    for _ in range(_STEPS):
        probabilities = 1 / (1 + np.exp(-np.clip(design @ found, -500, 500)))
        gradient = design.T @ (targets - probabilities)
        spread = probabilities * (1 - probabilities)
        curvature = (design * spread[:, None]).T @ design + 1e-9 * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        found += step * min(1.0, 10.0 / max(np.abs(step).max(), 1e-300))
        if gradient @ step < _FLAT:
            break
    return max(float(found[0]), 0.0), float(found[1])
