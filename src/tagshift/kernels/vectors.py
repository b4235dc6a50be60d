# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Long vectors, a chunk that fits the cache at a time: many products in one reading of memory.

``basis`` (B, n) float32 holds the history of a quasi-Newton method as rows. Each function works on elements
``first`` to ``last``: ranges go to threads, and the caller adds partial sums in the order of the ranges, so
the bits do not depend on the number of threads.
"""

import cython
from cython.cimports.libc.math import fabs

CHUNK = cython.declare(cython.Py_ssize_t, 2048)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def dot_range(
    x: cython.const[cython.double][::1],
    y: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.double:
    """The product of x and y over a range, in eight running sums that the compiler keeps in one register."""
    i: cython.Py_ssize_t = first
    s0: cython.double = 0.0
    s1: cython.double = 0.0
    s2: cython.double = 0.0
    s3: cython.double = 0.0
    s4: cython.double = 0.0
    s5: cython.double = 0.0
    s6: cython.double = 0.0
    s7: cython.double = 0.0
    while i + 8 <= last:
        s0 += x[i] * y[i]
        s1 += x[i + 1] * y[i + 1]
        s2 += x[i + 2] * y[i + 2]
        s3 += x[i + 3] * y[i + 3]
        s4 += x[i + 4] * y[i + 4]
        s5 += x[i + 5] * y[i + 5]
        s6 += x[i + 6] * y[i + 6]
        s7 += x[i + 7] * y[i + 7]
        i += 8
    while i < last:
        s0 += x[i] * y[i]
        i += 1
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def dot_row(
    basis: cython.const[cython.float][:, ::1],
    b: cython.Py_ssize_t,
    y: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.double:
    """The product of a row of ``basis`` from ``first`` on with the first ``size`` elements of ``y``."""
    i: cython.Py_ssize_t = 0
    s0: cython.double = 0.0
    s1: cython.double = 0.0
    s2: cython.double = 0.0
    s3: cython.double = 0.0
    s4: cython.double = 0.0
    s5: cython.double = 0.0
    s6: cython.double = 0.0
    s7: cython.double = 0.0
    while i + 8 <= size:
        s0 += basis[b, first + i] * y[i]
        s1 += basis[b, first + i + 1] * y[i + 1]
        s2 += basis[b, first + i + 2] * y[i + 2]
        s3 += basis[b, first + i + 3] * y[i + 3]
        s4 += basis[b, first + i + 4] * y[i + 4]
        s5 += basis[b, first + i + 5] * y[i + 5]
        s6 += basis[b, first + i + 6] * y[i + 6]
        s7 += basis[b, first + i + 7] * y[i + 7]
        i += 8
    while i < size:
        s0 += basis[b, first + i] * y[i]
        i += 1
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7))


def dot(
    x: cython.const[cython.double][::1],
    y: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.double:
    """The product of x and y over a range."""
    total: cython.double
    with cython.nogil:
        total = dot_range(x, y, first, last)
    return total


def distance(
    x: cython.const[cython.double][::1],
    penalties: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.double:
    """The sum of absolute values times ``penalties`` over a range."""
    i: cython.Py_ssize_t
    total: cython.double = 0.0
    with cython.nogil:
        for i in range(first, last):
            total += fabs(x[i]) * penalties[i]
    return total


def times(
    x: cython.const[cython.double][::1],
    factors: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    result: cython.double[::1],
) -> None:
    """Write ``x * factors``, element by element, over a range; ``result`` may be x."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(first, last):
            result[i] = x[i] * factors[i]


def products(
    basis: cython.const[cython.float][:, ::1],
    move: cython.Py_ssize_t,
    bend: cython.Py_ssize_t,
    gradient: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    work: cython.double[:, ::1],
    sums: cython.double[:, ::1],
) -> None:
    """Write to ``sums`` (3, B) the products of every row with rows ``move``, ``bend`` and the gradient.

    ``work`` (3, CHUNK or more) holds the chunk of the three in double precision.
    """
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t = first
    size: cython.Py_ssize_t
    with cython.nogil:
        for b in range(basis.shape[0]):
            sums[0, b] = sums[1, b] = sums[2, b] = 0.0
        while at < last:
            size = CHUNK if at + CHUNK < last else last - at
            for i in range(size):
                work[0, i] = basis[move, at + i]
                work[1, i] = basis[bend, at + i]
                work[2, i] = gradient[at + i]
            for b in range(basis.shape[0]):
                sums[0, b] += dot_row(basis, b, work[0], at, size)
                sums[1, b] += dot_row(basis, b, work[1], at, size)
                sums[2, b] += dot_row(basis, b, work[2], at, size)
            at += size


def combine(
    basis: cython.const[cython.float][:, ::1],
    factors: cython.const[cython.double][::1],
    gradient: cython.const[cython.double][::1],
    share: cython.double,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    result: cython.double[::1],
) -> None:
    """Write ``share * gradient`` plus the rows times their ``factors`` to a range of ``result``."""
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t = first
    to: cython.Py_ssize_t
    factor: cython.double
    with cython.nogil:
        while at < last:
            to = at + CHUNK if at + CHUNK < last else last
            for i in range(at, to):
                result[i] = share * gradient[i]
            for b in range(basis.shape[0]):
                factor = factors[b]
                if factor != 0.0:
                    for i in range(at, to):
                        result[i] += factor * basis[b, i]
            at = to


def step(
    x: cython.const[cython.double][::1],
    direction: cython.const[cython.double][::1],
    size: cython.double,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    result: cython.double[::1],
) -> None:
    """Write ``x + size * direction`` over a range."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(first, last):
            result[i] = x[i] + size * direction[i]


def remember(
    after: cython.const[cython.double][::1],
    before: cython.const[cython.double][::1],
    row: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    basis: cython.float[:, ::1],
) -> None:
    """Write ``after - before`` over a range of a row of ``basis``."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(first, last):
            basis[row, i] = cython.cast(cython.float, after[i] - before[i])


def lean(
    x: cython.const[cython.double][::1],
    gradient: cython.const[cython.double][::1],
    penalties: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    result: cython.double[::1],
) -> None:
    """Write the pseudo-gradient of an objective with absolute values of x times ``penalties`` added.

    It is 0 where neither side descends.
    """
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(first, last):
            if x[i] > 0.0:
                result[i] = gradient[i] + penalties[i]
            elif x[i] < 0.0:
                result[i] = gradient[i] - penalties[i]
            elif gradient[i] + penalties[i] < 0.0:
                result[i] = gradient[i] + penalties[i]
            elif gradient[i] - penalties[i] > 0.0:
                result[i] = gradient[i] - penalties[i]
            else:
                result[i] = 0.0


def agree(
    pseudo: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    direction: cython.double[::1],
) -> None:
    """Set to 0 what of ``direction`` does not go down the pseudo-gradient."""
    i: cython.Py_ssize_t
    with cython.nogil:
        for i in range(first, last):
            if direction[i] * pseudo[i] >= 0.0:
                direction[i] = 0.0


def stay(
    x: cython.const[cython.double][::1],
    pseudo: cython.const[cython.double][::1],
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    trial: cython.double[::1],
) -> None:
    """Set to 0 what of ``trial`` has left the orthant of x, or of the step down where x is 0."""
    i: cython.Py_ssize_t
    side: cython.double
    with cython.nogil:
        for i in range(first, last):
            side = x[i] if x[i] != 0.0 else -pseudo[i]
            if trial[i] * side <= 0.0:
                trial[i] = 0.0
