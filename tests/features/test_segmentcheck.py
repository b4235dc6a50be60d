from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tagshift.data import fold
from tagshift.errors import ModelError
from tagshift.features import chartypes, segmentcheck
from tagshift.features.alphabet import MOST, Alphabet
from tagshift.features.lexicon import LONGEST
from tagshift.features.ngrams import NgramSpec
from tagshift.features.segmentcheck import check_alphabet, check_keys, check_list, check_templates
from tagshift.features.segmenttemplates import named

DEFAULT = named("default")
CHAR2, TYPE2, CHAR4 = (NgramSpec.window(kind, n, 4) for kind, n in (("char", 2), ("type", 2), ("char", 4)))
ARRAYS = Alphabet.of([np.array([0x61, 0x62, 0xFF21], np.uint32)]).to_arrays()


def refused(what):
    return pytest.raises(ModelError, match=rf"the segmenter's .*{what}.*: the file is damaged")


def test_what_holds_is_let_through_and_what_does_not_is_said():
    segmentcheck.require(True, "sky falls")
    with refused("sky falls"):
        segmentcheck.require(False, "sky falls")


# Templates


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"scheme": "twotag"}, "scheme is unknown"),
        ({"lists": "wordz"}, "use of word lists is unknown"),
        ({"ngrams": (CHAR2, CHAR2)}, "declared twice"),
    ],
)
def test_templates_of_no_known_manner_are_refused(changed, what):
    check_templates(DEFAULT)
    with refused(what):
        check_templates(replace(DEFAULT, **changed))


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"order": 0}, "no possible order"),
        ({"order": 5}, "no possible order"),
        ({"order": 2.0}, "no possible order"),
        ({"shift": True}, "no possible order"),
        ({"width": "5"}, "no possible order"),
        ({"kind": "word"}, "no known kind"),
        ({"types": "coarse"}, "no known kind"),
        ({"shift": -8}, "reach too far"),
        ({"width": 0}, "reach too far"),
        ({"shift": 4, "width": 5}, "reach too far"),
    ],
)
def test_ngrams_that_could_not_be_made_are_refused(changed, what):
    with refused(what):
        check_templates(replace(DEFAULT, ngrams=(replace(CHAR2, **changed),)))


def test_rows_may_reach_as_far_as_the_gap_and_no_farther():
    check_templates(replace(DEFAULT, ngrams=(NgramSpec("char", 1, -7, 15),)))
    with refused("reach too far"):
        check_templates(replace(DEFAULT, ngrams=(NgramSpec("char", 1, -7, 16),)))


# Alphabets


def numbers(*values, kind=np.uint32):
    return np.array(values, kind)


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"alphabet": numbers(3, 4, kind=np.int64)}, "alphabet is not a list of characters"),
        ({"fold_to": ARRAYS["fold_to"].reshape(1, -1)}, "fold_to is not a list of characters"),
        ({"alphabet": numbers(3, fold.SIZE)}, "alphabet reaches beyond Unicode"),
        ({"fold_to": numbers(fold.SIZE)}, "fold_to reaches beyond Unicode"),
        ({"alphabet": numbers(4, 4)}, "alphabet does not ascend"),
        ({"fold_from": numbers(7, 3), "fold_to": numbers(1, 2)}, "fold_from does not ascend"),
        ({"alphabet": np.arange(MOST + 1, dtype=np.uint32)}, "alphabet is too long"),
        ({"fold_to": ARRAYS["fold_to"][1:]}, "folding is incomplete"),
        ({"type_begins": ARRAYS["type_begins"].astype(np.int64)}, "types have the wrong form"),
        ({"type_values": ARRAYS["type_values"].astype(np.int16)}, "types have the wrong form"),
        ({"type_values": ARRAYS["type_values"][1:]}, "types are incomplete"),
        (
            {"type_begins": numbers(kind=np.int32), "type_values": numbers(kind=np.uint8)},
            "types are incomplete",
        ),
        ({"type_begins": ARRAYS["type_begins"] + np.int32(1)}, "types do not cover Unicode"),
        ({"type_begins": ARRAYS["type_begins"] * np.int32(0)}, "types do not cover Unicode"),
        (
            {
                "type_begins": numbers(0, fold.SIZE, kind=np.int32),
                "type_values": numbers(1, 2, kind=np.uint8),
            },
            "types do not cover Unicode",
        ),
        ({"type_values": ARRAYS["type_values"] + np.uint8(chartypes.COUNT)}, "types are unknown"),
    ],
)
def test_an_alphabet_that_reaches_outside_unicode_or_itself_is_refused(changed, what):
    check_alphabet(ARRAYS)
    with refused(what):
        check_alphabet({**ARRAYS, **changed})


