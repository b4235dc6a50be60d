"""``tagshift train`` for taggers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tagshift.cli import checkpoint
from tagshift.cli.corpora import Reading
from tagshift.cli.log import Log
from tagshift.cli.training import Progress, read_or_fail
from tagshift.data.files import read_lines
from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError, ParameterError
from tagshift.features.gazetteer import Gazetteer
from tagshift.optimize.lbfgs import Interrupted
from tagshift.scoring.tables import tags_json, tags_table
from tagshift.tagger import Tagger

PARAMETERS = ("templates", "learner", "scheme", "l2", "margin", "max_iterations", "min_raw")


def run(
    context: click.Context,
    corpora: Sequence[str],
    output: str,
    given: dict[str, Any],
    provenance: dict[str, Any],
    log: Log,
) -> dict[str, Any]:
    """Train, save, and give back what is to be said of it."""
    tagger = unfitted(context, given)
    reading = Reading.of(given)
    sentences = read_or_fail(reading.tags(corpora), corpora)
    if all(label is None for one in sentences for label in one.labels):
        raise CorpusError(
            f"{', '.join(corpora)}: no token has a label to learn from; --label-column says where labels "
            "stand, --task segment learns words"
        )
    dev = development(given, reading)
    tagger.set_params(gazetteers=word_lists(given, sentences))
    log.say(f"{len(sentences)} sentences, {sum(len(one.tokens) for one in sentences)} tokens")
    log.say(str(tagger.method()))
    learn(tagger, sentences, dev, output, given, provenance, log)
    chain = tagger.model_.chain.report
    log.say(str(chain) if tagger.l2_ is None else f"{chain}; l2 {tagger.l2_:g}")
    if not chain.converged:
        log.say("stopped before it converged: --max-iterations lets it go on")
    if dev is not None:
        provenance["scores"] = {"dev": scored(tagger, dev, ", ".join(given["dev"]), log)}
    tagger.save(output, provenance=provenance, force=given["force"])
    checkpoint.remove(output)
    return {"report": tagger.report_, **provenance.get("scores", {})}


def unfitted(context: click.Context, given: dict[str, Any]) -> Tagger:
    """A tagger of the parameters given; a wrong one is wrong usage."""
    chosen = {name: given[name] for name in PARAMETERS if given[name] is not None}
    tagger = Tagger(
        **chosen,
        fine=given["fine"],
        feature_columns=given["feature_columns"] or None,
        seed=given["seed"],
        threads=given["jobs"],
    )
    try:
        tagger.check_params()
        if given["min_raw"] is not None and not given["raw"]:
            raise ParameterError("--min-raw counts in --raw, and none is given")
    except ParameterError as error:
        raise click.UsageError(str(error), context) from None
    return tagger


def word_lists(given: dict[str, Any], sentences: Sequence[TagSentence]) -> list[Gazetteer]:
    """The lists of names asked for, each with the source's own names of its types for examples."""
    lists = []
    for path in given["words"]:
        lines = (line for _, line in read_lines(path, given["errors"]))
        listed = Gazetteer.from_lines(Path(path).name, lines, seed=given["seed"])
        lists.append(listed.with_own(sentences))
    return lists


def development(given: dict[str, Any], reading: Reading) -> list[TagSentence] | None:
    """The development files, taken whole."""
    if not given["dev"]:
        return None
    found: list[TagSentence] = read_or_fail(replace(reading, limit=None).tags(given["dev"]), given["dev"])
    return found


def learn(
    tagger: Tagger,
    sentences: list[TagSentence],
    dev: list[TagSentence] | None,
    output: str,
    given: dict[str, Any],
    provenance: dict[str, Any],
    log: Log,
) -> None:
    """Fit, from where an interrupted training stopped if that is asked for; keep the place on Ctrl-C."""
    start = checkpoint.load(output, provenance) if given["resume"] else None
    if given["resume"]:
        kept = start is not None
        log.say(
            f"going on from {checkpoint.path_of(output)}" if kept else "nothing to go on from: starting anew"
        )
    raw = None
    if given["raw"]:
        plain = replace(Reading.of(given), limit=None, label_column=0, from_format=None)
        raw = [sentence for path in given["raw"] for sentence in plain.stream(path, "tag")]
    told = Progress(log)
    try:
        tagger.fit(sentences, dev=dev, raw=raw, start=start, callback=told)
    except Interrupted as stop:
        # The state is that of one run of several; to begin with the first again, a later one's weights serve.
        checkpoint.save(output, provenance, stop.state, weights_only=told.runs > 1)
        stop.add_note(f"--resume goes on from {checkpoint.path_of(output)}")
        raise
    finally:
        told.close()


def scored(tagger: Tagger, dev: list[TagSentence], name: str, log: Log) -> dict[str, Any]:
    """The scores of the development files."""
    found = tagger.evaluate(dev)
    log.say(tags_table({name: (found.scores(), found.span_scores())}))
    return tags_json(found.scores(), found.span_scores())
