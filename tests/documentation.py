"""The examples of the documentation: found, and run as a reader would, in a folder with small files."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
SHELL, PYTHON = {"sh", "console"}, {"python", "pycon"}

# The files that a page may name: sample, first sentence of it, how many or None for all.
FILES = {
    "train.seg": ("ja.source.seg", 0, 300),
    "dev.seg": ("ja.source.seg", 300, 100),
    "test.seg": ("ja.target.seg", 0, None),
    "text.raw": ("ja.target.raw", 0, 60),
    "words.txt": ("ja.target.words", 0, None),
    "train.tsv": ("en.source.tsv", 0, 300),
    "dev.tsv": ("en.source.tsv", 300, 100),
    "test.tsv": ("en.target.tsv", 0, None),
    "text.txt": ("en.target.raw", 0, 60),
    "names.txt": ("en.target.words", 0, None),
}


@dataclass(frozen=True)
class Block:
    """One fenced block of a page: its language, the line of its fence, what is between the fences."""

    language: str
    line: int
    text: str


def blocks(page: Path, languages: set[str]) -> Iterator[Block]:
    """The fenced blocks of ``page`` in one of ``languages``, in their order."""
    fence = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
    text = page.read_text(encoding="utf-8")
    for found in fence.finditer(text):
        if found[1] in languages:
            yield Block(found[1], text.count("\n", 0, found.start()) + 1, found[2])


def commands(block: Block) -> Iterator[str]:
    """The commands of a shell block: all lines of ``sh``, those after ``$`` of ``console``."""
    for line in block.text.replace("\\\n", " ").splitlines():
        if block.language == "console" and not line.startswith("$ "):
            continue
        command = line.removeprefix("$ ").strip()
        if command and not command.startswith("#"):
            yield command


def lay_out(folder: Path, samples: Path) -> None:
    """Write ``FILES`` into ``folder``."""
    for name, (sample, first, count) in FILES.items():
        text = (samples / sample).read_text(encoding="utf-8")
        end = "\n\n" if name.endswith(".tsv") else "\n"
        pieces = text.removesuffix("\n").rstrip("\n").split(end)
        chosen = pieces[first : None if count is None else first + count]
        (folder / name).write_text("".join(piece + end for piece in chosen), encoding="utf-8")


def shell_environment(folder: Path) -> dict[str, str]:
    """Where ``python`` and ``tagshift`` are those under test, installed or not."""
    bin_folder = folder / ".bin"
    bin_folder.mkdir()
    starts = {
        "python": f'exec "{sys.executable}" "$@"',
        "tagshift": f'exec "{sys.executable}" -c "from tagshift.cli import main; main()" "$@"',
    }
    for name, start in starts.items():
        (bin_folder / name).write_text(f"#!/bin/sh\n{start}\n", encoding="utf-8")
        (bin_folder / name).chmod(0o755)
    return {"PATH": f"{bin_folder}:/usr/bin:/bin", "PYTHONPATH": str(ROOT / "src"), "LC_ALL": "C.UTF-8"}


def about_the_clone(command: str) -> str | None:
    """None for a command to be run; else what is wrong with one about the clone itself, empty if nothing is.

    Such commands would install, or run the tests that this is one of: they are compared with what is there.
    """
    words = shlex.split(command, comments=True)
    if words[0] in (".", "cd", "git", "source") or words[:3] == ["python3", "-m", "venv"]:
        return ""
    if words[0] == "make":
        targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
        return _absent("target of make", [word for word in words[1:] if "=" not in word], targets)
    if words[0].startswith("scripts/") or words[:3] == ["python", "-m", "pytest"]:
        paths = [word for word in words if "/" in word]
        return _absent("file", paths, [path for path in paths if (ROOT / path).exists()])
    if words[:3] == ["python", "-m", "benchmarks.run"] or (words[1:] and words[1].startswith("recipes/")):
        script = "benchmarks/run.py" if words[1] == "-m" else words[1]
        return _absent("file", [script], [script] if (ROOT / script).exists() else [])
    if "pip" in words and "install" in words:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        extras = [extra for names in re.findall(r"\.\[([\w,-]+)\]", command) for extra in names.split(",")]
        return _absent("extra", extras, project["optional-dependencies"])
    return None


def _absent(kind: str, named: Iterable[str], known: Collection[str]) -> str:
    return " ".join(f"there is no {kind} {name!r}" for name in named if name not in known)


def run_command(command: str, folder: Path, environment: dict[str, str]) -> str | None:
    """None if a command does what it should, else what it said."""
    if (wrong := about_the_clone(command)) is not None:
        return wrong or None
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        timeout=300,
        check=False,
    )
    said = (done.stdout[-2000:] + done.stderr[-2000:]).decode("utf-8", "replace")
    return f"exit code {done.returncode}\n{said}" if done.returncode else None


def run_python(block: Block, names: dict[str, object]) -> str | None:
    """None if a Python block prints what it shows, else what differs; ``names`` go from block to block."""
    if ">>>" not in block.text:
        exec(compile("\n" * block.line + block.text, "example", "exec"), names)
        return None
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(block.text, names, "example", None, block.line)
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=said.append, clear_globs=False)
    names.update(test.globs)
    return "".join(said) or None
