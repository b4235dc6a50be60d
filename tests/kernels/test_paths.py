from __future__ import annotations

import numpy as np
import pytest
import reference

from tagshift.kernels import paths

SHAPES = [(1, 1), (1, 3), (2, 2), (4, 2), (5, 3)]


def random_chain(rng, steps, labels, walled):
    nodes, transitions = rng.normal(size=(steps, labels)), rng.normal(size=(labels, labels))
    if walled and labels > 1:
        transitions[:, 0] = -np.inf
    return nodes, transitions, rng.normal(size=labels), rng.normal(size=labels)


def ranked(potentials):
    everything = np.ones(potentials[0].shape, bool)
    return sorted(reference.labellings(*potentials, everything), key=lambda found: -found[1])


def best(potentials):
    (steps, labels), scores = potentials[0].shape, np.empty(1)
    found, back = np.zeros(steps, np.int32), np.empty((steps, labels), np.int32)
    paths.best(*potentials, np.array([[0, steps]]), np.empty((2, labels)), back, found, scores)
    return found.tolist(), scores[0]


@pytest.mark.parametrize(("steps", "labels"), SHAPES)
@pytest.mark.parametrize("walled", [False, True])
def test_the_best_path_is_the_best_of_all(steps, labels, walled, rng):
    potentials = random_chain(rng, steps, labels, walled)
    (path, score), found = ranked(potentials)[0], best(potentials)
    assert found[0] == list(path)
    assert found[1] == pytest.approx(score)


def test_ties_go_to_the_lowest_label():
    assert best((np.zeros((4, 3)), np.zeros((3, 3)), np.zeros(3), np.zeros(3)))[0] == [0, 0, 0, 0]


@pytest.mark.parametrize(("steps", "labels"), SHAPES)
@pytest.mark.parametrize("walled", [False, True])
@pytest.mark.parametrize("count", [1, 2, 7, 300])
def test_the_n_best_are_the_first_n_of_all_in_order(steps, labels, walled, count, rng):
    potentials = random_chain(rng, steps, labels, walled)
    expected = ranked(potentials)[:count]
    found, scores = np.empty((count, steps), np.int32), np.empty(count)
    back = np.empty((steps, labels, count), np.int32)
    number = paths.best_several(*potentials, 0, np.empty((2, labels, count)), back, found, scores)
    assert number == len(expected)
    assert [tuple(path) for path in found[:number].tolist()] == [path for path, _ in expected]
    np.testing.assert_allclose(scores[:number], [score for _, score in expected])
