"""Segmenting streams of lines: blocks of bytes through the compiled tables, in the order they came."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from threading import local
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from tagshift.data.pipes import as_it_comes, must_wait
from tagshift.decode.compiled import workspace
from tagshift.errors import CorpusError
from tagshift.kernels import segment as kernel
from tagshift.kernels.lines import Workspace

BLOCK = 1 << 18  # bytes of whole lines that are segmented in one go
SMALL = 1 << 14  # a smaller block is done before threads are at work
LONGEST = 1 << 24  # bytes of one line: a longer one is no line of text
BOM = b"\xef\xbb\xbf"

# What gives a block segmented; the number of its first line; the block.
Begun = tuple[Callable[[], bytes], int, bytes]


class LineSegmenter:
    """Segments bytes by compiled tables. Every thread has a workspace of its own, as large as its longest
    line.
    """

    def __init__(self, tables: kernel.Tables) -> None:
        self.tables = tables
        self._own = local()

    def workspace(self, size: int) -> Workspace:
        """Room for lines of ``size`` bytes."""
        own = self._own
        if getattr(own, "size", -1) < size:
            own.size = max(size, 1 << 10)
            own.workspace = workspace(self.tables, own.size)
            own.out = bytearray(2 * own.size + 8)
        found: Workspace = own.workspace
        return found

    def text(self, text: str) -> str:
        """One text, whatever it holds, as one line. Of a short text making arrays would be half the work."""
        data = text.encode("utf-8", "surrogatepass")
        work = self.workspace(len(data))
        out: bytearray = self._own.out
        size = kernel.segment(self.tables, work, memoryview(data), memoryview(out), False, False)
        return out[:size].decode("utf-8", "surrogatepass")

    def texts(self, texts: Sequence[str]) -> list[str]:
        """Several texts in one go: a call each costs more than the segmenting."""
        joined = "\n".join(texts)
        if joined.count("\n") >= max(len(texts), 1) or "\r" in joined:  # line ends inside are characters
            return [self.text(text) for text in texts]
        found, _ = self._segment(joined.encode("utf-8", "surrogatepass"), strict=False, lines=True)
        return found.decode("utf-8", "surrogatepass").split("\n") if texts else []

    def lines(self, data: bytes) -> bytes:
        """Whole lines of strict UTF-8; ValueError says which byte is none."""
        found, failed = self._segment(data, strict=True, lines=True)
        if failed >= 0:
            raise ValueError(failed)
        return found

    def scores(self, texts: Sequence[str]) -> NDArray[np.int32]:
        """The score of a cut behind each character of each text, one text after the other; the one behind a
        text's last character means nothing. For texts without spaces and line ends.
        """
        data = "\n".join(texts).encode("utf-8", "surrogatepass")
        found = np.empty(len(data), np.int32)
        size = kernel.score(self.tables, self.workspace(_longest(data)), np.frombuffer(data, np.uint8), found)
        return found[:size]

    def _segment(self, data: bytes, strict: bool, lines: bool) -> tuple[bytes, int]:
        work = self.workspace(_longest(data) if lines else len(data))
        out = np.empty(2 * len(data) + 8, np.uint8)
        size = kernel.segment(self.tables, work, np.frombuffer(data, np.uint8), out, strict, lines)
        return (b"", -1 - size) if size < 0 else (out[:size].tobytes(), -1)

    def stream(
        self, source: BinaryIO, target: BinaryIO, *, name: str, errors: str = "strict", threads: int = 1
    ) -> None:
        """Segment a file line by line; memory holds a few blocks, or the longest line. The lines of a pipe
        are answered before more must be waited for.
        """
        source = as_it_comes(source)
        for result, first, block in self._begun(source, name, threads):
            target.write(self._finished(result, first, block, name, errors))
            if must_wait(source):
                target.flush()

    def _begun(self, source: BinaryIO, name: str, threads: int) -> Iterator[Begun]:
        """Blocks whose results are under way, or that wait to be asked where there is one thread or little
        to do.
        """
        found = blocks(source, name)
        for first, block in found:
            if threads > 1 and len(block) >= SMALL:
                break
            yield partial(self.lines, block), first, block
        else:
            return
        from concurrent.futures import ThreadPoolExecutor

        waiting: deque[Begun] = deque()
        with ThreadPoolExecutor(threads) as pool:
            for number, more in chain([(first, block)], found):
                waiting.append((pool.submit(self.lines, more).result, number, more))
                while waiting and (len(waiting) >= 2 * threads or must_wait(source)):
                    yield waiting.popleft()
            yield from waiting

    def _finished(
        self, result: Callable[[], bytes], first: int, block: bytes, name: str, errors: str
    ) -> bytes:
        try:
            return result()
        except ValueError as failed:
            if errors == "replace":
                return self.lines(block.decode("utf-8", "replace").encode())
            line = first + block.count(b"\n", 0, int(failed.args[0]))
            raise CorpusError(
                f"{name}:{line}: not UTF-8 (byte {block[failed.args[0]]:#04x}); "
                "convert the file, or go on with --errors replace"
            ) from None


def blocks(source: BinaryIO, name: str = "<stdin>") -> Iterator[tuple[int, bytes]]:
    """Stretches of whole lines, each with the number of its first; a byte order mark at the very beginning
    is no text.

    >>> import io
    >>> list(blocks(io.BytesIO(b"one\\ntwo")))
    [(1, b'one\\n'), (2, b'two')]
    """
    number = 1
    parts: list[bytes] = []
    size = 0
    for piece in _pieces(source):
        end = piece.rfind(b"\n") + 1
        if end:
            block = b"".join([*parts, piece[:end]])
            yield number, block
            number += block.count(b"\n")
            parts, size = [], 0
        parts.append(piece[end:])
        size += len(piece) - end
        if size > LONGEST:
            raise CorpusError(
                f"{name}:{number}: a line of more than {LONGEST:,} bytes; is this a text? Break it into lines"
            )
    if last := b"".join(parts):
        yield number, last


def _pieces(source: BinaryIO) -> Iterator[bytes]:
    """What is read, without a byte order mark, of which a pipe may hand on one byte at a time."""
    first = b""
    while len(first) < len(BOM) and BOM.startswith(first) and (piece := source.read(len(BOM) - len(first))):
        first += piece
    if first != BOM:
        yield first
    while piece := source.read(BLOCK):
        yield piece


def _longest(data: bytes) -> int:
    """The length of the longest line, in bytes."""
    if len(data) <= 1 << 12:
        return len(data)
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == 0x0A)
    return int(np.diff(ends, prepend=-1, append=len(data)).max())
