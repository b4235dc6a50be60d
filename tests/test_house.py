"""Rules of the whole house: where files are, how long they are, what they never say."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import pkgutil
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

import tagshift

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "tagshift"
MODULES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = [
    path for room in ("tests", "benchmarks", "recipes", "examples") for path in (ROOT / room).rglob("*.py")
]
KERNELS = sorted(path for path in (PACKAGE / "kernels").glob("*.py") if path.stem != "__init__")
LONGEST_FILE, LONGEST_FUNCTION = 400, 60

# Written in pieces, so that this file does not say what no file may say.
NEVER = re.compile(
    "|".join(
        [
            r"(?<![\w.~])/(wo" + r"rk|ro" + r"ot|ho" + r"me|fa" + r"rm)/\w",
            r"/tm" + r"p/(plan|v|bash_jobs)\b",
            r"\bTO" + r"DO\b|\bFIX" + r"ME\b|\bX" + r"XX\b",
            r"NotImplemented" + r"Error",
            r"(issue|pull request|PR|bug) ?#" + r"\d",
            r"py" + r"pi\.org|pythonhosted\.or" + r"g|/opt/py" + r"pi|extra-index-ur" + r"l",
            r"exc" + r"ept:\s*$",
            r"# type: ign" + r"ore\s*$",
            r"pytest\.sk" + r"ip\(\)",
        ]
    )
)
TEXTS = (".py", ".pyi", ".toml", ".md", ".sh", ".html", ".js", ".cfg", ".yml", ".yaml", ".txt")


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(tree: ast.AST) -> dict[str, ast.FunctionDef]:
    """The public functions at the top of a file."""
    body = getattr(tree, "body", [])
    return {n.name: n for n in body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")}


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def our_files() -> list[Path]:
    """Every file of the project that people wrote: what git knows or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode:  # an unpacked source distribution
        return [path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts]
    return [path for name in listed.stdout.decode().splitlines() if (path := ROOT / name).is_file()]


@pytest.mark.parametrize("path", MODULES, ids=relative)
def test_every_file_has_its_tests_at_the_mirrored_path(path):
    lines = path.read_text(encoding="utf-8").count("\n")
    mirror = ROOT / "tests" / path.relative_to(PACKAGE).parent / f"test_{path.name.lstrip('_')}"
    if path.name not in ("__init__.py", "__main__.py") and lines > 20:
        assert mirror.exists(), f"{relative(path)} has no {relative(mirror)}"


@pytest.mark.parametrize("path", MODULES + SCRIPTS, ids=relative)
def test_no_file_and_no_function_is_too_long_to_read(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_FILE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (
                (node.end_lineno or 0)
                - node.lineno
                - (ast.get_docstring(node, clean=False) or "").count("\n")
            )
            assert length <= LONGEST_FUNCTION, f"{path.name}:{node.lineno} {node.name} has {length} lines"


def test_no_file_says_what_only_one_machine_or_one_day_knows():
    said = []
    for path in our_files():
        if path.suffix in TEXTS or path.name in ("Makefile", "run") or path.parent.name == "scripts":
            lines = enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
            said += [
                f"{relative(path)}:{number}: {line.strip()}" for number, line in lines if NEVER.search(line)
            ]
    assert not said, "\n".join(said)


def test_what_may_not_be_said_is_found():
    assert NEVER.search("see /wor" + "k/main/x.py")
    assert NEVER.search("fixed in issue #" + "12")
    assert not NEVER.search("network/rate is fine, and so is # 1. a heading")


def test_every_module_is_imported_and_has_all_that_it_promises():
    for found in pkgutil.walk_packages([str(PACKAGE)], "tagshift."):
        if found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        promised = getattr(module, "__all__", [])
        assert len(set(promised)) == len(promised), found.name
        assert [name for name in promised if not hasattr(module, name)] == [], found.name
    assert [name for name in tagshift.__all__ if not hasattr(tagshift, name)] == []


def test_an_unknown_name_of_the_package_is_refused_by_name():
    with pytest.raises(AttributeError, match="'tagshift' has no attribute 'Segmentor'"):
        tagshift.Segmentor  # noqa: B018


HEAVY = ["numpy", "scipy", "sklearn", "tqdm", "safetensors", "Cython", "cython", "multiprocessing", "asyncio"]
HELP = "from tagshift.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass"


@pytest.mark.parametrize("start", ["import tagshift", "import tagshift.cli", HELP])
def test_starting_and_asking_for_help_import_nothing_heavy(start):
    code = f"{start}\nimport sys\nprint('heavy:', *[name for name in {HEAVY!r} if name in sys.modules])"
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == b"heavy:"


@pytest.mark.parametrize("path", KERNELS, ids=relative)
def test_the_stub_of_a_kernel_declares_what_the_kernel_compiles(path):
    stub = path.with_suffix(".pyi")
    assert stub.exists(), f"{relative(path)} has no stub"
    declared, written = functions(parsed(stub)), functions(parsed(path))
    called = {
        name: [argument.arg for argument in node.args.args]
        for name, node in written.items()
        if not any("cfunc" in ast.unparse(decorator) for decorator in node.decorator_list)
    }
    assert {name: [argument.arg for argument in node.args.args] for name, node in declared.items()} == called


@pytest.mark.parametrize("path", KERNELS, ids=relative)
def test_a_kernel_is_compiled_and_has_its_functions(path):
    module = importlib.import_module(f"tagshift.kernels.{path.stem}")
    assert str(module.__file__).endswith(tuple(EXTENSION_SUFFIXES)), (
        f"{path.stem} is not compiled: make build"
    )
    compiled_at, written_at = Path(str(module.__file__)).stat().st_mtime, path.stat().st_mtime
    assert compiled_at >= written_at, f"{path.stem} has changed since it was compiled: make build"
    assert [name for name in functions(parsed(path.with_suffix(".pyi"))) if not hasattr(module, name)] == []


@pytest.mark.parametrize("path", KERNELS, ids=relative)
def test_a_kernel_also_loads_as_ordinary_python(path):
    spec = importlib.util.spec_from_file_location(f"uncompiled_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert all(callable(getattr(module, name)) for name in functions(parsed(path)))
