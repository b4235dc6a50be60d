"""Write a file whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

from tagshift.errors import OutputError


@contextmanager
def replacing(path: str | os.PathLike[str], *, force: bool = False) -> Iterator[BinaryIO]:
    """A binary file to write to, which takes the name ``path`` when the block ends well.

    It is written beside its goal under a temporary name, synced, then renamed: a full disk, an error or
    Ctrl-C leaves what was there before. A name that is taken is refused without ``force``, before anything
    is written.
    """
    goal = Path(path)
    check_free(goal, force)
    temporary = goal.with_name(f".{goal.name[:100]}.{os.urandom(6).hex()}.part")
    try:
        try:  # before the file is there, for Ctrl-C may come at once
            # os.open, not mkstemp: the mode then follows the user's umask.
            handle = os.open(
                temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666
            )
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            check_free(goal, force)
            os.replace(temporary, goal)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
        _sync_folder(goal.parent)
    except OutputError:
        raise
    except OSError as error:
        raise OutputError(f"{goal}: cannot be written ({error.strerror or error})") from error


def check_free(goal: Path, force: bool) -> None:
    """Refuse a name that is taken, and with ``force`` still anything but an ordinary file."""
    try:
        mode = goal.lstat().st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        raise OutputError(f"{goal}: cannot be written ({error.strerror or error})") from error
    if goal.is_dir():
        raise OutputError(f"{goal}: is a directory; expected the name of a file to write")
    if not S_ISREG(mode) and not goal.is_file():
        raise OutputError(f"{goal}: is no ordinary file and cannot be replaced")
    if not force:
        raise OutputError(f"{goal}: exists already; pass --force to replace it (force=True in Python)")


def _sync_folder(folder: Path) -> None:
    # The rename itself must survive a power cut; some systems cannot open a folder, and then nothing is
    # lost but that.
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
