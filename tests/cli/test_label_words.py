"""Segmenters: n best, confidence, marks that are known."""

from __future__ import annotations

import json
from threading import get_ident

import pytest
from commands import done, misused

from tagshift.cli import label_words
from tagshift.cli.label_words import as_read, cuts_of, spread, without_spaces
from tagshift.data.sentence import SegmentSentence

LINE = "外国人 参政権\n"


def labelled(models, text, *more):
    return [
        json.loads(line)
        for line in done("label", models["words"], *more, "--format", "jsonl", stdin=text).stdout.splitlines()
    ]


def test_the_best_are_ordered_and_the_first_is_the_answer(models):
    (found,) = labelled(models, LINE, "--nbest", 3)
    logs = [one["log_probability"] for one in found["alternatives"]]
    assert logs == sorted(logs, reverse=True)
    assert len({tuple(one["cuts"]) for one in found["alternatives"]}) == 3
    assert found["alternatives"][0]["cuts"] == found["cuts"] == labelled(models, LINE)[0]["cuts"]


def test_confidence_is_the_probability_of_a_cut_at_each_place(models):
    (found,) = labelled(models, LINE, "--confidence")
    assert len(found["scores"]) == len(found["cuts"])
    assert all(0 <= score <= 1 for score in found["scores"])
    assert found["scores"][2:4] == [1.0, 1.0]
    assert [int(score > 0.5) for score in found["scores"]] == found["cuts"]


def test_sentences_labelled_side_by_side_come_out_in_their_order(models, samples, monkeypatch):
    monkeypatch.setattr(label_words, "BATCH", 7)
    threads, of_batch = set(), label_words.of_batch

    def told(*given, **more):
        threads.add(get_ident())
        return of_batch(*given, **more)

    monkeypatch.setattr(label_words, "of_batch", told)
    options = ["--format", "jsonl", "--confidence", "--nbest", 2]
    found = [
        done("label", models["words"], samples / "ja.target.raw", *options, "--jobs", jobs).stdout
        for jobs in (1, 3)
    ]
    assert found[0] == found[1]
    assert len(threads - {get_ident()}) > 1


def test_partial_notation_comes_out_and_goes_in_with_its_marks(models):
    found = done("label", models["words"], "--format", "part", stdin=LINE).stdout
    assert found.replace("|", "").replace("-", "") == LINE.replace(" ", "")
    kept = (
        done("label", models["words"], "--from", "part", stdin="外|国-人 参|政 権\n")
        .stdout.strip()
        .split(" ")
    )
    assert kept[0] == "外"
    assert kept[1].startswith("国人")
    assert any(word.startswith("政") for word in kept)


def test_the_output_names_its_format_by_its_ending(models, desk):
    for name, mark in (("a.part", "|"), ("a.jsonl", '"cuts"'), ("a.txt", " ")):
        done("label", models["words"], "-o", name, stdin=LINE)
        assert mark in (desk / name).read_text()


def test_keys_of_json_lines_stay(models):
    (found,) = labelled(
        models, '{"text": "外国人", "cuts": [1, null], "id": "x", "note": 3}\n', "--from", "jsonl"
    )
    assert (found["id"], found["note"], found["cuts"][0]) == ("x", 3, 1)


@pytest.mark.parametrize("option", [["--nbest", 2], ["--confidence"]])
def test_lines_of_text_have_no_place_for_numbers(models, option):
    assert f"{option[0]} has no place in seg; add --format jsonl" in misused(
        "label", models["words"], *option, "--format", "seg", stdin=LINE
    )


@pytest.mark.parametrize(("option", "key"), [(["--nbest", 2], "alternatives"), (["--confidence"], "scores")])
def test_numbers_come_as_json_lines_where_no_format_is_named(models, option, key):
    assert key in json.loads(done("label", models["words"], *option, stdin=LINE).stdout.splitlines()[0])


def test_a_part_is_taken_evenly(models, desk):
    (desk / "a.raw").write_text("".join(f"{n}\n" for n in range(10)))
    assert done("label", models["words"], "a.raw", "--limit", 2).stdout == "0\n5\n"


def test_a_place_beside_a_space_is_no_place_of_the_text():
    assert without_spaces(SegmentSentence.raw("a  bc")).cuts == bytes([1, 2])
    assert spread(" a  bc ", "xy", "|") == ["|", "|", "|", "|", "y", "|"]
    assert spread("", "", "|") == []
    assert list(as_read(SegmentSentence.raw("a bc"), ["a", "bc"]).cuts) == [1, 1, 0]
    assert cuts_of(["ab", "c"]) == bytes([0, 1])
    assert cuts_of([]) == b""
