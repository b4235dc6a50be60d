"""Pipes: a program may write a line and wait for the answer, so what is there must not wait for more."""

from __future__ import annotations

import os
import select
from collections.abc import Callable, Iterable, Iterator
from stat import S_ISREG
from typing import BinaryIO, TypeVar, cast

Item = TypeVar("Item")


class Pipe:
    """What is no regular file, read as it comes: ``read`` hands on what is there now.

    ``unread`` counts the lines that were read and that nobody has taken yet.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._take = getattr(stream, "read1", stream.read)
        self.unread = 0

    def read(self, size: int = -1) -> bytes:
        """At most ``size`` bytes; none at the end."""
        return cast(bytes, self._take(size))

    def must_wait(self) -> bool:
        """Whether nothing is there to be read or taken now."""
        if self.unread:
            return False
        try:
            return not select.select([self._stream], [], [], 0)[0]
        except (OSError, ValueError):  # a system that cannot tell
            return True


def as_it_comes(stream: BinaryIO) -> BinaryIO:
    """The stream, as a ``Pipe`` unless it is a regular file or none of the system's at all.

    >>> import io
    >>> type(as_it_comes(io.BytesIO(b"text")))
    <class '_io.BytesIO'>
    """
    if isinstance(stream, Pipe):
        return stream
    try:
        regular = S_ISREG(os.fstat(stream.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):
        return stream
    return stream if regular else cast(BinaryIO, Pipe(stream))


def must_wait(stream: BinaryIO | None) -> bool:
    """Whether the next reading may have to wait for another program."""
    return isinstance(stream, Pipe) and stream.must_wait()


def batches(
    items: Iterable[Item], size: int, source: Callable[[], BinaryIO | None], flush: Callable[[], None]
) -> Iterator[list[Item]]:
    """Items in lists of ``size``, or as many as are there before ``source`` must be waited for; then what has
    been made of them is flushed as well.

    >>> list(batches("abcde", 2, lambda: None, lambda: None))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    batch: list[Item] = []
    for item in items:
        batch.append(item)
        if len(batch) == size or must_wait(source()):
            yield batch
            batch = []
            if must_wait(source()):
                flush()
    if batch:
        yield batch
