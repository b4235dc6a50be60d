import numpy as np
import pytest

from tagshift.errors import CorpusError
from tagshift.scoring.counts import (
    SentenceCounts,
    f1_of,
    paired,
    percent,
    percent_or_none,
    precision_recall_f1,
)


def test_empty_denominators_give_zero():
    assert precision_recall_f1(0, 0, 0) == (0.0, 0.0, 0.0)
    assert precision_recall_f1(3, 0, 0) == (0.0, 0.0, 0.0)
    assert percent(0, 0) == 0.0
    assert f1_of(np.zeros((2, 3), int)).tolist() == [0.0, 0.0]


def test_a_question_without_cases_has_no_answer():
    assert percent_or_none(0, 0) is None
    assert percent_or_none(0, 2) == 0.0


def test_f_of_rows_equals_f_of_numbers(rng):
    rows = rng.integers(1, 9, (20, 3))
    assert f1_of(rows).tolist() == pytest.approx([precision_recall_f1(*row)[2] for row in rows.tolist()])


def test_counts_stay_apart_and_sum():
    kept = SentenceCounts()
    assert (kept.rows().shape, kept.total(), len(kept)) == ((0, 3), (0, 0, 0), 0)
    for row in [(3, 2, 1), (5, 5, 5)]:
        kept.add(*row)
    assert (kept.rows().tolist(), kept.total(), len(kept)) == ([[3, 2, 1], [5, 5, 5]], (8, 7, 6), 2)


@pytest.mark.parametrize(("gold", "predicted", "shorter"), [("ab", "a", "prediction"), ("a", "ab", "gold")])
def test_a_side_that_ends_first_is_named(gold, predicted, shorter):
    with pytest.raises(CorpusError, match=f"sentence 2: the {shorter} has ended before"):
        list(paired(gold, predicted))
