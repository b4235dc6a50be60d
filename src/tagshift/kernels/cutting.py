# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Dual coordinate ascent over labellings: the structured squared hinge, sentence by sentence.

Each sentence keeps a **working set** of labellings that once were its best rivals. Each has a dual
variable, and one step takes it to its optimum with all others held (Chang and Yih, 2013).
"""

import cython

if cython.compiled:
    from cython.cimports.tagshift.kernels.rivals import fill, finish
else:
    from tagshift.kernels.rivals import fill, finish


@cython.cclass
class Corpus:
    """What stays as it is while learning.

    ``sentences`` (S, 2): first position and length. ``right`` (size,): the right label of each position.
    ``rows`` (size,): each position's row of ``ranges`` (positions, blocks, 2), the events e that put the
    weights ``(places[e] + position) * C + label`` on it, times ``values[e]`` (empty: 1). For two labels C
    is 1, and label 0 scores 0. ``permitted``, ``masks`` and ``illegal``, -inf where the chain is forbidden,
    as in ``rivals``. ``slack`` (S,): 1 / (2 C) of each sentence; ``cost`` of each wrong label.
    """

    sentences: cython.const[cython.longlong][:, ::1]
    right: cython.const[cython.int][::1]
    rows: cython.const[cython.int][::1]
    ranges: cython.const[cython.int][:, :, ::1]
    places: cython.const[cython.int][::1]
    values: cython.const[cython.float][::1]
    permitted: cython.const[cython.int][::1]
    masks: cython.const[cython.uchar][:, ::1]
    illegal: cython.const[cython.double][::1]
    slack: cython.const[cython.double][::1]
    cost: cython.double

    def __init__(
        self, sentences, right, rows, ranges, places, values, permitted, masks, illegal, slack, cost
    ):
        self.sentences, self.right, self.rows, self.ranges = sentences, right, rows, ranges
        self.places, self.values, self.permitted, self.masks = places, values, permitted, masks
        self.illegal, self.slack, self.cost = illegal, slack, cost


@cython.cclass
class WorkingSets:
    """Linked lists of entries: ``heads`` (S,) and ``nexts`` (entries,), -1 at the end.

    ``begins`` (entries,) says where in ``pool`` an entry's labels begin; ``numbers`` (3, entries) are its
    dual variable, its cost, and its squared distance to the right labelling. ``totals`` (S,) is the sum of
    each sentence's dual variables. ``used`` (3,): entries, labels of the pool, and 1 once there was no
    room.
    """

    heads: cython.int[::1]
    nexts: cython.int[::1]
    begins: cython.longlong[::1]
    numbers: cython.double[:, ::1]
    totals: cython.double[::1]
    used: cython.longlong[::1]
    pool: cython.int[::1]

    def __init__(self, heads, nexts, begins, numbers, totals, used, pool):
        self.heads, self.nexts, self.begins, self.numbers = heads, nexts, begins, numbers
        self.totals, self.used, self.pool = totals, used, pool


@cython.cclass
class Space:
    """Work space: ``chain`` (K * K + 2 * K,), ``scores`` (size * C,), ``scratch`` (n,) all 0."""

    chain: cython.double[::1]
    scores: cython.double[::1]
    delta: cython.double[:, ::1]
    back: cython.int[:, ::1]
    paths: cython.int[:, ::1]
    scratch: cython.double[::1]

    def __init__(self, chain, scores, delta, back, paths, scratch):
        self.chain, self.scores, self.delta = chain, scores, delta
        self.back, self.paths, self.scratch = back, paths, scratch


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def touch(
    corpus: Corpus,
    position: cython.Py_ssize_t,
    label: cython.Py_ssize_t,
    amount: cython.double,
    weights: cython.double[::1],
) -> cython.double:
    """Add ``amount`` to the weights of a label at a position; with an amount of 0 return their sum."""
    b: cython.Py_ssize_t
    e: cython.Py_ssize_t
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t = corpus.rows[position]
    labels: cython.Py_ssize_t = corpus.masks.shape[1]
    value: cython.double = 1.0
    valued: cython.bint = corpus.values.shape[0] > 0
    total: cython.double = 0.0
    if labels == 2 and label == 0:
        return 0.0
    for b in range(corpus.ranges.shape[1]):
        for e in range(corpus.ranges[row, b, 0], corpus.ranges[row, b, 1]):
            at = corpus.places[e] + position
            if labels > 2:
                at = at * labels + label
            if valued:
                value = corpus.values[e]
            if amount == 0.0:
                total += value * weights[at]
            else:
                weights[at] += amount * value
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def score_labels(
    corpus: Corpus,
    position: cython.Py_ssize_t,
    weights: cython.const[cython.double][::1],
    scores: cython.double[::1],
) -> cython.void:
    """Write the scores of all labels of a position, more than two: a row of weights is read once for all."""
    b: cython.Py_ssize_t
    e: cython.Py_ssize_t
    j: cython.Py_ssize_t
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t = corpus.rows[position]
    labels: cython.Py_ssize_t = corpus.masks.shape[1]
    to: cython.Py_ssize_t = position * labels
    value: cython.double = 1.0
    valued: cython.bint = corpus.values.shape[0] > 0
    for j in range(labels):
        scores[to + j] = 0.0
    for b in range(corpus.ranges.shape[1]):
        for e in range(corpus.ranges[row, b, 0], corpus.ranges[row, b, 1]):
            at = (corpus.places[e] + position) * labels
            if valued:
                value = corpus.values[e]
            for j in range(labels):
                scores[to + j] += value * weights[at + j]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def swap(
    gained: cython.Py_ssize_t, lost: cython.Py_ssize_t, amount: cython.double, weights: cython.double[::1]
) -> cython.double:
    """Move ``amount`` from one number to another; with an amount of 0 return their difference."""
    if gained == lost:
        return 0.0
    if amount == 0.0:
        return weights[gained] - weights[lost]
    weights[gained] += amount
    weights[lost] -= amount
    return 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lead(
    corpus: Corpus,
    s: cython.Py_ssize_t,
    sets: WorkingSets,
    entry: cython.Py_ssize_t,
    amount: cython.double,
    weights: cython.double[::1],
) -> cython.double:
    """The score of the right labelling less an entry's; with an ``amount`` a step along their difference."""
    t: cython.Py_ssize_t
    p: cython.Py_ssize_t
    good: cython.Py_ssize_t
    bad: cython.Py_ssize_t
    good_before: cython.Py_ssize_t = 0
    bad_before: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t = corpus.masks.shape[1]
    tail: cython.Py_ssize_t = weights.shape[0] - k * k - 2 * k
    total: cython.double = 0.0
    for t in range(corpus.sentences[s, 1]):
        p = corpus.sentences[s, 0] + t
        good = corpus.right[p]
        bad = sets.pool[sets.begins[entry] + t]
        if t == 0:
            total += swap(tail + k * k + good, tail + k * k + bad, amount, weights)
        else:
            total += swap(tail + good_before * k + good, tail + bad_before * k + bad, amount, weights)
        if good != bad:
            total += touch(corpus, p, good, amount, weights)
            total -= touch(corpus, p, bad, -amount, weights)
        good_before = good
        bad_before = bad
    tail += k * k + k
    return total + swap(tail + good_before, tail + bad_before, amount, weights)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_entry(
    corpus: Corpus,
    s: cython.Py_ssize_t,
    sets: WorkingSets,
    path: cython.const[cython.int][::1],
    scratch: cython.double[::1],
) -> cython.void:
    """Put a labelling into the working set, unless it is the right one, is there, or there is no room."""
    t: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = corpus.sentences[s, 0]
    length: cython.Py_ssize_t = corpus.sentences[s, 1]
    entry: cython.Py_ssize_t = sets.heads[s]
    while t < length and corpus.right[start + t] == path[t]:
        t += 1
    if t == length:
        return
    while entry >= 0:
        t = 0
        while t < length and sets.pool[sets.begins[entry] + t] == path[t]:
            t += 1
        if t == length:
            return
        entry = sets.nexts[entry]
    entry = sets.used[0]
    if entry == sets.nexts.shape[0] or sets.used[1] + length > sets.pool.shape[0]:
        sets.used[2] = 1
        return
    sets.begins[entry] = sets.used[1]
    sets.numbers[0, entry] = 0.0
    sets.numbers[1, entry] = 0.0
    for t in range(length):
        sets.pool[sets.used[1] + t] = path[t]
        if corpus.masks[corpus.permitted[start + t], path[t]] == 0:
            sets.numbers[1, entry] += corpus.cost
    # A step of 1 along the difference leaves the difference itself: its score is its squared length.
    lead(corpus, s, sets, entry, 1.0, scratch)
    sets.numbers[2, entry] = lead(corpus, s, sets, entry, 0.0, scratch)
    lead(corpus, s, sets, entry, -1.0, scratch)
    sets.nexts[entry] = sets.heads[s]
    sets.heads[s] = cython.cast(cython.int, entry)
    sets.used[0] += 1
    sets.used[1] += length


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def climb(
    corpus: Corpus, s: cython.Py_ssize_t, sets: WorkingSets, weights: cython.double[::1]
) -> cython.void:
    """Take each dual variable of a sentence to its optimum, once."""
    entry: cython.Py_ssize_t = sets.heads[s]
    rise: cython.double
    step: cython.double
    while entry >= 0:
        rise = sets.numbers[1, entry] - lead(corpus, s, sets, entry, 0.0, weights)
        rise -= sets.totals[s] * corpus.slack[s]
        step = rise / (sets.numbers[2, entry] + corpus.slack[s])
        if step < -sets.numbers[0, entry]:
            step = -sets.numbers[0, entry]
        if step > 1e-14 or step < -1e-14:
            sets.numbers[0, entry] += step
            sets.totals[s] += step
            lead(corpus, s, sets, entry, step, weights)
        entry = sets.nexts[entry]


