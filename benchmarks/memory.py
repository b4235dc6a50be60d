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
    """The peak of one process, for a small file and for a large one: flat means that they are equal."""
    model = models.segmenter(settings, "kwdlc")
    for megabytes in (10, 1000) if settings.long else (10, 100):
        path, output = settings.folder / "large.txt", settings.folder / "large.seg"
        generate(path, megabytes * 1_000_000)
        for jobs in (1, 2):
            found = run(
                tagshift("label", model, path, "-o", output, "--force", "--quiet", "--jobs", str(jobs))
            )
            rate = megabytes / found.seconds
            yield Row(
                f"`label` on a file of {megabytes} MB, {jobs} thread(s)",
                f"{found.peak:.0f} MB ({rate:.1f} MB/s)",
                value=found.peak,
                must=MUST if megabytes == 1000 or not settings.long else None,
                unit=" MB",
            )
        path.unlink()
        output.unlink()


def generate(path: Path, size: int) -> None:
    """A file of about so many bytes: the bundled sample over and over, whole lines."""
    sample = SAMPLE.read_bytes()
    piece = sample * max(1, min(PIECE, size) // len(sample))
    with path.open("wb") as stream:
        while stream.tell() < size:
            stream.write(piece)
