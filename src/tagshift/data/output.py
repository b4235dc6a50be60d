"""Writing without harm: a file appears whole or not at all, and nothing is overwritten unasked."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from tagshift.data.files import BOM, zstandard_module
from tagshift.errors import CorpusError, OutputError
from tagshift.persistence.replacing import check_free, replacing


class Writer:
    """Lines out as UTF-8; what a ``Writer`` wrote, ``read_lines`` reads back unchanged."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self._stream, self._name, self._lines = stream, name, 0

    def line(self, text: str) -> None:
        """Write one line.

        A reader takes one byte order mark off the file and one carriage return off a line; text that has them
        of its own gets a second one to be taken.
        """
        self._lines += 1
        if "\n" in text:
            raise CorpusError(
                f"{self._name}:{self._lines}: a line feed inside a text; write .jsonl, which escapes it"
            )
        if self._lines == 1 and text.startswith(BOM):
            text = BOM + text
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            raise CorpusError(
                f"{self._name}:{self._lines}: a lone surrogate U+{ord(text[error.start]):04X} has no "
                f"UTF-8 form; write .jsonl, which escapes it"
            ) from None
        self.raw(data + (b"\r\n" if text.endswith("\r") else b"\n"))

    def raw(self, data: bytes) -> None:
        """Write bytes as they are."""
        with _clear_errors(self._name):
            self._stream.write(data)

    def flush(self) -> None:
        """Hand on what is buffered, for a reader who waits."""
        with _clear_errors(self._name):
            self._stream.flush()


def flush_output(path: str | os.PathLike[str]) -> None:
    """Hand on what was written so far, if ``path`` is the standard output: files appear whole."""
    if os.fspath(path) == "-":
        Writer(sys.stdout.buffer, "<stdout>").flush()


@contextmanager
def open_writer(path: str | os.PathLike[str], force: bool = False) -> Iterator[Writer]:
    """A ``Writer`` on a file, compressed by its ending; ``-`` is the standard output.

    A regular file appears whole when the block ends well; an exception (Ctrl-C too) leaves what was there.
    """
    name = os.fspath(path)
    if name == "-":
        writer = Writer(sys.stdout.buffer, "<stdout>")
        yield writer
        writer.flush()
    elif _is_special(name):
        with _clear_errors(name), open(name, "wb") as device:
            yield Writer(device, name)
    else:
        check_writable(path, force)
        # Through a link, so that the link stays one.
        with replacing(Path(name).resolve(), force=force) as raw:
            stream = _compressed(raw, name)
            yield Writer(stream, name)
            if stream is not raw:
                stream.close()


def check_writable(path: str | os.PathLike[str], force: bool = False) -> None:
    """Raise now what ``open_writer`` would raise after long work."""
    name = os.fspath(path)
    if name == "-" or _is_special(name):
        return
    check_free(Path(name), force)
    folder = Path(name).resolve().parent
    if not folder.is_dir():
        raise OutputError(f"{name}: the folder {folder} does not exist; make it first")
    if not os.access(folder, os.W_OK):
        raise OutputError(f"{name}: the folder {folder} may not be written by this user")


def _compressed(raw: BinaryIO, name: str) -> BinaryIO:
    ending = Path(name).suffix.lower()
    if ending == ".gz":
        # No name and no time inside: the same text gives the same bytes.
        return cast(BinaryIO, gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=6, mtime=0))
    if ending == ".bz2":
        return cast(BinaryIO, bz2.BZ2File(raw, "wb"))
    if ending == ".xz":
        return cast(BinaryIO, lzma.LZMAFile(raw, "wb"))
    if ending == ".zst":
        module = zstandard_module(name)
        return cast(BinaryIO, module.ZstdCompressor().stream_writer(raw, closefd=False))
    return raw


def _is_special(name: str) -> bool:
    """A device or a pipe, which cannot be renamed over."""
    try:
        mode = os.stat(name).st_mode
    except (OSError, ValueError):
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


@contextmanager
def _clear_errors(name: str) -> Iterator[None]:
    """Say of a full disk and its like which file it was; a closed pipe is the caller's affair."""
    try:
        yield
    except (BrokenPipeError, OutputError):
        raise
    except OSError as error:
        raise OutputError(f"{name}: cannot be written: {error.strerror or error}") from error
