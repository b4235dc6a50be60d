"""Compiled loops over arrays.

Each file is ordinary Python that Cython compiles when the package is built; it also runs uncompiled, slowly.
The build notes in ``processor.txt`` which instruction sets the compiled code may use: where one is missing,
importing a kernel says so instead of dying of an illegal instruction.
"""

from __future__ import annotations

from pathlib import Path

from tagshift.errors import ProcessorError

_ENOUGH = 8192  # the first processor's entry; the rest of the file repeats it for every core


def missing_instructions(needed: str, cpuinfo: str) -> list[str]:
    """The ``needed`` instruction sets that a processor lacks by its ``cpuinfo``; none if that does not tell.

    >>> missing_instructions("avx2 fma", "flags : sse2 avx fma")
    ['avx2']
    >>> missing_instructions("avx2 fma", "")
    []
    """
    for line in cpuinfo.splitlines():
        if line.startswith("flags"):
            return sorted(set(needed.split()) - set(line.split()))
    return []


def _read(path: Path) -> str:
    """The beginning of a small text file, empty where there is none (an uncompiled tree, another system)."""
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            return file.read(_ENOUGH)
    except OSError:
        return ""


def check_processor(note: Path, cpuinfo: Path = Path("/proc/cpuinfo")) -> None:
    """Raise ProcessorError if the kernels beside ``note`` were built for a newer processor than this one."""
    missing = missing_instructions(_read(note), _read(cpuinfo))
    if missing:
        raise ProcessorError(
            f"tagshift was built for a processor with {', '.join(missing)}, which this one has not. "
            "Build it on this machine (make clean build, or pip install --force-reinstall . in a clone); "
            "built with TAGSHIFT_MARCH=x86-64 in the environment it runs on any x86-64."
        )


check_processor(Path(__file__).with_name("processor.txt"))
