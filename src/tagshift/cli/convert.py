"""``tagshift convert``: from any format to any other."""

from __future__ import annotations

from typing import Any

import click

from tagshift.cli import options


class Marks(options.Kind):
    """``NAME=CHARACTER`` for the marks of the KyTea notations."""

    name = "name=character"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        mark, equals, character = str(value).partition("=")
        if not equals:
            self.fail(f"{value!r}: expected NAME=CHARACTER, such as tagbound=_", param, ctx)
        return mark, character


@click.command(short_help="Convert between corpus formats.")
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@options.together(
    options.from_format,
    options.to_format,
    options.task,
    options.label_column,
    options.map_labels,
    options.unlabelled,
    click.option(
        "--mark",
        "marks",
        type=Marks(),
        multiple=True,
        metavar="NAME=CHARACTER",
        help="Another mark of the KyTea notations: wordbound, tagbound, elembound, unkbound, skipbound, "
        "nobound, hasbound, escape.",
    ),
    options.limit,
    options.errors,
    options.force,
    options.talk,
)
@click.pass_context
def convert(context: click.Context, /, source: str, target: str, **given: Any) -> None:
    """Convert the corpus IN to the file OUT; - is standard input or output.

    Formats are told by the endings (.seg, .part, .tok, .tsv, .jsonl, .conllu, ...), whatever the
    compression. What the format of OUT cannot hold is an error that names the sentence.
    """
    from tagshift.cli import converting

    converting.run(context, source, target, given)
