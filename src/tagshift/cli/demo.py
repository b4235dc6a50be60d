"""``tagshift demo``: train, label and score on the bundled samples."""

from __future__ import annotations

from typing import Any

import click

from tagshift.cli import options


@click.command(short_help="Train, label and score on the bundled samples.")
@options.together(
    click.option(
        "--output",
        "-o",
        metavar="FOLDER",
        help="Keep the models and the labelled text there.  [default: nowhere]",
    ),
    options.seed,
    options.jobs,
    options.force,
    options.as_json,
    options.talk,
)
@click.pass_context
def demo(context: click.Context, /, **given: Any) -> None:
    """Train on the bundled samples, label their other domain, score it; with and without its word list."""
    from tagshift.cli import demonstrating

    demonstrating.run(context, given)
