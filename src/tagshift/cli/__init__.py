"""One command a file: parse, call, print. What is heavy is imported when it runs, not for its help."""

from tagshift.cli.group import main

__all__ = ["main"]
