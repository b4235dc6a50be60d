# cython: boundscheck=False, wraparound=False, cdivision=True
"""Small tuples of value numbers to row numbers: one open-addressing table, exact for any width.

``tuples`` (N, A) int32: a negative element means that something was missing, and such a tuple has no row.
``rows`` (R, A): the distinct tuples, row by row. ``slots`` (a power of two, at least twice R): row numbers
by hash, -1 where free.
"""

import cython


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def slot_of(
    tuples: cython.int[:, ::1], n: cython.Py_ssize_t, rows: cython.int[:, ::1], slots: cython.int[::1]
) -> cython.Py_ssize_t:
    """Where tuple ``n`` stands in ``slots``, or the free slot where it would; -1 if an element is missing."""
    a: cython.Py_ssize_t
    width: cython.Py_ssize_t = tuples.shape[1]
    mask: cython.ulonglong = slots.shape[0] - 1
    mixed: cython.ulonglong = 0
    row: cython.int
    for a in range(width):
        if tuples[n, a] < 0:
            return -1
        # Never beyond 62 bits: uncompiled Python knows no overflow, and both must walk the same slots.
        mixed = (mixed ^ cython.cast(cython.ulonglong, tuples[n, a])) * 0x1E3779B1
        mixed = (mixed ^ (mixed >> 32)) & 0x7FFFFFFF
    mixed &= mask
    while True:
        row = slots[cython.cast(cython.Py_ssize_t, mixed)]
        if row < 0:
            return cython.cast(cython.Py_ssize_t, mixed)
        a = 0
        while a < width and rows[row, a] == tuples[n, a]:
            a += 1
        if a == width:
            return cython.cast(cython.Py_ssize_t, mixed)
        mixed = (mixed + 1) & mask


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def intern(
    tuples: cython.int[:, ::1],
    rows: cython.int[:, ::1],
    slots: cython.int[::1],
    ids: cython.int[::1],
    known: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Number every tuple, new ones from ``known`` on in order of appearance; return how many are known then.

    ``rows`` and ``slots`` have room for all; ``ids`` (N,) is filled.
    """
    n: cython.Py_ssize_t
    a: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    for n in range(tuples.shape[0]):
        slot = slot_of(tuples, n, rows, slots)
        if slot < 0:
            ids[n] = -1
            continue
        if slots[slot] < 0:
            for a in range(tuples.shape[1]):
                rows[known, a] = tuples[n, a]
            slots[slot] = cython.cast(cython.int, known)
            known += 1
        ids[n] = slots[slot]
    return known


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def find(
    tuples: cython.int[:, ::1], rows: cython.int[:, ::1], slots: cython.int[::1], ids: cython.int[::1]
) -> cython.void:
    """Fill ``ids`` (N,) with the row of every tuple, -1 where there is none."""
    n: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    for n in range(tuples.shape[0]):
        slot = slot_of(tuples, n, rows, slots)
        ids[n] = slots[slot] if slot >= 0 else -1
