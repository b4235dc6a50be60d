from __future__ import annotations

import numpy as np
import pytest
from corpora_of_numbers import random_encoded

from tagshift.learners.scaling import position_weights, scales


def test_positions_have_the_weight_of_their_sentence_and_gaps_none(rng):
    encoded = random_encoded(rng, 2, lengths=(2, 0, 3), weights=(0.5, 7, 2))
    weights = position_weights(encoded)
    assert weights[encoded.starts[0] : encoded.starts[0] + 2].tolist() == [0.5, 0.5]
    assert weights.sum() == 0.5 * 2 + 2 * 3


@pytest.mark.parametrize("labels", [2, 3])
def test_frequent_attributes_move_less(labels, rng):
    encoded = random_encoded(rng, labels, lengths=(9, 9, 9))
    found = scales(encoded, 0.1)
    block, columns = encoded.blocks[0], encoded.columns
    counts = np.bincount(block.ids, minlength=block.rows)
    first = found[: block.rows * columns].reshape(block.rows, columns)[:, 0]
    assert np.array_equal(np.argsort(counts, kind="stable"), np.argsort(-first, kind="stable"))
    assert (found > 0).all()


def test_rows_over_the_edge_of_a_sentence_count_with_it(rng):
    encoded = random_encoded(rng, 2, lengths=(3,), width=7)
    block = encoded.blocks[1]
    expected = (0.1 + 0.05 * np.bincount(block.ids, minlength=block.rows)) ** -0.4
    found = scales(encoded, 0.1)[encoded.block_starts[1] : encoded.block_starts[2]].reshape(-1, 7)
    np.testing.assert_allclose(found, np.tile(expected[:, None], 7))


def test_no_penalty_leaves_scales_finite(rng):
    assert np.isfinite(scales(random_encoded(rng, 2, lengths=(0,)), 0.0)).all()
