# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Linear-chain recursions in logs over the sentences of a stream.

K labels; ``nodes`` (size, K) the score of each label at each position, -inf where it is not allowed: masking
the nodes is all that a label set needs. ``transitions`` (K, K), [i, j] for i then j, ``start`` and ``end``
(K,): -inf if forbidden. ``spans`` (S, 2): first position and length of each sentence; a length of 0 has
log-partition 0 and nothing else. ``alpha``, ``beta``, ``gamma`` (size, K) are filled where there are
sentences and left alone in gaps.

This file relies on infinities and must not be compiled with ``-ffast-math``.
"""

import cython
from cython.cimports.libc.math import exp, log

FAR = cython.declare(cython.double, float("-inf"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def finish(total: cython.double, top: cython.double) -> cython.double:
    """``top + log(total)``, and -inf when nothing could be reached."""
    if total > 0.0:
        return top + log(total)
    return FAR


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def arrive(
    alpha: cython.double[:, ::1],
    t: cython.Py_ssize_t,
    transitions: cython.const[cython.double][:, ::1],
    j: cython.Py_ssize_t,
) -> cython.double:
    """Log-sum over the labels i of ``alpha[t, i] + transitions[i, j]``."""
    i: cython.Py_ssize_t
    top: cython.double = FAR
    total: cython.double = 0.0
    for i in range(alpha.shape[1]):
        if alpha[t, i] + transitions[i, j] > top:
            top = alpha[t, i] + transitions[i, j]
    if top == FAR:  # exp(-inf - -inf) is nan, and nan would fill the sentence
        return FAR
    for i in range(alpha.shape[1]):
        total += exp(alpha[t, i] + transitions[i, j] - top)
    return finish(total, top)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def leave(
    nodes: cython.const[cython.double][:, ::1],
    beta: cython.double[:, ::1],
    t: cython.Py_ssize_t,
    transitions: cython.const[cython.double][:, ::1],
    i: cython.Py_ssize_t,
) -> cython.double:
    """Log-sum over the labels j of ``transitions[i, j] + nodes[t, j] + beta[t, j]``."""
    j: cython.Py_ssize_t
    top: cython.double = FAR
    total: cython.double = 0.0
    for j in range(beta.shape[1]):
        if transitions[i, j] + nodes[t, j] + beta[t, j] > top:
            top = transitions[i, j] + nodes[t, j] + beta[t, j]
    if top == FAR:
        return FAR
    for j in range(beta.shape[1]):
        total += exp(transitions[i, j] + nodes[t, j] + beta[t, j] - top)
    return finish(total, top)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def close(
    alpha: cython.double[:, ::1], t: cython.Py_ssize_t, end: cython.const[cython.double][::1]
) -> cython.double:
    """Log-sum over the labels of ``alpha[t, j] + end[j]``."""
    j: cython.Py_ssize_t
    top: cython.double = FAR
    total: cython.double = 0.0
    for j in range(alpha.shape[1]):
        if alpha[t, j] + end[j] > top:
            top = alpha[t, j] + end[j]
    if top == FAR:
        return FAR
    for j in range(alpha.shape[1]):
        total += exp(alpha[t, j] + end[j] - top)
    return finish(total, top)


def forward(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    start: cython.const[cython.double][::1],
    end: cython.const[cython.double][::1],
    spans: cython.const[cython.longlong][:, ::1],
    alpha: cython.double[:, ::1],
    log_partition: cython.double[::1],
) -> None:
    """Fill ``alpha`` and, for each sentence, ``log_partition`` (S,): -inf if no labelling is possible."""
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    j: cython.Py_ssize_t
    first: cython.Py_ssize_t
    with cython.nogil:
        for s in range(spans.shape[0]):
            first = spans[s, 0]
            log_partition[s] = 0.0
            for t in range(first, first + spans[s, 1]):
                for j in range(nodes.shape[1]):
                    if t == first:
                        alpha[t, j] = start[j] + nodes[t, j]
                    else:
                        alpha[t, j] = nodes[t, j] + arrive(alpha, t - 1, transitions, j)
            if spans[s, 1] > 0:
                log_partition[s] = close(alpha, first + spans[s, 1] - 1, end)


def backward(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    end: cython.const[cython.double][::1],
    spans: cython.const[cython.longlong][:, ::1],
    beta: cython.double[:, ::1],
) -> None:
    """Fill ``beta``: the log-sum over what may follow each label."""
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    j: cython.Py_ssize_t
    last: cython.Py_ssize_t
    with cython.nogil:
        for s in range(spans.shape[0]):
            last = spans[s, 0] + spans[s, 1] - 1
            for t in range(last, spans[s, 0] - 1, -1):
                for j in range(nodes.shape[1]):
                    beta[t, j] = end[j] if t == last else leave(nodes, beta, t + 1, transitions, j)


def marginals(
    alpha: cython.const[cython.double][:, ::1],
    beta: cython.const[cython.double][:, ::1],
    log_partition: cython.const[cython.double][::1],
    spans: cython.const[cython.longlong][:, ::1],
    gamma: cython.double[:, ::1],
) -> None:
    """Fill ``gamma``: the probability of each label at each position; 0 where none is possible."""
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
        for s in range(spans.shape[0]):
            for t in range(spans[s, 0], spans[s, 0] + spans[s, 1]):
                for j in range(alpha.shape[1]):
                    gamma[t, j] = 0.0
                    if alpha[t, j] > FAR and beta[t, j] > FAR:
                        gamma[t, j] = exp(alpha[t, j] + beta[t, j] - log_partition[s])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def edge(
    alpha: cython.double,
    transition: cython.double,
    node: cython.double,
    beta: cython.double,
    total: cython.double,
) -> cython.double:
    """The probability of one pair of labels from its parts; 0 if any of them forbids it."""
    score: cython.double = alpha + transition + node + beta
    return exp(score - total) if score > FAR else 0.0


def edge_sums(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    alpha: cython.const[cython.double][:, ::1],
    beta: cython.const[cython.double][:, ::1],
    log_partition: cython.const[cython.double][::1],
    spans: cython.const[cython.longlong][:, ::1],
    weights: cython.const[cython.double][::1],
    sums: cython.double[:, ::1],
) -> None:
    """Add to ``sums`` (K, K) the probability of each pair of neighbours, times the sentences' weights."""
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
        for s in range(spans.shape[0]):
            for t in range(spans[s, 0] + 1, spans[s, 0] + spans[s, 1]):
                for i in range(nodes.shape[1]):
                    for j in range(nodes.shape[1]):
                        sums[i, j] += weights[s] * edge(
                            alpha[t - 1, i], transitions[i, j], nodes[t, j], beta[t, j], log_partition[s]
                        )


