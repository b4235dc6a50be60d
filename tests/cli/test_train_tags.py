"""Training taggers from the command line."""

from __future__ import annotations

import pytest
from commands import done

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


def test_every_learner_can_be_named(corpus):
    for learner in ("crf", "maxmargin", "perceptron", "passive_aggressive", "pointwise"):
        done("train", "a.tsv", "-o", f"{learner}.model", "--learner", learner)
        assert Tagger.load(f"{learner}.model")(["Ben", "sang"]) == ["B-PER", "O"]
