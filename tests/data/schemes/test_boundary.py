from itertools import product

import pytest
from reference import segmentations, word_lengths

from tagshift.data.schemes import boundary
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN
from tagshift.errors import LabelError


@pytest.mark.parametrize("characters", range(1, 8))
def test_labels_and_segmentations_are_in_bijection(characters):
    for cuts in segmentations(characters):
        labels = ["|" if cut else "-" for cut in cuts]
        assert boundary.encode(word_lengths(cuts)) == labels
        assert boundary.decode(labels) == word_lengths(cuts)


def test_every_sequence_is_legal():
    grammar = boundary.grammar()
    assert all(grammar.admits(path) for path in product([0, 1], repeat=4))


def test_a_place_admits_what_its_cut_says():
    sets = boundary.label_sets()
    rows = boundary.allowed(bytes([NO_CUT, CUT, UNKNOWN]))
    assert [sets.labels_of(row) for row in rows] == ["-", "|", None]


def test_an_unknown_label_is_named():
    with pytest.raises(LabelError, match="unknown label 'x'"):
        boundary.decode(["x"])
