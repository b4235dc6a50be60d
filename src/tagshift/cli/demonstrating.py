"""What ``tagshift demo`` does: two small domain shifts, each without and with a word list of the target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from tagshift import persistence
from tagshift.cli import options
from tagshift.cli.log import Log, print_json
from tagshift.data.files import read_lines
from tagshift.data.formats import read, write
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import OutputError
from tagshift.features.gazetteer import Gazetteer
from tagshift.features.wordlists import from_file
from tagshift.scoring.tables import Cell, table
from tagshift.segmenter import Segmenter
from tagshift.tagger import Tagger

# One sentence in so many of the source is not learned from, but scored.
HELD = 5
SHOWN = 3
BENEATH = """
The word lists were made by people who knew the target's sentences: the rows with a list show
how it is used, and measure nothing."""


@dataclass(frozen=True)
class Row:
    """One model's scores in percent: F on the source's own domain and on the target."""

    job: str
    model: str
    source: float
    target: float


def run(context: click.Context, given: dict[str, Any]) -> None:
    """Both jobs, then one table."""
    log = Log(given["quiet"] or given["as_json"], given["verbose"])
    if given["force"] and not given["output"]:
        options.refuse(context, ["force"], "without --output nothing is kept that could be replaced")
    samples = Path(str(files("tagshift") / "samples"))
    with folder_of(given["output"], given["force"]) as folder:
        rows = [*words(samples, folder, given, log), *entities(samples, folder, given, log)]
    if given["as_json"]:
        print_json({"rows": [vars(row) for row in rows]})
        return
    cells: list[list[Cell]] = [[row.job, row.model, row.source, row.target] for row in rows]
    click.echo(table(["job", "model", "F, own domain", "F, target domain"], cells, 1))
    click.echo(BENEATH)
    if given["output"]:
        log.say(f"models and labelled text are in {given['output']}")


@contextmanager
def folder_of(name: str | None, force: bool) -> Iterator[Path]:
    """The folder asked for, made if need be, or one that goes away."""
    if name is None:
        with TemporaryDirectory(prefix="tagshift-demo-") as temporary:
            yield Path(temporary)
        return
    try:
        Path(name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{name}: cannot be made a folder: {error.strerror or error}") from None
    yield Path(name)


def words(samples: Path, folder: Path, given: dict[str, Any], log: Log) -> list[Row]:
    """Japanese words: from everyday prose to hospital notes."""
    source = list(read(samples / "ja.source.seg", task="segment"))
    target = list(read(samples / "ja.target.seg", task="segment"))
    learned, held = parted(source)
    listed = from_file(str(samples / "ja.target.words"))
    log.say(f"Japanese words: learning from {len(learned)} sentences of everyday prose")
    rows = []
    for name, lists in (("source alone", []), ("with the target's word list", [listed])):
        model = Segmenter(words=lists, seed=given["seed"], threads=given["jobs"]).fit(learned)
        rows.append(Row("Japanese words", name, model.score(held), model.score(target)))
        stem = "ja.words" if lists else "ja"
        used = [samples / "ja.source.seg", samples / "ja.target.words"]
        keep(model, folder / f"{stem}.model", used if lists else used[:1], given)
        raw = read(samples / "ja.target.raw", task="segment")
        labelled = (SegmentSentence.from_words(model(sentence.text)) for sentence in raw)
        write(folder / f"{stem}.target.seg", labelled, force=given["force"])
    show(log, folder / "ja.words.target.seg")
    return rows


def entities(samples: Path, folder: Path, given: dict[str, Any], log: Log) -> list[Row]:
    """English entities: from the news to ships and harbours."""
    source = list(read(samples / "en.source.tsv", task="tag"))
    target = list(read(samples / "en.target.tsv", task="tag"))
    learned, held = parted(source)
    lines = [line for _, line in read_lines(samples / "en.target.words")]
    listed = Gazetteer.from_lines("target", lines, seed=given["seed"]).with_own(learned)
    log.say(f"English entities: learning from {len(learned)} sentences of news")
    rows = []
    for name, lists in (("source alone", []), ("with the target's word list", [listed])):
        model = Tagger(gazetteers=lists, threads=given["jobs"]).fit(learned)
        rows.append(Row("English entities", name, model.score(held), model.score(target)))
        stem = "en.words" if lists else "en"
        used = [samples / "en.source.tsv", samples / "en.target.words"]
        keep(model, folder / f"{stem}.model", used if lists else used[:1], given)
        raw = list(read(samples / "en.target.raw", task="tag"))
        labels = model.predict(raw)
        labelled = (TagSentence(one.columns, found) for one, found in zip(raw, labels, strict=True))
        write(folder / f"{stem}.target.tsv", labelled, force=given["force"])
    return rows


def parted(sentences: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """What is learned from, and what is kept to be scored on.

    >>> parted("abcdefghijk")
    (['a', 'b', 'c', 'd', 'f', 'g', 'h', 'i', 'k'], ['e', 'j'])
    """
    held = [one for n, one in enumerate(sentences, 1) if n % HELD == 0]
    return [one for n, one in enumerate(sentences, 1) if n % HELD], held


def keep(model: Segmenter | Tagger, path: Path, corpora: Sequence[Path], given: dict[str, Any]) -> None:
    """Save a model, and with it what it was made from."""
    model.save(path, provenance=persistence.provenance(corpora, seed=given["seed"]), force=given["force"])


def show(log: Log, path: Path) -> None:
    """The first labelled lines."""
    for _, (_, line) in zip(range(SHOWN), read_lines(path), strict=False):
        log.say(f"  {line}")
