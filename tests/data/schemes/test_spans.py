from itertools import product

import pytest
from reference import layouts
from seqeval.metrics.sequence_labeling import get_entities

from tagshift.data.schemes import IOB2, IOBES
from tagshift.data.schemes.spans import read_spans
from tagshift.errors import LabelError

NAMES = {
    "iob2": ["O", "B-X", "I-X", "B-Y", "I-Y"],
    "iobes": ["O", *[f"{mark}-{kind}" for kind in "XY" for mark in "BIES"]],
}
SCHEMES = pytest.mark.parametrize(
    ("scheme", "names"), [(IOB2, NAMES["iob2"]), (IOBES, NAMES["iobes"])], ids=["iob2", "iobes"]
)


@SCHEMES
def test_every_layout_of_spans_is_read_back_from_its_labels(scheme, names):
    for spans in layouts(4, "XY"):
        assert scheme.decode(scheme.encode(spans, 4)) == spans


@SCHEMES
@pytest.mark.parametrize("tokens", range(1, 4))
def test_legal_sequences_and_layouts_of_spans_are_in_bijection(scheme, names, tokens):
    grammar = scheme.grammar(names)
    legal = [p for p in product(range(len(names)), repeat=tokens) if grammar.admits(p)]
    read = [scheme.decode([names[k] for k in path]) for path in legal]
    assert sorted(read) == sorted(layouts(tokens, "XY"))


@SCHEMES
def test_any_sequence_is_repaired_to_a_legal_one_and_legal_ones_stay(scheme, names):
    grammar = scheme.grammar(names)
    for path in product(range(len(names)), repeat=3):
        labels = [names[k] for k in path]
        repaired = scheme.repair(labels)
        assert scheme.is_legal(repaired)
        assert grammar.admits([names.index(label) for label in repaired])
        assert grammar.admits(path) == scheme.is_legal(labels)
        if scheme.is_legal(labels):
            assert repaired == labels


def test_spans_are_those_of_the_conll_scorer_whatever_the_labels():
    for path in product(NAMES["iob2"], repeat=4):
        theirs = [(start, end + 1, kind) for kind, start, end in get_entities(list(path))]
        assert read_spans(path) == theirs


def test_spans_without_a_kind_are_spans():
    assert IOB2.encode([(0, 2, "")], 3) == ["B", "I", "O"]
    assert read_spans(["B", "I", "O"]) == [(0, 2, "")]


@pytest.mark.parametrize("span", [(1, 1, "X"), (2, 4, "X"), (-1, 1, "X"), (0, 2, "X")])
def test_spans_that_cannot_be_are_refused(span):
    with pytest.raises(LabelError, match="span"):
        IOB2.encode([(1, 2, "Y"), span], 3)


def test_a_label_of_no_scheme_is_named():
    with pytest.raises(LabelError, match="unknown label 'NN'"):
        read_spans(["O", "NN"])
    with pytest.raises(LabelError, match="'E-X' is none of this scheme"):
        IOB2.grammar(["O", "E-X"])
