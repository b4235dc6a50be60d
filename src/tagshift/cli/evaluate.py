"""``tagshift evaluate``: scores, and what can be concluded from them."""

from __future__ import annotations

from typing import Any

import click

from tagshift.cli import options


@click.command(short_help="Score a model, or labelled files, against gold.")
@click.argument("files", nargs=-1, required=True, metavar="MODEL GOLD... | GOLD SYSTEM...")
@options.together(
    click.option(
        "--vocabulary",
        metavar="FILE|MODEL",
        help="What counts as seen: a corpus, a list with one word a line, or a model's own source "
        "words.  [default: those of MODEL]",
    ),
    click.option(
        "--mistakes", type=click.IntRange(min=1), metavar="N", help="Show the N most frequent mistakes."
    ),
    click.option("--by-label", is_flag=True, help="Show a row for each label or type of span."),
    click.option("--by-document", is_flag=True, help="Show how the scores spread over documents."),
    click.option(
        "--samples",
        type=click.IntRange(min=1),
        default=10_000,
        show_default=True,
        help="Of the bootstrap, for two systems and more.",
    ),
    options.task,
    options.from_format,
    options.label_column,
    options.map_labels,
    options.limit,
    options.errors,
    options.seed,
    options.as_json,
    options.talk,
)
@click.pass_context
def evaluate(context: click.Context, /, files: tuple[str, ...], **given: Any) -> None:
    """Score a MODEL on GOLD files, or SYSTEMs (labelled files, or models) against a GOLD file.

    With two systems and more, each is compared with the first: paired bootstrap of F (accuracy for
    labels that mark no spans) and Wilcoxon's signed rank test over the sentences. Scores are in percent.
    """
    from tagshift.cli import evaluating

    evaluating.run(context, files, given)
