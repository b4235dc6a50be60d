from __future__ import annotations

import numpy as np
import pytest

from tagshift.kernels import events, narrow

NONE = np.empty(0, np.float32)


@pytest.mark.parametrize("width", range(1, 9))
@pytest.mark.parametrize("valued", [False, True])
@pytest.mark.parametrize(("low", "high"), [(0, 300), (90, 110)])
def test_narrow_rows_give_the_scores_of_any_rows(width, valued, low, high, rng):
    anchors = np.sort(np.concatenate([rng.integers(9, 40, 30), rng.integers(80, 290, 50)])).astype(np.int32)
    ids, weights = rng.integers(0, 6, 80).astype(np.int32), rng.normal(size=6 * width)
    values = rng.uniform(0.5, 2, 80).astype(np.float32) if valued else NONE
    scores, expected = np.zeros(300), np.zeros(300)
    narrow.add_narrow(weights, width, -2, anchors, ids, values, low, high, scores)
    events.add_scores(weights, width, 1, -2, anchors, ids, values, low, high, expected)
    np.testing.assert_allclose(scores, expected, atol=1e-12)


def test_no_events_add_nothing():
    scores, none = np.ones(3), np.empty(0, np.int32)
    narrow.add_narrow(np.ones(4), 4, 0, none, none, NONE, 0, 3, scores)
    assert scores.tolist() == [1, 1, 1]
