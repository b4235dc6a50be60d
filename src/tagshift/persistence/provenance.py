"""Where a model comes from, without saying where it lay."""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

from tagshift.errors import CorpusError

BLOCK = 1 << 20


def provenance(paths: Iterable[str | os.PathLike[str]], *, seed: int | None = None) -> dict[str, Any]:
    """The package's version, the seed, and of every file its base name, size and BLAKE2b hash, as plain JSON.

    Standard input (``-``) is named, but cannot be hashed afterwards.
    """
    # By name, for this room lies below the package's front door.
    version: str = import_module("tagshift").__version__
    return {"tagshift": version, "seed": seed, "corpora": [_describe(Path(p)) for p in paths]}


def _describe(path: Path) -> dict[str, Any]:
    if str(path) == "-":
        return {"name": "-", "bytes": None, "blake2b": None}
    found, size = blake2b(digest_size=16), 0
    try:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                found.update(block)
                size += len(block)
    except OSError as error:
        raise CorpusError(f"{path}: cannot be read ({error.strerror or error})") from error
    return {"name": path.name, "bytes": size, "blake2b": found.hexdigest()}