def release(
    order: cython.const[cython.int][::1],
    corpus: Corpus,
    sets: WorkingSets,
    weights: cython.double[::1],
) -> None:
    """Take back what the sentences of ``order`` have taught, and empty their working sets."""
    n: cython.Py_ssize_t
    s: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    with cython.nogil:
        for n in range(order.shape[0]):
            s = order[n]
            entry = sets.heads[s]
            while entry >= 0:
                if sets.numbers[0, entry] > 0.0:
                    lead(corpus, s, sets, entry, -sets.numbers[0, entry], weights)
                    sets.numbers[0, entry] = 0.0
                entry = sets.nexts[entry]
            sets.heads[s] = -1
            sets.totals[s] = 0.0


def ascend(
    order: cython.const[cython.int][::1],
    corpus: Corpus,
    sets: WorkingSets,
    weights: cython.double[::1],
) -> None:
    """One pass over the working sets of the sentences of ``order``."""
    n: cython.Py_ssize_t
    with cython.nogil:
        for n in range(order.shape[0]):
            climb(corpus, order[n], sets, weights)


def search(
    order: cython.const[cython.int][::1],
    corpus: Corpus,
    sets: WorkingSets,
    space: Space,
    weights: cython.double[::1],
) -> None:
    """Find the best rival of each sentence of ``order``, put it into its working set, and climb there."""
    n: cython.Py_ssize_t
    s: cython.Py_ssize_t
    j: cython.Py_ssize_t
    p: cython.Py_ssize_t
    start: cython.Py_ssize_t
    length: cython.Py_ssize_t
    k: cython.Py_ssize_t = corpus.masks.shape[1]
    tail: cython.Py_ssize_t = weights.shape[0] - k * k - 2 * k
    inside: cython.double
    outside: cython.double
    with cython.nogil:
        for n in range(order.shape[0]):
            s = order[n]
            start = corpus.sentences[s, 0]
            length = corpus.sentences[s, 1]
            for j in range(space.chain.shape[0]):
                space.chain[j] = weights[tail + j] + corpus.illegal[j]
            for p in range(start, start + length):
                if k == 2:
                    space.scores[p] = touch(corpus, p, 1, 0.0, weights)
                else:
                    score_labels(corpus, p, weights, space.scores)
            fill(
                space.scores,
                corpus.permitted,
                corpus.masks,
                space.chain,
                corpus.cost,
                start,
                length,
                space.delta,
                space.back,
            )
            inside = finish(0, space.chain, length, space.delta, space.back, space.paths)
            outside = finish(1, space.chain, length, space.delta, space.back, space.paths)
            add_entry(corpus, s, sets, space.paths[1 if outside > inside else 0], space.scratch)
            climb(corpus, s, sets, weights)
