from __future__ import annotations

import numpy as np
import pytest
import reference

from tagshift.learners.potentials import Potentials


def random_potentials(rng, steps, labels, masked):
    nodes = rng.normal(size=(steps, labels))
    if masked:
        nodes[rng.random((steps, labels)) < 0.3] = -np.inf
        nodes[:, 0] = rng.normal(size=steps)
    parts = nodes, rng.normal(size=(labels, labels)), rng.normal(size=labels), rng.normal(size=labels)
    return Potentials(*parts, spans=np.array([[0, steps]]))


def entropy_by_enumeration(potentials, first=0, last=None):
    """Of the labels of a window, by adding up the probabilities of all labellings that agree in it."""
    parts = potentials.nodes, potentials.transitions, potentials.start, potentials.end
    found = reference.labellings(*parts, np.ones_like(potentials.nodes, bool))
    total = reference.log_sum([score for _, score in found])
    shares = {}
    for path, score in found:
        shares[path[first:last]] = shares.get(path[first:last], 0) + np.exp(score - total)
    return -sum(p * np.log(p) for p in shares.values() if p > 0)


@pytest.mark.parametrize(("steps", "labels"), [(1, 2), (3, 2), (5, 3)])
@pytest.mark.parametrize("masked", [False, True])
def test_the_entropy_of_every_window_is_that_over_all_labellings(steps, labels, masked, rng):
    potentials = random_potentials(rng, steps, labels, masked)
    alone, given = potentials.window_entropies(0)
    for first in range(steps):
        for last in range(first + 1, steps + 1):
            expected = entropy_by_enumeration(potentials, first, last)
            assert alone[first] + given[first + 1 : last].sum() == pytest.approx(expected, abs=1e-10)
    assert potentials.entropy(0) == pytest.approx(entropy_by_enumeration(potentials), abs=1e-10)
    assert -1e-12 <= potentials.entropy(0) <= steps * np.log(labels)


@pytest.mark.parametrize(("steps", "labels"), [(1, 2), (3, 2), (4, 3)])
@pytest.mark.parametrize("masked", [False, True])
def test_the_gradient_of_the_entropy_equals_central_differences(steps, labels, masked, rng):
    potentials = random_potentials(rng, steps, labels, masked)
    gradients = potentials.entropy_gradient(0)
    names = ("nodes", "transitions", "start", "end")
    for name, gradient in zip(names, gradients, strict=True):
        for place in np.ndindex(gradient.shape):
            values = []
            for size in (1e-6, -1e-6):
                parts = {each: getattr(potentials, each).copy() for each in names}
                parts[name][place] += size
                values.append(Potentials(**parts, spans=potentials.spans).entropy(0))
            assert (values[0] - values[1]) / 2e-6 == pytest.approx(gradient[place], abs=1e-6)


def test_a_certain_labelling_has_no_entropy_and_no_gradient():
    nodes = np.array([[0.0, -np.inf], [-np.inf, 3.0]])
    potentials = Potentials(nodes, np.ones((2, 2)), np.ones(2), np.ones(2), spans=np.array([[0, 2]]))
    assert potentials.entropy(0) == 0.0
    assert all(np.abs(part).max() < 1e-15 for part in potentials.entropy_gradient(0))
