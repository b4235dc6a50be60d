# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""From the scores of places to cuts: each place for itself, or the best path of a chain of two labels."""

import cython

if cython.compiled:
    from cython.cimports.tagshift.kernels.lines import Workspace
else:
    from tagshift.kernels.lines import Workspace

REACH = cython.declare(cython.Py_ssize_t, 8)  # as in ``lines``, as are the rows of the workspace
CUTS = cython.declare(cython.Py_ssize_t, 2)
BACK = cython.declare(cython.Py_ssize_t, 3)  # the labels that led to each place
SCORES = cython.declare(cython.Py_ssize_t, 1)  # of places, ``REACH`` later


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def decide_chain(
    work: Workspace, chain: cython.longlong[::1], first: cython.Py_ssize_t, last: cython.Py_ssize_t
) -> cython.void:
    """The best path of two labels over the places ``first`` to ``last``; ties go to the lower label."""
    small: cython.uchar[:, ::1] = work.small
    whole: cython.int[:, ::1] = work.whole
    p: cython.Py_ssize_t
    never: cython.longlong = -(cython.cast(cython.longlong, 1) << 60)
    zero: cython.longlong = never if small[CUTS, first] else 0
    one: cython.longlong = cython.cast(cython.longlong, whole[SCORES, REACH + first]) + chain[4]
    to_zero: cython.longlong
    to_one: cython.longlong
    label: cython.uchar
    for p in range(first + 1, last + 1):
        small[BACK, p] = 0
        to_zero = zero + chain[0]
        if one + chain[2] > to_zero:
            to_zero = one + chain[2]
            small[BACK, p] = 1
        to_one = zero + chain[1]
        if one + chain[3] > to_one:
            to_one = one + chain[3]
            small[BACK, p] |= 2
        zero = never if small[CUTS, p] else to_zero
        one = to_one + whole[SCORES, REACH + p]
    label = one + chain[5] > zero
    for p in range(last, first - 1, -1):
        small[CUTS, p] = label
        if p > first:
            label = (small[BACK, p] >> label) & 1


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def decide(work: Workspace, chain: cython.longlong[::1], chained: cython.bint) -> cython.void:
    """Mark every character behind which the text is cut; cuts already known stay, behind the last there is
    none.
    """
    small: cython.uchar[:, ::1] = work.small
    whole: cython.int[:, ::1] = work.whole
    line: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    p: cython.Py_ssize_t
    if not chained:
        for p in range(REACH, work.top):
            small[CUTS, p] |= whole[SCORES, REACH + p] > 0
    for line in range(work.count):
        first = cython.cast(cython.Py_ssize_t, work.lines[line, 0])
        last = first + cython.cast(cython.Py_ssize_t, work.lines[line, 1]) - 1
        if chained and last > first:
            decide_chain(work, chain, first, last - 1)
        if last >= first:
            small[CUTS, last] = 0
