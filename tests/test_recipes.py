"""Recipes score test files with the chosen settings alone; their page holds what they found and no more."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

RECIPES = Path(__file__).resolve().parent.parent / "recipes"


@pytest.fixture
def results(monkeypatch):
    monkeypatch.syspath_prepend(str(RECIPES))
    return import_module("results")


def test_the_page_of_results_is_what_the_last_runs_kept(results):
    kept = json.loads(results.KEPT.read_text("utf-8"))
    assert results.PAGE.read_text("utf-8") == results.render(kept)


@pytest.mark.parametrize(("value", "holds"), [(97.0, "aim"), (96.5, "must"), (96.49, "**no**")])
def test_a_score_says_which_bar_it_reaches(results, value, holds):
    assert results.Score("F", value, must=96.5, aim=97.0).holds == holds


@pytest.mark.parametrize(
    "recipe",
    ["segmentation", "segmentation_jumandic", "chunk_conll2000", "ner_conll2002", "pos_brown"],
)
def test_a_test_file_is_never_scored_with_settings_that_are_being_tried(recipe):
    command = [sys.executable, str(RECIPES / f"{recipe}.py"), "nowhere", "--test", "--l2", "3"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--test goes with the chosen settings alone, not with l2" in done.stderr


@pytest.mark.parametrize("recipe", sorted(path.stem for path in RECIPES.glob("*_*.py")))
def test_every_recipe_tells_what_it_does(recipe):
    command = [sys.executable, str(RECIPES / f"{recipe}.py"), "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "folder of corpora" in done.stdout
