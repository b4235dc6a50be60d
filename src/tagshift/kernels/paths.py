# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Best paths through linear chains; arrays as in ``chain``. Ties go to the lowest label.

A labelling with score -inf is none: where nothing is possible the score is -inf and the labels are 0.
"""

import cython

FAR = cython.declare(cython.double, float("-inf"))


def best(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    start: cython.const[cython.double][::1],
    end: cython.const[cython.double][::1],
    spans: cython.const[cython.longlong][:, ::1],
    delta: cython.double[:, ::1],
    back: cython.int[:, ::1],
    labels: cython.int[::1],
    scores: cython.double[::1],
) -> None:
    """Write the best labelling of each sentence to ``labels`` (size,) and its score to ``scores`` (S,).

    ``delta`` (2, K) and ``back`` (longest, K) are work space.
    """
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    first: cython.Py_ssize_t
    here: cython.Py_ssize_t
    top: cython.double
    from_label: cython.int
    with cython.nogil:
        for s in range(spans.shape[0]):
            first = spans[s, 0]
            scores[s] = 0.0
            for t in range(spans[s, 1]):
                here = t & 1
                for j in range(nodes.shape[1]):
                    top = FAR
                    from_label = 0
                    if t == 0:
                        top = start[j]
                    else:
                        for i in range(nodes.shape[1]):
                            if delta[1 - here, i] + transitions[i, j] > top:
                                top = delta[1 - here, i] + transitions[i, j]
                                from_label = i
                    delta[here, j] = top + nodes[first + t, j]
                    back[t, j] = from_label
            if spans[s, 1] > 0:
                here = (spans[s, 1] - 1) & 1
                top = FAR
                from_label = 0
                for j in range(nodes.shape[1]):
                    if delta[here, j] + end[j] > top:
                        top = delta[here, j] + end[j]
                        from_label = j
                scores[s] = top
                for t in range(spans[s, 1] - 1, -1, -1):
                    labels[first + t] = from_label
                    from_label = back[t, from_label]


def best_outside(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    start: cython.const[cython.double][::1],
    end: cython.const[cython.double][::1],
    spans: cython.const[cython.longlong][:, ::1],
    inside: cython.const[cython.uchar][:, ::1],
    delta: cython.double[:, :, ::1],
    back: cython.int[:, ::1],
    labels: cython.int[::1],
    scores: cython.double[::1],
) -> None:
    """The best labelling of each sentence that breaks its label sets somewhere; -inf if none does.

    ``inside`` (size, K) is 1 where a label is in its position's set. One bit beside the label remembers
    whether the sets have been broken: ``delta`` (2, 2, K) by parity, bit and label, ``back`` (longest, 2 * K)
    with 2 * label + bit.
    """
    s: cython.Py_ssize_t
    t: cython.Py_ssize_t
    j: cython.Py_ssize_t
    bit: cython.Py_ssize_t
    here: cython.Py_ssize_t
    first: cython.Py_ssize_t
    top: cython.double
    state: cython.int
    with cython.nogil:
        for s in range(spans.shape[0]):
            first = spans[s, 0]
            scores[s] = FAR
            for t in range(spans[s, 1]):
                here = t & 1
                for j in range(nodes.shape[1]):
                    for bit in range(2):
                        delta[here, bit, j] = FAR
                        back[t, 2 * j + bit] = 0
                        reach(nodes, transitions, start, inside, first + t, t, j, bit, delta, back)
            if spans[s, 1] > 0:
                here = (spans[s, 1] - 1) & 1
                top = FAR
                state = 1
                for j in range(nodes.shape[1]):
                    if delta[here, 1, j] + end[j] > top:
                        top = delta[here, 1, j] + end[j]
                        state = 2 * j + 1
                scores[s] = top
                for t in range(spans[s, 1] - 1, -1, -1):
                    labels[first + t] = state >> 1
                    state = back[t, state]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def reach(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    start: cython.const[cython.double][::1],
    inside: cython.const[cython.uchar][:, ::1],
    at: cython.Py_ssize_t,
    t: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    bit: cython.Py_ssize_t,
    delta: cython.double[:, :, ::1],
    back: cython.int[:, ::1],
) -> cython.void:
    """Fill one cell of ``best_outside``: label j with the bit as it is after this position."""
    i: cython.Py_ssize_t
    before: cython.Py_ssize_t
    here: cython.Py_ssize_t = t & 1
    kept: cython.bint = inside[at, j] != 0
    if t == 0:
        if (bit == 0) == kept:
            delta[here, bit, j] = start[j] + nodes[at, j]
        return
    if bit == 0 and not kept:
        return
    for i in range(nodes.shape[1]):
        for before in range(2):
            if (before == bit) if kept else (bit == 1):
                if delta[1 - here, before, i] + transitions[i, j] + nodes[at, j] > delta[here, bit, j]:
                    delta[here, bit, j] = delta[1 - here, before, i] + transitions[i, j] + nodes[at, j]
                    back[t, 2 * j + bit] = 2 * i + before


def best_several(
    nodes: cython.const[cython.double][:, ::1],
    transitions: cython.const[cython.double][:, ::1],
    start: cython.const[cython.double][::1],
    end: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    delta: cython.double[:, :, ::1],
    back: cython.int[:, :, ::1],
    labels: cython.int[:, ::1],
    scores: cython.double[::1],
) -> cython.Py_ssize_t:
    """The N best labellings of one sentence, best first; return how many there are.

    ``labels`` (N, T) and ``scores`` (N,) are written; T >= 1. Work space: ``delta`` (2, K, N), ``back`` (T,
    K, N) with label * N + rank. Distinct pairs (label, rank) are distinct labellings, so the result is exact.
    """
    t: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    r: cython.Py_ssize_t
    n: cython.Py_ssize_t = scores.shape[0]
    steps: cython.Py_ssize_t = labels.shape[1]
    found: cython.Py_ssize_t = 0
    state: cython.int
    with cython.nogil:
        for t in range(steps):
            for j in range(nodes.shape[1]):
                for r in range(n):
                    delta[t & 1, j, r] = FAR
                if t == 0:
                    delta[0, j, 0] = start[j] + nodes[first, j]
                    continue
                for i in range(nodes.shape[1]):
                    for r in range(n):
                        if not insert(
                            delta[t & 1, j],
                            back[t, j],
                            delta[1 - (t & 1), i, r] + transitions[i, j] + nodes[first + t, j],
                            i * n + r,
                        ):
                            break
        for r in range(n):
            scores[r] = FAR
        for j in range(nodes.shape[1]):
            for r in range(n):
                # Nothing comes before position 0, so its back-pointers are free to hold the paths' last states.
                if not insert(scores, back[0, 0], delta[(steps - 1) & 1, j, r] + end[j], j * n + r):
                    break
        for r in range(n):
            if scores[r] == FAR:
                break
            found += 1
            state = back[0, 0, r]
            for t in range(steps - 1, -1, -1):
                labels[r, t] = state // n
                if t > 0:
                    state = back[t, state // n, state % n]
    return found


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def insert(
    scores: cython.double[::1], states: cython.int[::1], score: cython.double, state: cython.int
) -> cython.bint:
    """Put a candidate in its place among the best, behind its equals; False if it is not among them."""
    r: cython.Py_ssize_t = scores.shape[0] - 1
    if not score > scores[r]:
        return False
    while r > 0 and score > scores[r - 1]:
        scores[r] = scores[r - 1]
        states[r] = states[r - 1]
        r -= 1
    scores[r] = score
    states[r] = state
    return True
