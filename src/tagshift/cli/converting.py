"""What ``tagshift convert`` does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import click

from tagshift.cli import options
from tagshift.cli.corpora import OF_TOKENS
from tagshift.cli.log import Log
from tagshift.data.formats import by_ending, by_name, read, write
from tagshift.data.formats.base import Format, Sentence, Task
from tagshift.data.output import check_writable
from tagshift.data.sampling import map_labels, take
from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError, ParameterError

# The formats whose marks can be renamed.
MARKED = {"kytea", "part"}


def run(context: click.Context, source: str, target: str, given: dict[str, Any]) -> None:
    """Read, write, count."""
    log = Log(given["quiet"], given["verbose"])
    before = format_of(context, source, given["from_format"], given["task"], "--from")
    after = format_of(context, target, given["to_format"], given["task"] or before.task, "--to")
    marks = dict(given["marks"])
    if marks and not MARKED & {before.name, after.name}:
        options.refuse(context, ["marks"], f"{before.name} and {after.name} have no marks to rename")
    if given["task"] == "segment":
        options.refuse(context, OF_TOKENS, "words have no labels; --task tag makes tokens of them")
    check_writable(target, given["force"])
    counted = Counted(sentences_of(source, before, given, marks))
    try:
        shown = log.progress(counted, "sentences")
        write(target, shown, after.name, given["force"], given["task"], marks)
    except ParameterError as error:
        raise click.UsageError(str(error), context) from None
    if target != "-":
        log.say(f"{target}: {counted.number} sentences as {after.name}")


def format_of(context: click.Context, path: str, name: str | None, task: Task | None, option: str) -> Format:
    """The format by its name, or by the ending."""
    if name is not None:
        return by_name(name)
    try:
        if path == "-":
            raise CorpusError("- has no ending to tell the format")
        return by_ending(path, task)
    except CorpusError as error:
        raise click.UsageError(f"{error}; {option} names the format", context) from None


def sentences_of(
    path: str, chosen: Format, given: Mapping[str, Any], marks: Mapping[str, str]
) -> Iterable[Sentence]:
    """The sentences one by one; in memory all together only to take a part or rename labels."""
    found: Iterable[Sentence] = read(
        path,
        task=given["task"],
        format=chosen.name,
        errors=given["errors"],
        label_column=given["label_column"],
        unlabelled=given["unlabelled"],
        marks=marks,
    )
    if given["limit"]:
        found = take([list(found)], given["limit"])[0]
    return renamed(found, given["map_labels"]) if given["map_labels"] else found


def renamed(sentences: Iterable[Sentence], mapping: dict[str, str]) -> list[TagSentence]:
    """Labels renamed; words of a text have none."""
    tagged = []
    for number, sentence in enumerate(sentences, 1):
        if not isinstance(sentence, TagSentence):
            raise CorpusError(f"sentence {number}: --map-labels renames labels of tokens, and this is a text")
        tagged.append(sentence)
    return map_labels(tagged, mapping)


class Counted:
    """Sentences, and how many of them have passed."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self.sentences, self.number = sentences, 0

    def __iter__(self) -> Iterator[Sentence]:
        for sentence in self.sentences:
            self.number += 1
            yield sentence
