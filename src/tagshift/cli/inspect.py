"""``tagshift inspect``: what a model is made of, and why it decides as it does."""

from __future__ import annotations

from typing import Any

import click

from tagshift.cli import options


@click.command(short_help="Show what a model is made of.")
@click.argument("model")
@options.together(
    click.option("--top", type=click.IntRange(min=1), metavar="N", help="Show the N heaviest features."),
    click.option(
        "--explain",
        metavar="TEXT",
        help="Show for each boundary of TEXT (taggers: each token, spaces between) which features decided.",
    ),
    options.as_json,
)
@click.pass_context
def inspect(context: click.Context, /, model: str, **given: Any) -> None:
    """Show what MODEL is: its task, settings, features and sizes, where it comes from, how it was trained."""
    from tagshift.cli import inspecting

    inspecting.run(context, model, given)