def edges(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    alpha: cython.const[cython.double][:, ::1],
    beta: cython.const[cython.double][:, ::1],
    log_partition: cython.double,
    first: cython.Py_ssize_t,
    pairs: cython.double[:, :, ::1],
) -> None:
    """Fill ``pairs`` (T - 1, K, K) for the sentence from ``first`` on: [t] joins positions t and t + 1."""
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for t in range(pairs.shape[0]):
            at = first + t
            for i in range(nodes.shape[1]):
                for j in range(nodes.shape[1]):
                    pairs[t, i, j] = edge(
                        alpha[at, i], transitions[i, j], nodes[at + 1, j], beta[at + 1, j], log_partition
                    )


def path_scores(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    start: cython.const[cython.double][::1],
    end: cython.const[cython.double][::1],
    spans: cython.const[cython.longlong][:, ::1],
    labels: cython.const[cython.int][::1],
    scores: cython.double[::1],
) -> None:
    """Fill ``scores`` (S,) with the score of the labelling ``labels`` (size,) of each sentence."""
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    first: cython.Py_ssize_t
    with cython.nogil:
        for s in range(spans.shape[0]):
            first = spans[s, 0]
            scores[s] = 0.0
            for t in range(first, first + spans[s, 1]):
                scores[s] += nodes[t, labels[t]]
                scores[s] += start[labels[t]] if t == first else transitions[labels[t - 1], labels[t]]
            if spans[s, 1] > 0:
                scores[s] += end[labels[first + spans[s, 1] - 1]]
