"""``tagshift label`` with a tagger."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from tagshift.cli import options
from tagshift.cli.labelling import told_by_ending
from tagshift.cli.log import Log
from tagshift.data.files import opened_last, read_lines
from tagshift.data.formats import by_ending, read, write
from tagshift.data.output import flush_output
from tagshift.data.pipes import batches, must_wait
from tagshift.data.sampling import take
from tagshift.data.sentence import TagSentence
from tagshift.data.tokenize import sentences as by_rule
from tagshift.decode.tag_batches import in_order

if TYPE_CHECKING:
    from tagshift.tagger import Tagger

# Formats of one sentence a line: what comes out of them is one token a line.
LINES = ("raw", "seg")
BATCH = 500
PLACES = 6


def run(context: click.Context, model: Tagger, files: Sequence[str], given: dict[str, Any], log: Log) -> None:
    """Read, label, write, in batches."""
    if given["tokenize"]:
        options.refuse(context, ["from_format", "constraints", "label_column"], "--tokenize reads prose")
    if given["label_column"] and not given["constraints"]:
        options.refuse(context, ["label_column"], "labels of the input are not looked at; add --constraints")
    formats = [format_of(path, given) for path in files]
    sentences = [sentences_of(path, name, given) for path, name in zip(files, formats, strict=True)]
    every = chain.from_iterable(
        take([list(one) for one in sentences], given["limit"]) if given["limit"] else sentences
    )
    first = next(every, None)
    target = output_format(context, formats[0], first, given)
    shown = log.progress(chain([first] if first else [], every), "sentences")
    write(given["output"], labelled(model, shown, given, target), target, given["force"], "tag")


def format_of(path: str, given: Mapping[str, Any]) -> str:
    """The format of one input; prose is lines."""
    if given["tokenize"]:
        return "raw"
    return str(given["from_format"] or by_ending(path, "tag").name)


def sentences_of(path: str, name: str, given: Mapping[str, Any]) -> Iterator[TagSentence]:
    """The tokens of a file: a column of labels stays a column, unless it is to be kept.

    CoNLL-U has a place for labels, and so no column to append one: what is found goes there.
    """
    if given["tokenize"]:
        return prose(path, given["errors"])
    column = given["label_column"] if given["constraints"] or name == "conllu" else 0
    return read(path, task="tag", format=name, errors=given["errors"], label_column=column)


def prose(path: str, errors: Any) -> Iterator[TagSentence]:
    """Sentences and tokens by rule; each remembers its line and where its tokens begin in it."""
    for _, line in read_lines(path, errors):
        for spans in by_rule(line):
            tokens = [line[start:end] for start, end in spans]
            extra = {"text": line, "starts": [start for start, _ in spans]}
            yield TagSentence((tokens,), [None] * len(tokens), extra=extra)


def output_format(
    context: click.Context, source: str, first: TagSentence | None, given: Mapping[str, Any]
) -> str:
    """The format asked for, or told by the output's ending, or that of the input."""
    told = given["to_format"] or told_by_ending(given["output"], "tag")
    if told is None:
        single = first is None or len(first.columns) == 1
        told = "tok" if source in LINES or (source == "columns" and single) else source
        told = "jsonl" if given["nbest"] else told
    if given["nbest"] and told != "jsonl":
        raise click.UsageError(f"--nbest has no place in {told}; add --format jsonl", context)
    if given["confidence"] and told not in ("jsonl", "tok", "columns"):
        raise click.UsageError(f"--confidence has no place in {told}; add --format jsonl", context)
    return str(told)


def labelled(
    model: Tagger, sentences: Iterator[TagSentence], given: Mapping[str, Any], target: str
) -> Iterator[TagSentence]:
    """The sentences with the labels found, in their order."""
    some = batches(sentences, BATCH, opened_last, partial(flush_output, given["output"]))
    done = in_order(
        lambda batch: list(of_batch(model, batch, given, target)),
        some,
        given["jobs"],
        lambda: must_wait(opened_last()),
    )
    return chain.from_iterable(done)


def of_batch(
    model: Tagger, batch: Sequence[TagSentence], given: Mapping[str, Any], target: str
) -> Iterator[TagSentence]:
    """The same of a few sentences at once."""
    known = [list(sentence.labels) for sentence in batch] if given["constraints"] else None
    found = model.predict(batch, known)
    probabilities = model.predict_marginals(batch, known) if given["confidence"] else [None] * len(batch)
    several = model.nbest_of(batch, given["nbest"], known) if given["nbest"] else [None] * len(batch)
    for sentence, labels, probability, alternatives in zip(batch, found, probabilities, several, strict=True):
        made = replace(sentence, labels=labels, extra=dict(sentence.extra))
        if alternatives is not None:
            made.extra["alternatives"] = [
                {"labels": one, "log_probability": round(log, PLACES)} for log, one in alternatives
            ]
        yield made if probability is None else with_scores(made, model, probability, target)


def with_scores(sentence: TagSentence, model: Tagger, probability: Any, target: str) -> TagSentence:
    """The probability of each label: under "scores", or in a column behind the label."""
    numbers = [model.labels_.index(str(label)) for label in sentence.labels]
    scores = [round(float(p), PLACES) for p in probability[np.arange(len(numbers)), numbers]]
    if target == "jsonl":
        sentence.extra["scores"] = scores
        return sentence
    if "label_column" in sentence.extra:
        columns = (*sentence.columns, [f"{score:.4f}" for score in scores])
        return replace(sentence, columns=columns)
    columns = (*sentence.columns, [str(label) for label in sentence.labels])
    return replace(sentence, columns=columns, labels=[f"{score:.4f}" for score in scores])
