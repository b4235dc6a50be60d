"""One command a file: parse, call, print. Everything heavy is imported when a command runs, not for its help."""

from tagshift.cli.group import main

__all__ = ["main"]
