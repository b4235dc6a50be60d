# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Rows of weights onto the stream of scores, and residuals of the stream back onto rows.

A **row** is ``length`` = width x columns numbers, one behind the other in ``weights`` and ``gradient``. Event
e puts row ``ids[e]`` on ``scores[anchors[e] * columns + offset ...]``. ``values`` (one per event) may be
empty: every value is then 1. Eight numbers are loaded before any is stored, which is what lets the compiler
use vector instructions: it cannot know that source and target are different memory.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_row(
    weights: cython.const[cython.double][::1],
    at: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    value: cython.double,
    scores: cython.double[::1],
    to: cython.Py_ssize_t,
) -> cython.void:
    """``scores[to : to + length] += value * weights[at : at + length]``."""
    j: cython.Py_ssize_t = 0
    w0: cython.double
    w1: cython.double
    w2: cython.double
    w3: cython.double
    w4: cython.double
    w5: cython.double
    w6: cython.double
    w7: cython.double
    while j + 8 <= length:
        w0 = scores[to + j] + value * weights[at + j]
        w1 = scores[to + j + 1] + value * weights[at + j + 1]
        w2 = scores[to + j + 2] + value * weights[at + j + 2]
        w3 = scores[to + j + 3] + value * weights[at + j + 3]
        w4 = scores[to + j + 4] + value * weights[at + j + 4]
        w5 = scores[to + j + 5] + value * weights[at + j + 5]
        w6 = scores[to + j + 6] + value * weights[at + j + 6]
        w7 = scores[to + j + 7] + value * weights[at + j + 7]
        scores[to + j] = w0
        scores[to + j + 1] = w1
        scores[to + j + 2] = w2
        scores[to + j + 3] = w3
        scores[to + j + 4] = w4
        scores[to + j + 5] = w5
        scores[to + j + 6] = w6
        scores[to + j + 7] = w7
        j += 8
    while j < length:
        scores[to + j] += value * weights[at + j]
        j += 1


def add_scores(
    weights: cython.const[cython.double][::1],
    length: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    offset: cython.Py_ssize_t,
    anchors: cython.const[cython.int][::1],
    ids: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    lowest: cython.Py_ssize_t,
    highest: cython.Py_ssize_t,
    scores: cython.double[::1],
) -> None:
    """Add every event's row; what falls outside ``scores[lowest:highest]`` is dropped.

    Ranges of the stream can so be filled by different threads, however rows straddle them.
    """
    event: cython.Py_ssize_t
    at: cython.Py_ssize_t
    to: cython.Py_ssize_t
    left: cython.Py_ssize_t
    right: cython.Py_ssize_t
    value: cython.double = 1.0
    valued: cython.bint = values.shape[0] > 0
    with cython.nogil:
        for event in range(anchors.shape[0]):
            to = anchors[event] * columns + offset
            at = ids[event] * length
            if valued:
                value = values[event]
            if to >= lowest and to + length <= highest:
                add_row(weights, at, length, value, scores, to)
            else:
                left = lowest - to if to < lowest else 0
                right = highest - to if to + length > highest else length
                add_row(weights, at + left, right - left, value, scores, to + left)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sum_eight(
    residual: cython.const[cython.double][::1],
    offset: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    anchors: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    gradient: cython.double[::1],
    to: cython.Py_ssize_t,
) -> cython.void:
    """Sum eight neighbouring columns over the events of one row; the sums stay in registers."""
    event: cython.Py_ssize_t
    at: cython.Py_ssize_t
    value: cython.double = 1.0
    valued: cython.bint = values.shape[0] > 0
    g0: cython.double = 0.0
    g1: cython.double = 0.0
    g2: cython.double = 0.0
    g3: cython.double = 0.0
    g4: cython.double = 0.0
    g5: cython.double = 0.0
    g6: cython.double = 0.0
    g7: cython.double = 0.0
    for event in range(first, last):
        at = anchors[event] * columns + offset
        if valued:
            value = values[event]
        g0 += value * residual[at]
        g1 += value * residual[at + 1]
        g2 += value * residual[at + 2]
        g3 += value * residual[at + 3]
        g4 += value * residual[at + 4]
        g5 += value * residual[at + 5]
        g6 += value * residual[at + 6]
        g7 += value * residual[at + 7]
    gradient[to] = g0
    gradient[to + 1] = g1
    gradient[to + 2] = g2
    gradient[to + 3] = g3
    gradient[to + 4] = g4
    gradient[to + 5] = g5
    gradient[to + 6] = g6
    gradient[to + 7] = g7


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def sum_one(
    residual: cython.const[cython.double][::1],
    offset: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    anchors: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.double:
    """Sum one column over the events of one row."""
    event: cython.Py_ssize_t
    total: cython.double = 0.0
    if values.shape[0] > 0:
        for event in range(first, last):
            total += values[event] * residual[anchors[event] * columns + offset]
    else:
        for event in range(first, last):
            total += residual[anchors[event] * columns + offset]
    return total


def sum_residuals(
    residual: cython.const[cython.double][::1],
    length: cython.Py_ssize_t,
    columns: cython.Py_ssize_t,
    offset: cython.Py_ssize_t,
    indptr: cython.const[cython.longlong][::1],
    anchors: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    gradient: cython.double[::1],
) -> None:
    """Write the gradient of rows ``first`` to ``last``: the sum of the residuals under each of their events.

    ``anchors`` and ``values`` are sorted by row, ``indptr`` (rows + 1,) says where each row's events begin.
    """
    row: cython.Py_ssize_t
    j: cython.Py_ssize_t
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    with cython.nogil:
        for row in range(first, last):
            begin = indptr[row]
            end = indptr[row + 1]
            j = 0
            while j + 8 <= length:
                sum_eight(
                    residual, offset + j, columns, anchors, values, begin, end, gradient, row * length + j
                )
                j += 8
            while j < length:
                gradient[row * length + j] = sum_one(
                    residual, offset + j, columns, anchors, values, begin, end
                )
                j += 1
