"""Model files on the command line: telling them from corpora, loading whichever kind."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from tagshift import persistence
from tagshift.errors import ModelError
from tagshift.persistence.layout import MAGIC

if TYPE_CHECKING:
    from tagshift.segmenter import Segmenter
    from tagshift.tagger import Tagger

# The magic, the format number and the zero behind it: text has no zero bytes there.
HEAD = 16


def is_model(path: str) -> bool:
    """Whether a file is a model: by what it begins with, or by its name where it cannot be looked into."""
    if Path(path).suffix == ".model":
        return True
    try:
        with open(path, "rb") as file:
            head = file.read(HEAD)
    except (OSError, ValueError):
        return False
    return head.startswith(MAGIC) and b"\0" in head


def as_tagger(model: Segmenter | Tagger) -> Tagger | None:
    """The model if it is a tagger; neither class is imported for that."""
    return cast("Tagger", model) if hasattr(model, "labels_") else None


def load_model(path: str) -> Segmenter | Tagger:
    """The segmenter or tagger of a model file."""
    task = persistence.peek(path).get("task")
    if task == "segment":
        from tagshift.segmenter import Segmenter

        return Segmenter.load(path)
    if task == "tag":
        from tagshift.tagger import Tagger

        return Tagger.load(path)
    raise ModelError(f"{path}: expected a segmenter or a tagger, got a model for {task!r}")
