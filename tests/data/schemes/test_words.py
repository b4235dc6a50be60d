from itertools import product

import pytest
from reference import segmentations, word_lengths

from tagshift.data.schemes import BMES, SIXTAG
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN
from tagshift.errors import LabelError

SCHEMES = pytest.mark.parametrize("scheme", [SIXTAG, BMES], ids=["sixtag", "bmes"])


@SCHEMES
@pytest.mark.parametrize("characters", range(1, 9))
def test_every_segmentation_is_read_back_from_its_labels(scheme, characters):
    for cuts in segmentations(characters):
        lengths = word_lengths(cuts)
        assert scheme.decode(scheme.encode(lengths)) == lengths


@SCHEMES
@pytest.mark.parametrize("characters", range(1, 6))
def test_legal_sequences_and_segmentations_are_in_bijection(scheme, characters):
    grammar = scheme.grammar()
    numbers = range(len(scheme.names))
    legal = [path for path in product(numbers, repeat=characters) if grammar.admits(path)]
    assert len(legal) == 2 ** (characters - 1)
    read = {tuple(scheme.decode([scheme.names[k] for k in path])) for path in legal}
    assert read == {tuple(word_lengths(cuts)) for cuts in segmentations(characters)}


@SCHEMES
@pytest.mark.parametrize("characters", range(1, 6))
def test_partial_cuts_admit_exactly_the_segmentations_that_agree_with_them(scheme, characters):
    grammar, sets = scheme.grammar(), scheme.label_sets()
    for known in product([NO_CUT, CUT, UNKNOWN], repeat=characters - 1):
        masks = sets.masks[scheme.allowed(bytes(known))]
        choices = [[k for k, one in enumerate(mask) if one] for mask in masks]
        admitted = [path for path in product(*choices) if grammar.admits(path)]
        read = [tuple(scheme.decode([scheme.names[k] for k in path])) for path in admitted]
        agreeing = [
            tuple(word_lengths(cuts))
            for cuts in segmentations(characters)
            if all(mark in (UNKNOWN, cut) for mark, cut in zip(known, cuts, strict=True))
        ]
        assert sorted(read) == sorted(agreeing)  # as lists: each exactly once


@SCHEMES
@pytest.mark.parametrize("characters", range(5))
def test_any_sequence_is_repaired_to_a_legal_one_and_legal_ones_stay(scheme, characters):
    grammar = scheme.grammar()
    number = {name: k for k, name in enumerate(scheme.names)}
    for path in product(scheme.names, repeat=characters):
        repaired = scheme.repair(path)
        assert len(repaired) == characters
        assert grammar.admits([number[name] for name in repaired])
        if grammar.admits([number[name] for name in path]):
            assert repaired == list(path)


@SCHEMES
def test_an_undecided_place_on_both_sides_admits_any_label(scheme):
    assert scheme.allowed(bytes([UNKNOWN, UNKNOWN])).tolist()[1] == 0


@SCHEMES
def test_a_label_of_another_scheme_is_named(scheme):
    with pytest.raises(LabelError, match="unknown label 'X'"):
        scheme.decode(["S", "X"])


def test_a_word_ends_at_the_end_label_and_with_the_text():
    assert SIXTAG.decode(["B", "B", "S", "M", "B3"]) == [3, 2]
