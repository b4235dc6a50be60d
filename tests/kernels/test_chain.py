from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import reference

from tagshift.kernels import chain

SHAPES = [(1, 1), (1, 3), (2, 2), (4, 2), (5, 3)]


def random_chain(rng, steps, labels, walled):
    nodes, transitions = rng.normal(size=(steps + 2, labels)), rng.normal(size=(labels, labels))
    start, end = rng.normal(size=labels), rng.normal(size=labels)
    if walled and labels > 1:
        transitions[:, 0] = -np.inf  # label 0 can only stand first
        nodes[steps // 2 + 1, -1] = -np.inf
    return nodes, transitions, start, end, np.array([[0, 0], [1, steps]])


def passes(nodes, transitions, start, end, spans):
    alpha, beta, gamma = (np.full_like(nodes, np.nan) for _ in range(3))
    totals = np.empty(len(spans))
    chain.forward(nodes, transitions, start, end, spans, alpha, totals)
    chain.backward(nodes, transitions, end, spans, beta)
    chain.marginals(alpha, beta, totals, spans, gamma)
    return alpha, beta, gamma, totals


@pytest.mark.parametrize(("steps", "labels"), SHAPES)
@pytest.mark.parametrize("walled", [False, True])
def test_partition_and_probabilities_equal_those_over_all_labellings(steps, labels, walled, rng):
    nodes, transitions, start, end, spans = random_chain(rng, steps, labels, walled)
    everything = np.ones((steps, labels), bool)
    found = reference.labellings(nodes[1:-1], transitions, start, end, everything)
    alpha, beta, gamma, totals = passes(nodes, transitions, start, end, spans)
    total = reference.log_sum([score for _, score in found])
    assert totals == pytest.approx([0.0, total], rel=1e-12)
    singles, pairs = np.zeros((steps, labels)), np.zeros((max(steps - 1, 0), labels, labels))
    for path, score in found:
        for t, label in enumerate(path):
            singles[t, label] += np.exp(score - total)
        for t, edge in enumerate(pairwise(path)):
            pairs[t][edge] += np.exp(score - total)
    np.testing.assert_allclose(gamma[1:-1], singles, atol=1e-12)
    assert np.isnan(gamma[[0, -1]]).all()  # gaps are left alone
    edges, sums = np.empty_like(pairs), np.zeros((labels, labels))
    chain.edges(nodes, transitions, alpha, beta, totals[1], 1, edges)
    np.testing.assert_allclose(edges, pairs, atol=1e-12)
    chain.edge_sums(nodes, transitions, alpha, beta, totals, spans, np.array([5.0, 2.0]), sums)
    np.testing.assert_allclose(sums, 2 * pairs.sum(axis=0), atol=1e-12)


def test_what_is_impossible_has_no_partition_and_no_nan():
    nodes = np.full((3, 2), -np.inf)
    *_, gamma, totals = passes(nodes, np.zeros((2, 2)), np.zeros(2), np.zeros(2), np.array([[0, 3]]))
    assert totals[0] == -np.inf
    assert not gamma.any()


def test_huge_scores_neither_overflow_nor_vanish(rng):
    nodes, transitions, start, end, spans = random_chain(rng, 4, 3, False)
    *_, gamma, totals = passes(nodes * 1e6, transitions, start, end, spans)
    assert np.isfinite(totals).all()
    np.testing.assert_allclose(gamma[1:-1].sum(axis=1), 1, rtol=1e-9)


def test_a_path_scores_the_sum_of_its_parts(rng):
    nodes, transitions, start, end, spans = random_chain(rng, 3, 3, False)
    labels, scores = np.array([9, 2, 0, 1, 9], np.int32), np.empty(2)
    chain.path_scores(nodes, transitions, start, end, spans, labels, scores)
    expected = (
        start[2] + nodes[1, 2] + transitions[2, 0] + nodes[2, 0] + transitions[0, 1] + nodes[3, 1] + end[1]
    )
    assert scores == pytest.approx([0.0, expected])
