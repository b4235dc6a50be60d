"""``inspect``: what a model is, and why it decides so."""

from __future__ import annotations

import json

import pytest
from commands import done, failed, misused


@pytest.mark.parametrize(("kind", "task"), [("words", "segment"), ("tags", "tag")])
def test_a_model_is_described_to_people_and_programs(models, kind, task):
    shown = done("inspect", models[kind]).stdout
    assert shown.startswith(f"task          {task}\n") or f" {task}\n" in shown.splitlines(True)[0]
    found = json.loads(done("inspect", models[kind], "--json").stdout)
    assert found["task"] == task
    assert found["bytes"] == models[kind].stat().st_size
    assert found["source_words"] > 1000
    assert found["features"]
    assert found["provenance"]["corpora"][0]["bytes"] > 10_000
    assert "objectives" not in found["report"]


def test_a_list_with_features_of_its_own_is_told_from_one_that_joined(desk, samples):
    lines = (samples / "ja.source.seg").read_text().splitlines()[:100]
    words = sorted(set(" ".join(lines).split()))
    (desk / "a.seg").write_text("\n".join(lines) + "\n")
    (desk / "dictionary.txt").write_text("\n".join(words) + "\n")
    (desk / "new.txt").write_text("嘔気\n術創部\n")
    done("train", "a.seg", "--words", "dictionary.txt", "--words", "new.txt", "-o", "a.model", "--quiet")
    found = json.loads(done("inspect", "a.model", "--json").stdout)
    assert found["joined_lists"] == ["new.txt"]
    assert found["word_lists"] == {"own": found["source_words"] + 2, "dictionary.txt": len(words)}
    assert "dictionary.txt.words" in found["features"]


@pytest.mark.parametrize("kind", ["words", "tags"])
def test_the_heaviest_features_come_first(models, kind):
    found = json.loads(done("inspect", models[kind], "--top", 5, "--json").stdout)["top"]
    sizes = [abs(row["weight"]) for row in found]
    assert len(sizes) == 5
    assert sizes == sorted(sizes, reverse=True)
    assert len(done("inspect", models[kind], "--top", 5).stdout.splitlines()) == 6


def test_each_boundary_is_explained(models):
    found = json.loads(done("inspect", models["words"], "--explain", "外国人 参政権", "--json").stdout)[
        "explain"
    ]
    assert len(found) == 5
    words = done("label", models["words"], stdin="外国人 参政権\n").stdout.split()
    assert sum(row["cut"] for row in found) == len(words) - 1
    for row in found:
        assert row["reasons"]
    shown = done("inspect", models["words"], "--explain", "外国人").stdout
    assert "P(cut)" in shown


def test_each_token_is_explained(models):
    found = json.loads(done("inspect", models["tags"], "--explain", "to Falmouth", "--json").stdout)[
        "explain"
    ]
    assert [row["token"] for row in found] == ["to", "Falmouth"]
    assert all(row["label"] != row["against"] for row in found)
    assert "rather than" in done("inspect", models["tags"], "--explain", "to Falmouth").stdout


def test_both_questions_can_be_asked_at_once(models):
    found = json.loads(done("inspect", models["words"], "--top", 1, "--explain", "外国", "--json").stdout)
    assert list(found) == ["top", "explain"]


def test_what_is_no_model_is_refused(desk):
    (desk / "a.seg").write_text("a b\n")
    assert "a.seg: " in failed("inspect", "a.seg")


def test_a_model_of_more_columns_cannot_be_asked_about_bare_tokens(desk):
    (desk / "a.tsv").write_text("runs\tx\tV\ndogs\ty\tN\n\n" * 3)
    done("train", "a.tsv", "--feature-columns", 2, "-o", "a.model")
    assert "looks at the columns [1, 2]" in misused("inspect", "a.model", "--explain", "runs")
