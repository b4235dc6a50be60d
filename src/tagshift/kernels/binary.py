# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Log-loss of many two-label chains in one call, in scaled probabilities.

``scores`` (size,): score of label 1 less that of label 0 at each position of the stream. ``permitted``
(size,): bit k set if label k may stand there. ``sentences`` (S, 3): first position, length, kind (see
``SKIPPED`` and so on). ``chain`` (8,): transitions 00 01 10 11, start 0 1, end 0 1, as probabilities up to
scale: the *exponentials* of the scores, 0 if forbidden. ``expected`` has the shape of ``chain``.

At every position the larger of the two label scores is taken out before the exponential, so nothing
overflows. A sentence whose scale falls under ``TINY`` is given up: its loss is nan, and the caller does it in
logs.
"""

import cython
from cython.cimports.libc.math import exp, log

SKIPPED, WHOLE, PARTIAL = (
    0,
    1,
    2,
)  # nothing annotated or weight 0; one label at each position; anything between

TINY = cython.declare(cython.double, 1e-280)
PROD_LOW = cython.declare(cython.double, 1e-100)
PROD_HIGH = cython.declare(cython.double, 1e100)
NAN = cython.declare(cython.double, float("nan"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def set_nodes(
    gap: cython.double,
    bits: cython.int,
    margin: cython.double,
    constrained: cython.bint,
    work: cython.double[:, ::1],
    t: cython.Py_ssize_t,
) -> cython.double:
    """Write e0 and e1 of a position; return the score taken out.

    A label that is not permitted gains ``margin``, or when ``constrained`` is impossible.
    """
    taken: cython.double = 0.0
    if not constrained:
        if bits == 1:
            gap += margin
        elif bits == 2:
            gap -= margin
            taken = margin
    work[t, 2] = exp(-gap) if gap > 0.0 else 1.0
    work[t, 3] = exp(gap) if gap <= 0.0 else 1.0
    if constrained:
        if bits == 1:
            work[t, 3] = 0.0
        elif bits == 2:
            work[t, 2] = 0.0
    return taken + gap if gap > 0.0 else taken


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def forward(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.uchar][::1],
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    chain: cython.const[cython.double][::1],
    margin: cython.double,
    constrained: cython.bint,
    work: cython.double[:, ::1],
) -> cython.double:
    """Fill ``work`` (length, 5) with a0, a1, e0, e1, 1/scale; return the log-partition or nan."""
    t: cython.Py_ssize_t
    p0: cython.double
    p1: cython.double
    scale: cython.double
    total: cython.double = 0.0
    product: cython.double = 1.0
    a0: cython.double = 0.0
    a1: cython.double = 0.0
    for t in range(length):
        total += set_nodes(scores[start + t], permitted[start + t], margin, constrained, work, t)
        if t == 0:
            p0 = chain[4] * work[t, 2]
            p1 = chain[5] * work[t, 3]
        else:
            p0 = (a0 * chain[0] + a1 * chain[2]) * work[t, 2]
            p1 = (a0 * chain[1] + a1 * chain[3]) * work[t, 3]
        scale = p0 + p1
        if not scale > TINY:
            return NAN
        product *= scale
        if product < PROD_LOW or product > PROD_HIGH:  # a logarithm now and then, not one a position
            total += log(product)
            product = 1.0
        scale = 1.0 / scale
        a0 = p0 * scale
        a1 = p1 * scale
        work[t, 0] = a0
        work[t, 1] = a1
        work[t, 4] = scale
    scale = a0 * chain[6] + a1 * chain[7]
    if not scale > TINY:
        return NAN
    return total + log(product) + log(scale)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def backward(
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    chain: cython.const[cython.double][::1],
    weight: cython.double,
    work: cython.const[cython.double][:, ::1],
    residual: cython.double[::1],
    expected: cython.double[::1],
) -> cython.void:
    """Add ``weight`` times the probability of label 1 to ``residual``, of chain events to ``expected``."""
    t: cython.Py_ssize_t = length - 1
    q0: cython.double
    q1: cython.double
    b0: cython.double
    b1: cython.double
    x00: cython.double = 0.0
    x01: cython.double = 0.0
    x10: cython.double = 0.0
    x11: cython.double = 0.0
    last: cython.double = 1.0 / (work[t, 0] * chain[6] + work[t, 1] * chain[7])
    b0 = chain[6] * last
    b1 = chain[7] * last
    expected[6] += weight * work[t, 0] * b0
    expected[7] += weight * work[t, 1] * b1
    for t in range(length - 1, 0, -1):
        residual[start + t] += weight * work[t, 1] * b1
        q0 = work[t, 2] * b0 * work[t, 4]
        q1 = work[t, 3] * b1 * work[t, 4]
        x00 += work[t - 1, 0] * q0
        x01 += work[t - 1, 0] * q1
        x10 += work[t - 1, 1] * q0
        x11 += work[t - 1, 1] * q1
        b0 = chain[0] * q0 + chain[1] * q1
        b1 = chain[2] * q0 + chain[3] * q1
    residual[start] += weight * work[0, 1] * b1
    expected[0] += weight * x00 * chain[0]
    expected[1] += weight * x01 * chain[1]
    expected[2] += weight * x10 * chain[2]
    expected[3] += weight * x11 * chain[3]
    expected[4] += weight * work[0, 0] * b0
    expected[5] += weight * work[0, 1] * b1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def follow_path(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.uchar][::1],
    start: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    chain: cython.const[cython.double][::1],
    weight: cython.double,
    residual: cython.double[::1],
    expected: cython.double[::1],
) -> cython.double:
    """Take a whole annotation's counts, times ``weight``, from the expected ones; return its score."""
    t: cython.Py_ssize_t
    label: cython.Py_ssize_t
    before: cython.Py_ssize_t = 0
    score: cython.double = 0.0
    product: cython.double = 1.0
    for t in range(length):
        label = permitted[start + t] - 1  # bits 1 and 2: labels 0 and 1
        if label == 1:
            score += scores[start + t]
            residual[start + t] -= weight
        if t == 0:
            product *= chain[4 + label]
            expected[4 + label] -= weight
        else:
            product *= chain[2 * before + label]
            expected[2 * before + label] -= weight
            if product < PROD_LOW or product > PROD_HIGH:
                score += log(product)
                product = 1.0
        before = label
    product *= chain[6 + before]
    expected[6 + before] -= weight
    return score + log(product)


