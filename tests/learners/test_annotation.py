from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.errors import LabelError, ParameterError
from tagshift.features.encoded import Legal
from tagshift.kernels.binary import PARTIAL, SKIPPED, WHOLE
from tagshift.learners.annotation import Annotation


def annotated(rng, *sentences):
    """One sentence for each list of rows of masks: 0 any, 1 to 3 one label, 4 the first two."""
    encoded = random_encoded(rng, 3, lengths=[len(rows) for rows in sentences], kinds="none")
    for start, rows in zip(encoded.starts, sentences, strict=True):
        encoded.allowed[start : start + len(rows)] = rows
    return encoded


def test_sentences_are_told_apart_by_what_is_known_of_them(rng):
    encoded = annotated(rng, [1, 2], [0, 0], [0, 1], [4, 1], [], [4, 4])
    kinds = Annotation.of(encoded).sentences[:, 2].tolist()
    assert kinds == [WHOLE, SKIPPED, PARTIAL, PARTIAL, SKIPPED, PARTIAL]


def test_a_sentence_without_weight_is_skipped(rng):
    encoded = replace(annotated(rng, [1, 2], [1]), weights=np.array([0.0, 1.0]))
    assert Annotation.of(encoded).sentences[:, 2].tolist() == [SKIPPED, WHOLE]


def test_observed_labels_are_those_of_sets_of_one(rng):
    encoded = annotated(rng, [1, 3, 0, 4])
    start = encoded.starts[0]
    assert Annotation.of(encoded).observed[start : start + 4].tolist() == [0, 2, -1, -1]


@pytest.mark.parametrize("rows", [[2, 1], [2, 0, 1], [4, 1]])
def test_sets_against_the_legal_order_name_their_sentence(rows, rng):
    order = np.ones((3, 3), bool)
    order[:, 0] = False  # nothing may stand before label A
    encoded = replace(annotated(rng, [1, 2], rows), legal=Legal(np.ones(3, bool), order, np.ones(3, bool)))
    with pytest.raises(LabelError, match=r"sentence 2 has no labelling.*A, B, C"):
        Annotation.of(encoded)


def test_an_empty_set_names_its_sentence(rng):
    encoded = annotated(rng, [1, 2], [1, 1])
    masks = np.vstack([encoded.masks, np.zeros(3, bool)])
    encoded.allowed[encoded.starts[1]] = len(masks) - 1
    with pytest.raises(LabelError, match="sentence 2 has no labelling"):
        Annotation.of(replace(encoded, masks=masks))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": ("A",)}, "two labels or more"),
        ({"weights": np.array([1.0])}, "one weight for each of 2 sentences"),
        ({"weights": np.array([1.0, -1.0])}, "not negative"),
        ({"weights": np.array([1.0, np.nan])}, "finite"),
        ({"masks": np.zeros((5, 3), bool)}, "row 0 all true"),
        ({"masks": np.ones((1, 3), bool)}, "rows of masks, 0 to 0"),
        ({"allowed": np.zeros(3, np.int32)}, "3 entries"),
        ({"starts": np.array([18, 8])}, "follow one another"),
        ({"lengths": np.array([2, 2000])}, "follow one another"),
    ],
)
def test_broken_corpora_are_refused(change, message, rng):
    with pytest.raises((LabelError, ParameterError), match=message):
        Annotation.of(replace(annotated(rng, [1, 2], [1, 1]), **change))
