"""Clocks and processes.

This side stays small, for a child's peak memory counts from its parent's size at the start.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("tagshift", "numpy", "python-crfsuite", "vaporetto", "fugashi", "ipadic", "sudachipy", "jieba")
MEGABYTE = 1e6


@dataclass(frozen=True)
class Settings:
    """What every section is told. ``folder``: for models and texts; it may be kept from run to run."""

    data: Path
    folder: Path
    repeats: int = 3
    long: bool = False


@dataclass(frozen=True)
class Run:
    """One process that ended well: wall-clock seconds, CPU seconds, the most memory it held in megabytes."""

    seconds: float
    cpu: float
    peak: float
    output: bytes


class ProcessError(RuntimeError):
    """A measured command failed: there is no figure to give."""


def run(command: Sequence[str], *, stdin: bytes = b"") -> Run:
    """Run to the end, from the start of the interpreter on, and look at what it took."""
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as said,
    ):
        given.write(stdin)
        given.seek(0)
        start = time.perf_counter()
        child = subprocess.Popen(
            command, cwd=ROOT, env=environment(), stdin=given, stdout=output, stderr=said
        )
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        said.seek(0)
        if child.returncode:
            why = said.read().decode("utf-8", "replace")
            raise ProcessError(f"{' '.join(command)}: exit code {child.returncode}\n{why}")
        cpu, peak = used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / MEGABYTE
        return Run(seconds, cpu, peak, output.read())


def environment() -> dict[str, str]:
    """Ours beside what is there; the package is the one of this clone."""
    paths = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def tagshift(*arguments: str | Path) -> list[str]:
    """The command line of ours: the installed command, or the same by its module."""
    installed = Path(sys.executable).with_name("tagshift")
    start = (
        [str(installed)]
        if installed.exists()
        else [sys.executable, "-c", "from tagshift.cli import main; main()"]
    )
    return start + [str(argument) for argument in arguments]


class Worker:
    """A process of this folder that answers requests: what it has prepared stays outside the clock."""

    def __init__(self, module: str, *arguments: str | Path) -> None:
        command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)]
        self._child = subprocess.Popen(
            command, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._receive()

    def ask(self, **request: Any) -> dict[str, Any]:
        """Send a request, wait for the answer."""
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps(request) + "\n")
        self._child.stdin.flush()
        return self._receive()

    def _receive(self) -> dict[str, Any]:
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise ProcessError(f"{' '.join(map(str, self._child.args))}: ended with {self._child.wait()}")
        found: dict[str, Any] = json.loads(line)
        return found

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.close()
        self._child.stdout.close()
        self._child.wait()


def answer(respond: Callable[..., dict[str, Any]]) -> None:
    """The worker's side: a line when all is prepared, then an answer for each line of the standard input."""
    print("{}", flush=True)
    for line in sys.stdin:
        print(json.dumps(respond(**json.loads(line))), flush=True)


def missing(*packages: str) -> str:
    """What to say in a row whose peer is not installed; empty if all are.

    >>> missing("no-such-package")
    'absent: no-such-package'
    """
    absent = [package for package in packages if not _version(package)]
    return f"absent: {', '.join(absent)}" if absent else ""


def median_ratio(ours: Sequence[float], peers: Sequence[float]) -> float:
    """The median of the ratios of pairs: what slows the machine down slows both of a pair.

    >>> median_ratio([1, 10, 3], [2, 20, 3])
    0.5
    """
    return median(a / b for a, b in zip(ours, peers, strict=True))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def machine(note: str = "") -> dict[str, str]:
    """Where and with what a run was made."""
    load = "/".join(f"{number:.1f}" for number in os.getloadavg())
    versions = [f"{name} {found}" for name in PACKAGES if (found := _version(name))]
    if not _version("tagshift"):
        versions.insert(0, f"tagshift {_own_version()}")
    said = {
        "Run on": date.today().isoformat(),
        "processor": f"{_processor()}, {os.cpu_count()} cores, load at the start {load}",
        "Python": f"{platform.python_version()} on {platform.system()}",
        "versions": ", ".join(versions),
    }
    return said | ({"note:": note} if note else {})


def _own_version() -> str:
    import tagshift as package

    return package.__version__


def _processor() -> str:
    """The processor's name as the system tells it."""
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text().splitlines() if cpus.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
