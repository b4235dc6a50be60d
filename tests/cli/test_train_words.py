"""Training segmenters from the command line."""

from __future__ import annotations

from commands import done, misused

from tagshift import persistence
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


def test_ngrams_of_raw_target_text_are_kept(desk):
    (desk / "a.seg").write_text("犬 が\n犬 は\n犬が\n" * 3)
    (desk / "b.part").write_text("猫|も\n")
    (desk / "c.raw").write_text("猫も\n\n猫も\n")
    words = ["train", "a.seg", "b.part", "--hide", 0, "--min-count", 2]
    done(*words, "-o", "without.model")
    done(*words, "--raw", "c.raw", "-o", "with.model")
    reasons = [
        done("inspect", name, "--explain", "猫も").stdout.count("猫|")
        for name in ("without.model", "with.model")
    ]
    assert reasons[0] < reasons[1]
    where_from = persistence.peek("with.model")["provenance"]
    assert where_from["raw"][0]["name"] == "c.raw"
    assert where_from["options"]["min_count"] == 2
    said = misused("train", "a.seg", "--raw", "c.raw", "-o", "c.model")
    assert "--raw keeps what --min-count would drop" in said
    (desk / "d.tsv").write_text("Rosa\tN\n\n")
    assert "--min-count does not apply" in misused("train", "d.tsv", "--min-count", 2, "-o", "c.model")
