"""What a command says while it works: on stderr, and progress only to a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

Item = TypeVar("Item")


class Log:
    """``say`` is for everybody who has not asked for quiet, ``detail`` for those who asked for more."""

    def __init__(self, quiet: bool, verbose: bool) -> None:
        if quiet and verbose:
            raise click.UsageError("--quiet and --verbose exclude each other")
        self.quiet, self.verbose = quiet, verbose

    def say(self, text: str) -> None:
        if not self.quiet:
            click.echo(text, err=True)

    def detail(self, text: str) -> None:
        if self.verbose:
            click.echo(text, err=True)

    @property
    def shows_progress(self) -> bool:
        return not self.quiet and sys.stderr.isatty()

    def progress(self, items: Iterable[Item], unit: str, total: int | None = None) -> Iterator[Item]:
        """The items, with a bar if somebody watches."""
        if not self.shows_progress:
            yield from items
            return
        from tqdm import tqdm

        yield from tqdm(items, total=total, unit=f" {unit}", leave=False, file=sys.stderr, dynamic_ncols=True)


def print_json(found: object) -> None:
    """One JSON object for programs."""
    import json

    click.echo(json.dumps(found, ensure_ascii=False, indent=2))