def log_loss(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.uchar][::1],
    sentences: cython.const[cython.longlong][:, ::1],
    weights: cython.const[cython.double][::1],
    chain: cython.const[cython.double][::1],
    margin: cython.double,
    work: cython.double[:, ::1],
    residual: cython.double[::1],
    expected: cython.double[::1],
    losses: cython.double[::1],
) -> None:
    """Write each sentence's loss, lnZ - lnZ of what is permitted; only the gradients are weighted.

    ``residual`` must be 0 where these sentences are and ``expected`` is added to.
    """
    s: cython.Py_ssize_t
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    whole: cython.double
    with cython.nogil:
        for s in range(sentences.shape[0]):
            losses[s] = 0.0
            if sentences[s, 2] == 0:
                continue
            start = sentences[s, 0]
            length = sentences[s, 1]
            whole = 0.0
            if sentences[s, 2] == 2:
                whole = forward(scores, permitted, start, length, chain, margin, True, work)
            losses[s] = forward(scores, permitted, start, length, chain, margin, False, work) - whole
            if losses[s] != losses[s]:
                continue  # either pass was given up, and nothing has been added yet
            backward(start, length, chain, weights[s], work, residual, expected)
            if sentences[s, 2] == 2:
                forward(scores, permitted, start, length, chain, margin, True, work)
                backward(start, length, chain, -weights[s], work, residual, expected)
            else:
                losses[s] -= follow_path(
                    scores, permitted, start, length, chain, weights[s], residual, expected
                )
