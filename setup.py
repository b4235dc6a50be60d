"""Compile the kernels: every file of ``tagshift/kernels`` is ordinary Python that Cython turns into C.

``TAGSHIFT_MARCH`` says which processor they are for: ``native`` (default) this machine's own, ``x86-64-v3``
any x86-64 of the last decade (what wheels are built with), empty for what the compiler takes untold.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

MARCH = os.environ.get("TAGSHIFT_MARCH", "native")
FLAGS = ["-O3", "-g0", "-fno-math-errno", "-fno-trapping-math"] + ([f"-march={MARCH}"] if MARCH else [])
KERNELS = Path("src/tagshift/kernels")

# Instruction sets as Linux names them. A native build may use any that this machine has.
V3 = "avx avx2 bmi1 bmi2 f16c fma movbe"
V4 = f"{V3} avx512f avx512bw avx512cd avx512dq avx512vl"
WATCHED = (
    f"{V4} avx512ifma avx512vbmi avx512_vbmi2 avx512_vnni avx512_bitalg avx512_bf16 avx512_fp16 avx_vnni"
)


def needed_of_the_processor() -> list[str]:
    """The instruction sets that the compiled kernels may use, for ``tagshift.kernels`` to check on import."""
    if MARCH != "native":
        return {"x86-64-v3": V3, "x86-64-v4": V4}.get(MARCH, "").split()
    try:
        first = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").split("\n\n")[0]
    except OSError:
        return []
    return [name for name in WATCHED.split() if name in first.split()]


class BuildKernels(build_ext):
    """Compile, then note beside the kernels what they need of the processor."""

    def run(self) -> None:
        super().run()
        self.note().parent.mkdir(parents=True, exist_ok=True)
        self.note().write_text(" ".join(needed_of_the_processor()) + "\n", encoding="ascii")

    def note(self) -> Path:
        return Path(self.get_ext_fullpath("tagshift.kernels.processor")).parent / "processor.txt"


setup(
    cmdclass={"build_ext": BuildKernels},
    options={"build_ext": {"parallel": os.cpu_count() or 1}},
    ext_modules=cythonize(
        [
            Extension(f"tagshift.kernels.{p.stem}", [p.as_posix()], extra_compile_args=FLAGS)
            for p in sorted(KERNELS.glob("*.py"))
            if p.stem != "__init__"
        ],
        language_level=3,
        quiet=True,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    ),
)
