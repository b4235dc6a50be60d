"""Options that several commands share: the same name means the same everywhere."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from tagshift.errors import ParameterError

Function = TypeVar("Function", bound=Callable[..., Any])
Decorator = Callable[[Function], Function]
TASKS = ("segment", "tag")
if TYPE_CHECKING:  # generic to the type checker, and in older versions of click to nobody else
    Kind = click.ParamType[Any]
else:
    Kind = click.ParamType


class OneOf(Kind):
    """One of a few names; a slip of the finger is told what it may have meant."""

    name = "choice"

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"[{'|'.join(self.names)}]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value not in self.names:
            self.fail(self._said(value), param, ctx)
        return value

    def _said(self, value: Any) -> str:
        near = difflib.get_close_matches(str(value), self.names, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"it is one of {', '.join(self.names)}."
        return f"{value!r} is not known; {hint}"


class FormatName(Kind):
    """The name of a file format."""

    name = "format"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from tagshift.data.formats import by_name

        try:
            return by_name(value).name
        except ParameterError as error:
            self.fail(str(error), param, ctx)


class Columns(Kind):
    """Numbers of columns from 1, commas between.

    >>> Columns().convert("2,3", None, None)
    (2, 3)
    """

    name = "columns"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        cells = str(value).split(",")
        if not all(cell.isascii() and cell.isdigit() and int(cell) for cell in cells):
            self.fail(f"{value!r}: expected numbers of columns from 1, such as 2,3", param, ctx)
        return tuple(dict.fromkeys(map(int, cells)))


class LabelMap(Kind):
    """``OLD=NEW,OLD=NEW``."""

    name = "old=new,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> dict[str, str]:
        from tagshift.data.sampling import parse_label_map

        if isinstance(value, dict):
            return value
        try:
            return parse_label_map(value)
        except ParameterError as error:
            self.fail(str(error), param, ctx)


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


seed = click.option("--seed", type=int, default=0, show_default=True, help="Of every random draw.")
jobs = click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=processors,
    metavar="N",
    help="Threads; results do not depend on their number.  [default: all processors]",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
force = click.option("--force", is_flag=True, help="Replace an output that exists.")
quiet = click.option("--quiet", "-q", is_flag=True, help="No log and no progress; warnings and errors stay.")
verbose = click.option("--verbose", "-v", is_flag=True, help="A longer log.")
from_format = click.option(
    "--from", "from_format", type=FormatName(), help="Format of the input; told by the ending otherwise."
)
to_format = click.option(
    "--to",
    "--format",
    "to_format",
    type=FormatName(),
    help="Format of the output; told by its ending otherwise.",
)
errors = click.option(
    "--errors",
    type=OneOf(("strict", "replace")),
    default="strict",
    show_default=True,
    help="Bytes that are no UTF-8: stop and name the line, or read U+FFFD in their place.",
)
limit = click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Take N sentences, evenly spaced, in equal shares from the files.",
)
label_column = click.option(
    "--label-column",
    type=click.IntRange(min=2),
    metavar="N",
    help="The column of the labels, counted from 1.  [default: the last]",
)
feature_columns = click.option(
    "--feature-columns",
    type=Columns(),
    default=(),
    metavar="N,...",
    help="Columns that features see beside those that the templates name; column 1 is always seen.",
)
map_labels = click.option(
    "--map-labels", type=LabelMap(), default={}, metavar="OLD=NEW,...", help="Rename labels when reading."
)
unlabelled = click.option(
    "--unlabelled",
    default="unknown",
    show_default=True,
    metavar="LABEL",
    help="What a token without a label is: unknown, or a label such as O.",
)
task = click.option(
    "--task", type=OneOf(TASKS), help="Words of a text, or labels of tokens.  [default: told by the corpus]"
)


def together(*options: Decorator[Any]) -> Callable[[Function], Function]:
    """Several options as one decorator, in the order of the help."""

    def decorate(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


talk = together(quiet, verbose)


def given(context: click.Context, name: str) -> bool:
    """Whether an option stands on the command line."""
    return context.get_parameter_source(name) not in (
        None,
        ParameterSource.DEFAULT,
        ParameterSource.DEFAULT_MAP,
    )


def refuse(context: click.Context, names: Iterable[str], why: str) -> None:
    """Nothing given is ignored: an option that does not apply is named."""
    for name in names:
        if given(context, name):
            raise click.UsageError(f"{spelled(context, name)} does not apply: {why}", context)


def check_read_once(context: click.Context, files: Sequence[str]) -> None:
    """The standard input stands in one place at most."""
    if files.count("-") > 1:
        raise click.UsageError("- stands for the standard input and can be read once", context)


def check_apart(context: click.Context, output: str, inputs: Iterable[str]) -> None:
    """With ``--force`` too, an output does not take the place of what it is made from."""
    for path in inputs:
        with suppress(OSError, ValueError):
            if output != "-" and os.path.isfile(output) and os.path.samefile(path, output):
                raise click.UsageError(f"{output} is read as well; give --output another name", context)


def spelled(context: click.Context, name: str) -> str:
    """An option as it is written on the command line."""
    return next(p.opts[0] for p in context.command.params if p.name == name)
