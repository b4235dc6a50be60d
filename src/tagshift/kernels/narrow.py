# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Rows of up to eight weights onto the stream of scores, one column a position.

Windows of neighbouring events overlap, and adding each to memory would wait every time for the one before to
be written. Here eight sums walk along the stream in registers, and each position is written once a block.
Arrays as in ``events``.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
@cython.locals(s0=cython.double, s1=cython.double, s2=cython.double, s3=cython.double)
@cython.locals(s4=cython.double, s5=cython.double, s6=cython.double, s7=cython.double)
def walk(
    width: cython.Py_ssize_t,
    weights: cython.const[cython.double][::1],
    offset: cython.Py_ssize_t,
    anchors: cython.const[cython.int][::1],
    ids: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    lowest: cython.Py_ssize_t,
    highest: cython.Py_ssize_t,
    scores: cython.double[::1],
) -> cython.void:
    """Sum s0 belongs to position ``at``, s1 to the next. ``width`` is a constant wherever this is inlined."""
    event: cython.Py_ssize_t
    row: cython.Py_ssize_t
    to: cython.Py_ssize_t
    at: cython.Py_ssize_t
    value: cython.double = 1.0
    valued: cython.bint = values.shape[0] > 0
    s0 = s1 = s2 = s3 = s4 = s5 = s6 = s7 = 0.0
    if anchors.shape[0] == 0:
        return
    at = anchors[0] + offset
    # One turn more than there are events: the last flushes what is left.
    for event in range(anchors.shape[0] + 1):
        to = at + width if event == anchors.shape[0] else anchors[event] + offset
        while at < to:
            if lowest <= at < highest:
                scores[at] += s0
            s0 = s1
            s1 = s2
            s2 = s3
            s3 = s4
            s4 = s5
            s5 = s6
            s6 = s7
            s7 = 0.0
            at += 1
        if event == anchors.shape[0]:
            return
        if valued:
            value = values[event]
        row = ids[event] * width
        s0 += value * weights[row]
        if width > 1:
            s1 += value * weights[row + 1]
        if width > 2:
            s2 += value * weights[row + 2]
        if width > 3:
            s3 += value * weights[row + 3]
        if width > 4:
            s4 += value * weights[row + 4]
        if width > 5:
            s5 += value * weights[row + 5]
        if width > 6:
            s6 += value * weights[row + 6]
        if width > 7:
            s7 += value * weights[row + 7]


def add_narrow(
    weights: cython.const[cython.double][::1],
    width: cython.Py_ssize_t,
    offset: cython.Py_ssize_t,
    anchors: cython.const[cython.int][::1],
    ids: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    lowest: cython.Py_ssize_t,
    highest: cython.Py_ssize_t,
    scores: cython.double[::1],
) -> None:
    """Add every event's row of at most 8 weights; what falls outside the range is dropped."""
    with cython.nogil:
        if width == 1:
            walk(1, weights, offset, anchors, ids, values, lowest, highest, scores)
        elif width == 2:
            walk(2, weights, offset, anchors, ids, values, lowest, highest, scores)
        elif width == 3:
            walk(3, weights, offset, anchors, ids, values, lowest, highest, scores)
        elif width == 4:
            walk(4, weights, offset, anchors, ids, values, lowest, highest, scores)
        elif width == 5:
            walk(5, weights, offset, anchors, ids, values, lowest, highest, scores)
        elif width == 6:
            walk(6, weights, offset, anchors, ids, values, lowest, highest, scores)
        elif width == 7:
            walk(7, weights, offset, anchors, ids, values, lowest, highest, scores)
        else:
            walk(8, weights, offset, anchors, ids, values, lowest, highest, scores)
