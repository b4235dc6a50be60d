# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Entropies of a chain's labellings, after one forward and backward pass; arrays as in ``chain``.

``gamma`` (size, K) are the marginals, ``pairs`` (T - 1, K, K) one sentence's edge probabilities, [t]
joining positions ``first`` + t and the next.
"""

import cython
from cython.cimports.libc.math import log


def steps(
    gamma: cython.const[cython.double][:, ::1],
    pairs: cython.const[cython.double][:, :, ::1],
    first: cython.Py_ssize_t,
    single: cython.double[::1],
    following: cython.double[::1],
) -> None:
    """Write each label's entropy alone to ``single`` (T,), and given the one before to ``following``.

    The entropy of a window is the first's ``single`` and the sum of ``following`` over the rest;
    ``following[0]`` is 0.
    """
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    p: cython.double
    with cython.nogil:
        for t in range(single.shape[0]):
            single[t] = 0.0
            following[t] = 0.0
            for j in range(gamma.shape[1]):
                p = gamma[first + t, j]
                if p > 0.0:
                    single[t] -= p * log(p)
            if t > 0:
                for i in range(gamma.shape[1]):
                    for j in range(gamma.shape[1]):
                        p = pairs[t - 1, i, j]
                        if p > 0.0:
                            following[t] -= p * log(p / gamma[first + t - 1, i])
            # Rounding may leave a certain label a hair under zero.
            if single[t] < 0.0:
                single[t] = 0.0
            if following[t] < 0.0:
                following[t] = 0.0


def expected_scores(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    start: cython.const[cython.double][::1],
    end: cython.const[cython.double][::1],
    gamma: cython.const[cython.double][:, ::1],
    pairs: cython.const[cython.double][:, :, ::1],
    first: cython.Py_ssize_t,
    before: cython.double[:, ::1],
    after: cython.double[:, ::1],
) -> cython.double:
    """Fill ``before`` and ``after`` (T, K); return the mean score of a labelling (Mann and McCallum, 2007).

    ``before[t, j] + after[t, j]`` is the mean score of the labellings with label j at t: what stands up to
    t, its own node included, and what comes behind. Both are 0 where the label is impossible. The entropy
    is the log-partition less the mean.
    """
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    at: cython.Py_ssize_t
    mean: cython.double = 0.0
    steps_: cython.Py_ssize_t = before.shape[0]
    with cython.nogil:
        for t in range(steps_):
            at = first + t
            for j in range(gamma.shape[1]):
                before[t, j] = 0.0
                if gamma[at, j] == 0.0:
                    continue
                if t == 0:
                    before[t, j] = start[j] + nodes[at, j]
                    continue
                for i in range(gamma.shape[1]):
                    if pairs[t - 1, i, j] > 0.0:
                        before[t, j] += (
                            pairs[t - 1, i, j]
                            / gamma[at, j]
                            * (before[t - 1, i] + transitions[i, j] + nodes[at, j])
                        )
        for t in range(steps_ - 1, -1, -1):
            at = first + t
            for i in range(gamma.shape[1]):
                after[t, i] = 0.0
                if gamma[at, i] == 0.0:
                    continue
                if t == steps_ - 1:
                    after[t, i] = end[i]
                    continue
                for j in range(gamma.shape[1]):
                    if pairs[t, i, j] > 0.0:
                        after[t, i] += (
                            pairs[t, i, j]
                            / gamma[at, i]
                            * (transitions[i, j] + nodes[at + 1, j] + after[t + 1, j])
                        )
        for j in range(gamma.shape[1]):
            mean += gamma[first, j] * (before[0, j] + after[0, j])
    return mean


def deviations(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    gamma: cython.const[cython.double][:, ::1],
    pairs: cython.const[cython.double][:, :, ::1],
    first: cython.Py_ssize_t,
    before: cython.const[cython.double][:, ::1],
    after: cython.const[cython.double][:, ::1],
    mean: cython.double,
    residual: cython.double[:, ::1],
    sums: cython.double[:, ::1],
) -> None:
    """The gradient of minus the entropy: of nodes to ``residual``, of transitions added to ``sums``."""
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
        for t in range(before.shape[0]):
            for j in range(gamma.shape[1]):
                residual[t, j] = gamma[first + t, j] * (before[t, j] + after[t, j] - mean)
                if t == 0:
                    continue
                for i in range(gamma.shape[1]):
                    if pairs[t - 1, i, j] > 0.0:
                        sums[i, j] += pairs[t - 1, i, j] * (
                            before[t - 1, i] + transitions[i, j] + nodes[first + t, j] + after[t, j] - mean
                        )
