from __future__ import annotations

import numpy as np
import pytest
import reference

from tagshift.kernels import rivals


def pair(scores, masks, chain, cost):
    steps, labels = masks.shape
    delta, back = np.empty((2, 2 * labels)), np.empty((steps, 2 * labels), np.int32)
    paths, rows = np.zeros((2, steps), np.int32), np.arange(steps, dtype=np.int32)
    rivals.fill(scores, rows, masks.astype(np.uint8), chain, cost, 0, steps, delta, back)
    return [(rivals.finish(bit, chain, steps, delta, back, paths), paths[bit].tolist()) for bit in (0, 1)]


@pytest.mark.parametrize(("steps", "labels"), [(1, 2), (4, 2), (1, 3), (4, 3)])
@pytest.mark.parametrize("cost", [0.0, 1.5])
@pytest.mark.parametrize("walled", [False, True])
def test_the_best_inside_and_outside_are_those_of_all_labellings(steps, labels, cost, walled, rng):
    for _ in range(10):
        masks = rng.random((steps, labels)) < 0.6
        masks[np.arange(steps), rng.integers(0, labels, steps)] = True
        nodes = rng.normal(size=(steps, labels))
        transitions = rng.normal(size=(labels, labels))
        start, end = rng.normal(size=labels), rng.normal(size=labels)
        if walled:
            transitions[0, 1] = -np.inf
        if labels == 2:
            nodes[:, 0] = 0
        scores = (nodes[:, 1] if labels == 2 else nodes).ravel().copy()
        raised = nodes + cost * ~masks
        expected = [-np.inf, -np.inf]
        for path, score in reference.labellings(raised, transitions, start, end, np.ones_like(masks)):
            bit = int(not all(masks[t, label] for t, label in enumerate(path)))
            expected[bit] = max(expected[bit], score)
        found = pair(scores, masks, np.concatenate([transitions.ravel(), start, end]), cost)
        assert [score for score, _ in found] == pytest.approx(expected)


def test_without_a_rival_nothing_is_lost(rng):
    (_, _), (score, _) = pair(rng.normal(size=3), np.ones((3, 2), bool), np.zeros(8), 1.0)
    assert score == -np.inf
