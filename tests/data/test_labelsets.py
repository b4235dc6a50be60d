from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.labelsets import ANY, LabelInterner, LabelSets
from tagshift.errors import LabelError

NAMES = ["A", "B", "C"]
SETS = [tuple(n for n, one in zip(NAMES, bits, strict=True) if one) for bits in product([0, 1], repeat=3)][1:]


def admitted(sets: LabelSets, row: int) -> set[str]:
    return {name for name, one in zip(sets.names, sets.masks[row], strict=True) if one}


def test_full_partial_ambiguous_and_missing_labels_are_rows_of_one_table():
    sets, rows = LabelSets.build(NAMES, [None, "B", ("C", "A"), ("A", "B", "C"), ("B",)])
    assert [admitted(sets, row) for row in rows] == [{*NAMES}, {"B"}, {"A", "C"}, {*NAMES}, {"B"}]
    assert rows.dtype == np.int32
    assert sets.masks.dtype == bool


def test_the_same_set_is_the_same_row_however_it_is_written():
    sets, rows = LabelSets.build(NAMES, ["A", ("A",), ("A", "A"), ("A", "B"), ("B", "A")])
    assert rows.tolist() == [1, 1, 1, 2, 2]
    assert len(sets.masks) == 3


def test_every_label_means_any_and_any_is_row_0():
    _, rows = LabelSets.build(NAMES, [None, ("C", "B", "A")])
    assert rows.tolist() == [ANY, ANY]


@given(st.lists(st.one_of(st.none(), st.sampled_from(NAMES), st.sampled_from(SETS)), max_size=20))
def test_rows_say_what_the_labels_said(labels):
    sets, rows = LabelSets.build(NAMES, labels)
    for label, row in zip(labels, rows, strict=True):
        said = NAMES if label is None else [label] if isinstance(label, str) else label
        assert admitted(sets, row) == set(said)
        assert LabelSets.build(NAMES, [sets.labels_of(row)])[0].masks[-1].tolist() == sets.masks[row].tolist()


def test_learned_names_are_sorted_whatever_comes_first():
    interner = LabelInterner(None)
    rows = np.array([interner.row(label) for label in ["C", None, ("A", "C")]], np.int32)
    sets, rows = interner.finish(rows)
    assert sets.names == ("A", "C")
    assert [sets.labels_of(row) for row in rows] == ["C", None, None]


@given(st.lists(st.tuples(st.sampled_from(SETS), st.sampled_from(SETS)), max_size=8))
def test_an_intersection_admits_what_both_admit(pairs):
    sets, rows = LabelSets.build(NAMES, [one for pair in pairs for one in pair])
    left, right = rows[::2], rows[1::2]
    barren = [n for n, (a, b) in enumerate(pairs) if not set(a) & set(b)]
    if barren:
        with pytest.raises(LabelError, match=r"position \d+: .* no label in common"):
            sets.intersect(left, right)
        return
    wider, both = sets.intersect(left, right)
    assert [admitted(wider, row) for row in both] == [set(a) & set(b) for a, b in pairs]
    assert wider.masks[: len(sets.masks)].tolist() == sets.masks.tolist()


def test_the_position_of_a_contradiction_is_named():
    sets, rows = LabelSets.build(NAMES, ["A", "B", None])
    with pytest.raises(LabelError, match="position 1: 'A' and 'B'"):
        sets.intersect(rows[[2, 0]], rows[[0, 1]])


def test_an_empty_set_and_an_unknown_label_are_refused_by_name():
    with pytest.raises(LabelError, match="an empty set"):
        LabelSets.build(NAMES, [()])
    with pytest.raises(LabelError, match="unknown label 'D'; the labels are A, B, C"):
        LabelSets.build(NAMES, [("A", "D")])


def test_a_table_that_cannot_hold_is_refused():
    with pytest.raises(LabelError, match="twice"):
        LabelSets(("A", "A"), np.ones((1, 2), bool))
    with pytest.raises(LabelError, match="shape"):
        LabelSets(("A",), np.ones((1, 2), bool))
    with pytest.raises(LabelError, match="row 0"):
        LabelSets(("A", "B"), np.array([[True, False]]))
    with pytest.raises(LabelError, match=r"row 1 .* no label"):
        LabelSets(("A", "B"), np.array([[True, True], [False, False]]))


def test_without_labels_there_is_only_any():
    sets, rows = LabelSets.build([], [None, None])
    assert rows.tolist() == [0, 0]
    assert sets.masks.shape == (1, 0)
    assert LabelSets.any_of(["X"]).masks.tolist() == [[True]]
