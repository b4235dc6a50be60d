from itertools import pairwise, product

import numpy as np
import pytest

from tagshift.data.labelsets import LabelSets
from tagshift.errors import LabelError
from tagshift.features.inner import InnerLabels, scheme_of

OUTER = ("B-X", "B-Y", "I-X", "O")


def is_legal_iob2(labels):
    return all(
        not label.startswith("I-") or before[1:] == label[1:]
        for before, label in zip(("O", *labels[:-1]), labels, strict=True)
    )


def paths(inner, size):
    """All inner labellings that the legality admits."""
    legal = inner.legal
    for path in product(range(len(inner.names)), repeat=size):
        inside = all(legal.follow[a, b] for a, b in pairwise(path))
        if inside and legal.first[path[0]] and legal.last[path[-1]]:
            yield path


@pytest.mark.parametrize("fine", [False, True])
@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_inner_and_outer_labellings_are_in_bijection(size, fine):
    inner = InnerLabels.of(OUTER, "iob2", fine)
    found = [tuple(OUTER[inner.outer_of[k]] for k in path) for path in paths(inner, size)]
    assert len(found) == len(set(found))
    assert set(found) == {labels for labels in product(OUTER, repeat=size) if is_legal_iob2(labels)}


@pytest.mark.parametrize("fine", [False, True])
def test_a_full_labelling_has_exactly_one_inner_form(fine):
    inner = InnerLabels.of(OUTER, "iob2", fine)
    for labels in product(OUTER, repeat=4):
        sets, rows = LabelSets.build(OUTER, labels)
        offsets = np.array([0, 4])
        if is_legal_iob2(labels):
            narrowed, masks = inner.narrowed(rows, sets.masks, offsets)
            assert (masks[narrowed].sum(axis=1) == 1).all()
        else:
            with pytest.raises(LabelError, match=r"sentence 1, token \d: .* must begin with B-"):
                inner.narrowed(rows, sets.masks, offsets)


@pytest.mark.parametrize("labels", [(None, "I-X", None), (("B-X", "O"), None, "B-Y"), (None, None, None)])
def test_narrowing_loses_no_labelling_that_the_partial_annotation_admits(labels):
    inner = InnerLabels.of(OUTER, "iob2", fine=True)
    sets, rows = LabelSets.build(OUTER, labels)
    narrowed, masks = inner.narrowed(rows, sets.masks, np.array([0, 3]))
    plain = inner.masks(sets.masks)

    def admitted(masks, rows):
        return [path for path in paths(inner, 3) if all(masks[r, k] for r, k in zip(rows, path, strict=True))]

    assert admitted(masks, narrowed) == admitted(plain, rows)
    assert all((n == 0) for n, label in zip(narrowed, labels, strict=True) if label is None)


def test_sentences_do_not_see_each_other_and_may_be_empty():
    inner = InnerLabels.of(OUTER, "iob2")
    sets, rows = LabelSets.build(OUTER, ["B-X", "I-X"])
    with pytest.raises(LabelError, match="sentence 3, token 1"):
        inner.narrowed(rows, sets.masks, np.array([0, 1, 1, 2]))


def test_a_type_without_inside_labels_has_spans_of_one_token():
    assert InnerLabels.of(["B-X", "O"], "iob2", fine=True).names == ("S-X", "O")


def test_labels_that_are_no_marks_pass_through():
    inner = InnerLabels.of(["N", "V"], "none")
    assert inner.names == inner.outer
    assert inner.legal.follow.all()


def test_iobes_keeps_its_names_and_forbids_what_it_must():
    inner = InnerLabels.of(["B-X", "E-X", "I-X", "O", "S-X"], "iobes")
    legal = {
        a + b for a, b in product("BEIOS", repeat=2) if inner.legal.follow["BEIOS".index(a), "BEIOS".index(b)]
    }
    assert legal == {"BI", "BE", "II", "IE", "EB", "EO", "ES", "OB", "OO", "OS", "SB", "SO", "SS"}
    assert inner.legal.first.tolist() == [True, False, False, True, True]
    assert inner.legal.last.tolist() == [False, True, False, True, True]


@pytest.mark.parametrize(
    ("labels", "scheme"),
    [
        (["O"], "none"),
        (["B", "I"], "none"),
        (["X-1", "B-Y"], "none"),
        ([".", "B-Y"], "none"),
        (["I-X", "O"], "none"),
    ],
)
def test_labels_that_only_look_like_marks_have_no_scheme(labels, scheme):
    assert scheme_of(labels) == scheme
