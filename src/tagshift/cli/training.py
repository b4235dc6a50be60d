"""What ``tagshift train`` does for either task: check, read, learn, save, tell."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any

import click

from tagshift import persistence
from tagshift.cli import options
from tagshift.cli.corpora import OF_TOKENS, Reading, task_of
from tagshift.cli.log import Log, print_json
from tagshift.data.output import check_writable
from tagshift.errors import CorpusError
from tagshift.optimize.report import Report

SEGMENT_ONLY = ("hide", "min_count")
TAG_ONLY = (*OF_TOKENS, "scheme", "fine", "margin", "max_iterations", "min_raw")
# What changes the model, and so is kept with it.
KEPT = (
    "templates",
    "learner",
    "l2",
    "hide",
    "min_count",
    "scheme",
    "fine",
    "margin",
    "max_iterations",
    "min_raw",
)
KEPT_OF_READING = ("from_format", "limit", "label_column", "feature_columns", "map_labels", "unlabelled")


def run(context: click.Context, corpora: Sequence[str], output: str, given: dict[str, Any]) -> None:
    """Train one model."""
    begun = time.monotonic()
    log = Log(given["quiet"], given["verbose"])
    if output == "-":
        raise click.UsageError("a model is a file: --output takes a name, not -", context)
    inputs = [*corpora, *given["dev"], *given["words"], *given["raw"]]
    options.check_read_once(context, inputs)
    options.check_apart(context, output, inputs)
    reading = Reading.of(given)
    task = given["task"] or task_of(corpora[0], reading, context)
    if task == "segment":
        options.refuse(context, TAG_ONLY, "it is for taggers, and this trains a segmenter (--task tag)")
    else:
        options.refuse(context, SEGMENT_ONLY, "it is for segmenters, and this trains a tagger")
    # Only the one that is needed, for each brings its own half of the package.
    trainer = import_module(f"tagshift.cli.{'train_words' if task == 'segment' else 'train_tags'}")
    check_writable(output, given["force"])
    where_from = provenance(corpora, given)
    report = trainer.run(context, corpora, output, given, where_from, log)
    seconds = time.monotonic() - begun
    size = Path(output).stat().st_size
    log.say(f"{output}: {size / 1e6:.2f} MB in {seconds:.1f} s")
    if given["as_json"]:
        print_json({"model": output, "task": task, "bytes": size, "seconds": round(seconds, 3), **report})


def provenance(corpora: Sequence[str], given: dict[str, Any]) -> dict[str, Any]:
    """Where the model comes from: every file by name, size and hash, and the options that shaped it."""
    found = persistence.provenance(corpora, seed=given["seed"])
    for role in ("dev", "raw"):
        if given[role]:
            found[role] = persistence.provenance(given[role])["corpora"]
    if given["words"]:
        found["words"] = [_described(source) for source in given["words"]]
    said = {name: given[name] for name in (*KEPT, *KEPT_OF_READING)}
    unsaid: tuple[Any, ...] = (None, (), {}, "unknown")
    found["options"] = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in said.items()
        if value is not False and value not in unsaid  # 0 equals False, and is said
    }
    return found


def _described(source: str) -> dict[str, Any]:
    if not Path(source).exists():
        return {"name": source}
    described: dict[str, Any] = persistence.provenance([source])["corpora"][0]
    return described


def read_or_fail(found: list[Any], paths: Sequence[str]) -> list[Any]:
    """The sentences, of which there must be one at least."""
    if not found:
        raise CorpusError(f"{', '.join(paths)}: no sentence in it; expected labelled text to learn from")
    return found


class Progress:
    """Tells of each iteration: a line each with ``--verbose``, one that moves on a terminal."""

    def __init__(self, log: Log) -> None:
        self.log, self.moving = log, log.shows_progress and not log.verbose
        # A training may be several runs of the optimiser, one after the other; each counts from 1.
        self.runs, self.last = 1, 0

    def __call__(self, report: Report) -> None:
        self.runs += report.iterations <= self.last
        self.last = report.iterations
        norm = f", gradient norm {report.gradient_norm:.3g}" if isfinite(report.gradient_norm) else ""
        line = f"iteration {report.iterations}: objective {report.objective:.6g}{norm}"
        self.log.detail(line)
        if self.moving:
            click.echo(f"\r\x1b[K  {line}", err=True, nl=False)

    def close(self) -> None:
        """Take the line that moved away."""
        if self.moving:
            click.echo("\r\x1b[K", err=True, nl=False)
