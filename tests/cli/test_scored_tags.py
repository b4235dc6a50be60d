"""Labels beside gold."""

from __future__ import annotations

import json

import pytest
from commands import done, failed


@pytest.fixture
def files(desk):
    (desk / "gold.tsv").write_text("Ems\tB-LOC\nflows\tO\n\nAnn\tB-PER\nLee\tI-PER\n\n")
    (desk / "mine.tsv").write_text("Ems\tB-LOC\nflows\tO\n\nAnn\tB-PER\nLee\tO\n\n")
    return desk


def test_spans_are_scored_where_labels_mark_some(files):
    found = json.loads(done("evaluate", "gold.tsv", "mine.tsv", "--json").stdout)
    assert (found["accuracy"], found["sentence_accuracy"], found["f1"]) == (75.0, 50.0, 50.0)
    shown = done("evaluate", "gold.tsv", "mine.tsv", "--by-label", "--mistakes", 1).stdout
    assert "types\nlabel" in shown
    assert shown.splitlines()[-1].split() == ["I-PER", "O", "1"]


def test_labels_without_spans_have_rows_of_their_own(desk):
    (desk / "gold.tsv").write_text("a\tN\nb\tV\n\n")
    (desk / "mine.tsv").write_text("a\tN\nb\tN\n\n")
    shown = done("evaluate", "gold.tsv", "mine.tsv", "--by-label").stdout
    assert "labels\nlabel" in shown
    assert "f1" not in json.loads(done("evaluate", "gold.tsv", "mine.tsv", "--json").stdout)


def test_labels_are_renamed_on_both_sides(desk):
    (desk / "gold.tsv").write_text("runs\tVBZ\n\n")
    (desk / "mine.tsv").write_text("runs\tV\n\n")
    found = json.loads(done("evaluate", "gold.tsv", "mine.tsv", "--map-labels", "VBZ=V", "--json").stdout)
    assert found["accuracy"] == 100.0


def test_an_unknown_label_at_evaluation_is_named_and_counts_as_wrong(models, files):
    (files / "odd.tsv").write_text("Ems\tB-RIVER\nflows\tO\n\n")
    found = done("evaluate", models["tags"], "odd.tsv", "--json")
    assert "warning: " in found.stderr
    assert "cannot give these labels of the gold: 'B-RIVER' (1)" in found.stderr
    assert "learned from" not in found.stderr
    assert json.loads(found.stdout)["recall"] == 0.0


def test_different_tokens_are_located(files):
    (files / "other.tsv").write_text("Ems\tB-LOC\nflows\tO\n\nAnn\tB-PER\nLea\tO\n\n")
    said = failed("evaluate", "gold.tsv", "other.tsv")
    assert (
        "sentence 2: gold and prediction have different tokens from token 2 on: expected 'Lee', got 'Lea'"
        in said
    )
    (files / "short.tsv").write_text("Ems\tB-LOC\n\nAnn\tB-PER\nLee\tO\n\n")
    assert "from token 2 on: expected 'flows', got none" in failed("evaluate", "gold.tsv", "short.tsv")


def test_a_prediction_must_have_one_label_a_token(files):
    (files / "holes.tsv").write_text("Ems\t_\nflows\tO\n\nAnn\tB-PER\nLee\tO\n\n")
    assert "sentence 1: a token without one label" in failed("evaluate", "gold.tsv", "holes.tsv")


def test_gold_without_labels_is_refused(files):
    (files / "bare.tsv").write_text("Ems\t_\n\n")
    assert "bare.tsv: no token has a label to score against" in failed("evaluate", "bare.tsv", "mine.tsv")


def test_tokens_without_gold_are_not_scored(files):
    (files / "part.tsv").write_text("Ems\t_\nflows\tO\n\nAnn\tB-PER\nLee\tI-PER\n\n")
    found = json.loads(done("evaluate", "part.tsv", "mine.tsv", "--json").stdout)
    assert (found["tokens"], found["spans"]) == (3, 1)


def test_labels_of_another_column_than_the_models_are_suspected(desk):
    (desk / "a.tsv").write_text("a\tN\tx\nb\tV\ty\n\n")
    done("train", "a.tsv", "--label-column", 2, "-o", "a.model")
    hint = "the model learned from --label-column 2"
    assert hint in done("evaluate", "a.model", "a.tsv").stderr
    assert hint not in done("evaluate", "a.model", "a.tsv", "--label-column", 2).stderr
