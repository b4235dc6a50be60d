# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Online learning of chains, a sentence at a time, straight on events.

``blocks`` (B, 3): where each block's weights begin, its width and its shift; ``ranges`` (S, B, 2): the
events of all blocks, one behind the other, that can touch each sentence; ``anchors``, ``ids`` and
``values`` (empty: 1) of those events. ``paths`` holds the best labelling inside (0) and outside (1) the
label sets, as in ``rivals``, which says what the other arrays are.
"""

import cython

if cython.compiled:
    from cython.cimports.tagshift.kernels.rivals import fill, finish
else:
    from tagshift.kernels.rivals import fill, finish

FAR = cython.declare(cython.double, float("-inf"))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def score(
    blocks: cython.const[cython.longlong][:, ::1],
    ranges: cython.const[cython.int][:, :, ::1],
    anchors: cython.const[cython.int][::1],
    ids: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    sentence: cython.Py_ssize_t,
    labels: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    weights: cython.const[cython.double][::1],
    scores: cython.double[::1],
) -> cython.void:
    """Write a sentence's scores: ``blocks`` (B, 3) are begin of weights, width and shift."""
    b: cython.Py_ssize_t
    event: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    row: cython.Py_ssize_t
    value: cython.double = 1.0
    columns: cython.Py_ssize_t = 1 if labels == 2 else labels
    for k in range(first * columns, (first + length) * columns):
        scores[k] = 0.0
    for b in range(blocks.shape[0]):
        for event in range(ranges[sentence, b, 0], ranges[sentence, b, 1]):
            if values.shape[0] > 0:
                value = values[event]
            for j in range(blocks[b, 1]):
                at = anchors[event] + blocks[b, 2] + j
                if first <= at < first + length:
                    row = blocks[b, 0] + (ids[event] * blocks[b, 1] + j) * columns
                    for k in range(columns):
                        scores[at * columns + k] += value * weights[row + k]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def push(
    blocks: cython.const[cython.longlong][:, ::1],
    ranges: cython.const[cython.int][:, :, ::1],
    anchors: cython.const[cython.int][::1],
    ids: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    sentence: cython.Py_ssize_t,
    labels: cython.Py_ssize_t,
    first: cython.Py_ssize_t,
    length: cython.Py_ssize_t,
    paths: cython.const[cython.int][:, ::1],
    amount: cython.double,
    measure: cython.bint,
    target: cython.double[::1],
) -> cython.double:
    """Add ``amount`` times (counts inside - counts outside) to ``target``, only where the labellings differ.

    With ``measure`` add nothing: return the sum of squares of what is there, and set it to 0.
    """
    b: cython.Py_ssize_t
    event: cython.Py_ssize_t
    j: cython.Py_ssize_t
    t: cython.Py_ssize_t
    which: cython.Py_ssize_t
    row: cython.Py_ssize_t
    columns: cython.Py_ssize_t = 1 if labels == 2 else labels
    tail: cython.Py_ssize_t = target.shape[0] - labels * labels - 2 * labels
    total: cython.double = 0.0
    value: cython.double = 1.0
    for b in range(blocks.shape[0]):
        for event in range(ranges[sentence, b, 0], ranges[sentence, b, 1]):
            if values.shape[0] > 0:
                value = values[event]
            for j in range(blocks[b, 1]):
                t = anchors[event] + blocks[b, 2] + j - first
                if t < 0 or t >= length or paths[0, t] == paths[1, t]:
                    continue
                row = blocks[b, 0] + (ids[event] * blocks[b, 1] + j) * columns
                for which in range(2):
                    if labels == 2:
                        if which == 0:
                            total += move(target, row, amount * value * (paths[0, t] - paths[1, t]), measure)
                    else:
                        total += move(
                            target,
                            row + paths[which, t],
                            -amount * value if which == 1 else amount * value,
                            measure,
                        )
    for which in range(2):
        value = -amount if which == 1 else amount
        for t in range(1, length):
            if paths[0, t - 1] != paths[1, t - 1] or paths[0, t] != paths[1, t]:
                total += move(target, tail + paths[which, t - 1] * labels + paths[which, t], value, measure)
        if paths[0, 0] != paths[1, 0]:
            total += move(target, tail + labels * labels + paths[which, 0], value, measure)
        if paths[0, length - 1] != paths[1, length - 1]:
            total += move(target, tail + labels * labels + labels + paths[which, length - 1], value, measure)
    return total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def move(
    target: cython.double[::1], at: cython.Py_ssize_t, amount: cython.double, measure: cython.bint
) -> cython.double:
    """Add to one number; or return its square and set it to 0."""
    held: cython.double = target[at]
    if measure:
        target[at] = 0.0
        return held * held
    target[at] += amount
    return 0.0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def step_size(
    rule: cython.Py_ssize_t, limit: cython.double, lack: cython.double, norm: cython.double
) -> cython.double:
    """How far to go where the best inside lacks ``lack``; ``norm`` is their squared distance."""
    if rule == 0:
        return 1.0 if lack >= 0.0 else 0.0
    lack += 1.0
    if lack <= 0.0 or norm == 0.0:
        return 0.0
    if rule == 2:
        return lack / (norm + 0.5 / limit)
    return lack / norm if lack / norm < limit else limit


