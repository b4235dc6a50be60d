# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""The best labelling inside a sentence's label sets against the best outside, and what that teaches.

One bit beside the label remembers whether the sets have been broken, so one pass finds both. ``scores``
(size * C,) are the stream's: C = K columns, or one for two labels (label 1 less label 0). ``permitted``
(size,) are rows of ``masks`` (R, K). ``chain`` (K * K + 2 * K,): transitions [i, j], start, end, -inf if
forbidden. A label outside its set gains ``cost``. Work space: ``delta`` (2, 2 * K) by parity and 2 * label
+ bit, ``back`` (longest, 2 * K), ``paths`` (2, longest) for the labelling inside (0) and outside (1). Ties
go to the lowest label.
"""

import cython

FAR = cython.declare(cython.double, float("-inf"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def reach(
    bit: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    labels: cython.Py_ssize_t,
    kept: cython.bint,
    chain: cython.const[cython.double][::1],
    before: cython.const[cython.double][::1],
    back: cython.int[:, ::1],
    t: cython.Py_ssize_t,
) -> cython.double:
    """The best way to label j with the bit as it is afterwards, without the position's own score."""
    i: cython.Py_ssize_t
    top: cython.double = FAR
    score: cython.double
    back[t, 2 * j + bit] = 0
    if bit == 0 and not kept:
        return FAR
    for i in range(labels):
        if bit == 0 or not kept:
            score = before[2 * i] + chain[i * labels + j]
            if score > top:
                top = score
                back[t, 2 * j + bit] = cython.cast(cython.int, 2 * i)
        if bit == 1:
            score = before[2 * i + 1] + chain[i * labels + j]
            if score > top:
                top = score
                back[t, 2 * j + bit] = cython.cast(cython.int, 2 * i + 1)
    return top


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def fill(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.int][::1],
    masks: cython.const[cython.uchar][:, ::1],
    chain: cython.const[cython.double][::1],
    cost: cython.double,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    delta: cython.double[:, ::1],
    back: cython.int[:, ::1],
) -> cython.void:
    """Run over a sentence; the last row of ``delta`` written holds the scores without ends."""
    t: cython.Py_ssize_t
    j: cython.Py_ssize_t
    bit: cython.Py_ssize_t
    here: cython.Py_ssize_t
    labels: cython.Py_ssize_t = masks.shape[1]
    node: cython.double
    kept: cython.bint
    for t in range(length):
        here = t & 1
        for j in range(labels):
            if labels == 2:
                node = scores[first + t] if j == 1 else 0.0
            else:
                node = scores[(first + t) * labels + j]
            kept = masks[permitted[first + t], j] != 0
            if not kept:
                node += cost
            for bit in range(2):
                if t == 0:
                    delta[0, 2 * j + bit] = FAR
                    if (bit == 0) == kept:
                        delta[0, 2 * j + bit] = chain[labels * labels + j] + node
                else:
                    delta[here, 2 * j + bit] = node + reach(
                        bit, j, labels, kept, chain, delta[1 - here], back, t
                    )


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def finish(
    bit: cython.Py_ssize_t,
    chain: cython.const[cython.double][::1],
    length: cython.Py_ssize_t,
    delta: cython.const[cython.double][:, ::1],
    back: cython.const[cython.int][:, ::1],
    paths: cython.int[:, ::1],
) -> cython.double:
    """Write the best labelling with the bit to ``paths[bit]``; return its score, -inf if there is none."""
    t: cython.Py_ssize_t
    j: cython.Py_ssize_t
    labels: cython.Py_ssize_t = delta.shape[1] // 2
    here: cython.Py_ssize_t = (length - 1) & 1
    ends: cython.Py_ssize_t = labels * labels + labels
    state: cython.Py_ssize_t = bit
    top: cython.double = FAR
    for j in range(labels):
        if delta[here, 2 * j + bit] + chain[ends + j] > top:
            top = delta[here, 2 * j + bit] + chain[ends + j]
            state = 2 * j + bit
    if top == FAR:
        return FAR
    for t in range(length - 1, -1, -1):
        paths[bit, t] = cython.cast(cython.int, state >> 1)
        if t > 0:
            state = back[t, state]
    return top


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def count(
    paths: cython.const[cython.int][:, ::1],
    which: cython.Py_ssize_t,
    amount: cython.double,
    labels: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    residual: cython.double[::1],
    chain_counts: cython.double[::1],
) -> cython.void:
    """Add ``amount`` times a labelling's events to ``residual`` and ``chain_counts``."""
    t: cython.Py_ssize_t
    label: cython.Py_ssize_t
    for t in range(length):
        label = paths[which, t]
        if labels > 2:
            residual[(first + t) * labels + label] += amount
        elif label == 1:
            residual[first + t] += amount
        if t == 0:
            chain_counts[labels * labels + label] += amount
        else:
            chain_counts[paths[which, t - 1] * labels + label] += amount
    chain_counts[labels * labels + labels + paths[which, length - 1]] += amount


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def follow(
    scores: cython.const[cython.double][::1],
    right: cython.const[cython.int][::1],
    chain: cython.const[cython.double][::1],
    labels: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    paths: cython.int[:, ::1],
) -> cython.double:
    """Write the right labelling to ``paths[0]``; return its score."""
    t: cython.Py_ssize_t
    label: cython.Py_ssize_t
    before: cython.Py_ssize_t = 0
    total: cython.double = 0.0
    for t in range(length):
        label = right[first + t]
        paths[0, t] = right[first + t]
        if labels > 2:
            total += scores[(first + t) * labels + label]
        elif label == 1:
            total += scores[first + t]
        total += chain[before * labels + label] if t > 0 else chain[labels * labels + label]
        before = label
    return total + chain[labels * labels + labels + before]


