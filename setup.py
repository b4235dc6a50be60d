"""Compile the kernels: every file of ``tagshift/kernels`` is ordinary Python that Cython turns into C."""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

# The source build targets this machine; TAGSHIFT_MARCH=x86-64-v3 (or empty) makes a portable one.
MARCH = os.environ.get("TAGSHIFT_MARCH", "native")
FLAGS = ["-O3", "-fno-math-errno", "-fno-trapping-math"] + ([f"-march={MARCH}"] if MARCH else [])

KERNELS = Path("src/tagshift/kernels")
setup(
    ext_modules=cythonize(
        [
            Extension(f"tagshift.kernels.{p.stem}", [p.as_posix()], extra_compile_args=FLAGS)
            for p in sorted(KERNELS.glob("*.py"))
            if p.stem != "__init__"
        ],
        language_level=3,
        compiler_directives={
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
)
