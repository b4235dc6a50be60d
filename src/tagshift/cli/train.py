"""``tagshift train``: from labelled text to a model file."""

from __future__ import annotations

from typing import Any

import click

from tagshift.cli import options


@click.command(short_help="Learn a model from labelled text.")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@options.together(
    click.option("--output", "-o", required=True, metavar="MODEL", help="The model file to write."),
    options.task,
    click.option(
        "--dev",
        multiple=True,
        metavar="FILE",
        help="Labelled text that chooses the regularisation and is reported on; may be repeated.",
    ),
    click.option(
        "--words",
        multiple=True,
        metavar="FILE|PACKAGE",
        help="A word list, each its own features; may be repeated. A file with one word a line (taggers: a "
        "name, and after a tab its type), or for segmenters a package: jumandic, ipadic, unidic_lite.",
    ),
    click.option(
        "--templates", metavar="NAME|FILE", help="The features: a named set, or for taggers a TOML file."
    ),
    click.option(
        "--learner",
        metavar="NAME",
        help="What learns: crf, observed, maxmargin, perceptron, pa, pointwise, svm (of two labels).  "
        "[default: svm for words; for labels what the templates say, else crf]",
    ),
    click.option("--l2", type=float, metavar="X", help="Regularisation.  [default: chosen on --dev]"),
    click.option(
        "--hide",
        type=float,
        metavar="SHARE",
        help="Segmenters: the share of its sentences in which training hides each listed word.",
    ),
    click.option(
        "--scheme", metavar="NAME", help="Taggers: auto, none, iob2 or iobes; forbids what is no span."
    ),
    click.option("--fine", is_flag=True, help="Taggers: tell the ends of IOB2 spans apart inside."),
    click.option(
        "--margin",
        type=float,
        metavar="X",
        help="Taggers: softmax-margin; 0 is log-loss.  [default: what the templates say, else 2]",
    ),
    click.option("--max-iterations", type=int, metavar="N", help="Taggers: of the optimiser."),
    click.option(
        "--raw",
        multiple=True,
        metavar="FILE",
        help="Unlabelled target text, whose features are kept too (segmenters: those that --min-count would "
        "drop); may be repeated.",
    ),
    click.option(
        "--min-count",
        type=int,
        metavar="N",
        help="Segmenters: how often an n-gram must occur in the source, or in --raw.  [default: 1]",
    ),
    click.option(
        "--min-raw", type=int, metavar="N", help="Taggers: how often a feature must occur in --raw."
    ),
    options.label_column,
    options.feature_columns,
    options.map_labels,
    options.unlabelled,
    options.from_format,
    options.limit,
    options.errors,
    click.option(
        "--resume", is_flag=True, help="Go on where Ctrl-C stopped this training, from MODEL.resume."
    ),
    options.seed,
    options.jobs,
    options.force,
    options.as_json,
    options.talk,
)
@click.pass_context
def train(context: click.Context, /, corpora: tuple[str, ...], output: str, **given: Any) -> None:
    """Learn from CORPUS files, labelled in full or in part, and write a MODEL.

    The task is told by the first corpus, or --task: "segment" learns words, "tag" learns labels of
    tokens. The log of the optimiser goes to stderr and into the model.
    """
    from tagshift.cli import training

    training.run(context, corpora, output, given)
