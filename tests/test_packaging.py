"""A stranger's installation: the source distribution holds all, and installs in a clean environment."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CLEAN = {
    k: v
    for k, v in os.environ.items()
    if k not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME", "TAGSHIFT_MARCH")
}


def run(*command: str | Path, **extra: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        env=CLEAN | extra,
        capture_output=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:].decode("utf-8", "replace")
    return done.stdout.decode("utf-8")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", folder)
    return next(folder.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def wheel(sdist, tmp_path_factory):
    """Built as pip builds it: from the source distribution, in an isolated environment of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, sdist)
    return next(folder.glob("*.whl"))


def test_the_source_distribution_has_sources_and_nothing_made_from_them(sdist):
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    package = [path.relative_to(ROOT).as_posix() for path in (ROOT / "src" / "tagshift").rglob("*.py*")]
    sources = [name for name in package if name.endswith((".py", ".pyi"))]
    assert [
        name for name in [*sources, "setup.py", "pyproject.toml", "LICENSE", "README.md"] if name not in names
    ] == []
    assert [name for name in names if name.endswith((".so", ".c", ".pyd", "processor.txt"))] == []


def test_the_wheel_has_kernels_stubs_samples_and_templates(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    package = ROOT / "src" / "tagshift"
    data = [
        p
        for p in package.rglob("*")
        if p.suffix in (".pyi", ".toml") or p.parent.name == "samples" or p.name == "py.typed"
    ]
    expected = [p.relative_to(package.parent).as_posix() for p in data if p.is_file()]
    assert [name for name in expected if name not in names] == []
    kernels = [p.stem for p in (package / "kernels").glob("*.pyi")]
    assert [
        k
        for k in kernels
        if not any(n.startswith(f"tagshift/kernels/{k}.c") and n.endswith(".so") for n in names)
    ] == []
    assert "tagshift/kernels/processor.txt" in names


def test_the_package_installs_in_a_clean_environment_and_answers(wheel, tmp_path):
    python = tmp_path / "clean" / "bin" / "python"
    run(sys.executable, "-m", "venv", tmp_path / "clean")
    run(python, "-m", "pip", "install", "--quiet", wheel)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert run(python, "-c", "import tagshift; print(tagshift.__version__)").strip() == version
    imports = "from tagshift import Segmenter, Tagger; print(Segmenter.__module__, Tagger.__module__)"
    assert run(python, "-c", imports).split() == ["tagshift.segmenter", "tagshift.tagger"]
    assert "Usage" in run(python.with_name("tagshift"), "--help")
