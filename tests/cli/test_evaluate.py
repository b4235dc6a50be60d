"""``evaluate``: a model on gold, systems against gold."""

from __future__ import annotations

import json

import pytest
from commands import done, failed, misused

GOLD = "外国 人 参政 権\n夜 が 明け た\n"


@pytest.fixture
def files(desk):
    (desk / "gold.seg").write_text(GOLD)
    (desk / "ours.seg").write_text("外国 人 参政権\n夜 が 明け た\n")
    (desk / "theirs.seg").write_text("外国人 参政 権\n夜 が 明けた\n")
    return desk


def test_a_model_is_scored_with_the_keys_that_programs_rely_on(models, samples):
    found = json.loads(done("evaluate", models["words"], samples / "ja.target.seg", "--json").stdout)
    keys = ["precision", "recall", "f1", "unseen_recall", "seen_recall", "words", "sentences"]
    assert list(found)[:7] == keys
    assert 80 < found["f1"] <= 100
    assert found["unseen_recall"] < found["seen_recall"]


def test_a_tagger_is_scored_with_the_keys_that_programs_rely_on(models, samples):
    found = json.loads(done("evaluate", models["tags"], samples / "en.target.tsv", "--json").stdout)
    for key in ("accuracy", "sentence_accuracy", "tokens", "unseen_accuracy", "precision", "recall", "f1"):
        assert isinstance(found[key], (int, float)), key
    assert 40 < found["f1"] < found["accuracy"] <= 100


def test_a_file_is_scored_to_the_digit(files):
    found = json.loads(done("evaluate", "gold.seg", "ours.seg", "--json").stdout)
    assert (found["precision"], found["recall"], found["words"]) == (85.7143, 75.0, 8)
    assert found["unseen_recall"] is None


def test_two_systems_are_compared(files):
    shown = done("evaluate", "gold.seg", "ours.seg", "theirs.seg").stdout
    assert "p bootstrap" in shown
    assert "p Wilcoxon" in shown
    found = json.loads(done("evaluate", "gold.seg", "ours.seg", "theirs.seg", "--json").stdout)
    assert [one["system"] for one in found["systems"]] == ["ours.seg", "theirs.seg"]
    (compared,) = found["comparisons"]
    assert compared["against"] == "ours.seg"
    assert compared["difference"] < 0


def test_models_can_be_systems_too(models, samples):
    gold, model = samples / "ja.target.seg", models["words"]
    shown = done("evaluate", gold, gold, model, "--samples", 100).stdout.splitlines()
    assert shown[1].split()[1:4] == ["100.00", "100.00", "100.00"]


def test_unseen_is_told_by_a_corpus_a_list_or_a_model(files, models):
    (files / "seen.words").write_text("外国\n人\n")
    (files / "seen.seg").write_text("外国 人\n")
    for vocabulary in ("seen.words", "seen.seg"):
        found = json.loads(
            done("evaluate", "gold.seg", "ours.seg", "--vocabulary", vocabulary, "--json").stdout
        )
        assert (found["seen_recall"], found["unseen_words"]) == (100.0, 6)
    said = done("evaluate", "gold.seg", "ours.seg", "--vocabulary", models["words"], "--json").stdout
    assert json.loads(said)["seen_recall"] is not None


def test_mistakes_are_shown_by_their_number(files):
    shown = done("evaluate", "gold.seg", "ours.seg", "--mistakes", 5).stdout
    assert shown.splitlines()[-1].split() == ["参政", "権", "参政権", "1"]
    found = json.loads(done("evaluate", "gold.seg", "ours.seg", "--mistakes", 5, "--json").stdout)
    assert found["mistakes"] == [{"gold": "参政 権", "predicted": "参政権", "times": 1}]


def test_gold_and_prediction_of_different_text_are_located(files):
    (files / "other.seg").write_text("外国 人 参政 権\n夜 も 明け た\n")
    said = failed("evaluate", "gold.seg", "other.seg")
    assert "other.seg against gold.seg: sentence 2:" in said
    assert "from character 2 on: expected 'が明けた', got 'も明けた'" in said


def test_a_prediction_that_ends_early_is_said(files):
    (files / "short.seg").write_text("外国 人 参政 権\n")
    assert "sentence 2: the prediction has ended before" in failed("evaluate", "gold.seg", "short.seg")


def test_gold_must_be_decided(files):
    (files / "gold.part").write_text("外 国\n")
    assert "sentence 1: place 1 is undecided" in failed("evaluate", "gold.part", "ours.seg")


def test_wrong_usage_is_told(files, models):
    assert "got one file" in misused("evaluate", "gold.seg")
    assert "one MODEL and then gold files" in misused("evaluate", models["words"], models["words"])
    assert "a system stands there twice" in misused("evaluate", "gold.seg", "ours.seg", "ours.seg")
    assert "--by-label does not apply" in misused("evaluate", "gold.seg", "ours.seg", "--by-label")
    assert "--samples does not apply" in misused("evaluate", "gold.seg", "ours.seg", "--samples", 9)
    said = misused("evaluate", models["words"], "gold.seg", "--task", "tag")
    assert "is a model of another kind than the task tag" in said


def test_several_gold_files_are_one_score(files, models):
    one = json.loads(done("evaluate", models["words"], "gold.seg", "--json").stdout)
    two = json.loads(done("evaluate", models["words"], "gold.seg", "ours.seg", "--json").stdout)
    assert two["sentences"] == 2 * one["sentences"]
    some = json.loads(
        done("evaluate", models["words"], "gold.seg", "ours.seg", "--limit", 2, "--json").stdout
    )
    assert some["sentences"] == 2
