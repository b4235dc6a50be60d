# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Segment lines of UTF-8: bytes in, bytes out, one pass.

What must be computed for each character: its number and type (two table reads), the longest known n-gram that begins at it
(a walk of one trie, whose nodes hold the summed rows of all their prefixes), the listed words that begin at it (the same walk),
and one addition of eight neighbouring scores for each. Then a table read a boundary for the lattice of listed words, and a
decision. All scores are whole numbers: the order of additions does not matter, and the result is exactly the uncompiled one.

An edge is one 64-bit number: parent (24 bits), character (16), child (23), and whether a listed word ends at the child (1).
"""

import cython

# Rows are 8 wide everywhere: the literal lets the compiler add one with one instruction.
REACH = cython.declare(cython.Py_ssize_t, 8)  # gap kept free either side of a line; no row reaches farther
ROW_LENGTH = cython.declare(cython.Py_ssize_t, 7)  # see features/lexicon
MATCH_ROWS = cython.declare(cython.Py_ssize_t, 10)
CAP = cython.declare(cython.Py_ssize_t, 5)
TYPES = cython.declare(cython.Py_ssize_t, 16)
MOST_CLASSES = cython.declare(cython.Py_ssize_t, 64)


@cython.cclass
class Tables:
    """A compiled segmenter.

    ``numbers``, ``types`` by code point; ``roots`` by character number: child and flag. ``edges``: open addressing. ``rows``
    (nodes of n-grams, 8): scores from position u + ``shift`` on. ``type_rows`` (16 ** ``type_order``, 8): likewise by types, from
    u + ``type_shift`` on. ``classes`` (nodes, lists): class of the word ending there plus 1, or 0. ``match_rows`` (lists * 64 * 10, 8).
    ``lattice`` (lists, 216 * 256). ``chain``: bias, and the scores of label pairs 00, 01, 10, 11, start and end of label 1; no chain
    where the last six are 0.
    """

    numbers: cython.ushort[::1]
    types: cython.uchar[::1]
    roots: cython.uint[::1]
    edges: cython.ulonglong[::1]
    rows: cython.short[:, ::1]
    type_rows: cython.short[:, ::1]
    classes: cython.uchar[:, ::1]
    match_rows: cython.short[:, ::1]
    lattice: cython.int[:, ::1]
    chain: cython.longlong[::1]
    shift: cython.Py_ssize_t
    type_shift: cython.Py_ssize_t
    type_order: cython.Py_ssize_t
    type_mask: cython.Py_ssize_t
    lists = cython.declare(cython.Py_ssize_t, visibility="readonly")
    chained: cython.bint

    def __init__(
        self, numbers, types, roots, edges, rows, type_rows, classes, match_rows, lattice, chain, shift, type_shift, type_order
    ):
        self.numbers = numbers
        self.types = types
        self.roots = roots
        self.edges = edges
        self.rows = rows
        self.type_rows = type_rows
        self.classes = classes
        self.match_rows = match_rows
        self.lattice = lattice
        self.chain = chain
        self.shift = shift
        self.type_shift = type_shift
        self.type_order = type_order
        self.type_mask = TYPES**type_order - 1
        self.lists = lattice.shape[0]
        self.chained = any(chain[1:])


@cython.cclass
class Workspace:
    """Room for one line of ``most`` characters; one for each thread."""

    ids: cython.ushort[::1]
    types: cython.uchar[::1]
    forced: cython.uchar[::1]
    back: cython.uchar[::1]
    ends: cython.int[::1]
    scores: cython.int[::1]
    notes: cython.uchar[:, ::1]
    active: cython.int[::1]
    reached: cython.int[::1]
    found: cython.uint[::1]
    slots: cython.uint[::1]
    probes: cython.ulonglong[::1]
    error: cython.Py_ssize_t

    def __init__(self, shorts, bytes_, ints, naturals, probes, notes):
        self.ids = shorts
        self.types = bytes_[0]
        self.forced = bytes_[1]
        self.back = bytes_[2]
        self.ends = ints[0]
        self.scores = ints[1]
        self.active = ints[2]
        self.reached = ints[3]
        self.found = naturals[0]
        self.slots = naturals[1]
        self.probes = probes
        self.notes = notes
        self.error = -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def read_line(
    numbers: cython.ushort[::1], kinds: cython.uchar[::1], ids: cython.ushort[::1], types: cython.uchar[::1], forced: cython.uchar[::1], ends: cython.int[::1], text: cython.const[cython.uchar][::1], begin: cython.Py_ssize_t, end: cython.Py_ssize_t, strict: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Decode bytes ``begin`` to ``end`` into the workspace, leaving spaces out but noting them as cuts.

    Return the number of characters; -1 - place where the bytes are not UTF-8. Surrogates are
    characters unless ``strict``.
    """
    n: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t = begin
    size: cython.Py_ssize_t
    more: cython.Py_ssize_t
    first: cython.uint
    code: cython.uint
    lowest: cython.uint
    while at < end:
        first = text[at]
        if first < 0x80:
            if first == 0x20:
                if n > 0:
                    forced[REACH + n - 1] = 1
                at += 1
                continue
            code = first
            size = 1
        else:
            if first >= 0xF0:
                size = 4
                code = first & 0x07
                lowest = 0x10000
            elif first >= 0xE0:
                size = 3
                code = first & 0x0F
                lowest = 0x800
            else:
                size = 2
                code = first & 0x1F
                lowest = 0x80
            if first < 0xC2 or first > 0xF4 or at + size > end:
                return -1 - at
            for more in range(1, size):
                if (text[at + more] & 0xC0) != 0x80:
                    return -1 - at
                code = (code << 6) | (text[at + more] & 0x3F)
            if code < lowest or code > 0x10FFFF or (strict and 0xD800 <= code <= 0xDFFF):
                return -1 - at
        ids[REACH + n] = numbers[code]
        types[REACH + n] = kinds[code]
        forced[REACH + n] = 0
        at += size
        ends[REACH + n] = cython.cast(cython.int, at - begin)
        n += 1
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def slot_of(key: cython.ulonglong) -> cython.ulonglong:
    """Where the search for an edge begins, before the mask. Products below 64 bits: uncompiled Python knows no overflow."""
    mixed: cython.ulonglong = (key >> 16) * 506952113 + (key & 65535) * 268582165
    return mixed ^ (mixed >> 29)


