from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import layouts

from tagshift.data.schemes import IOB2, IOBES
from tagshift.data.schemes.dialects import detect, iob1_to_iob2, rename_marks, to_biluo, to_iob2, to_iobes
from tagshift.errors import LabelError


def iob1(spans, length):
    """IOB1 as it is defined: B only where a span of the same kind ends just before."""
    labels = ["O"] * length
    for start, end, kind in spans:
        touching = any(e == start and k == kind for _, e, k in spans)
        labels[start:end] = [f"I-{kind}"] * (end - start)
        labels[start] = f"B-{kind}" if touching else f"I-{kind}"
    return labels


@pytest.mark.parametrize("spans", list(layouts(4, "XY")), ids=str)
def test_every_layout_of_spans_is_read_from_every_dialect(spans):
    iobes = IOBES.encode(spans, 4)
    biluo = [one.replace("E-", "L-").replace("S-", "U-") for one in iobes]
    bmes = [one.replace("I-", "M-") for one in iobes]
    suffix = ["-".join(reversed(one.split("-"))) for one in IOB2.encode(spans, 4)]
    expected = IOB2.encode(spans, 4)
    assert iob1_to_iob2(iob1(spans, 4)) == expected
    assert to_iob2(biluo, "biluo") == to_iob2(bmes, "bmes") == to_iob2(suffix, "suffix") == expected
    assert to_iob2(iobes, "iobes") == expected
    assert to_iobes(biluo, "biluo") == iobes
    assert to_biluo(iobes) == to_biluo(expected) == biluo


@pytest.mark.parametrize(
    ("names", "dialect"),
    [
        (["O", "B-X", "I-X"], "iob2"),
        (["O", "I-X"], "iob1"),
        (["B-X", "L-X", "U-X"], "biluo"),
        (["B-X", "E-X", "S-X"], "iobes"),
        (["B-X", "M-X", "E-X"], "bmes"),
        (["n-B", "n-I", "O"], "suffix"),
        (["B", "I", "O"], "iob2"),
        (["NN", "VB"], None),
        (["名詞-普通名詞"], None),
        (["O"], None),
        ([], None),
    ],
)
def test_a_dialect_is_told_by_its_labels(names, dialect):
    assert detect(names) == dialect


def test_unknown_positions_and_choices_keep_their_shape():
    assert to_iobes([None, ("n-B", "O")], "suffix") == [None, ("B-n", "O")]


def agrees(partial, full):
    return all(one is None or one == other for one, other in zip(partial, full, strict=True))


def test_partial_iob2_says_no_more_in_biluo_than_it_knew():
    names = ["O", "B-X", "I-X"]
    full = [IOB2.encode(spans, 3) for spans in layouts(3, "X")]
    for partial in product([None, *names], repeat=3):
        admitted = [labels for labels in full if agrees(partial, labels)]
        written = to_biluo(list(partial))
        assert all(agrees(written, to_biluo(labels)) for labels in admitted)


@given(st.lists(st.sampled_from([None, "O", "B-X", "I-X", "E-X", "S-X"])))
def test_partial_iobes_comes_back_from_biluo_letter_for_letter(labels):
    assert to_iobes(to_biluo(labels, iobes=True), "biluo") == labels


def test_a_label_of_another_dialect_is_named():
    with pytest.raises(LabelError, match="unknown BILUO label 'E-X'"):
        to_iobes(["E-X"], "biluo")
    with pytest.raises(LabelError, match="choice"):
        to_biluo([("B-X", "O")])
    assert rename_marks(["O"], {}, "any") == ["O"]
