"""Reading what a command line names."""

from __future__ import annotations

import click
import pytest

from tagshift.cli.corpora import Reading, has_endings, task_of
from tagshift.errors import CorpusError


def test_a_limit_is_shared_among_the_files(desk):
    (desk / "a.seg").write_text("".join(f"a {n}\n" for n in range(10)))
    (desk / "b.seg").write_text("b 0\n")
    found = Reading(limit=4).segments(["a.seg", "b.seg"])
    assert [sentence.text for sentence in found] == ["a0", "a3", "a6", "b0"]


def test_labels_are_renamed_and_columns_chosen(desk):
    (desk / "a.tsv").write_text("runs\tVBZ\tx\n\n")
    reading = Reading(label_column=2, map_labels={"VBZ": "V"})
    assert reading.tags(["a.tsv"])[0].labels == ["V"]


def test_options_of_other_things_are_left_out():
    assert Reading.of({"limit": 3, "nbest": 2}) == Reading(limit=3)


@pytest.mark.parametrize(
    ("name", "text", "task"),
    [
        ("a.seg", "a b\n", "segment"),
        ("a.tsv", "a\tN\n\n", "tag"),
        ("a.jsonl", '{"tokens": ["a"], "labels": ["N"]}\n', "tag"),
        ("a.jsonl", '{"text": "ab", "cuts": [1]}\n', "segment"),
        (
            "a.conll.gz",
            b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00",
            "segment",
        ),
    ],
)
def test_the_first_sentence_tells_the_task(desk, name, text, task):
    (desk / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    assert task_of(name, Reading()) == task


def test_standard_input_is_words_unless_its_format_says_otherwise():
    assert task_of("-", Reading()) == "segment"
    assert task_of("-", Reading(from_format="tok")) == "tag"


def test_an_ending_of_two_formats_asks_for_the_task(desk):
    (desk / "a.txt").write_text("a N\n")
    with pytest.raises(click.UsageError, match=r"belongs to columns and raw.*--task segment or --task tag"):
        task_of("a.txt", Reading())


def test_which_endings_are_known():
    assert has_endings("a.seg")
    assert has_endings("a.txt.gz")
    assert not has_endings("a.words")


def test_a_folder_and_a_slip_in_the_name_are_said_before_the_ending(desk):
    with pytest.raises(CorpusError, match="expected a file, got a directory"):
        task_of(str(desk), Reading())
    with pytest.raises(CorpusError, match="gone: no such file"):
        task_of("gone", Reading())
