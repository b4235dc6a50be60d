"""The command ``tagshift``: its subcommands by name, loaded when asked for, and what becomes of errors."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, TextIO

import click

from tagshift import __version__
from tagshift.errors import TagshiftError

# In the order of the help: each lives in the module of its name.
COMMANDS = ("demo", "train", "label", "evaluate", "convert", "inspect")
FAILED, INTERRUPTED = 1, 130


class Group(click.Group):
    """Knows its commands by name alone, and turns errors into one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = getattr(import_module(f"tagshift.cli.{cmd_name}"), cmd_name)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            import difflib

            near = difflib.get_close_matches(name, COMMANDS, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"the commands are {', '.join(COMMANDS)}."
            ctx.fail(f"No such command {name!r}; {hint}")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **settings: Any) -> Any:
        """Where an output that cannot be written ends, be it that of a command or the help."""
        try:
            return super().main(*args, **settings)
        except OSError as error:
            _forget_output()
            _say(f"<stdout>: cannot be written: {error.strerror or error}")
            sys.exit(FAILED)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a full disk behind a pipe shows at the flush, so that is part of it."""
        with _warnings_as_lines():
            try:
                found = super().invoke(ctx)
                sys.stdout.flush()
                return found
            except BrokenPipeError:
                _forget_output()
                ctx.exit(0)  # the reader has had enough: nothing failed
            except KeyboardInterrupt as stop:
                _say(f"interrupted{_notes(stop)}")
                ctx.exit(INTERRUPTED)
            except TagshiftError as error:
                _say(str(error))
                ctx.exit(FAILED)
            except MemoryError:
                _say("not enough memory; --limit takes fewer sentences")
                ctx.exit(FAILED)


@contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """What the library warns of is one line for people, said once, and never an end."""

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        _say(f"warning: {message}")

    with warnings.catch_warnings():
        warnings.filterwarnings("always", category=UserWarning)
        warnings.showwarning = show
        yield


def _say(line: str) -> None:
    with suppress(OSError):  # a stderr that is closed too
        click.echo(f"tagshift: {line}", err=True)


def _notes(stop: BaseException) -> str:
    """What the command had to say of being interrupted."""
    return "".join(f"; {note}" for note in getattr(stop, "__notes__", ()))


def _forget_output() -> None:
    """Point the standard output nowhere, or Python would complain at exit of what it cannot flush."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@click.group(
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="tagshift COMMAND --help tells the options of a command.",
)
@click.version_option(__version__, prog_name="tagshift")
def main() -> None:
    """Taggers and segmenters that survive a change of domain."""
