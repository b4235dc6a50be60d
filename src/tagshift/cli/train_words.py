"""``tagshift train`` for segmenters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from tagshift.cli.corpora import Reading
from tagshift.cli.log import Log
from tagshift.cli.training import Progress, read_or_fail
from tagshift.errors import ParameterError
from tagshift.features import wordlists
from tagshift.features.segmenttemplates import named
from tagshift.scoring.tables import words_json, words_table
from tagshift.segmenter import Segmenter

PARAMETERS = ("templates", "learner", "hide", "l2", "min_count")


def run(
    context: click.Context,
    corpora: Sequence[str],
    output: str,
    given: dict[str, Any],
    provenance: dict[str, Any],
    log: Log,
) -> dict[str, Any]:
    """Train, save, and give back what is to be said of it."""
    segmenter = unfitted(context, given)
    reading = Reading.of(given)
    sentences = read_or_fail(reading.segments(corpora), corpora)
    dev = development(given, reading)
    if given["resume"]:
        log.say("segmenters are trained in one go and keep nothing of a training stopped: starting again")
    log.say(f"{len(sentences)} sentences, {sum(len(one.text) for one in sentences)} characters")
    told = Progress(log)
    try:
        segmenter.fit(sentences, dev=dev, raw=target_texts(given), callback=told)
    finally:
        told.close()
    report = dict(segmenter.report_)
    log.say(summary(report))
    if dev is not None:
        scores = segmenter.evaluate(dev).scores()
        log.say(words_table({", ".join(given["dev"]): scores}))
        provenance["scores"] = {"dev": words_json(scores)}
    segmenter.save(output, force=given["force"], provenance=provenance)
    return {"report": report, **provenance.get("scores", {})}


def unfitted(context: click.Context, given: dict[str, Any]) -> Segmenter:
    """A segmenter of the parameters given; a wrong one is wrong usage."""
    chosen = {name: given[name] for name in PARAMETERS if given[name] is not None}
    segmenter = Segmenter(**chosen, seed=given["seed"], threads=given["jobs"])
    try:
        segmenter.check_params()
        named(chosen.get("templates", "default"))
        if given["raw"] and (given["min_count"] or 1) == 1:
            raise ParameterError(
                "--raw keeps what --min-count would drop, and none is dropped; add --min-count 2"
            )
    except ParameterError as error:
        raise click.UsageError(str(error), context) from None
    return segmenter.set_params(words=[wordlists.load(source, given["errors"]) for source in given["words"]])


def development(given: dict[str, Any], reading: Reading) -> list[Any] | None:
    """The development files, each told by its own ending and taken whole."""
    if not given["dev"]:
        return None
    own = Reading(from_format=reading.from_format, errors=reading.errors)
    return read_or_fail(own.segments(given["dev"]), given["dev"])


def target_texts(given: dict[str, Any]) -> list[str] | None:
    """The unlabelled texts of the target, taken whole, if there are any."""
    if not given["raw"]:
        return None
    plain = Reading(errors=given["errors"])
    return [sentence.text for path in given["raw"] for sentence in plain.stream(path, "segment")]


def summary(report: dict[str, Any]) -> str:
    """The optimiser's log in one line."""
    said = f"{report['reason']} after {report['iterations']} iterations"
    if report["objective"] is not None:
        said += f": objective {report['objective']:.6g}"
    if report["gradient_norm"] is not None:
        said += f", gradient norm {report['gradient_norm']:.3g}"
    return f"{said}; l2 {report['l2']:g}"
