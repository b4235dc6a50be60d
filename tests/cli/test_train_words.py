"""Training segmenters from the command line."""

from __future__ import annotations

from commands import done

from tagshift.cli.train_words import summary


def test_a_segmenter_starts_again_and_says_so(desk):
    (desk / "a.seg").write_text("外国 人\n人 が 来 た\n" * 3)
    found = done("train", "a.seg", "-o", "a.model", "--resume")
    assert "starting again" in found.stderr


def test_partial_annotation_is_learned_from(desk):
    (desk / "a.part").write_text("外-国|人 が\n人|が 来|た\n" * 5)
    done("train", "a.part", "-o", "a.model")
    assert done("label", "a.model", stdin="外国人\n").stdout == "外国 人\n"


def test_the_summary_says_why_it_stopped():
    report = {
        "reason": "converged: gradient",
        "iterations": 7,
        "objective": 2.0,
        "gradient_norm": 0.5,
        "l2": 5.0,
    }
    assert summary(report) == ("converged: gradient after 7 iterations: objective 2, gradient norm 0.5; l2 5")
