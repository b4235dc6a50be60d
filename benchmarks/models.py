"""Models and texts that several sections use, made when one first asks for them."""

from __future__ import annotations

import bz2
import gzip
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import Run, Settings, run, tagshift

OPENERS = {".gz": gzip.open, ".bz2": bz2.open}
SEGMENTERS = {"kwdlc": "jws/kwdlc.train.seg.gz", "pku98": "cws/pku98.train.seg.gz"}
CHUNKS = "chunk/conll2000.train.txt.gz"


def train_segmenter(settings: Settings, name: str) -> tuple[Path, Run]:
    """From the text file to the model file, as a user does it, with two threads."""
    model = settings.folder / f"{name}.model"
    return model, run(
        tagshift("train", settings.data / SEGMENTERS[name], "-o", model, "--jobs", "2", "--force", "--quiet")
    )


def segmenter(settings: Settings, name: str) -> Path:
    """The model of one of ``SEGMENTERS``."""
    model = settings.folder / f"{name}.model"
    return model if model.exists() else train_segmenter(settings, name)[0]


def chunker(settings: Settings) -> Path:
    """A tagger of chunks; it learns as briefly as its peer, for speed does not depend on accuracy."""
    model = settings.folder / "chunk.model"
    if not model.exists():
        options = [
            "--task",
            "tag",
            "--templates",
            "chunk",
            "--max-iterations",
            "30",
            "--jobs",
            "2",
            "--quiet",
        ]
        run(tagshift("train", *options, settings.data / CHUNKS, "-o", model))
    return model


def text(settings: Settings, name: str, files: Sequence[str], times: int) -> Path:
    """Raw corpora one behind the other, and that several times, in a file of the benchmark's own folder."""
    path = settings.folder / name
    pieces = [_bytes(settings.data / file) for file in files]
    path.write_bytes(b"".join(pieces) * times)
    return path


def _bytes(path: Path) -> bytes:
    with OPENERS.get(path.suffix, open)(path, "rb") as stream:
        found: bytes = stream.read()
    return found
