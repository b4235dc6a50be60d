"""Save, load and peek into a model file (``layout`` says how its bytes lie)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BufferedReader
from pathlib import Path
from stat import S_ISREG
from typing import Any

from tagshift.errors import ModelError
from tagshift.persistence import layout
from tagshift.persistence.header import header_bytes, parse_header
from tagshift.persistence.layout import PREFIX_LENGTH, BrokenFileError, Entry, Prefix
from tagshift.persistence.packing import Array, empty_aligned, pack, plain, unpack
from tagshift.persistence.replacing import check_free, replacing

Name = str | os.PathLike[str]
Arrays = dict[str, Array]
Content = tuple[dict[str, Any], Arrays]


def save(path: Name, header: dict[str, Any], arrays: Mapping[str, Array], force: bool = False) -> None:
    """Write a model file, whole or not at all.

    ``header`` is plain JSON (no NaN, keys are strings, under 1 MiB); ``arrays`` are of the fixed-size
    number types and truth values, without NaN. The same content gives the same bytes.
    """
    check_free(Path(path), force)
    entries, body = _lay_out(arrays)
    raw = header_bytes(header, entries)
    raw = raw.ljust(layout.aligned(len(raw)))  # blanks end a JSON text as well as any
    length = PREFIX_LENGTH + len(raw) + sum(len(part) for part in body)
    prefix = Prefix(layout.FORMAT, len(raw), length, b"", b"")
    header_digest = layout.digest(prefix.numbers(), raw)
    with replacing(path, force=force) as file:
        file.write(prefix.numbers() + header_digest + layout.digest(*body))
        file.write(raw)
        for part in body:
            file.write(part)


def load(path: Name) -> Content:
    """The header and the arrays (read-only, aligned to 64 bytes) of a model file, everything checked.

    The file is read, not mapped: what was checked cannot change afterwards, and a file that somebody cuts
    short cannot stop the process.
    """
    with _opened(path) as (file, prefix):
        return READERS[prefix.format](file, prefix)


def peek(path: Name) -> dict[str, Any]:
    """The header alone, checked, without reading the arrays."""
    with _opened(path) as (file, prefix):
        return _read_header(file, prefix)[0]


def read_format_1(file: BufferedReader, prefix: Prefix) -> Content:
    """What format 1 holds; a later format adds its own function and leaves this one as it is."""
    header, entries = _read_header(file, prefix)
    body = empty_aligned(prefix.file_length - PREFIX_LENGTH - prefix.header_length)
    if file.readinto(body.data) != len(body):
        raise BrokenFileError("the file became shorter while it was read")
    if layout.digest(body) != prefix.body_digest:
        raise BrokenFileError(
            "the checksum of the arrays does not match: the file is damaged, copy or train it again"
        )
    return header, {e.name: unpack(e, body[e.offset : e.offset + e.stored]) for e in entries}


READERS: dict[int, Callable[[BufferedReader, Prefix], Content]] = {1: read_format_1}


def _lay_out(arrays: Mapping[str, Array]) -> tuple[list[Entry], list[bytes]]:
    """Entries, and the parts of the body with the zeros between them."""
    entries: list[Entry] = []
    body: list[bytes] = []
    end = 0
    for name, given in arrays.items():
        try:
            layout.check_name(name)
        except BrokenFileError as error:
            raise ModelError(str(error)) from None
        array = plain(name, given)
        packing, stored = pack(array)
        offset = layout.aligned(end)
        body += [b"\0" * (offset - end), stored]
        entries.append(Entry(name, array.dtype.name, array.shape, packing, offset, len(stored)))
        end = offset + len(stored)
    return entries, body


def _read_header(file: BufferedReader, prefix: Prefix) -> tuple[dict[str, Any], list[Entry]]:
    raw = file.read(prefix.header_length)
    if layout.digest(prefix.numbers(), raw) != prefix.header_digest:
        raise BrokenFileError(
            "the checksum of the header does not match: the file is damaged, copy or train it again"
        )
    header, items = parse_header(raw)
    return header, layout.read_entries(items, prefix.file_length - PREFIX_LENGTH - len(raw))


@contextmanager
def _opened(path: Name) -> Iterator[tuple[BufferedReader, Prefix]]:
    """The file behind its prefix; whatever is wrong becomes a ModelError that begins with its name."""
    name = os.fspath(path)
    try:
        if not S_ISREG(os.stat(path).st_mode):
            raise BrokenFileError("is a directory or device; expected a model file")
        with open(path, "rb") as file:
            yield file, layout.read_prefix(file.read(PREFIX_LENGTH), os.fstat(file.fileno()).st_size)
    except BrokenFileError as error:
        raise ModelError(f"{name}: {error}") from error
    except OSError as error:
        raise ModelError(f"{name}: cannot be read ({error.strerror or error})") from error
    except MemoryError as error:
        raise ModelError(f"{name}: not enough memory to load it") from error
