# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Open addressing tables from 64-bit keys to 32-bit numbers. Key 0 marks an empty slot and is never stored.

``slots`` and ``numbers`` have a power of two of entries, at least twice as many as there are keys.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slot_of(key: cython.ulonglong, slots: cython.const[cython.ulonglong][::1]) -> cython.Py_ssize_t:
    """The slot that holds the key, or the empty one where it would go."""
    mask: cython.Py_ssize_t = slots.shape[0] - 1
    # Two products that stay below 64 bits: uncompiled Python knows no overflow.
    high: cython.ulonglong = cython.cast(cython.ulonglong, key) >> 32
    low: cython.ulonglong = cython.cast(cython.ulonglong, key) - (high << 32)
    mixed: cython.ulonglong = high * 506952113 + low * 268582165
    at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, (mixed ^ (mixed >> 32)) & mask)
    while slots[at] != 0 and slots[at] != key:
        at = (at + 1) & mask
    return at


def intern(
    keys: cython.const[cython.ulonglong][::1],
    slots: cython.ulonglong[::1],
    numbers: cython.int[::1],
    known: cython.int,
    found: cython.int[::1],
) -> cython.int:
    """Number the keys in the order of their first coming, from ``known`` on; key 0 gets -1. Return the next
    number.
    """
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for i in range(keys.shape[0]):
            if keys[i] == 0:
                found[i] = -1
                continue
            at = slot_of(keys[i], slots)
            if slots[at] == 0:
                slots[at] = keys[i]
                numbers[at] = known
                known = known + 1
            found[i] = numbers[at]
    return known


def find(
    keys: cython.const[cython.ulonglong][::1],
    slots: cython.const[cython.ulonglong][::1],
    numbers: cython.const[cython.int][::1],
    found: cython.int[::1],
) -> None:
    """The numbers of keys, -1 where there is none."""
    i: cython.Py_ssize_t
    at: cython.Py_ssize_t
    with cython.nogil:
        for i in range(keys.shape[0]):
            found[i] = -1
            if keys[i] != 0:
                at = slot_of(keys[i], slots)
                if slots[at] != 0:
                    found[i] = numbers[at]