def learn(
    order: cython.const[cython.int][::1],
    blocks: cython.const[cython.longlong][:, ::1],
    ranges: cython.const[cython.int][:, :, ::1],
    anchors: cython.const[cython.int][::1],
    ids: cython.const[cython.int][::1],
    values: cython.const[cython.float][::1],
    permitted: cython.const[cython.int][::1],
    masks: cython.const[cython.uchar][:, ::1],
    sentences: cython.const[cython.longlong][:, ::1],
    illegal: cython.const[cython.double][::1],
    rule: cython.Py_ssize_t,
    limit: cython.double,
    seen: cython.Py_ssize_t,
    scores: cython.double[::1],
    delta: cython.double[:, ::1],
    back: cython.int[:, ::1],
    paths: cython.int[:, ::1],
    chain: cython.double[::1],
    scratch: cython.double[::1],
    weights: cython.double[::1],
    history: cython.double[::1],
) -> cython.Py_ssize_t:
    """One pass of online learning over the sentences of ``order``; return how many taught something.

    ``rule`` 0 is the perceptron, 1 and 2 passive-aggressive I and II with ``limit`` C. ``weights`` (n,)
    learns; the mean of all its states is ``weights - history / examples``, ``seen`` being the examples
    before this pass. ``illegal`` (K * K + 2 * K,) is -inf where the chain is forbidden, else 0; ``chain``
    as large, ``scratch`` (n,) all 0, are work space.
    """
    n: cython.Py_ssize_t
    s: cython.Py_ssize_t
    at: cython.Py_ssize_t
    size: cython.Py_ssize_t
    j: cython.Py_ssize_t
    taught: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t = masks.shape[1]
    tail: cython.Py_ssize_t = weights.shape[0] - chain.shape[0]
    lack: cython.double
    norm: cython.double = 0.0
    step: cython.double
    with cython.nogil:
        for n in range(order.shape[0]):
            s = order[n]
            at = sentences[s, 0]
            size = sentences[s, 1]
            score(blocks, ranges, anchors, ids, values, s, k, at, size, weights, scores)
            for j in range(chain.shape[0]):
                chain[j] = weights[tail + j] + illegal[j]
            fill(scores, permitted, masks, chain, 0.0, at, size, delta, back)
            lack = finish(1, chain, size, delta, back, paths)
            if lack == FAR:
                continue
            lack -= finish(0, chain, size, delta, back, paths)
            if rule > 0 and lack > -1.0:
                push(blocks, ranges, anchors, ids, values, s, k, at, size, paths, 1.0, False, scratch)
                norm = push(blocks, ranges, anchors, ids, values, s, k, at, size, paths, 1.0, True, scratch)
            step = step_size(rule, limit, lack, norm)
            if step > 0.0:
                taught += 1
                push(blocks, ranges, anchors, ids, values, s, k, at, size, paths, step, False, weights)
                step *= seen + n
                push(blocks, ranges, anchors, ids, values, s, k, at, size, paths, step, False, history)
    return taught
