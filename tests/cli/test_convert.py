"""``convert``: every format to every other, or a reason."""

from __future__ import annotations

import pytest
from commands import done, failed, misused

from tagshift.data.formats import all_formats


def test_full_to_partial_notation_and_back(desk):
    (desk / "a.seg").write_text("外国 人 参政 権\n\n一\n")
    done("convert", "a.seg", "a.part")
    assert (desk / "a.part").read_text() == "外-国|人|参-政|権\n\n一\n"
    done("convert", "a.part", "b.seg")
    assert (desk / "b.seg").read_bytes() == (desk / "a.seg").read_bytes()


# Those that keep the words of a sentence, and need no package of their own.
WHOLE = [one.name for one in all_formats() if one.name not in ("raw", "vaporetto-dict", "docbin")]


@pytest.mark.parametrize("name", WHOLE)
def test_words_go_through_each_format_and_come_back(desk, name):
    (desk / "a.seg").write_text("外国 人 参政\n一 二\n")
    done("convert", "a.seg", "b", "--to", name)
    done("convert", "b", "c.seg", "--from", name)
    assert (desk / "c.seg").read_text() == "外国 人 参政\n一 二\n"


def test_standard_input_and_output_need_their_formats_by_name():
    found = done("convert", "-", "-", "--from", "seg", "--to", "part", stdin="ab c\n")
    assert found.stdout == "a-b|c\n"
    assert "- has no ending to tell the format; --from names the format" in misused("convert", "-", "a.seg")
    assert "--to names the format" in misused("convert", "a.seg", "-")


def test_compression_is_by_ending(desk):
    (desk / "a.seg").write_text("ab c\n")
    for ending in ("gz", "bz2", "xz"):
        done("convert", "a.seg", f"b.part.{ending}")
        assert done("convert", f"b.part.{ending}", "-", "--to", "seg").stdout == "ab c\n"


def test_an_output_that_exists_is_kept_unless_forced(desk):
    (desk / "a.seg").write_text("ab c\n")
    (desk / "b.part").write_text("mine")
    assert "b.part: exists already; pass --force" in failed("convert", "a.seg", "b.part")
    assert (desk / "b.part").read_text() == "mine"
    done("convert", "a.seg", "b.part", "--force")
    assert (desk / "b.part").read_text() == "a-b|c\n"


def test_what_a_format_cannot_hold_is_located_and_nothing_is_written(desk):
    (desk / "a.part").write_text("a|b\na b\n")
    assert "b.seg: sentence 2: place 1 is undecided" in failed("convert", "a.part", "b.seg")
    assert not (desk / "b.seg").exists()


def test_a_part_of_the_sentences_is_taken_evenly(desk):
    (desk / "a.seg").write_text("".join(f"{n}\n" for n in range(10)))
    assert done("convert", "a.seg", "-", "--to", "seg", "--limit", 2).stdout == "0\n5\n"


def test_marks_can_be_renamed_where_there_are_any(desk):
    (desk / "a.kytea").write_text("外国/N 人/N\n")
    found = done("convert", "a.kytea", "-", "--from", "kytea", "--to", "tok", "--mark", "tagbound=/")
    assert found.stdout == "外国\tN\n人\tN\n\n"
    (desk / "a.seg").write_text("a b\n")
    assert "--mark does not apply: seg and tok" in misused("convert", "a.seg", "b.tok", "--mark", "escape=x")
    assert "no mark 'tag'" in misused("convert", "a.kytea", "b.tok", "--from", "kytea", "--mark", "tag=x")
    assert "expected NAME=CHARACTER" in misused("convert", "a.seg", "b.tok", "--mark", "x")


def test_labels_of_words_are_no_labels_of_tokens(desk):
    (desk / "a.seg").write_text("a b\n")
    assert "--map-labels renames labels of tokens" in failed(
        "convert", "a.seg", "b.jsonl", "--map-labels", "A=B"
    )
    said = misused("convert", "a.seg", "b.jsonl", "--task", "segment", "--label-column", 2)
    assert "--label-column does not apply" in said


def test_tokens_without_labels_can_be_outside(desk):
    (desk / "a.tsv").write_text("a\t_\nb\tN\n\n")
    assert done("convert", "a.tsv", "-", "--to", "tok", "--unlabelled", "O").stdout == "a\tO\nb\tN\n\n"
