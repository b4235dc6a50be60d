"""``demo``: both samples, with and without a word list."""

from __future__ import annotations

import json

from commands import done, failed, misused


def test_the_demo_trains_labels_and_scores(desk):
    found = done("demo", "-o", "demo")
    lines = found.stdout.splitlines()
    assert lines[0].split("  ")[0] == "job"
    assert lines[5] == ""
    assert "measure nothing" in " ".join(lines[6:])
    assert sorted(path.name for path in (desk / "demo").iterdir()) == [
        "en.model",
        "en.target.tsv",
        "en.words.model",
        "en.words.target.tsv",
        "ja.model",
        "ja.target.seg",
        "ja.words.model",
        "ja.words.target.seg",
    ]
    gold = json.loads(done("evaluate", "demo/ja.model", "demo/ja.target.seg", "--json").stdout)
    assert gold["f1"] == 100.0
    assert "exists already" in failed("demo", "-o", "demo", "--quiet")


def test_without_an_output_nothing_is_left(desk):
    found = json.loads(done("demo", "--json").stdout)
    assert len(found["rows"]) == 4
    assert all(0 < row["target"] < row["source"] <= 100 for row in found["rows"])
    assert not list(desk.iterdir())
    assert "--force does not apply" in misused("demo", "--force")


def test_a_folder_that_cannot_be_made_is_named(desk):
    (desk / "taken").write_text("")
    assert "taken: cannot be made a folder" in failed("demo", "-o", "taken", "--quiet")