# N-grams


def packed(*symbols):
    key = 0
    for symbol in symbols:
        key = key << 16 | symbol
    return key


def keys(*values):
    return np.array(values, np.uint64)


@pytest.mark.parametrize(
    ("spec", "found", "what"),
    [
        (CHAR2, keys(packed(2, 3)).astype(np.int64), "wrong form"),
        (CHAR2, keys(packed(2, 3)).reshape(1, 1), "wrong form"),
        (CHAR2, keys(packed(2, 4), packed(2, 3)), "do not ascend"),
        (CHAR2, keys(packed(2, 3), packed(2, 3)), "do not ascend"),
        (CHAR2, keys(0, packed(2, 3)), "do not ascend"),
        (CHAR2, keys(packed(1, 2, 3)), "too long"),
        (CHAR2, keys(packed(2, 6)), "unknown symbols"),
        (CHAR2, keys(packed(6, 2)), "unknown symbols"),
        (TYPE2, keys(packed(1, chartypes.COUNT)), "unknown symbols"),
        (replace(TYPE2, types="gao2010"), keys(packed(1, 5)), "unknown symbols"),
        (CHAR4, keys(packed(6, 2, 2, 2)), "unknown symbols"),
    ],
)
def test_ngrams_that_no_text_could_have_are_refused(spec, found, what):
    with refused(f"{spec.name} n-grams .*{what}|{spec.name} n-grams {what}"):
        check_keys(spec, found, characters=4)


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        (CHAR2, keys()),
        (CHAR2, keys(packed(0, 5), packed(5, 0), packed(5, 5))),
        (TYPE2, keys(packed(15, 15))),
        (CHAR4, keys(packed(0, 0, 0, 5), packed(5, 5, 5, 5))),
    ],
)
def test_ngrams_of_the_last_character_and_of_edges_are_let_through(spec, found):
    check_keys(spec, found, characters=4)


# Word lists

LIST = {
    "name": "towns",
    "ids": numbers(2, 5, 3, kind=np.uint16),
    "lengths": numbers(2, 1, kind=np.uint8),
    "classes": numbers(0, 6, kind=np.uint8),
    "n_classes": 7,
    "characters": 4,
}


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"ids": numbers(2, 5, 3, kind=np.int64)}, "wrong form"),
        ({"lengths": numbers(2, 1, kind=np.int8)}, "wrong form"),
        ({"classes": numbers(0, 6, kind=np.uint16)}, "wrong form"),
        ({"lengths": numbers(3, 0, kind=np.uint8)}, "no possible length"),
        ({"lengths": numbers(2, LONGEST + 1, kind=np.uint8)}, "no possible length"),
        ({"ids": numbers(2, 5, kind=np.uint16)}, "incomplete"),
        ({"ids": numbers(2, 5, 3, 3, kind=np.uint16)}, "incomplete"),
        ({"ids": numbers(2, 6, 3, kind=np.uint16)}, "unknown characters"),
        ({"ids": numbers(2, 1, 3, kind=np.uint16)}, "unknown characters"),
        ({"n_classes": 0}, "no possible classes"),
        ({"n_classes": 65}, "no possible classes"),
        ({"n_classes": 7.0}, "no possible classes"),
        ({"n_classes": 6}, "unknown classes"),
        ({"classes": numbers(0, kind=np.uint8)}, "unknown classes"),
    ],
)
def test_a_word_list_that_could_not_be_looked_up_is_refused_by_name(changed, what):
    check_list(**LIST)
    with refused(f"word list 'towns' .*{what}"):
        check_list(**{**LIST, **changed})


def test_a_long_list_whose_lengths_would_come_round_in_their_own_type_is_added_up():
    count = 300
    whole = {
        "ids": np.full(count * 2, 2, np.uint16),
        "lengths": np.full(count, 2, np.uint8),
        "classes": np.zeros(count, np.uint8),
    }
    check_list(**{**LIST, **whole})
