# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Log-loss of many K-label chains in one call, in scaled probabilities.

``scores`` (size * K,): the stream's scores, position after position. ``permitted`` (size,): rows of ``masks``
(R, K). ``sentences`` (S, 3): first position, length, kind as in ``binary``. ``chain`` (K * K + 2 * K,):
exponentials of transitions [i, j], start and end, 0 if forbidden; ``arrivals`` (K * K,) the transitions the
other way round, [j, i], so that both passes read memory in a row. ``expected`` has the shape of ``chain``.

At every position the largest score is taken out before the exponential, so nothing overflows. A sentence
whose scale falls under ``TINY`` is given up: its loss is nan, and the caller does it in logs.
"""

import cython
from cython.cimports.libc.math import exp, log

TINY = cython.declare(cython.double, 1e-280)
NAN = cython.declare(cython.double, float("nan"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def set_nodes(
    scores: cython.const[cython.double][::1],
    at: cython.Py_ssize_t,
    mask: cython.const[cython.uchar][:, ::1],
    row: cython.Py_ssize_t,
    margin: cython.double,
    constrained: cython.bint,
    nodes: cython.double[:, ::1],
    t: cython.Py_ssize_t,
) -> cython.double:
    """Write the position's scaled exponentials to ``nodes[t]``; return the score taken out."""
    k: cython.Py_ssize_t
    labels: cython.Py_ssize_t = nodes.shape[1]
    top: cython.double = -1e300
    for k in range(labels):
        nodes[t, k] = scores[at + k]
        if not constrained and mask[row, k] == 0:
            nodes[t, k] += margin
        if constrained and mask[row, k] == 0:
            continue
        if nodes[t, k] > top:
            top = nodes[t, k]
    for k in range(labels):
        if constrained and mask[row, k] == 0:
            nodes[t, k] = 0.0
        else:
            nodes[t, k] = exp(nodes[t, k] - top)
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def arrive(
    alpha: cython.double[:, ::1],
    t: cython.Py_ssize_t,
    chain: cython.const[cython.double][::1],
    nodes: cython.const[cython.double][:, ::1],
) -> cython.double:
    """Write ``alpha[t]``, not yet scaled; return its sum."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    labels: cython.Py_ssize_t = alpha.shape[1]
    total: cython.double = 0.0
    here: cython.double
    for j in range(labels):
        alpha[t, j] = 0.0 if t > 0 else chain[labels * labels + j]
    if t > 0:
        for i in range(labels):
            here = alpha[t - 1, i]
            if here > 0.0:
                for j in range(labels):
                    alpha[t, j] += here * chain[i * labels + j]
    for j in range(labels):
        alpha[t, j] *= nodes[t, j]
        total += alpha[t, j]
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def forward(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.int][::1],
    masks: cython.const[cython.uchar][:, ::1],
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    chain: cython.const[cython.double][::1],
    margin: cython.double,
    constrained: cython.bint,
    alpha: cython.double[:, ::1],
    nodes: cython.double[:, ::1],
) -> cython.double:
    """Fill ``alpha``, scaled to sum to 1, and ``nodes``, alike; return the log-partition or nan."""
    t: cython.Py_ssize_t
    k: cython.Py_ssize_t
    labels: cython.Py_ssize_t = alpha.shape[1]
    total: cython.double = 0.0
    scale: cython.double
    for t in range(length):
        total += set_nodes(
            scores, (start + t) * labels, masks, permitted[start + t], margin, constrained, nodes, t
        )
        scale = arrive(alpha, t, chain, nodes)
        if not scale > TINY:
            return NAN
        total += log(scale)
        scale = 1.0 / scale
        for k in range(labels):
            alpha[t, k] *= scale
            nodes[t, k] *= scale
    scale = 0.0
    for k in range(labels):
        scale += alpha[length - 1, k] * chain[labels * labels + labels + k]
    if not scale > TINY:
        return NAN
    return total + log(scale)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def backward(
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    chain: cython.const[cython.double][::1],
    arrivals: cython.const[cython.double][::1],
    weight: cython.double,
    alpha: cython.const[cython.double][:, ::1],
    nodes: cython.const[cython.double][:, ::1],
    beta: cython.double[:, ::1],
    residual: cython.double[::1],
    expected: cython.double[::1],
) -> cython.void:
    """Add ``weight`` times the marginals to ``residual`` and times the chain's events to ``expected``.

    ``beta`` (3, K) is work space: this position's, the product with its nodes, and the sums of the one
    before. Sums of edges leave out the transition itself: the caller multiplies by it once, at the end of all
    sentences.
    """
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    labels: cython.Py_ssize_t = alpha.shape[1]
    ends: cython.Py_ssize_t = labels * labels + labels
    here: cython.double = 0.0
    for j in range(labels):
        here += alpha[length - 1, j] * chain[ends + j]
    for j in range(labels):
        beta[0, j] = chain[ends + j] / here
        expected[ends + j] += weight * alpha[length - 1, j] * beta[0, j]
    for t in range(length - 1, -1, -1):
        for j in range(labels):
            residual[(start + t) * labels + j] += weight * alpha[t, j] * beta[0, j]
            beta[1, j] = nodes[t, j] * beta[0, j]
            beta[2, j] = 0.0
        if t > 0:
            for i in range(labels):
                here = weight * alpha[t - 1, i]
                for j in range(labels):
                    expected[i * labels + j] += here * beta[1, j]
            for j in range(labels):
                here = beta[1, j]
                for i in range(labels):
                    beta[2, i] += arrivals[j * labels + i] * here
            for j in range(labels):
                beta[0, j] = beta[2, j]
    for j in range(labels):
        expected[labels * labels + j] += weight * alpha[0, j] * beta[0, j]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def follow_path(
    scores: cython.const[cython.double][::1],
    observed: cython.const[cython.int][::1],
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    logs: cython.const[cython.double][::1],
    weight: cython.double,
    labels: cython.Py_ssize_t,
    residual: cython.double[::1],
    counts: cython.double[::1],
) -> cython.double:
    """Take a whole annotation's nodes from ``residual``, add its events to ``counts``; return its score."""
    t: cython.Py_ssize_t
    label: cython.Py_ssize_t
    at: cython.Py_ssize_t
    before: cython.Py_ssize_t = 0
    score: cython.double = 0.0
    for t in range(length):
        label = observed[start + t]
        at = (start + t) * labels + label
        score += scores[at]
        residual[at] -= weight
        at = before * labels + label if t > 0 else labels * labels + label
        score += logs[at]
        counts[at] += weight
        before = label
    at = labels * labels + labels + before
    counts[at] += weight
    return score + logs[at]


