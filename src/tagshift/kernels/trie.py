# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Walks of a trie along a stream of characters: every listed word that begins at every position.

The trie is a table of edges: ``parent << 16 | character`` to child, open addressing, 0 where a slot is
empty; the root is node 0. ``words`` says which word ends at a node, -1 for none. Characters 0 and 1 (gaps,
unknown ones) end a walk.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def child_of(
    key: cython.ulonglong,
    slots: cython.const[cython.ulonglong][::1],
    children: cython.const[cython.int][::1],
) -> cython.int:
    """The child at the end of an edge, -1 if there is none; the same walk of slots as in ``keys``."""
    mask: cython.Py_ssize_t = slots.shape[0] - 1
    high: cython.ulonglong = cython.cast(cython.ulonglong, key) >> 32
    low: cython.ulonglong = cython.cast(cython.ulonglong, key) - (high << 32)
    mixed: cython.ulonglong = high * 506952113 + low * 268582165
    at: cython.Py_ssize_t = cython.cast(cython.Py_ssize_t, (mixed ^ (mixed >> 32)) & mask)
    while slots[at] != 0:
        if slots[at] == key:
            return children[at]
        at = (at + 1) & mask
    return -1


def find_words(
    ids: cython.const[cython.ushort][::1],
    slots: cython.const[cython.ulonglong][::1],
    children: cython.const[cython.int][::1],
    words: cython.const[cython.int][::1],
    anchors: cython.int[::1],
    found: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write where each match begins and which word it is; return how many there are.

    Matches that do not fit into ``anchors`` and ``found`` are counted only: call with empty arrays first.
    """
    u: cython.Py_ssize_t
    at: cython.Py_ssize_t
    node: cython.longlong
    total: cython.Py_ssize_t = 0
    room: cython.Py_ssize_t = anchors.shape[0]
    size: cython.Py_ssize_t = ids.shape[0]
    with cython.nogil:
        for u in range(size):
            node = 0
            at = u
            while at < size and ids[at] >= 2:
                node = child_of(
                    (cython.cast(cython.ulonglong, node) << 16) | cython.cast(cython.ulonglong, ids[at]),
                    slots,
                    children,
                )
                if node < 0:
                    break
                if words[node] >= 0:
                    if total < room:
                        anchors[total] = cython.cast(cython.int, u)
                        found[total] = words[node]
                    total += 1
                at += 1
    return total
