import numpy as np
import pytest
import reference
import scipy.stats

from tagshift.errors import CorpusError, ParameterError
from tagshift.scoring import (
    compare_systems,
    paired_bootstrap,
    paired_t_test,
    relative_error_reduction,
    wilcoxon,
)

ALTERNATIVES = ["two-sided", "greater", "less"]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("pairs", [1, 2, 5, 12, 25])
def test_small_samples_without_ties_equal_scipy_s_exact_test(pairs, alternative, rng):
    values = rng.normal(0.3, 1, pairs)
    found = wilcoxon(values, alternative)
    expected = scipy.stats.wilcoxon(values, alternative=alternative, method="exact")
    assert (found.method, found.pairs) == ("exact", pairs)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-12)
    other_side = pairs * (pairs + 1) / 2 - found.statistic
    smaller = min(found.statistic, other_side)
    assert (smaller if alternative == "two-sided" else found.statistic) == expected.statistic


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("pairs", [26, 80, 500])
def test_large_samples_with_ties_and_zeros_equal_scipy_s_normal_approximation(pairs, alternative, rng):
    values = np.concatenate(
        [rng.integers(1, 4, pairs) * rng.choice([-1, 1], pairs, p=[0.4, 0.6]), np.zeros(7)]
    )
    found = wilcoxon(values, alternative)
    expected = scipy.stats.wilcoxon(
        values, alternative=alternative, method="asymptotic", zero_method="wilcox", correction=False
    )
    assert (found.method, found.pairs) == ("normal", pairs)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-9)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
def test_ties_and_zeros_in_small_samples_equal_the_enumeration_of_all_signs(alternative, rng):
    for pairs in (1, 3, 6, 10):
        values = rng.integers(-3, 4, pairs)
        expected = reference.signed_rank_p_value(values.tolist(), alternative)
        assert wilcoxon(values, alternative).p_value == pytest.approx(expected, rel=1e-12)


def test_no_difference_at_all_is_no_evidence():
    assert (wilcoxon([0, 0, 0]).p_value, wilcoxon([]).p_value, wilcoxon([]).pairs) == (1.0, 1.0, 0)


def test_wrong_arguments_are_named():
    with pytest.raises(ParameterError, match="'two-sided', 'greater' or 'less', got 'more'"):
        wilcoxon([1, 2], "more")
    with pytest.raises(ParameterError, match="finite"):
        wilcoxon([1, float("nan")])
    with pytest.raises(ParameterError, match="at least 2 differences, got 1"):
        paired_t_test([1])


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("pairs", [2, 4, 30])
def test_the_t_test_equals_scipy_s(pairs, alternative, rng):
    values = rng.normal(0.5, 1, pairs)
    found = paired_t_test(values, alternative)
    expected = scipy.stats.ttest_rel(values, np.zeros(pairs), alternative=alternative)
    assert (found.statistic, found.p_value) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)


def test_differences_without_spread_leave_no_doubt_unless_they_are_zero():
    assert (paired_t_test([2, 2, 2]).statistic, paired_t_test([2, 2, 2]).p_value) == (np.inf, 0.0)
    assert (paired_t_test([0, 0]).statistic, paired_t_test([0, 0]).p_value) == (0.0, 1.0)


def two_systems(rng, sentences=60, better=0.0):
    gold = rng.integers(1, 12, sentences)
    rows = [
        np.stack([gold, gold + rng.integers(0, 2, sentences), rng.binomial(gold, share)], axis=1)
        for share in (0.7, 0.7 + better)
    ]
    return rows[0], rows[1]


def test_the_bootstrap_equals_its_plain_twin_on_the_same_draws(rng):
    first, second = two_systems(rng, sentences=9, better=0.1)
    found = paired_bootstrap(first, second, samples=50, seed=3)
    draws = np.random.default_rng(3).integers(9, size=(50, 9)).tolist()
    difference, p_value = reference.bootstrap(first.tolist(), second.tolist(), draws)
    assert (found.difference, found.p_value) == pytest.approx((difference, p_value))


def test_the_bootstrap_finds_a_difference_that_is_there_and_none_that_is_not(rng):
    clear = paired_bootstrap(*two_systems(rng, better=0.25), samples=1000)
    assert clear.p_value < 0.01
    assert 0 < clear.low < clear.difference < clear.high
    first, _ = two_systems(rng)
    same = paired_bootstrap(first, first, samples=100)
    assert (same.difference, same.low, same.high, same.p_value) == (0.0, 0.0, 0.0, 1.0)


def test_exchanged_systems_change_the_sign_and_nothing_else(rng):
    first, second = two_systems(rng, better=0.05)
    there, back = paired_bootstrap(first, second, samples=200), paired_bootstrap(second, first, samples=200)
    assert (there.difference, there.p_value) == pytest.approx((-back.difference, back.p_value))
    assert (there.low, there.high) == pytest.approx((-back.high, -back.low))


def test_a_seed_gives_the_same_draws_however_many_are_made_at_once(rng, monkeypatch):
    systems = two_systems(rng, better=0.05)
    at_once = paired_bootstrap(*systems, samples=100, seed=5)
    monkeypatch.setattr("tagshift.scoring.significance.DRAWN_AT_ONCE", 300)
    assert paired_bootstrap(*systems, samples=100, seed=5) == at_once
    assert paired_bootstrap(*systems, samples=100, seed=6) != at_once


def test_systems_on_different_sentences_are_not_compared(rng):
    first, second = two_systems(rng)
    with pytest.raises(CorpusError, match="not scored on the same gold"):
        paired_bootstrap(first, second[:-1])
    with pytest.raises(CorpusError, match="not scored on the same gold"):
        paired_bootstrap(first, second + np.array([1, 0, 0]))
    with pytest.raises(CorpusError, match="no sentences"):
        paired_bootstrap(first[:0], second[:0])
    with pytest.raises(ParameterError, match="samples"):
        paired_bootstrap(first, second, samples=0)


def test_every_system_is_compared_with_the_first(rng):
    first, second = two_systems(rng, better=0.2)
    found = compare_systems(["a", "b", "c"], [first, second, first], samples=200)
    assert [(c.system, c.against) for c in found] == [("b", "a"), ("c", "a")]
    assert found[0].difference == pytest.approx(paired_bootstrap(first, second, samples=200).difference)
    assert found[0].p_wilcoxon == wilcoxon(second[:, 2] - first[:, 2]).p_value
    assert found[0].error_reduction == relative_error_reduction(
        found[0].score - found[0].difference, found[0].score
    )
    assert (found[1].difference, found[1].p_bootstrap, found[1].p_wilcoxon) == (0.0, 1.0, 1.0)


@pytest.mark.parametrize(("before", "after", "gone"), [(90, 95, 50.0), (50, 40, -20.0), (100.0, 99, None)])
def test_error_reduction_is_relative_to_the_error_that_was(before, after, gone):
    assert relative_error_reduction(before, after) == gone