def insert_edges(
    keys: cython.const[cython.ulonglong][::1],
    children: cython.const[cython.ulonglong][::1],
    edges: cython.ulonglong[::1],
) -> None:
    """Put edges into an empty table that has room for twice as many."""
    i: cython.Py_ssize_t
    mask: cython.ulonglong = edges.shape[0] - 1
    at: cython.ulonglong
    with cython.nogil:
        for i in range(keys.shape[0]):
            at = slot_of(keys[i]) & mask
            while edges[at] != 0:
                at = (at + 1) & mask
            edges[at] = (keys[i] << 24) | children[i]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_row(
    rows: cython.short[:, ::1], row: cython.Py_ssize_t, scores: cython.int[::1], to: cython.Py_ssize_t
) -> cython.void:
    """Add one row. All is read before anything is written: the compiler cannot know that the two are different memory."""
    s0: cython.int = scores[to] + rows[row, 0]
    s1: cython.int = scores[to + 1] + rows[row, 1]
    s2: cython.int = scores[to + 2] + rows[row, 2]
    s3: cython.int = scores[to + 3] + rows[row, 3]
    s4: cython.int = scores[to + 4] + rows[row, 4]
    s5: cython.int = scores[to + 5] + rows[row, 5]
    s6: cython.int = scores[to + 6] + rows[row, 6]
    s7: cython.int = scores[to + 7] + rows[row, 7]
    scores[to] = s0
    scores[to + 1] = s1
    scores[to + 2] = s2
    scores[to + 3] = s3
    scores[to + 4] = s4
    scores[to + 5] = s5
    scores[to + 6] = s6
    scores[to + 7] = s7


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_word(
    match_rows: cython.short[:, ::1], scores: cython.int[::1], notes: cython.uchar[:, ::1], which: cython.Py_ssize_t, kind: cython.Py_ssize_t, u: cython.Py_ssize_t, length: cython.Py_ssize_t,
) -> cython.void:
    """Add the rows of a listed word of class ``kind`` that begins at u, and note its (capped) length for the lattice."""
    base: cython.Py_ssize_t = (which * MOST_CLASSES + kind) * MATCH_ROWS
    capped: cython.uchar = cython.cast(cython.uchar, length if length < CAP else CAP)
    j: cython.Py_ssize_t
    if length <= ROW_LENGTH:
        add_row(match_rows, base + length - 1, scores, u - 1)
    else:
        add_row(match_rows, base + ROW_LENGTH, scores, u - 1)
        for j in range(u, u + length - 1):
            add_row(match_rows, base + ROW_LENGTH + 1, scores, j)
        add_row(match_rows, base + ROW_LENGTH + 2, scores, u + length - 1)
    if notes[3 * which, u + length - 1] < capped:
        notes[3 * which, u + length - 1] = capped
    notes[3 * which + 1, u - 1] = capped  # from one place words come by growing length
    for j in range(u, u + length - 1):
        if notes[3 * which + 2, j] < capped:
            notes[3 * which + 2, j] = capped


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def clear(
    ids: cython.ushort[::1], types: cython.uchar[::1], scores: cython.int[::1], notes: cython.uchar[:, ::1], n: cython.Py_ssize_t,
) -> cython.void:
    """Empty scores and notes for a line of n characters, and put gaps around it."""
    j: cython.Py_ssize_t
    which: cython.Py_ssize_t
    for j in range(REACH):
        ids[j] = 0
        types[j] = 0
        ids[REACH + n + j] = 0
        types[REACH + n + j] = 0
    for j in range(n + 2 * REACH + 8):
        scores[j] = 0
    for which in range(notes.shape[0]):
        for j in range(n + 2 * REACH):
            notes[which, j] = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def visit(
    active: cython.int[::1], found: cython.uint[::1], reached: cython.int[::1], classes: cython.uchar[:, ::1], match_rows: cython.short[:, ::1], scores: cython.int[::1], notes: cython.uchar[:, ::1], with_rows: cython.Py_ssize_t, count: cython.Py_ssize_t, depth: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Take what the nodes reached at ``depth`` hold; keep the walks that go on. Return how many do."""
    k: cython.Py_ssize_t
    u: cython.Py_ssize_t
    which: cython.Py_ssize_t
    left: cython.Py_ssize_t = 0
    node: cython.uint
    for k in range(count):
        if found[k] == 0:
            continue
        u = active[k]
        node = found[k] >> 1
        if cython.cast(cython.Py_ssize_t, node) < with_rows:
            reached[u] = cython.cast(cython.int, node)
        if found[k] & 1:
            for which in range(classes.shape[1]):
                if classes[node, which] > 0:
                    add_word(match_rows, scores, notes, which, classes[node, which] - 1, u, depth)
        active[left] = cython.cast(cython.int, u)
        found[left] = node
        left += 1
    return left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def descend(
    edges: cython.ulonglong[::1], ids: cython.ushort[::1], active: cython.int[::1], found: cython.uint[::1], slots: cython.uint[::1], probes: cython.ulonglong[::1], count: cython.Py_ssize_t, depth: cython.Py_ssize_t,
) -> cython.void:
    """Follow the edge of the character ``depth`` places on in every walk.

    The first loop only reads: no branch waits for memory, so that many reads are under way at once.
    """
    mask: cython.ulonglong = edges.shape[0] - 1
    k: cython.Py_ssize_t
    key: cython.ulonglong
    at: cython.ulonglong
    edge: cython.ulonglong
    for k in range(count):
        key = (cython.cast(cython.ulonglong, found[k]) << 16) | ids[active[k] + depth]
        at = slot_of(key) & mask
        slots[k] = cython.cast(cython.uint, at)
        probes[k] = edges[at]
    for k in range(count):
        key = (cython.cast(cython.ulonglong, found[k]) << 16) | ids[active[k] + depth]
        edge = probes[k]
        at = slots[k]
        while edge != 0 and (edge >> 24) != key:
            at = (at + 1) & mask
            edge = edges[at]
        found[k] = cython.cast(cython.uint, edge & 16777215)  # the low 24 bits; 0 where there is no edge


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_types(
    rows: cython.short[:, ::1], types: cython.uchar[::1], scores: cython.int[::1], n: cython.Py_ssize_t, ahead: cython.Py_ssize_t, mask: cython.Py_ssize_t, shift: cython.Py_ssize_t,
) -> cython.void:
    """The rows of sequences of types."""
    key: cython.Py_ssize_t = 0
    u: cython.Py_ssize_t
    for u in range(REACH - 3, REACH - 3 + ahead):
        key = key * TYPES + types[u]
    for u in range(REACH - 3, REACH + n):
        key = (key * TYPES + types[u + ahead]) & mask
        add_row(rows, key, scores, u + shift)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_lattice(
    lattice: cython.int[:, ::1], notes: cython.uchar[:, ::1], types: cython.uchar[::1], scores: cython.int[::1], n: cython.Py_ssize_t,
) -> cython.void:
    """What the listed words around each boundary say together."""
    which: cython.Py_ssize_t
    p: cython.Py_ssize_t
    state: cython.Py_ssize_t
    for which in range(lattice.shape[0]):
        for p in range(REACH, REACH + n - 1):
            state = (notes[3 * which, p] * 6 + notes[3 * which + 1, p]) * 6 + notes[3 * which + 2, p]
            scores[p] += lattice[which, (state * TYPES + types[p]) * TYPES + types[p + 1]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def decide(
    forced: cython.uchar[::1], scores: cython.int[::1], n: cython.Py_ssize_t, bias: cython.Py_ssize_t,
) -> cython.void:
    """Set ``forced`` wherever the text is to be cut; cuts already known stay."""
    p: cython.Py_ssize_t
    for p in range(REACH, REACH + n - 1):
        forced[p] |= scores[p] + bias > 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def decide_chain(
    forced: cython.uchar[::1], back: cython.uchar[::1], scores: cython.int[::1], chain: cython.longlong[::1], n: cython.Py_ssize_t,
) -> cython.void:
    """The best path of two labels; ties go to the lower label."""
    p: cython.Py_ssize_t
    first: cython.Py_ssize_t = REACH
    last: cython.Py_ssize_t = REACH + n - 2
    never: cython.longlong = -(cython.cast(cython.longlong, 1) << 60)
    zero: cython.longlong
    one: cython.longlong
    to_zero: cython.longlong
    to_one: cython.longlong
    label: cython.uchar
    if n < 2:
        return
    zero = never if forced[first] else 0
    one = scores[first] + chain[0] + chain[5]
    for p in range(first + 1, last + 1):
        back[p] = 0
        to_zero = zero + chain[1]
        if one + chain[3] > to_zero:
            to_zero = one + chain[3]
            back[p] = 1
        to_one = zero + chain[2]
        if one + chain[4] > to_one:
            to_one = one + chain[4]
            back[p] |= 2
        zero = never if forced[p] else to_zero
        one = to_one + scores[p] + chain[0]
    label = one + chain[6] > zero
    for p in range(last, first - 1, -1):
        forced[p] = label
        if p > first:
            label = (back[p] >> label) & 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def write_line(
    forced: cython.uchar[::1],
    ends: cython.int[::1],
    text: cython.const[cython.uchar][::1],
    begin: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    out: cython.uchar[::1],
    to: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Copy the characters, one space at every cut; return where writing stopped."""
    p: cython.Py_ssize_t
    at: cython.Py_ssize_t = begin
    stop: cython.Py_ssize_t
    for p in range(REACH, REACH + n):
        stop = begin + ends[p]
        while text[at] == 0x20:  # a cut that was known already
            at += 1
        while at < stop:
            out[to] = text[at]
            to += 1
            at += 1
        if p < REACH + n - 1 and forced[p]:
            out[to] = 0x20
            to += 1
    return to


def segment(
    tables: Tables,
    work: Workspace,
    text: cython.const[cython.uchar][::1],
    out: cython.uchar[::1],
    strict: cython.bint,
    lines: cython.bint,
    keep: cython.bint,
) -> cython.Py_ssize_t:
    """Segment ``text``, line by line or (``lines`` false) as one line, into ``out``, twice as long; return the bytes written.

    Line ends, CR LF too, are copied. With ``keep`` nothing is written: scores and decisions stay in the workspace, and the number of
    characters of the last line is returned. Where the bytes are not UTF-8, return -1 - place.
    """
    numbers: cython.ushort[::1] = tables.numbers
    kinds: cython.uchar[::1] = tables.types
    roots: cython.uint[::1] = tables.roots
    edges: cython.ulonglong[::1] = tables.edges
    rows: cython.short[:, ::1] = tables.rows
    type_rows: cython.short[:, ::1] = tables.type_rows
    classes: cython.uchar[:, ::1] = tables.classes
    match_rows: cython.short[:, ::1] = tables.match_rows
    lattice: cython.int[:, ::1] = tables.lattice
    chain: cython.longlong[::1] = tables.chain
    ids: cython.ushort[::1] = work.ids
    types: cython.uchar[::1] = work.types
    forced: cython.uchar[::1] = work.forced
    ends: cython.int[::1] = work.ends
    scores: cython.int[::1] = work.scores
    notes: cython.uchar[:, ::1] = work.notes
    active: cython.int[::1] = work.active
    reached: cython.int[::1] = work.reached
    found: cython.uint[::1] = work.found
    begin: cython.Py_ssize_t = 0
    stop: cython.Py_ssize_t
    end: cython.Py_ssize_t
    n: cython.Py_ssize_t = 0
    u: cython.Py_ssize_t
    count: cython.Py_ssize_t
    depth: cython.Py_ssize_t
    to: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = text.shape[0]
    with cython.nogil:
        while begin < size:
            stop = size
            if lines:
                stop = begin
                while stop < size and text[stop] != 0x0A:
                    stop += 1
            end = stop
            if lines and stop < size and stop > begin and text[stop - 1] == 0x0D:
                end = stop - 1
            n = read_line(numbers, kinds, ids, types, forced, ends, text, begin, end, strict)
            if n < 0:
                to = n
                break
            if n > 1:
                # All walks of a line go down the trie in step.
                clear(ids, types, scores, notes, n)
                count = n + 3
                for u in range(count):
                    active[u] = cython.cast(cython.int, REACH - 3 + u)
                    found[u] = roots[ids[REACH - 3 + u]]
                    reached[REACH - 3 + u] = 0
                depth = 1
                while True:
                    count = visit(
                        active, found, reached, classes, match_rows, scores, notes, rows.shape[0], count, depth
                    )
                    while count > 0 and active[count - 1] + depth >= REACH + n + 3:
                        count -= 1
                    if count == 0:
                        break
                    descend(edges, ids, active, found, work.slots, work.probes, count, depth)
                    depth += 1
                for u in range(REACH - 3, REACH + n):
                    add_row(rows, reached[u], scores, u + tables.shift)
                add_types(type_rows, types, scores, n, tables.type_order - 1, tables.type_mask, tables.type_shift)
                add_lattice(lattice, notes, types, scores, n)
                if tables.chained:
                    decide_chain(forced, work.back, scores, chain, n)
                else:
                    decide(forced, scores, n, chain[0])
            if not keep:
                to = write_line(forced, ends, text, begin, n, out, to)
                while end < size and end <= stop:
                    out[to] = text[end]
                    to += 1
                    end += 1
            begin = stop + 1
    return n if keep and to >= 0 else to
