"""Is one system better than another on the same sentences, or was it luck?

``wilcoxon`` and ``paired_t_test`` take differences, one a pair; ``paired_bootstrap`` takes the counts of
each sentence and looks at F itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tagshift.errors import CorpusError, ParameterError
from tagshift.scoring.counts import Counts, Floats, f1_of

Alternative = Literal["two-sided", "greater", "less"]
EXACT_UP_TO = 25
# Sentences drawn at once: as much memory as a few tens of megabytes, whatever the corpus.
DRAWN_AT_ONCE = 2_000_000


@dataclass(frozen=True)
class Outcome:
    """A statistic, its p-value, and the number of pairs that bear on it."""

    statistic: float
    p_value: float
    pairs: int
    method: str


@dataclass(frozen=True)
class Bootstrap:
    """The difference in points, its 95 % interval, the two-sided p-value."""

    difference: float
    low: float
    high: float
    p_value: float
    samples: int


@dataclass(frozen=True)
class Comparison:
    """One system against the first of a list; differences in points of F, or of accuracy."""

    system: str
    against: str
    score: float
    difference: float
    low: float
    high: float
    error_reduction: float | None
    p_bootstrap: float
    p_wilcoxon: float


def wilcoxon(differences: ArrayLike, alternative: Alternative = "two-sided") -> Outcome:
    """Wilcoxon's signed rank test; the statistic is the sum of the ranks of the positive differences.

    Zeros are dropped, ties share the average of their ranks. Up to 25 differences the p-value is exact,
    given the ranks (ties included); above, normal with the tie correction and without a continuity
    correction.

    >>> wilcoxon([1, 2, 3, 4, 5, -6, 7, 8])
    Outcome(statistic=30.0, p_value=0.109375, pairs=8, method='exact')
    """
    values = _finite(differences)
    values = values[values != 0]
    if not len(values):
        return Outcome(0.0, 1.0, 0, "exact")
    ranks, ties = _average_ranks(np.abs(values))
    statistic = float(ranks[values > 0].sum())
    if len(values) <= EXACT_UP_TO:
        below, above = _exact_tails(ranks, statistic)
        return Outcome(statistic, _p_value(below, above, alternative), len(values), "exact")
    n = len(values)
    variance = n * (n + 1) * (2 * n + 1) / 24 - float((ties**3 - ties).sum()) / 48
    z = (statistic - n * (n + 1) / 4) / math.sqrt(variance)
    return Outcome(statistic, _p_value(_normal_below(z), _normal_below(-z), alternative), n, "normal")


def paired_t_test(differences: ArrayLike, alternative: Alternative = "two-sided") -> Outcome:
    """Student's test of paired differences, one less degree of freedom than pairs.

    Folds of a cross-validation share training data: their p-values are too good.
    """
    values = _finite(differences)
    if len(values) < 2:
        raise ParameterError(f"a paired t-test needs at least 2 differences, got {len(values)}")
    mean, spread = float(values.mean()), float(values.std(ddof=1))
    if spread == 0:  # all alike: nothing to estimate, and no doubt either unless all are zero
        t = math.copysign(math.inf, mean) if mean else 0.0
    else:
        t = mean / (spread / math.sqrt(len(values)))
    from scipy.special import stdtr  # late: this import takes longer than all of the scoring

    below, above = (float(stdtr(len(values) - 1, side)) for side in (t, -t))
    return Outcome(t, _p_value(below, above, alternative), len(values), "t")


def paired_bootstrap(first: Counts, second: Counts, *, samples: int = 10_000, seed: int = 0) -> Bootstrap:
    """``second`` less ``first`` in points of F; sentences are drawn with replacement, the same for both.

    The p-value is the share of samples whose difference lies from the observed one at least as far as that
    lies from zero.
    """
    check_pairs(first, second)
    if samples < 1:
        raise ParameterError(f"samples must be a whole number at least 1, got {samples}")
    observed = float(f1_of(second.sum(axis=0)) - f1_of(first.sum(axis=0)))
    drawn = _resampled_differences(np.hstack([first, second]), samples, np.random.default_rng(seed))
    # A hair of tolerance: what is equal by right must not be counted by the last bit.
    beyond = np.abs(drawn - observed) >= abs(observed) - 1e-9
    low, high = np.quantile(drawn, [0.025, 0.975])
    p_value = (int(beyond.sum()) + 1) / (samples + 1)
    return Bootstrap(observed, float(low), float(high), p_value, samples)


def relative_error_reduction(before: float, after: float) -> float | None:
    """How much of the error is gone, in percent, from two scores in percent; None where there was no error.

    >>> relative_error_reduction(90.0, 92.0)
    20.0
    """
    return None if before == 100.0 else 100.0 * (after - before) / (100.0 - before)


def compare_systems(
    names: Sequence[str], counts: Sequence[Counts], *, samples: int = 10_000, seed: int = 0
) -> list[Comparison]:
    """Every system against the first: paired bootstrap of F, Wilcoxon over the sentences' correct items.

    The p-values are not corrected for their number.
    """
    base = float(f1_of(counts[0].sum(axis=0)))
    found = []
    for name, rows in zip(names[1:], counts[1:], strict=True):
        drawn = paired_bootstrap(counts[0], rows, samples=samples, seed=seed)
        ranked = wilcoxon(rows[:, 2] - counts[0][:, 2])
        score = float(f1_of(rows.sum(axis=0)))
        reduction = relative_error_reduction(base, score)
        interval = (drawn.difference, drawn.low, drawn.high)
        found.append(Comparison(name, names[0], score, *interval, reduction, drawn.p_value, ranked.p_value))
    return found


def check_pairs(first: Counts, second: Counts) -> None:
    if len(first) != len(second) or (first[:, 0] != second[:, 0]).any():
        raise CorpusError(
            f"the systems are not scored on the same gold sentences ({len(first)} and {len(second)}); "
            "label the same file with both"
        )
    if not len(first):
        raise CorpusError("no sentences to compare: expected at least one")


def _finite(differences: ArrayLike) -> Floats:
    values = np.asarray(differences, float).reshape(-1)
    if not np.isfinite(values).all():
        raise ParameterError("differences must be finite numbers, got NaN or infinity")
    return values


def _average_ranks(sizes: Floats) -> tuple[Floats, Floats]:
    """The ranks from 1 on, ties sharing their average, and how many share each distinct size."""
    _, group, ties = np.unique(sizes, return_inverse=True, return_counts=True)
    last = np.cumsum(ties)
    averages = last - (ties - 1) / 2
    return averages[group], ties.astype(float)


def _exact_tails(ranks: Floats, statistic: float) -> tuple[float, float]:
    """P(W <= statistic) and P(W >= statistic) when each rank is positive with probability a half.

    Twice an average rank is whole, so the sums are counted in an array: ``ways[s]`` signs give the doubled
    sum ``s``.
    """
    doubled = np.rint(2 * ranks).astype(int)
    ways = np.zeros(doubled.sum() + 1)
    ways[0] = 1.0
    for rank in doubled:
        ways[rank:] = ways[rank:] + ways[: len(ways) - rank]
    place = round(2 * statistic)
    total = 2.0 ** len(ranks)
    return float(ways[: place + 1].sum() / total), float(ways[place:].sum() / total)


def _p_value(below: float, above: float, alternative: Alternative) -> float:
    if alternative == "two-sided":
        return min(1.0, 2 * min(below, above))
    if alternative not in ("greater", "less"):
        raise ParameterError(f"alternative must be 'two-sided', 'greater' or 'less', got {alternative!r}")
    return above if alternative == "greater" else below


def _normal_below(z: float) -> float:
    return math.erfc(-z / math.sqrt(2)) / 2


def _resampled_differences(rows: Counts, samples: int, rng: np.random.Generator) -> Floats:
    """The difference of F in each sample; ``rows`` (S, 6) holds both systems' counts."""
    sentences = len(rows)
    at_once = max(DRAWN_AT_ONCE // sentences, 1)
    found: list[NDArray[np.float64]] = []
    for begin in range(0, samples, at_once):
        number = min(at_once, samples - begin)
        drawn = rng.integers(sentences, size=(number, sentences))
        drawn += np.arange(number)[:, None] * sentences
        times = np.bincount(drawn.ravel(), minlength=number * sentences).reshape(number, sentences)
        sums = times.astype(float) @ rows
        found.append(f1_of(sums[:, 3:]) - f1_of(sums[:, :3]))
    return np.concatenate(found)
