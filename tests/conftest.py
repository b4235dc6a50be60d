"""Fixtures of every test: a generator with a seed to choose, the bundled samples, the evaluation corpora."""

from __future__ import annotations

import importlib.abc
import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parent.parent

# Drawn examples are judged by what they show, not by how long a busy machine took.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


class KernelsAsPython(importlib.abc.MetaPathFinder):
    """Finds the kernels' own files in place of what was compiled from them."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> ModuleSpec | None:
        room, _, name = fullname.rpartition(".")
        source = ROOT / "src" / "tagshift" / "kernels" / f"{name}.py"
        if room != "tagshift.kernels" or not source.exists():
            return None
        return importlib.util.spec_from_file_location(fullname, source)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, default=0, help="Seed of the `rng` fixture; try a few.")
    parser.addoption("--uncompiled", action="store_true", help="Run the kernels as ordinary Python (slow).")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--uncompiled"):
        sys.meta_path.insert(0, KernelsAsPython())


def corpora_folder() -> Path:
    """Where the evaluation corpora are: TAGSHIFT_DATA, else ``shared/data`` beside the repository."""
    return Path(os.environ.get("TAGSHIFT_DATA") or ROOT.parent / "shared" / "data")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """A generator of one's own for each test: the order of tests changes nothing."""
    return np.random.default_rng(request.config.getoption("--seed"))


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of evaluation corpora; they may not be passed on, so a clone has none and skips."""
    folder = corpora_folder()
    if (folder / "README.md").is_file():
        return folder
    missing = f"no corpora in {folder}; set TAGSHIFT_DATA to their folder"
    if os.environ.get("CI"):
        pytest.fail(f"{missing} (CI is set, and there nothing may be skipped)")
    pytest.skip(missing)


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of the bundled samples."""
    return Path(str(files("tagshift") / "samples"))
