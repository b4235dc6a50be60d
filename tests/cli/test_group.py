"""The command as a whole: help, slips of the finger, exit codes, pipes, Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import time

import click
import pytest
from commands import COMMAND, done, failed, misused, process, run

from tagshift import errors
from tagshift.cli import group, main


def test_help_lists_every_command_with_a_line():
    lines = [line.split() for line in done("--help").stdout.splitlines()]
    listed = {line[0]: line[1:] for line in lines if line and line[0] in group.COMMANDS}
    assert list(listed) == list(group.COMMANDS)
    assert all(listed.values())


def test_a_version_is_told():
    assert done("--version").stdout.startswith("tagshift, version ")


def test_a_mistyped_command_is_told_what_it_may_have_meant():
    assert "No such command 'lable'; did you mean 'label'?" in misused("lable")
    assert "the commands are demo, train" in misused("xyzzy")


def test_a_mistyped_choice_is_told_what_it_may_have_meant(desk):
    assert "'stric' is not known; did you mean 'strict'?" in misused("convert", "a", "b", "--errors", "stric")
    assert "did you mean 'seg'?" in misused("convert", "a", "b", "--from", "segg")


def test_every_command_has_help_and_every_option_says_what_it_does():
    context = main.make_context("tagshift", [], resilient_parsing=True)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        done(name, "--help")
        silent = [p.name for p in command.params if isinstance(p, click.Option) and not p.help]
        assert not silent, f"{name}: {silent}"


def test_an_option_means_the_same_wherever_it_stands():
    context = main.make_context("tagshift", [], resilient_parsing=True)
    said: dict[str, set[tuple[str, ...]]] = {}
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        for option in command.params if command else ():
            if isinstance(option, click.Option):
                said.setdefault(str(option.name), set()).add(tuple(option.opts))
    assert {name: spellings for name, spellings in said.items() if len(spellings) > 1} == {}


def test_an_error_of_the_package_is_one_line_and_exit_code_1(desk):
    assert failed("convert", "gone.seg", "x.part").startswith("tagshift: gone.seg: no such file")


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (errors.CorpusError("a.seg:3: odd"), 1, "tagshift: a.seg:3: odd\n"),
        (KeyboardInterrupt(), 130, "tagshift: interrupted\n"),
        (MemoryError(), 1, "tagshift: not enough memory; --limit takes fewer sentences\n"),
        (
            OSError(28, "No space left on device"),
            1,
            "tagshift: <stdout>: cannot be written: No space left on device\n",
        ),
        (BrokenPipeError(), 0, ""),
    ],
)
def test_each_way_to_end_has_its_exit_code_and_its_line(monkeypatch, desk, error, code, line):
    def end(*_):
        raise error

    monkeypatch.setattr("tagshift.cli.converting.run", end)
    found = run("convert", "a", "b")
    assert (found.exit_code, found.stderr) == (code, line)


def test_a_warning_is_a_line_and_no_end(desk):
    (desk / "a.tsv").write_text("a\tN\n\n")
    found = done("convert", "a.tsv", "b.jsonl", "--map-labels", "VBZ=V")
    assert "tagshift: warning: labels to be renamed that do not occur: 'VBZ'\n" in found.stderr


def test_a_reader_that_leaves_is_no_error(models, desk):
    (desk / "long.raw").write_text("外国人参政権を考える。\n" * 200_000)
    labelling = process("label", models["words"], "long.raw", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert labelling.stdout.readline().startswith("外".encode())
    labelling.stdout.close()
    assert labelling.stderr.read() == b""
    labelling.stderr.close()
    assert labelling.wait() == 0


def test_a_full_disk_is_an_error_of_one_line(models, samples):
    with open("/dev/full", "wb") as full:
        for words in (
            ["--help"],
            ["label", "--help"],
            ["label", models["words"], samples / "ja.target.raw"],
            ["inspect", models["words"]],
        ):
            writing = process(*words, stdout=full, stderr=subprocess.PIPE)
            said = writing.communicate()[1].decode()
            assert said == "tagshift: <stdout>: cannot be written: No space left on device\n"
            assert writing.returncode == 1


def test_ctrl_c_ends_with_130_and_leaves_nothing_half_written(models, desk):
    (desk / "long.raw").write_text("外国人参政権を考える。\n" * 3_000_000)
    labelling = process(
        "label", models["words"], "long.raw", "-o", "long.seg", "--jobs", 1, stderr=subprocess.PIPE
    )
    while not any(path.name.endswith(".part") for path in desk.iterdir()):
        assert labelling.poll() is None
        time.sleep(0.01)
    labelling.send_signal(signal.SIGINT)
    assert labelling.communicate()[1] == b"tagshift: interrupted\n"
    assert labelling.returncode == 130
    assert [path.name for path in desk.iterdir()] == ["long.raw"]


def test_the_command_starts_as_a_process():
    assert subprocess.run([*COMMAND, "--version"], capture_output=True, check=True).stdout
