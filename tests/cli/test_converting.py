"""Bad input, through the command that reads and writes anything."""

from __future__ import annotations

import os

import pytest
from commands import done, failed, misused


def converted(desk, data: bytes, *more: object, name: str = "a.seg", to: str = "jsonl") -> str:
    (desk / name).write_bytes(data)
    return done("convert", name, "-", "--to", to, *more).stdout


def test_an_empty_file_is_no_sentence(desk):
    assert converted(desk, b"") == ""


def test_a_last_line_without_its_end_is_a_line(desk):
    assert converted(desk, b"a b\nc d", to="seg") == "a b\nc d\n"


def test_line_ends_of_two_characters_and_a_byte_order_mark_are_no_text(desk):
    assert converted(desk, b"\xef\xbb\xbfa b\r\nc\r\n", to="seg") == "a b\nc\n"


def test_bytes_that_are_no_text_are_located_or_replaced(desk):
    (desk / "a.seg").write_bytes(b"a b\n\nc \xff\n")
    said = failed("convert", "a.seg", "-", "--to", "seg")
    assert "a.seg:3: expected UTF-8, got the byte 0xff at byte 3" in said
    assert "--errors replace" in said
    assert converted(desk, b"c \xff\n", "--errors", "replace", to="seg") == "c \ufffd\n"


def test_nul_is_a_character_like_others(desk):
    assert converted(desk, b"a\0b c\n", to="part") == "a-\0-b|c\n"


def test_a_lone_surrogate_has_a_place_in_json_alone(desk):
    data = b'{"text": "a\\ud800", "cuts": [1]}\n'
    assert "\\ud800" in converted(desk, data, name="a.jsonl")
    said = failed("convert", "a.jsonl", "b.seg")
    assert "lone surrogate U+D800 has no UTF-8 form" in said
    assert not (desk / "b.seg").exists()


def test_a_line_of_a_hundred_thousand_characters_is_a_line(desk):
    line = "外国 人" * 33_334
    assert converted(desk, line.encode() + b"\n", to="seg") == line + "\n"


def test_sentences_of_one_character_and_blank_lines_stay(desk):
    assert converted(desk, "一\n\n\n二\n".encode(), to="part") == "一\n\n\n二\n"


def test_words_of_other_white_space_stay_words(desk):
    text = "外国 \u3000 人\u3000権 \u00a0\n"
    assert converted(desk, text.encode(), to="seg") == text
    assert converted(desk, text.encode(), to="part") == "外-国|\u3000|人-\u3000-権|\u00a0\n"


@pytest.mark.parametrize(("line", "count"), [("b", 1), ("b\tN\tx", 3)])
def test_a_column_too_few_or_too_many_is_located(desk, line, count):
    (desk / "a.tsv").write_text(f"a\tN\n{line}\n\n")
    said = failed("convert", "a.tsv", "-", "--to", "jsonl")
    assert f"a.tsv:2: expected 2 column(s) as in line 1, got {count}" in said


def test_what_cannot_be_opened_is_named(desk):
    (desk / "folder.seg").mkdir()
    assert "gone.seg: no such file" in failed("convert", "gone.seg", "x.part")
    assert "folder.seg: expected a file, got a directory" in failed("convert", "folder.seg", "x.part")
    (desk / "cut.seg.gz").write_bytes(b"\x1f\x8b\x08\x00")
    assert "cut.seg.gz: cannot be read on" in failed("convert", "cut.seg.gz", "x.part")


def test_an_output_without_a_folder_is_refused_before_any_work(desk):
    (desk / "a.seg").write_text("a\n")
    assert "nowhere does not exist" in failed("convert", "a.seg", "nowhere/b.part")
    (desk / "taken.part").mkdir()
    assert "is a directory" in failed("convert", "a.seg", "taken.part")


def test_a_folder_that_may_not_be_written_is_named(desk, monkeypatch):
    (desk / "a.seg").write_text("a\n")
    # The superuser may write anywhere, so permissions themselves would prove nothing where he runs the tests.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "may not be written by this user" in failed("convert", "a.seg", "b.part")


def test_an_ending_of_no_format_asks_for_a_name(desk):
    assert "belongs to no format" in misused("convert", "a.xyz", "b.seg")


def test_a_full_device_is_named(desk):
    (desk / "a.seg").write_text("a b\n" * 10_000)
    said = failed("convert", "a.seg", "/dev/full", "--to", "seg")
    assert "/dev/full: cannot be written: No space left on device" in said


def test_options_of_labels_are_refused_for_words_before_anything_is_read():
    said = misused("convert", "none.seg", "b.seg", "--task", "segment", "--map-labels", "A=B")
    assert "--map-labels does not apply: words have no labels" in said
