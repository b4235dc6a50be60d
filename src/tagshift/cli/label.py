"""``tagshift label``: text in, labelled text out."""

from __future__ import annotations

from typing import Any

import click

from tagshift.cli import options


@click.command(short_help="Label text with a model.")
@click.argument("model")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@options.together(
    click.option("--output", "-o", default="-", metavar="FILE", help="Where to write.  [default: -]"),
    options.from_format,
    options.to_format,
    click.option(
        "--nbest",
        type=click.IntRange(min=1),
        metavar="N",
        help="The N best results with their log-probabilities; in JSONL.",
    ),
    click.option(
        "--confidence",
        is_flag=True,
        help='How sure the model is: in JSONL under "scores" the probability of a cut at each place, or '
        "of each label; in columns one more column.",
    ),
    click.option("--tokenize", is_flag=True, help="Taggers: the input is prose, cut into tokens by rule."),
    click.option(
        "--constraints", is_flag=True, help="Taggers: labels that the input has stay, _ and null are found."
    ),
    options.label_column,
    options.limit,
    options.errors,
    options.jobs,
    options.force,
    options.talk,
)
@click.pass_context
def label(context: click.Context, /, model: str, files: tuple[str, ...], **given: Any) -> None:
    """Label FILEs (or standard input) with MODEL.

    A segmenter reads text, one sentence a line, and writes it with one space between words; a space in
    the input is a cut already known, and so are the marks of .part and .jsonl. A tagger reads columns, or
    with --from raw one sentence a line with spaces between tokens, or with --tokenize prose; it writes
    TOKEN<TAB>LABEL, or the input's own columns with the label appended.
    """
    from tagshift.cli import labelling

    labelling.run(context, model, files or ("-",), given)