def log_loss(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.int][::1],
    masks: cython.const[cython.uchar][:, ::1],
    observed: cython.const[cython.int][::1],
    sentences: cython.const[cython.longlong][:, ::1],
    weights: cython.const[cython.double][::1],
    logs: cython.const[cython.double][::1],
    chain: cython.const[cython.double][::1],
    arrivals: cython.const[cython.double][::1],
    margin: cython.double,
    work: cython.double[:, :, ::1],
    residual: cython.double[::1],
    expected: cython.double[::1],
    counts: cython.double[::1],
    losses: cython.double[::1],
) -> None:
    """Write each sentence's loss, lnZ - lnZ of what is permitted; only the gradients are weighted.

    ``observed`` (size,) is the label where only one is permitted; ``logs`` are the chain's own scores;
    ``work`` is (3, longest, K). ``residual`` must be 0 where these sentences are; ``expected`` and
    ``counts`` are added to. The gradient of the chain is ``expected`` (its transitions times ``chain``)
    less ``counts``.
    """
    s: cython.Py_ssize_t
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    labels: cython.Py_ssize_t = masks.shape[1]
    whole: cython.double
    alpha: cython.double[:, ::1] = work[0]
    nodes: cython.double[:, ::1] = work[1]
    beta: cython.double[:, ::1] = work[2]
    with cython.nogil:
        for s in range(sentences.shape[0]):
            losses[s] = 0.0
            if sentences[s, 2] == 0:
                continue
            start = sentences[s, 0]
            length = sentences[s, 1]
            whole = 0.0
            if sentences[s, 2] == 2:
                whole = forward(scores, permitted, masks, start, length, chain, margin, True, alpha, nodes)
            losses[s] = (
                forward(scores, permitted, masks, start, length, chain, margin, False, alpha, nodes) - whole
            )
            if losses[s] != losses[s]:
                continue  # either pass was given up, and nothing has been added yet
            backward(start, length, chain, arrivals, weights[s], alpha, nodes, beta, residual, expected)
            if sentences[s, 2] == 2:
                forward(scores, permitted, masks, start, length, chain, margin, True, alpha, nodes)
                backward(start, length, chain, arrivals, -weights[s], alpha, nodes, beta, residual, expected)
            else:
                losses[s] -= follow_path(
                    scores, observed, start, length, logs, weights[s], labels, residual, counts
                )
