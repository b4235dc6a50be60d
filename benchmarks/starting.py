"""Section: what a user waits for before anything happens, and the smallest jobs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from statistics import median

from benchmarks import models
from benchmarks.measure import Settings, run, tagshift
from benchmarks.table import Row

TITLE = "Starting"
PYTHON = [sys.executable, "-c"]
LINE = "今日は図書館で新しい本を三冊借りました。\n"


def rows(settings: Settings) -> Iterator[Row]:
    """Whole processes; nothing is subtracted."""
    model = models.segmenter(settings, "kwdlc")
    bare = _seconds(settings, [*PYTHON, "pass"])
    peer = f"{bare:.3f} s (bare Python)"
    package = _seconds(settings, [*PYTHON, "import tagshift"])
    yield Row("`import tagshift`", f"{package:.3f} s", peer, package / bare)
    segmenter = _seconds(settings, [*PYTHON, "from tagshift import Segmenter"])
    yield Row("`from tagshift import Segmenter`", f"{segmenter:.3f} s", peer, segmenter / bare)
    told = _seconds(settings, tagshift("--help"))
    yield Row("`tagshift --help`", f"{told:.3f} s", peer, told / bare, told, 0.2, 0.12, " s")
    labelled = _seconds(settings, tagshift("label", model), LINE)
    yield Row(
        "`echo text \\| tagshift label MODEL`",
        f"{labelled:.3f} s",
        peer,
        labelled / bare,
        labelled,
        0.5,
        0.25,
        " s",
    )


def _seconds(settings: Settings, command: list[str], line: str = "") -> float:
    times = 4 * settings.repeats + 1
    run(command, stdin=line.encode())
    return median(run(command, stdin=line.encode()).seconds for _ in range(times))
