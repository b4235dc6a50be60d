"""What is said while a command works."""

from __future__ import annotations

import sys

import click
import pytest

from tagshift.cli.log import Log, print_json


def test_quiet_says_nothing_and_verbose_says_more(capsys):
    for quiet, verbose in ((True, False), (False, False), (False, True)):
        log = Log(quiet, verbose)
        log.say("so")
        log.detail("exactly so")
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "so\nso\nexactly so\n")


def test_quiet_and_verbose_exclude_each_other():
    with pytest.raises(click.UsageError, match="--quiet and --verbose exclude each other"):
        Log(True, True)


def test_a_bar_is_for_terminals_alone(capsys, monkeypatch):
    log = Log(False, False)
    assert list(log.progress("abc", "letters")) == ["a", "b", "c"]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(log.progress("abc", "letters", 3)) == ["a", "b", "c"]
    assert "letters" in capsys.readouterr().err


def test_json_keeps_its_letters(capsys):
    print_json({"語": [1, None]})
    assert capsys.readouterr().out == '{\n  "語": [\n    1,\n    null\n  ]\n}\n'
