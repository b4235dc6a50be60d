# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Segment lines of UTF-8: bytes in, bytes out.

Lines are read some at a time into one stream of characters with gaps between. From each character on, one
walk down a trie of n-grams and listed words finds the longest of them; its node holds the rows of all its
prefixes, n-grams and words, added up: one row a character, sixteen scores for the places around it, and a
row for the types of the characters that follow. What the listed words around a place say together is a
table read more. All scores are whole numbers: the order of additions does not matter, and the result is
exactly the uncompiled one.

No loop over characters branches on what it reads from memory: many reads are under way at once.
"""

import cython

if cython.compiled:
    from cython.cimports.tagshift.kernels.deciding import decide
    from cython.cimports.tagshift.kernels.lines import Workspace, read_lines, write_lines
else:
    from tagshift.kernels.deciding import decide
    from tagshift.kernels.lines import Workspace, read_lines, write_lines

REACH = cython.declare(cython.Py_ssize_t, 8)  # as in ``lines``
# The stretch whose rows are added at a time, and the width of rows: every sixteenth has its own lane.
CHUNK = cython.declare(cython.Py_ssize_t, 512)
LANES = cython.declare(cython.Py_ssize_t, 16)
ROOT = cython.declare(cython.int, 1)
# Words of so many characters at most are in the rows of their nodes.
SHORT = cython.declare(cython.Py_ssize_t, 4)
ROW_LENGTH = cython.declare(cython.Py_ssize_t, 7)  # see features/lexicon
MATCH_ROWS = cython.declare(cython.Py_ssize_t, 10)
MOST_CLASSES = cython.declare(cython.Py_ssize_t, 64)
# Rows of ``Workspace.small``: types of characters (sizes, cuts and more are others' affair); then three for
# each list: lengths of the words that begin, whether a long one ends, whether one lies across.
KINDS = cython.declare(cython.Py_ssize_t, 0)
LISTS = cython.declare(cython.Py_ssize_t, 4)
# Rows of ``Workspace.whole``: scores of places, ``REACH`` later; walks: where they began, their bases;
# the last node that each character led to; long words: where they begin, their nodes; states of places.
SCORES = cython.declare(cython.Py_ssize_t, 1)
WALKS = cython.declare(cython.Py_ssize_t, 2)
NODES = cython.declare(cython.Py_ssize_t, 3)
REACHED = cython.declare(cython.Py_ssize_t, 4)
HITS = cython.declare(cython.Py_ssize_t, 5)
HIT_NODES = cython.declare(cython.Py_ssize_t, 6)
STATES = cython.declare(cython.Py_ssize_t, 7)


@cython.cclass
class Tables:
    """A compiled segmenter.

    ``codes`` by code point: number of the character, and its type << 16. ``units``: a double array, base of
    the node << 40 | base of its child << 16 | whether a listed word ends at the child. ``rows`` (places of
    nodes of ``SHORT`` characters at most, 16): scores from place u + ``shift`` on; ``type_rows`` (16 **
    ``type_order``, 16) likewise. ``marks`` (the same nodes, lists): bit n: a listed word of n + 1
    characters. ``classes`` (places of all nodes, lists): class of the word that ends there plus 1, or 0.
    ``match_rows`` (lists * 64 * 10, 8). ``lattice`` (lists, 216 * 256). ``chain``: scores of the label
    pairs 00, 01, 10, 11, of label 1 at the start and at the end; all 0 where there is no chain.
    """

    codes: cython.uint[::1]
    units: cython.ulonglong[::1]
    rows: cython.short[:, ::1]
    type_rows: cython.short[:, ::1]
    marks: cython.uchar[:, ::1]
    classes: cython.uchar[:, ::1]
    match_rows: cython.short[:, ::1]
    lattice: cython.short[:, ::1]
    chain: cython.longlong[::1]
    shift: cython.Py_ssize_t
    type_order: cython.Py_ssize_t
    lists = cython.declare(cython.Py_ssize_t, visibility="readonly")
    chained: cython.bint

    def __init__(
        self, codes, units, rows, type_rows, marks, classes, match_rows, lattice, chain, shift, type_order
    ):
        self.codes = codes
        self.units = units
        self.rows = rows
        self.type_rows = type_rows
        self.marks = marks
        self.classes = classes
        self.match_rows = match_rows
        self.lattice = lattice
        self.chain = chain
        self.shift = shift
        self.type_order = type_order
        self.lists = lattice.shape[0]
        self.chained = any(chain)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def clear(work: Workspace) -> cython.Py_ssize_t:
    """Empty what walks add to, and note where a walk begins; return how many there are."""
    small: cython.uchar[:, ::1] = work.small
    whole: cython.int[:, ::1] = work.whole
    j: cython.Py_ssize_t
    which: cython.Py_ssize_t
    line: cython.Py_ssize_t
    first: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    for j in range(work.top, work.top + 4 * LANES):
        small[KINDS, j] = 0
    for j in range(work.top + 4 * LANES):
        whole[SCORES, j] = 0
        whole[REACHED, j] = 0
    for which in range(LISTS, small.shape[0]):
        for j in range(work.top + REACH):
            small[which, j] = 0
    for line in range(work.count):
        if work.lines[line, 1] > 1:
            first = cython.cast(cython.Py_ssize_t, work.lines[line, 0])
            for j in range(first - 3, first + work.lines[line, 1]):
                whole[WALKS, count] = cython.cast(cython.int, j)
                whole[NODES, count] = ROOT
                count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def walk(tables: Tables, work: Workspace) -> cython.void:
    """All walks go down the trie in step. Those that end are left out without a branch."""
    units: cython.ulonglong[::1] = tables.units
    ids: cython.ushort[::1] = work.ids
    whole: cython.int[:, ::1] = work.whole
    count: cython.Py_ssize_t = clear(work)
    left: cython.Py_ssize_t
    depth: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    u: cython.int
    at: cython.Py_ssize_t
    unit: cython.ulonglong
    child: cython.int
    here: cython.bint
    hits: cython.Py_ssize_t
    while count > 0 and depth < SHORT:
        left = 0
        for k in range(count):
            u = cython.cast(cython.int, whole[WALKS, k])
            at = whole[NODES, k] + ids[u + depth]
            unit = cython.cast(cython.ulonglong, units[at])
            here = cython.cast(cython.int, unit >> 40) == whole[NODES, k]
            child = cython.cast(cython.int, (unit >> 16) & 0xFFFFFF)
            whole[REACHED, u] = cython.cast(cython.int, at) if here else whole[REACHED, u]
            whole[WALKS, left] = u
            whole[NODES, left] = child
            left += here & (child > 0)
        count = left
        depth += 1
    while count > 0:
        left = 0
        hits = 0
        for k in range(count):
            u = cython.cast(cython.int, whole[WALKS, k])
            at = whole[NODES, k] + ids[u + depth]
            unit = cython.cast(cython.ulonglong, units[at])
            here = cython.cast(cython.int, unit >> 40) == whole[NODES, k]
            child = cython.cast(cython.int, (unit >> 16) & 0xFFFFFF)
            whole[HITS, hits] = u
            whole[HIT_NODES, hits] = cython.cast(cython.int, at)
            hits += here & cython.cast(cython.int, unit & 1)
            whole[WALKS, left] = u
            whole[NODES, left] = child
            left += here & (child > 0)
        count = left
        depth += 1
        if hits > 0:
            add_long_words(tables, work, hits, depth)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def add_row(
    rows: cython.short[:, ::1], row: cython.Py_ssize_t, whole: cython.int[:, ::1], to: cython.Py_ssize_t
) -> cython.void:
    """Add one row of eight."""
    j: cython.Py_ssize_t
    for j in range(8):
        whole[SCORES, REACH + to + j] += rows[row, j]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_long_words(
    tables: Tables, work: Workspace, hits: cython.Py_ssize_t, length: cython.Py_ssize_t
) -> cython.void:
    """Add the rows of listed words longer than ``SHORT``, and note where they begin, end and lie across."""
    small: cython.uchar[:, ::1] = work.small
    whole: cython.int[:, ::1] = work.whole
    rows: cython.short[:, ::1] = tables.match_rows
    hit: cython.Py_ssize_t
    which: cython.Py_ssize_t
    kind: cython.Py_ssize_t
    base: cython.Py_ssize_t
    u: cython.Py_ssize_t
    j: cython.Py_ssize_t
    for hit in range(hits):
        u = cython.cast(cython.Py_ssize_t, whole[HITS, hit])
        for which in range(tables.lists):
            kind = cython.cast(cython.Py_ssize_t, tables.classes[whole[HIT_NODES, hit], which])
            if kind == 0:
                continue
            base = (which * MOST_CLASSES + kind - 1) * MATCH_ROWS
            if length <= ROW_LENGTH:
                add_row(rows, base + length - 1, whole, u - 1)
            else:
                add_row(rows, base + ROW_LENGTH, whole, u - 1)
                for j in range(u, u + length - 1):
                    add_row(rows, base + ROW_LENGTH + 1, whole, j)
                add_row(rows, base + ROW_LENGTH + 2, whole, u + length - 1)
            small[LISTS + 3 * which, u] = 1 << SHORT
            small[LISTS + 3 * which + 1, u + length - 1] = 1
            for j in range(u, u + length - 1):
                small[LISTS + 3 * which + 2, j] = 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_rows(tables: Tables, work: Workspace) -> cython.void:
    """Add the rows of the nodes reached and of the types.

    Neighbouring rows overlap, and one added to what the last has just changed would wait for it. So every
    sixteenth goes to a lane of its own, where they lie end to end; then the lanes are added up.
    """
    rows: cython.short[:, ::1] = tables.rows
    type_rows: cython.short[:, ::1] = tables.type_rows
    small: cython.uchar[:, ::1] = work.small
    whole: cython.int[:, ::1] = work.whole
    lanes: cython.int[:, ::1] = work.lanes
    ahead: cython.Py_ssize_t = tables.type_order - 1
    mask: cython.Py_ssize_t = type_rows.shape[0] - 1
    begin: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t
    key: cython.Py_ssize_t = 0  # a gap is the first that is seen
    u: cython.Py_ssize_t
    node: cython.Py_ssize_t
    lane: cython.Py_ssize_t
    to: cython.Py_ssize_t
    j: cython.Py_ssize_t
    while begin < work.top:
        size = min(CHUNK, (work.top - begin + LANES - 1) & ~(LANES - 1))
        for u in range(size):
            key = ((key << 4) | cython.cast(cython.Py_ssize_t, small[KINDS, begin + u + ahead])) & mask
            node = cython.cast(cython.Py_ssize_t, whole[REACHED, begin + u])
            lane = u & (LANES - 1)
            to = LANES + u - lane
            for j in range(16):
                lanes[lane, to + j] = cython.cast(cython.int, rows[node, j]) + type_rows[key, j]
        to = REACH + begin + tables.shift
        for lane in range(LANES):
            for j in range(LANES):
                lanes[lane, LANES + size + j] = 0
            for j in range(size + LANES):
                whole[SCORES, to + j] += lanes[lane, LANES + j - lane]
        begin += size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_lattice(tables: Tables, work: Workspace, which: cython.Py_ssize_t) -> cython.void:
    """What the longest words of one list that end, begin and lie across at each place say together."""
    marks: cython.uchar[:, ::1] = tables.marks
    lattice: cython.short[:, ::1] = tables.lattice
    small: cython.uchar[:, ::1] = work.small
    whole: cython.int[:, ::1] = work.whole
    row: cython.Py_ssize_t = LISTS + 3 * which
    p: cython.Py_ssize_t
    here: cython.int
    two: cython.int
    three: cython.int
    after: cython.int
    ending: cython.int
    starting: cython.int
    across: cython.int
    state: cython.int
    for p in range(work.top):
        small[row, p] |= marks[whole[REACHED, p], which]
    for p in range(REACH, work.top - 1):
        here = cython.cast(cython.int, small[row, p])
        two = here | small[row, p - 1]
        three = two | small[row, p - 2]
        after = cython.cast(cython.int, small[row, p + 1])
        ending = 2 if small[row, p - 1] & 2 else here & 1
        ending = 3 if small[row, p - 2] & 4 else ending
        ending = 4 if small[row, p - 3] & 8 else ending
        ending = 5 if small[row + 1, p] else ending
        starting = 2 if after & 2 else after & 1
        starting = 3 if after & 4 else starting
        starting = 4 if after & 8 else starting
        starting = 5 if after & 16 else starting
        across = 3 if two & 4 else here & 2
        across = 4 if three & 8 else across
        across = 5 if small[row + 2, p] else across
        state = ((ending * 6 + starting) * 6 + across) * 16 + cython.cast(cython.int, small[KINDS, p])
        whole[STATES, p] = state * 16 + cython.cast(cython.int, small[KINDS, p + 1])
    for p in range(REACH, work.top - 1):
        whole[SCORES, REACH + p] += lattice[which, whole[STATES, p]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def add_scores(tables: Tables, work: Workspace) -> cython.void:
    """The scores of all places of the lines that were read."""
    which: cython.Py_ssize_t
    walk(tables, work)
    add_rows(tables, work)
    for which in range(tables.lists):
        add_lattice(tables, work, which)


def segment(
    tables: Tables,
    work: Workspace,
    text: cython.const[cython.uchar][::1],
    out: cython.uchar[::1],
    strict: cython.bint,
    lines: cython.bint,
) -> cython.Py_ssize_t:
    """Segment ``text``, line by line or (``lines`` false) as one line, into ``out``; return the bytes
    written.

    ``out`` has room for twice the text and 8 bytes. Line ends, CR LF too, are copied. Where the bytes are
    not UTF-8, return -1 - place.
    """
    at: cython.Py_ssize_t = 0
    to: cython.Py_ssize_t = 0
    with cython.nogil:
        while at < text.shape[0]:
            at = read_lines(tables.codes, work, text, at, strict, lines)
            if at < 0:
                to = at
                break
            add_scores(tables, work)
            decide(work, tables.chain, tables.chained)
            to = write_lines(work, text, out, to)
    return to


def score(
    tables: Tables,
    work: Workspace,
    text: cython.const[cython.uchar][::1],
    scores: cython.int[::1],
) -> cython.Py_ssize_t:
    """Write the score of a cut behind each character of each line, one line after the other, into
    ``scores``, as long as the text at most; return how many there are.

    The score behind a line's last character means nothing. Spaces and line ends are no characters. Where the
    bytes are not UTF-8, return -1 - place.
    """
    whole: cython.int[:, ::1] = work.whole
    at: cython.Py_ssize_t = 0
    to: cython.Py_ssize_t = 0
    line: cython.Py_ssize_t
    first: cython.Py_ssize_t
    p: cython.Py_ssize_t
    with cython.nogil:
        while at < text.shape[0]:
            at = read_lines(tables.codes, work, text, at, False, True)
            if at < 0:
                to = at
                break
            add_scores(tables, work)
            for line in range(work.count):
                first = cython.cast(cython.Py_ssize_t, work.lines[line, 0])
                for p in range(first, first + work.lines[line, 1]):
                    scores[to] = whole[SCORES, REACH + p]
                    to += 1
    return to
