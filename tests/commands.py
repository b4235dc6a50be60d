"""Ways to run the command line: in this process, and as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from tagshift.cli import main

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src"), "LC_ALL": "C.UTF-8"}
COMMAND = [sys.executable, "-c", "from tagshift.cli import main; main(prog_name='tagshift')"]


def run(*words: object, stdin: str | bytes | None = None) -> Result:
    """The command in this process."""
    return CliRunner().invoke(main, [str(word) for word in words], input=stdin, prog_name="tagshift")


def done(*words: object, stdin: str | bytes | None = None) -> Result:
    """The same, which must end well."""
    found = run(*words, stdin=stdin)
    assert found.exit_code == 0, found.output
    return found


def failed(*words: object, stdin: str | bytes | None = None) -> str:
    """One line of what went wrong, with exit code 1 and nothing on the standard output."""
    found = run(*words, stdin=stdin)
    assert found.exit_code == 1, found.output
    assert found.stdout == ""
    assert found.stderr.count("\n") == 1, found.stderr
    return found.stderr


def misused(*words: object, stdin: str | bytes | None = None) -> str:
    """What is said of wrong usage, with exit code 2."""
    found = run(*words, stdin=stdin)
    assert found.exit_code == 2, found.output
    assert found.stdout == ""
    return found.stderr


def process(*words: object, **more: object) -> subprocess.Popen[bytes]:
    """The command as a process of its own."""
    return subprocess.Popen([*COMMAND, *map(str, words)], env=ENVIRONMENT, **more)  # type: ignore[call-overload]
