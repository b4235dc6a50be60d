"""Training taggers from the command line."""

from __future__ import annotations

import pytest
from commands import done, failed, misused

from tagshift import Tagger, persistence

TAGS = "Rosa\tB-PER\nsang\tO\n\nBen\tB-PER\nran\tO\nto\tO\nRome\tB-LOC\n\n" * 3


@pytest.fixture
def corpus(desk):
    (desk / "a.tsv").write_text(TAGS)
    return desk


def test_a_training_cut_short_says_so(corpus):
    found = done("train", "a.tsv", "-o", "a.model", "--max-iterations", 1)
    assert "stopped before it converged: --max-iterations lets it go on" in found.stderr


def test_features_of_raw_target_text_are_kept(corpus):
    (corpus / "b.raw").write_text("Oslo slept\n" * 3)
    (corpus / "b.tsv").write_text(TAGS)
    done("train", "a.tsv", "--raw", "b.raw", "-o", "a.model")
    done("train", "a.tsv", "-o", "b.model")
    sizes = [
        sum(len(rows.members) for rows in Tagger.load(name).model_.index.rows)
        for name in ("a.model", "b.model")
    ]
    assert sizes[0] > sizes[1]
    assert persistence.peek("a.model")["provenance"]["raw"][0]["name"] == "b.raw"


def test_nothing_to_go_on_from_is_said(corpus):
    assert "nothing to go on from" in done("train", "a.tsv", "-o", "a.model", "--resume").stderr


def test_templates_say_what_learns_until_an_option_does(corpus):
    said = done("train", "a.tsv", "-o", "a.model", "--templates", "toepfer2012").stderr
    assert "learner observed, margin 0 (as the templates toepfer2012 say)" in said
    settings = persistence.peek("a.model")["settings"]
    assert (settings["learner"], settings["margin"]) == ("observed", 0.0)
    said = done("train", "a.tsv", "-o", "b.model", "--templates", "toepfer2012", "--learner", "crf").stderr
    assert "learner crf, margin 2\n" in said
    assert persistence.peek("b.model")["settings"]["learner"] == "crf"


def test_a_file_of_templates_may_say_it_too(corpus):
    text = '[[templates]]\neach = ["lower"]\n\n[training]\nlearner = "{}"\n'
    (corpus / "mine.toml").write_text(text.format("observed"))
    found = done("train", "a.tsv", "-o", "a.model", "--templates", "mine.toml")
    assert "learner observed, margin 2 (as the templates mine say)" in found.stderr
    (corpus / "wrong.toml").write_text(text.format("obsrved"))
    said = misused("train", "a.tsv", "-o", "b.model", "--templates", "wrong.toml")
    assert "the templates wrong: learner must be one of" in said
    assert "did you mean 'observed'?" in said


def test_every_learner_can_be_named(corpus):
    for learner in ("crf", "maxmargin", "observed", "perceptron", "pa", "pointwise"):
        done("train", "a.tsv", "-o", f"{learner}.model", "--learner", learner)
        assert Tagger.load(f"{learner}.model")(["Ben", "sang"]) == ["B-PER", "O"]


def test_tokens_without_any_label_are_told_with_their_file(desk):
    (desk / "a.seg").write_text("Rosa sang\n")
    assert "a.seg: no token has a label to learn from" in failed(
        "train", "a.seg", "--task", "tag", "-o", "a.model"
    )