def squared_hinge(
    scores: cython.const[cython.double][::1],
    permitted: cython.const[cython.int][::1],
    masks: cython.const[cython.uchar][:, ::1],
    chain: cython.const[cython.double][::1],
    cost: cython.double,
    right: cython.const[cython.int][::1],
    sentences: cython.const[cython.longlong][:, ::1],
    weights: cython.const[cython.double][::1],
    delta: cython.double[:, ::1],
    back: cython.int[:, ::1],
    paths: cython.int[:, ::1],
    residual: cython.double[::1],
    chain_counts: cython.double[::1],
    losses: cython.double[::1],
) -> None:
    """Write each sentence's loss, the square of what the best inside lacks; residuals and counts weighted.

    With ``right`` (size,), which may be empty, that labelling takes the place of the best inside, and all
    others are its rivals. ``sentences`` (S, 3) as in ``binary``; ``residual`` must be 0 where they are and
    ``chain_counts`` is added to.
    """
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    first: cython.Py_ssize_t
    length: cython.Py_ssize_t
    labels: cython.Py_ssize_t = masks.shape[1]
    inside: cython.double
    lack: cython.double
    with cython.nogil:
        for s in range(sentences.shape[0]):
            losses[s] = 0.0
            if sentences[s, 2] == 0:
                continue
            first = sentences[s, 0]
            length = sentences[s, 1]
            fill(scores, permitted, masks, chain, cost, first, length, delta, back)
            lack = finish(1, chain, length, delta, back, paths)
            inside = finish(0, chain, length, delta, back, paths)
            if right.shape[0] > 0:
                if inside > lack:
                    lack = inside
                    for t in range(length):
                        paths[1, t] = paths[0, t]
                inside = follow(scores, right, chain, labels, first, length, paths)
            lack -= inside
            if lack > 0.0:
                losses[s] = lack * lack
                lack *= 2.0 * weights[s]
                count(paths, 1, lack, labels, first, length, residual, chain_counts)
                count(paths, 0, -lack, labels, first, length, residual, chain_counts)
