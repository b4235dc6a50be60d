"""Section: what labelling a large file holds in memory; with ``--long`` the file is one of a gigabyte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks import models
from benchmarks.measure import ROOT, Settings, run, tagshift
from benchmarks.table import Row

TITLE = "Memory of labelling"
SAMPLE = ROOT / "src" / "tagshift" / "samples" / "ja.target.raw"
MUST = 300.0
PIECE = 1 << 24


def rows(settings: Settings) -> Iterator[Row]:
    """The peak of one process, for files of growing size: flat means that they are equal."""
    model = models.segmenter(settings, "kwdlc")
    for megabytes in (10, 100, 1000) if settings.long else (10, 100):
        path, output = settings.folder / "large.txt", settings.folder / "large.seg"
        generate(path, megabytes * 1_000_000)
        for jobs in (1, 2):
            options = ["--force", "--quiet", "--jobs", str(jobs)]
            found = run(tagshift("label", model, path, "-o", output, *options))
            said = f"{found.peak:.0f} MB ({megabytes / found.seconds:.1f} MB/s)"
            must = MUST if megabytes == 1000 else None
            yield Row(_what(megabytes, jobs), said, value=found.peak, must=must, unit=" MB")
        path.unlink()
        output.unlink()
    if not settings.long:
        yield Row(_what(1000, 1), "only with `--long`", must=MUST, unit=" MB")


def _what(megabytes: int, jobs: int) -> str:
    return f"`label` on a file of {megabytes} MB, {jobs} thread{'s' if jobs > 1 else ''}"


def generate(path: Path, size: int) -> None:
    """A file of about so many bytes: the bundled sample over and over, whole lines."""
    sample = SAMPLE.read_bytes()
    piece = sample * max(1, min(PIECE, size) // len(sample))
    with path.open("wb") as stream:
        while stream.tell() < size:
            stream.write(piece)
