"""What ``tagshift evaluate`` does."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Any

import click

from tagshift.cli import options
from tagshift.cli.corpora import OF_TOKENS, Reading, has_endings, task_of
from tagshift.cli.log import Log, print_json
from tagshift.cli.models import as_tagger, is_model, load_model
from tagshift.cli.scored_tags import ScoredTags
from tagshift.cli.scored_words import ScoredWords
from tagshift.data.files import Errors, read_lines
from tagshift.data.formats.base import Task
from tagshift.scoring.significance import Comparison, compare_systems
from tagshift.scoring.tables import comparisons_json, comparisons_table

Scored = ScoredWords | ScoredTags


@dataclass(frozen=True)
class Plan:
    """What is scored: gold files, systems by name, the kind of both."""

    gold: tuple[str, ...]
    systems: tuple[str, ...]
    models: dict[str, Any]
    task: Task


def run(context: click.Context, files: Sequence[str], given: dict[str, Any]) -> None:
    """Score every system, then print."""
    log = Log(given["quiet"], given["verbose"])
    reading = Reading.of(given)
    options.check_read_once(context, [*files, given["vocabulary"] or ""])
    plan = planned(context, files, reading, given["task"])
    if plan.task == "segment":
        options.refuse(context, [*OF_TOKENS, "by_label"], "words have no labels")
    if len(plan.systems) < 2:
        options.refuse(context, ["samples", "seed"], "one system is compared with nothing")
    vocabulary = vocabulary_of(given["vocabulary"], plan, given["errors"])
    kind = ScoredWords if plan.task == "segment" else ScoredTags
    scored: Scored = kind(plan.gold, reading, vocabulary)
    for name in plan.systems:
        scored.add(name, plan.models.get(name), log)
    compared: list[Comparison] = []
    if len(plan.systems) > 1:
        counts = scored.counts()
        compared = compare_systems(plan.systems, counts, samples=given["samples"], seed=given["seed"])
    if given["as_json"]:
        print_json(as_object(scored, compared, given))
    else:
        click.echo(as_text(scored, compared, given))


def planned(context: click.Context, files: Sequence[str], reading: Reading, task: Task | None) -> Plan:
    """Which of the files are gold and which are systems."""
    if len(files) < 2:
        raise click.UsageError("expected MODEL GOLD, or GOLD and one SYSTEM or more; got one file", context)
    first_is_model = is_model(files[0])
    gold, systems = (files[1:], files[:1]) if first_is_model else (files[:1], files[1:])
    if any(is_model(name) for name in gold):
        raise click.UsageError(
            "expected one MODEL and then gold files; to compare models, name the gold file first", context
        )
    if len(set(systems)) < len(systems):
        raise click.UsageError("a system stands there twice", context)
    models = {name: load_model(name) for name in systems if is_model(name)}
    kinds = {"tag" if as_tagger(model) else "segment" for model in models.values()}
    found: Any = task or (kinds.pop() if len(kinds) == 1 else task_of(gold[0], reading, context))
    for name, model in models.items():
        if ("tag" if as_tagger(model) else "segment") != found:
            raise click.UsageError(f"{name} is a model of another kind than the task {found}", context)
    return Plan(tuple(gold), tuple(systems), models, found)


def vocabulary_of(path: str | None, plan: Plan, errors: Errors) -> Container[str] | None:
    """The words that count as seen: those asked for, or the one model's own."""
    if path is None:
        own = [model.vocabulary_ for model in plan.models.values()]
        return own[0] if len(own) == 1 and len(plan.systems) == 1 else None
    if is_model(path):
        found: Container[str] = load_model(path).vocabulary_
        return found
    if not has_endings(path):
        return frozenset(line for _, line in read_lines(path, errors))
    # A corpus beside the gold, in a format of its own: told by its ending.
    reading = Reading(errors=errors)
    if plan.task == "tag":
        return frozenset(token for sentence in reading.tags([path]) for token in sentence.tokens)
    return frozenset(word for sentence in reading.segments([path]) for word in sentence.words())


def as_object(scored: Scored, compared: list[Comparison], given: dict[str, Any]) -> dict[str, Any]:
    """One system's scores by themselves; several in a list, with the comparisons."""
    found = {name: one.as_object(given) for name, one in scored.systems.items()}
    if len(found) == 1:
        return next(iter(found.values()))
    systems = [{"system": name, **scores} for name, scores in found.items()]
    return {"systems": systems, "comparisons": comparisons_json(compared)}


def as_text(scored: Scored, compared: list[Comparison], given: dict[str, Any]) -> str:
    """Tables with a blank line between."""
    parts = [scored.table()]
    if compared:
        parts.append(comparisons_table(compared))
    for name, one in scored.systems.items():
        for title, text in one.further(given):
            heading = f"{title} of {name}" if len(scored.systems) > 1 else title
            parts.append(f"{heading}\n{text}")
    return "\n\n".join(parts)
