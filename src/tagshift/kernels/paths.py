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
                # Nothing comes before position 0: its back-pointers are free for the paths' last states.
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
