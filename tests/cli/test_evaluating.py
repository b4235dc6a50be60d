"""Which of the files are gold, and what is asked for beside the scores."""

from __future__ import annotations

import json

import pytest
from commands import done, failed, misused

from tagshift.cli.corpora import Reading
from tagshift.cli.evaluating import planned


def test_a_model_first_means_gold_behind_it(models):
    import click

    context = click.Context(click.Command("evaluate"))
    plan = planned(context, [str(models["tags"]), "a.tsv", "b.tsv"], Reading(), None)
    assert (plan.gold, plan.systems, plan.task) == (("a.tsv", "b.tsv"), (str(models["tags"]),), "tag")
    plan = planned(context, ["a.seg", "b.seg", str(models["words"])], Reading(), "segment")
    assert (plan.gold, plan.systems, list(plan.models)) == (
        ("a.seg",),
        ("b.seg", str(models["words"])),
        [str(models["words"])],
    )


@pytest.mark.parametrize("as_json", [False, True])
def test_documents_are_told_apart(desk, as_json):
    (desk / "gold.tsv").write_text("# doc = one\na\tN\n\n# doc = two\nb\tN\nc\tV\n\n")
    (desk / "mine.tsv").write_text("a\tN\n\nb\tN\nc\tN\n\n")
    words = ["evaluate", "gold.tsv", "mine.tsv", "--by-document"]
    if as_json:
        found = json.loads(done(*words, "--json").stdout)["documents"]
        assert (found["documents"], found["minimum"], found["lowest"][0]) == (2, 50.0, ["two", 50.0])
    else:
        assert "documents (accuracy)" in done(*words).stdout
    (desk / "plain.tsv").write_text("a\tN\n\nb\tN\nc\tV\n\n")
    assert "the gold names no documents" in done("evaluate", "plain.tsv", "mine.tsv", "--by-document").stdout


def test_two_systems_have_their_tables_by_name(desk):
    (desk / "gold.seg").write_text("ab c\n")
    (desk / "a.seg").write_text("a bc\n")
    (desk / "b.seg").write_text("abc\n")
    shown = done("evaluate", "gold.seg", "a.seg", "b.seg", "--mistakes", 1, "--samples", 10).stdout
    assert "mistakes of a.seg\n" in shown
    assert "mistakes of b.seg\n" in shown


def test_a_vocabulary_is_read_as_the_other_files_are(desk):
    (desk / "gold.seg").write_text("ab c\n")
    (desk / "seen.txt").write_bytes(b"ab\n\xff\n")
    words = ["evaluate", "gold.seg", "gold.seg", "--vocabulary"]
    assert "seen.txt:2: expected UTF-8" in failed(*words, "seen.txt")
    assert json.loads(done(*words, "seen.txt", "--errors", "replace", "--json").stdout)["unseen_words"] == 1
    assert "can be read once" in misused("evaluate", "-", "gold.seg", "--vocabulary", "-")
