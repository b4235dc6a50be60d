# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Losses of single positions over label sets, without a chain.

``scores`` (size * C,): C = K columns, or one for two labels (label 1 less label 0). ``permitted`` (size,) are
rows of ``masks`` (R, K); ``weights`` (size,), 0 where a position says nothing. Each function works on
positions ``first`` to ``last``, writes the weighted ``residual`` there and returns the weighted loss.
"""

import cython
from cython.cimports.libc.math import exp, expm1, log, log1p

FAR = cython.declare(cython.double, float("-inf"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def logistic(margin: cython.double) -> cython.double:
    """-log of the probability that a margin gives to its side."""
    return log1p(exp(-margin)) if margin > 0.0 else log1p(exp(margin)) - margin


def two_labels(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.int][::1],
    masks: cython.const[cython.uchar][:, ::1],
    weights: cython.const[cython.double][::1],
    hinge: cython.bint,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    residual: cython.double[::1],
) -> cython.double:
    """Log-loss of the one label permitted, or its squared hinge."""
    p: cython.Py_ssize_t
    row: cython.Py_ssize_t
    sign: cython.double
    lack: cython.double
    total: cython.double = 0.0
    with cython.nogil:
        for p in range(first, last):
            row = permitted[p]
            residual[p] = 0.0
            if weights[p] == 0.0 or masks[row, 0] == masks[row, 1]:
                continue
            sign = 1.0 if masks[row, 1] else -1.0
            if hinge:
                lack = 1.0 - sign * scores[p]
                if lack > 0.0:
                    total += weights[p] * lack * lack
                    residual[p] = -2.0 * weights[p] * sign * lack
            else:
                lack = logistic(sign * scores[p])
                total += weights[p] * lack
                residual[p] = weights[p] * sign * expm1(-lack)
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def log_loss(
    scores: cython.const[cython.double][::1],
    at: cython.Py_ssize_t,
    masks: cython.const[cython.uchar][:, ::1],
    row: cython.Py_ssize_t,
    weight: cython.double,
    residual: cython.double[::1],
) -> cython.double:
    """Log-sum over all labels less log-sum over those permitted."""
    k: cython.Py_ssize_t
    top: cython.double = FAR
    best: cython.double = FAR
    everything: cython.double = 0.0
    inside: cython.double = 0.0
    for k in range(masks.shape[1]):
        if scores[at + k] > top:
            top = scores[at + k]
        if masks[row, k] != 0 and scores[at + k] > best:
            best = scores[at + k]
    for k in range(masks.shape[1]):
        everything += exp(scores[at + k] - top)
        if masks[row, k] != 0:
            inside += exp(scores[at + k] - best)
    for k in range(masks.shape[1]):
        residual[at + k] = weight * exp(scores[at + k] - top) / everything
        if masks[row, k] != 0:
            residual[at + k] -= weight * exp(scores[at + k] - best) / inside
    return weight * (top + log(everything) - best - log(inside))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def squared_hinge(
    scores: cython.const[cython.double][::1],
    at: cython.Py_ssize_t,
    masks: cython.const[cython.uchar][:, ::1],
    row: cython.Py_ssize_t,
    weight: cython.double,
    residual: cython.double[::1],
) -> cython.double:
    """The square of what the best label permitted lacks to lead the best other one by 1.

    Labels that are level share the residual: at nothing learned all are, and taking sides may lead uphill.
    """
    k: cython.Py_ssize_t
    inside: cython.double = FAR
    outside: cython.double = FAR
    insiders: cython.Py_ssize_t = 0
    outsiders: cython.Py_ssize_t = 0
    lack: cython.double
    for k in range(masks.shape[1]):
        residual[at + k] = 0.0
        if masks[row, k] != 0:
            if scores[at + k] > inside:
                inside = scores[at + k]
                insiders = 0
            insiders += scores[at + k] == inside
        else:
            if scores[at + k] > outside:
                outside = scores[at + k]
                outsiders = 0
            outsiders += scores[at + k] == outside
    lack = 1.0 + outside - inside
    if outsiders == 0 or lack <= 0.0:
        return 0.0
    for k in range(masks.shape[1]):
        if masks[row, k] != 0:
            if scores[at + k] == inside:
                residual[at + k] = -2.0 * weight * lack / insiders
        elif scores[at + k] == outside:
            residual[at + k] = 2.0 * weight * lack / outsiders
    return weight * lack * lack


def many_labels(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.int][::1],
    masks: cython.const[cython.uchar][:, ::1],
    weights: cython.const[cython.double][::1],
    hinge: cython.bint,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    residual: cython.double[::1],
) -> cython.double:
    """Log-loss of the labels permitted, or their squared hinge."""
    p: cython.Py_ssize_t
    k: cython.Py_ssize_t
    labels: cython.Py_ssize_t = masks.shape[1]
    total: cython.double = 0.0
    with cython.nogil:
        for p in range(first, last):
            if weights[p] == 0.0:
                for k in range(labels):
                    residual[p * labels + k] = 0.0
            elif hinge:
                total += squared_hinge(scores, p * labels, masks, permitted[p], weights[p], residual)
            else:
                total += log_loss(scores, p * labels, masks, permitted[p], weights[p], residual)
    return total
