from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from corpora_of_numbers import node_scores, random_encoded

from tagshift.errors import ParameterError
from tagshift.learners import stream
from tagshift.learners.stream import Stream
from tagshift.optimize.pieces import Workers


@pytest.mark.parametrize("labels", [2, 3])
@pytest.mark.parametrize("width", [3, 9])
@pytest.mark.parametrize("part", [2, 1 << 14])
def test_scores_are_those_of_the_definition_however_the_stream_is_cut(labels, width, part, rng, monkeypatch):
    monkeypatch.setattr(stream, "PART", part)
    encoded = random_encoded(rng, labels, width=min(width, 7), valued=True)
    theta, scores = rng.normal(size=encoded.n_parameters), np.zeros(encoded.size * encoded.columns)
    with Workers(2) as workers:
        Stream(encoded, workers).scores(theta, scores)
    expected = node_scores(encoded, theta)
    inside = np.concatenate(
        [np.arange(s, s + n) for s, n in zip(encoded.starts, encoded.lengths, strict=True)]
    )
    found = scores.reshape(encoded.size, -1)[inside]
    np.testing.assert_allclose(found, expected[inside, -encoded.columns :], atol=1e-12)


@pytest.mark.parametrize("events", [3, 1 << 18])
def test_gradients_are_the_transpose_of_scores_however_rows_are_cut(events, rng, monkeypatch):
    monkeypatch.setattr(stream, "RANGE", events)
    encoded = random_encoded(rng, 3, valued=True)
    theta, gradient = rng.normal(size=encoded.n_parameters), np.zeros(encoded.n_parameters)
    residual = np.zeros((encoded.size, 3))
    for start, length in zip(encoded.starts, encoded.lengths, strict=True):
        residual[start : start + length] = rng.normal(size=(length, 3))
    with Workers(2) as workers:
        Stream(encoded, workers).gradient(residual.ravel(), gradient)
    assert gradient @ theta == pytest.approx((residual * node_scores(encoded, theta)).sum())


def test_a_row_that_leaves_the_stream_is_refused_by_the_name_of_its_block(rng):
    encoded = random_encoded(rng, 2)
    wide = replace(encoded.blocks[1], shift=-100)
    with pytest.raises(ParameterError, match=r"'wide': rows fall on positions -.*gaps wider"):
        Stream(replace(encoded, blocks=(wide,)), Workers())
