# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Place the nodes of a trie in a double array: child ``c`` of a node with base b stands at b + c, alone
there.

No two nodes share a base, so a place needs to know only which base it belongs to. Nodes with many children
should come first: those with one fill the holes between them.
"""

import cython

# A node with several children that found no room in so many places goes behind all others.
TRIES = cython.declare(cython.Py_ssize_t, 48)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def next_free(free: cython.int[::1], place: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The first free place from ``place`` on; the paths walked become shorter."""
    while free[place] != place:
        free[place] = free[free[place]]
        place = free[place]
    return place


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def fits(
    free: cython.int[::1],
    symbols: cython.const[cython.ushort][::1],
    base: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
) -> cython.bint:
    """Whether every child finds its place free."""
    e: cython.Py_ssize_t
    at: cython.Py_ssize_t
    for e in range(first, last):
        at = base + cython.cast(cython.Py_ssize_t, symbols[e])
        if free[at] != at:
            return False
    return True


def place_nodes(
    firsts: cython.const[cython.longlong][::1],
    symbols: cython.const[cython.ushort][::1],
    order: cython.const[cython.longlong][::1],
    bases: cython.int[::1],
    used: cython.uchar[::1],
    free: cython.int[::1],
) -> cython.Py_ssize_t:
    """Give a base, from 1 on, to each node in ``order``; return the number of places used, -1 if all do not
    fit.

    The children of node n are ``symbols[firsts[n]:firsts[n + 1]]``, ascending. ``used`` (M,) is 0 and
    ``free`` (M + 1,) counts up from 0 at first.
    """
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t
    first: cython.Py_ssize_t
    last: cython.Py_ssize_t
    lowest: cython.Py_ssize_t
    span: cython.Py_ssize_t
    place: cython.Py_ssize_t
    tries: cython.Py_ssize_t
    low: cython.Py_ssize_t = 0  # where nodes with several children begin to look
    top: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = used.shape[0]
    with cython.nogil:
        for i in range(order.shape[0]):
            first = cython.cast(cython.Py_ssize_t, firsts[order[i]])
            last = cython.cast(cython.Py_ssize_t, firsts[order[i] + 1])
            lowest = cython.cast(cython.Py_ssize_t, symbols[first])
            span = cython.cast(cython.Py_ssize_t, symbols[last - 1]) - lowest
            tries = 0
            place = lowest + 1 + (low if last - first > 1 else 0)
            while place + span < room:
                place = next_free(free, place)
                if place + span < room and used[place - lowest] == 0:
                    if fits(free, symbols, place - lowest, first, last):
                        break
                place += 1
                tries += 1
            if place + span >= room:
                top = -2
                break
            if tries > TRIES and last - first > 1:
                low += (place - lowest - low) // 2
            used[place - lowest] = 1
            bases[order[i]] = cython.cast(cython.int, place - lowest)
            for e in range(first, last):
                free[place - lowest + symbols[e]] = cython.cast(cython.int, place - lowest + symbols[e] + 1)
            top = max(top, place + span)
    return top + 1
