"""Formats told by endings, and what has no place in a line."""

from __future__ import annotations

import click
import pytest
from commands import misused

from tagshift.cli.label import label
from tagshift.cli.labelling import need_json, told_by_ending


def test_the_ending_of_two_formats_goes_by_the_task():
    assert told_by_ending("a.txt.gz", "segment") == "raw"
    assert told_by_ending("a.txt", "tag") == "columns"
    assert told_by_ending("a.seg", "tag") == "seg"
    assert told_by_ending("a.log", "tag") is None
    assert told_by_ending("-", "segment") is None


def test_what_has_no_place_in_a_line_is_asked_for_in_json():
    context = click.Context(label)
    need_json(context, "jsonl", {"nbest": 3}, ["nbest"])
    need_json(context, "seg", {"nbest": None}, ["nbest"])
    with pytest.raises(click.UsageError, match="--nbest has no place in seg; add --format jsonl"):
        need_json(context, "seg", {"nbest": 3}, ["nbest"])


def test_neither_model_nor_text_is_written_over(models, desk):
    (desk / "a.raw").write_text("ab\n")
    (desk / "b.model").write_bytes(models["words"].read_bytes())
    for output in ("a.raw", "b.model"):
        said = misused("label", "b.model", "a.raw", "-o", output, "--force")
        assert f"{output} is read as well; give --output another name" in said
    assert (desk / "a.raw").read_text() == "ab\n"
