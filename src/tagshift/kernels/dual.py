# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dual coordinate descent for the squared hinge of two labels, straight on events (Hsieh et al., 2008).

An example is one annotated position. ``ranges`` (examples, blocks, 2) says which events bear on it; event e
puts the number ``weights[places[e] + positions[i]]`` on example i, times ``values[e]`` (``values`` may be
empty: 1). So an example's attributes are gathered when it comes, and are never written down for all examples
together.

``signs`` (examples,): 1 for label 1, -1 for label 0. ``slack`` (examples,): 1 / (2 C) of each. ``norms``
(examples,): squared length of its attributes plus slack. ``alpha`` (examples,): the dual variables, never
negative.
"""

import cython

INF = cython.declare(cython.double, float("inf"))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def draw(state: cython.longlong[::1], bound: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """The next number under ``bound`` (Park and Miller's generator); ``state`` (1,) is never 0."""
    state[0] = state[0] * 48271 % 2147483647
    return state[0] % bound


def shuffle(
    active: cython.const[cython.int][::1],
    group: cython.Py_ssize_t,
    groups: cython.int[::1],
    state: cython.longlong[::1],
    order: cython.int[::1],
) -> None:
    """Write the examples of ``active`` to ``order``: groups of neighbours shuffled, and so within each.

    Neighbouring positions share rows of weights, so that most of what a group needs is in the cache after
    its first example. ``groups`` holds one entry a group, as work space.
    """
    g: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    first: cython.Py_ssize_t
    size: cython.Py_ssize_t
    to: cython.Py_ssize_t = 0
    held: cython.int
    with cython.nogil:
        for g in range(groups.shape[0]):
            groups[g] = cython.cast(cython.int, g)
        for g in range(groups.shape[0] - 1, 0, -1):
            j = draw(state, g + 1)
            held = groups[g]
            groups[g] = groups[j]
            groups[j] = held
        for g in range(groups.shape[0]):
            first = groups[g] * group
            size = active.shape[0] - first if first + group > active.shape[0] else group
            for i in range(size):
                order[to + i] = active[first + i]
            for i in range(size - 1, 0, -1):
                j = draw(state, i + 1)
                held = order[to + i]
                order[to + i] = order[to + j]
                order[to + j] = held
            to += size


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def gather(
    ranges: cython.const[cython.int][:, :, ::1],
    places: cython.const[cython.int][::1],
    example: cython.Py_ssize_t,
    position: cython.Py_ssize_t,
    found: cython.longlong[:, ::1],
) -> cython.Py_ssize_t:
    """Write the example's attributes, as (weight, event), to ``found``; return how many."""
    b: cython.Py_ssize_t
    event: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    for b in range(ranges.shape[1]):
        for event in range(ranges[example, b, 0], ranges[example, b, 1]):
            found[0, count] = places[event] + position
            found[1, count] = event
            count += 1
    return count


def measure(
    ranges: cython.const[cython.int][:, :, ::1],
    places: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    positions: cython.const[cython.int][::1],
    found: cython.longlong[:, ::1],
    scratch: cython.double[::1],
    norms: cython.double[::1],
) -> None:
    """Add each example's squared length to ``norms``; an attribute that comes twice is one twice as large.

    ``scratch`` has one zero for every weight, and is left so.
    """
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
    count: cython.Py_ssize_t
    valued: cython.bint = values.shape[0] > 0
    with cython.nogil:
        for i in range(positions.shape[0]):
            count = gather(ranges, places, i, positions[i], found)
            for k in range(count):
                scratch[found[0, k]] += values[found[1, k]] if valued else 1.0
            for k in range(count):
                norms[i] += scratch[found[0, k]] * (values[found[1, k]] if valued else 1.0)
            for k in range(count):
                scratch[found[0, k]] = 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def total(
    found: cython.const[cython.longlong][:, ::1],
    count: cython.Py_ssize_t,
    values: cython.const[cython.float][::1],
    weights: cython.const[cython.double][::1],
) -> cython.double:
    """The score that an example's attributes make."""
    k: cython.Py_ssize_t
    score: cython.double = 0.0
    if values.shape[0] > 0:
        for k in range(count):
            score += values[found[1, k]] * weights[found[0, k]]
    else:
        for k in range(count):
            score += weights[found[0, k]]
    return score


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def move(
    found: cython.const[cython.longlong][:, ::1],
    count: cython.Py_ssize_t,
    values: cython.const[cython.float][::1],
    change: cython.double,
    weights: cython.double[::1],
) -> cython.void:
    """Add ``change`` to the weights of an example's attributes."""
    k: cython.Py_ssize_t
    if values.shape[0] > 0:
        for k in range(count):
            weights[found[0, k]] += change * values[found[1, k]]
    else:
        for k in range(count):
            weights[found[0, k]] += change


def descend(
    order: cython.const[cython.int][::1],
    ranges: cython.const[cython.int][:, :, ::1],
    places: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    positions: cython.const[cython.int][::1],
    signs: cython.const[cython.double][::1],
    slack: cython.const[cython.double][::1],
    norms: cython.const[cython.double][::1],
    bar: cython.double,
    found: cython.longlong[:, ::1],
    alpha: cython.double[::1],
    weights: cython.double[::1],
    resting: cython.uchar[::1],
    extremes: cython.double[::1],
) -> None:
    """One pass over the examples of ``order``: each dual variable to its optimum with the others held.

    An example with alpha 0 and a gradient above ``bar`` is set ``resting``: it will hardly come back before
    the end. ``extremes`` (2,) gets the largest and smallest projected gradient, whose distance says how far
    the optimum is.
    """
    n: cython.Py_ssize_t
    i: cython.Py_ssize_t
    count: cython.Py_ssize_t
    gradient: cython.double
    change: cython.double
    highest: cython.double = -INF
    lowest: cython.double = INF
    with cython.nogil:
        for n in range(order.shape[0]):
            i = order[n]
            count = gather(ranges, places, i, positions[i], found)
            gradient = signs[i] * total(found, count, values, weights) - 1.0 + slack[i] * alpha[i]
            if alpha[i] == 0.0:
                if gradient > bar:
                    resting[i] = 1
                    continue
                if gradient > 0.0:
                    gradient = 0.0
            if gradient > highest:
                highest = gradient
            if gradient < lowest:
                lowest = gradient
            if -1e-12 < gradient < 1e-12:
                continue
            change = alpha[i]
            alpha[i] = alpha[i] - gradient / norms[i]
            if alpha[i] < 0.0:
                alpha[i] = 0.0
            change = (alpha[i] - change) * signs[i]
            move(found, count, values, change, weights)
        extremes[0] = highest
        extremes[1] = lowest
