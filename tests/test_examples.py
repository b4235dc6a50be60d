"""The scripts of ``examples/`` run as they stand and print what they promise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPTS = sorted((ROOT / "examples").glob("*.py"))
# A word of what each one prints.
PROMISED = {"segment_another_domain": "with a word list", "tag_names_elsewhere": "of labels right"}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_an_example_runs_from_anywhere_and_prints_its_result(script, tmp_path):
    found = subprocess.run(
        [sys.executable, "-W", "error", script],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr.decode()
    assert found.stderr == b""
    assert PROMISED[script.stem] in found.stdout.decode()
    assert not list(tmp_path.iterdir())


def test_an_example_says_in_its_first_lines_how_to_run_it():
    assert len(SCRIPTS) >= 2
    for script in SCRIPTS:
        head = script.read_text(encoding="utf-8").split('"""')[1]
        assert f"python examples/{script.name}" in head
