# cython: boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""Lines of UTF-8 to characters and back: what a segmenter reads and writes.

Lines are read some at a time into one stream of characters with gaps between, so that what is done to them
runs in long loops.
"""

import cython

# Before, between and behind lines: no row of scores reaches farther.
REACH = cython.declare(cython.Py_ssize_t, 8)
# Lines are read until the stream is so long, or they are so many.
CHUNK = cython.declare(cython.Py_ssize_t, 512)
MOST_LINES = cython.declare(cython.Py_ssize_t, 64)
# Rows of ``Workspace.small`` and of ``Workspace.whole``; ``segment`` has the others.
KINDS = cython.declare(cython.Py_ssize_t, 0)
SIZES = cython.declare(cython.Py_ssize_t, 1)
CUTS = cython.declare(cython.Py_ssize_t, 2)
BEGINS = cython.declare(cython.Py_ssize_t, 0)


@cython.cclass
class Workspace:
    """Room for some lines, one of the most characters at most among them; one for each thread.

    ``ids``, ``small``, ``whole``: by position in the stream. ``lanes`` (16, 576). ``lines`` (64, 4): first
    position, length, where in the bytes the line's end begins, and where the next line does. ``count`` of
    lines, and the ``top`` of the stream.
    """

    def __init__(self, ids, small, whole, lanes, lines):
        self.ids = ids
        self.small = small
        self.whole = whole
        self.lanes = lanes
        self.lines = lines
        self.count = 0
        self.top = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def decode(text: cython.const[cython.uchar][::1], at: cython.Py_ssize_t, strict: cython.bint) -> cython.uint:
    """The code point of several bytes at ``at``, and their number << 21; 0 where they are not UTF-8.

    Surrogates are characters unless ``strict``.
    """
    first: cython.uint = cython.cast(cython.uint, text[at])
    size: cython.Py_ssize_t = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    code: cython.uint = first & (0xFF >> (size + 1))
    lowest: cython.uint = 0x80 if size == 2 else 0x800 if size == 3 else 0x10000
    bad: cython.bint = first < 0xC2 or first > 0xF4 or at + size > text.shape[0]
    j: cython.Py_ssize_t
    if bad:
        return 0
    for j in range(1, size):
        bad |= (text[at + j] & 0xC0) != 0x80
        code = (code << 6) | cython.cast(cython.uint, text[at + j] & 0x3F)
    if bad or code < lowest or code > 0x10FFFF or (strict and 0xD800 <= code <= 0xDFFF):
        return 0
    return cython.cast(cython.uint, (size << 21) | code)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def end_line(
    work: Workspace,
    first: cython.Py_ssize_t,
    top: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    after: cython.Py_ssize_t,
) -> cython.void:
    """Note a line of characters ``first`` to ``top`` and where in the bytes its end begins; leave a gap."""
    j: cython.Py_ssize_t
    work.lines[work.count, 0] = first
    work.lines[work.count, 1] = top - first
    work.lines[work.count, 2] = end
    work.lines[work.count, 3] = after
    work.count += 1
    if top > first:
        work.small[CUTS, top - 1] = 0  # a space behind the last character cuts nothing
    for j in range(top, top + REACH):
        work.ids[j] = 0
        work.small[KINDS, j] = 0


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def read_lines(
    codes: cython.uint[::1],
    work: Workspace,
    text: cython.const[cython.uchar][::1],
    at: cython.Py_ssize_t,
    strict: cython.bint,
    lines: cython.bint,
) -> cython.Py_ssize_t:
    """Read lines from byte ``at`` on into the workspace, leaving spaces out but noting them as cuts.

    ``codes`` by code point: number of the character, and its type << 16. Without ``lines`` all is one line.
    Return where the next line begins; -1 - place where the bytes are not UTF-8.
    """
    ids: cython.ushort[::1] = work.ids
    small: cython.uchar[:, ::1] = work.small
    whole: cython.int[:, ::1] = work.whole
    size: cython.Py_ssize_t = text.shape[0]
    top: cython.Py_ssize_t = REACH
    first: cython.Py_ssize_t
    end: cython.Py_ssize_t
    found: cython.uint
    code: cython.uint
    work.count = 0
    while at < size and work.count < MOST_LINES and top < CHUNK:
        first = top
        while at < size:
            found = cython.cast(cython.uint, text[at])
            if found >= 0x80:
                found = decode(text, at, strict)
                if found == 0:
                    return -1 - at
            elif found == 0x20:
                if top > first:
                    small[CUTS, top - 1] = 1
                at += 1
                continue
            elif found == 0x0A and lines:
                break
            else:
                found |= 1 << 21
            code = cython.cast(cython.uint, codes[found & 0x1FFFFF])
            ids[top] = cython.cast(cython.ushort, code & 0xFFFF)
            small[KINDS, top] = cython.cast(cython.uchar, code >> 16)
            small[SIZES, top] = cython.cast(cython.uchar, found >> 21)
            small[CUTS, top] = 0
            whole[BEGINS, top] = cython.cast(cython.int, at)
            at += found >> 21
            top += 1
        end = at
        if at < size:  # at a line feed
            if top > first and text[at - 1] == 0x0D:
                top -= 1
                end -= 1
            at += 1
        end_line(work, first, top, end, at)
        top += REACH
    work.top = top
    return at


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def write_lines(
    work: Workspace, text: cython.const[cython.uchar][::1], out: cython.uchar[::1], to: cython.Py_ssize_t
) -> cython.Py_ssize_t:
    """Copy characters and line ends, one space at every cut; return where writing stopped.

    Four bytes are copied whatever a character has, and the next one overwrites what was too much.
    """
    small: cython.uchar[:, ::1] = work.small
    whole: cython.int[:, ::1] = work.whole
    line: cython.Py_ssize_t
    first: cython.Py_ssize_t
    p: cython.Py_ssize_t
    at: cython.Py_ssize_t
    j: cython.Py_ssize_t
    b0: cython.uchar
    b1: cython.uchar
    b2: cython.uchar
    b3: cython.uchar
    safe: cython.Py_ssize_t = text.shape[0] - 4
    for line in range(work.count):
        first = cython.cast(cython.Py_ssize_t, work.lines[line, 0])
        for p in range(first, first + work.lines[line, 1]):
            at = whole[BEGINS, p]
            if at <= safe:
                b0 = text[at]
                b1 = text[at + 1]
                b2 = text[at + 2]
                b3 = text[at + 3]
                out[to] = b0
                out[to + 1] = b1
                out[to + 2] = b2
                out[to + 3] = b3
            else:
                for j in range(small[SIZES, p]):
                    out[to + j] = text[at + j]
            to += cython.cast(cython.Py_ssize_t, small[SIZES, p])
            out[to] = 0x20
            to += cython.cast(cython.Py_ssize_t, small[CUTS, p])
        for j in range(work.lines[line, 2], work.lines[line, 3]):
            out[to] = text[j]
            to += 1
    return to
