"""Opening files by their ending and reading their lines.

Only ``\\n`` and ``\\r\\n`` end a line: a lone carriage return, U+0085, U+2028 and the like are text.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import BinaryIO, Literal, cast

from tagshift.data.pipes import Pipe, as_it_comes
from tagshift.errors import CorpusError, MissingDependencyError

Errors = Literal["strict", "replace"]
BLOCK = 1 << 20
COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
BOM = "\ufeff"
_opened: BinaryIO | None = None
_READ_ERRORS: tuple[type[Exception], ...] = (OSError, EOFError, zlib.error, lzma.LZMAError)


def display_name(path: str | os.PathLike[str]) -> str:
    """What error messages call a file.

    >>> display_name("-"), display_name("news.seg")
    ('<stdin>', 'news.seg')
    """
    return "<stdin>" if os.fspath(path) == "-" else os.fspath(path)


def bare_ending(path: str | os.PathLike[str]) -> str:
    """The ending that tells the format, in lower case, that of the compression apart.

    >>> bare_ending("kyoto.train.SEG.gz"), bare_ending("-"), bare_ending("plain")
    ('.seg', '', '')
    """
    name = Path(path).name.lower()
    for ending in COMPRESSED:
        name = name.removesuffix(ending)
    return Path(name).suffix


def zstandard_module(name: str) -> ModuleType:
    """The module that reads and writes ``.zst``, or an error that names it."""
    try:
        return import_module("zstandard")
    except ImportError:
        raise MissingDependencyError(
            f"{name}: .zst needs the package zstandard: pip install 'tagshift[zstd]', or use .gz, .bz2 or .xz"
        ) from None


@contextmanager
def open_bytes(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The bytes of a file, decompressed by its ending; ``-`` is the standard input. A pipe hands on what it
    has.
    """
    global _opened
    if os.fspath(path) == "-":
        _opened = as_it_comes(sys.stdin.buffer)
        yield _opened
        return
    with _open_raw(path) as raw, _decompressed(raw, display_name(path)) as stream:
        _opened = as_it_comes(stream)
        yield _opened


def opened_last() -> BinaryIO | None:
    """The file that is being read where one is read after the other."""
    return _opened


def _open_raw(path: str | os.PathLike[str]) -> BinaryIO:
    name = display_name(path)
    try:
        return open(path, "rb")
    except FileNotFoundError:
        raise CorpusError(
            f"{name}: no such file; check the path (relative ones start at {os.getcwd()})"
        ) from None
    except IsADirectoryError:
        raise CorpusError(f"{name}: expected a file, got a directory; name the files in it") from None
    except PermissionError:
        raise CorpusError(f"{name}: may not be read by this user; check its permissions") from None
    except (OSError, ValueError) as error:
        raise CorpusError(f"{name}: cannot be opened: {error}") from None


def _decompressed(raw: BinaryIO, name: str) -> BinaryIO:
    ending = Path(name).suffix.lower()
    if ending == ".gz":
        return cast(BinaryIO, gzip.GzipFile(fileobj=raw, mode="rb"))
    if ending == ".bz2":
        return cast(BinaryIO, bz2.BZ2File(raw))
    if ending == ".xz":
        return cast(BinaryIO, lzma.LZMAFile(raw))
    if ending == ".zst":
        module = zstandard_module(name)
        return cast(BinaryIO, module.ZstdDecompressor().stream_reader(raw, read_across_frames=True))
    return raw


def read_lines(path: str | os.PathLike[str], errors: Errors = "strict") -> Iterator[tuple[int, str]]:
    """Each line of a file with its number from 1; the line end and a byte order mark are taken off."""
    with open_bytes(path) as stream:
        yield from lines_of(stream, display_name(path), errors)


def lines_of(stream: BinaryIO, name: str, errors: Errors = "strict") -> Iterator[tuple[int, str]]:
    """The lines of a stream of bytes, one block in memory at a time.

    >>> import io
    >>> list(lines_of(io.BytesIO("one\\r\\ntwo\\u2028three\\n\\nlast".encode()), "demo"))
    [(1, 'one'), (2, 'two\\u2028three'), (3, ''), (4, 'last')]
    """
    number = 0
    stream = as_it_comes(stream)
    pipe = stream if isinstance(stream, Pipe) else None
    for block, complete in _whole_lines(stream, name):
        lines = _decode(block, name, number + 1, errors).split("\n")
        last = number + len(lines)
        for line in lines:
            number += 1
            if pipe:
                pipe.unread = last - number
            yield number, line.removesuffix("\r") if complete else line


def _whole_lines(stream: BinaryIO, name: str) -> Iterator[tuple[bytes, bool]]:
    """Blocks of whole lines without their last ``\\n``; the flag is False for a last line that has none."""
    pieces: list[bytes] = []
    while block := _read(stream, name):
        head, newline, tail = block.rpartition(b"\n")
        if newline:
            yield b"".join([*pieces, head]), True
            pieces = []
        if tail:
            pieces.append(tail)
    if pieces:
        yield b"".join(pieces), False


def _read(stream: BinaryIO, name: str) -> bytes:
    try:
        return stream.read(BLOCK)
    except _READ_ERRORS + _zstandard_errors() as error:
        raise CorpusError(
            f"{name}: cannot be read on: {error}; is the file whole, and what its ending says?"
        ) from None


def _zstandard_errors() -> tuple[type[Exception], ...]:
    found: type[Exception] | None = getattr(sys.modules.get("zstandard"), "ZstdError", None)
    return () if found is None else (found,)


def _decode(block: bytes, name: str, first: int, errors: Errors) -> str:
    try:
        text = block.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        line = first + block.count(b"\n", 0, error.start)
        column = error.start - (block.rfind(b"\n", 0, error.start) + 1) + 1
        raise CorpusError(
            f"{name}:{line}: expected UTF-8, got the byte 0x{block[error.start]:02x} at byte {column} "
            f"of the line; convert the file, or go on with --errors replace (errors='replace')"
        ) from None
    return text.removeprefix(BOM) if first == 1 else text
