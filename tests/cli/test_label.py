"""``label``: what other programs rely on."""

from __future__ import annotations

import json
import select
import subprocess

import pytest
from commands import COMMAND, ENVIRONMENT, done, failed, misused, process

LINE = "外国人参政権を考える。"


def words(models, text: str | bytes, *more: object) -> str:
    return done("label", models["words"], *more, stdin=text).stdout


def test_one_line_in_is_one_line_out_with_one_space_between_words(models, samples):
    text = (samples / "ja.target.raw").read_text(encoding="utf-8")
    found = words(models, text)
    assert found.replace(" ", "") == text
    assert "  " not in found
    assert all(line == line.strip(" ") for line in found.split("\n"))
    assert found.count(" ") > found.count("\n")


def test_a_blank_line_stays_and_other_white_space_comes_out_unchanged(models):
    text = "\n\u3000外国\u3000人\t権\u00a0\n\n"
    assert words(models, text).replace(" ", "") == text


def test_a_space_is_a_cut_that_is_known_and_appears_once(models):
    found = words(models, "外 国  人 \n")
    assert found == "外 国 人\n"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        ("一".encode(), "一\n"),
        ("一\r\n二\r\n".encode(), "一\n二\n"),
        ("\ufeff一\n".encode(), "一\n"),
        ("一\n\n".encode(), "一\n\n"),
    ],
)
def test_odd_files_give_what_is_in_them(models, data, text):
    assert words(models, data).replace(" ", "").replace("\r", "") in (text, text.removesuffix("\n"))


def test_nul_and_a_hundred_thousand_characters_are_text(models):
    text = "外国人\0参政権" * 12_500 + "\n"
    assert words(models, text).replace(" ", "") == text


def test_bytes_that_are_no_text_are_located_or_replaced(models, desk):
    (desk / "a.raw").write_bytes("一\n".encode() + b"\xff\n")
    said = failed("label", models["words"], "a.raw", "-o", "a.seg")
    assert "a.raw:2: " in said
    assert "--errors replace" in said
    assert not (desk / "a.seg").exists()
    assert done("label", models["words"], "a.raw", "--errors", "replace").stdout == "一\n\ufffd\n"


def test_files_are_labelled_one_after_the_other_into_a_file(models, desk):
    (desk / "a.raw").write_text(LINE + "\n")
    (desk / "b.raw.gz").write_bytes(__import__("gzip").compress((LINE + "\n").encode()))
    done("label", models["words"], "a.raw", "-", "b.raw.gz", "-o", "out.seg", stdin=LINE + "\n")
    lines = (desk / "out.seg").read_text().splitlines()
    assert len(lines) == 3
    assert len(set(lines)) == 1
    assert "out.seg: exists already" in failed("label", models["words"], "a.raw", "-o", "out.seg")
    done("label", models["words"], "a.raw", "-o", "out.seg", "--force")
    assert (desk / "out.seg").read_text().splitlines() == lines[:1]


def test_the_number_of_threads_changes_nothing(models, samples):
    raw = samples / "ja.target.raw"
    assert (
        done("label", models["words"], raw, "--jobs", 1).stdout
        == done("label", models["words"], raw, "--jobs", 3).stdout
    )


def test_what_is_segmented_already_is_refused_with_a_way_out(models, samples):
    said = misused("label", models["words"], samples / "ja.target.seg")
    assert "seg is segmented already; convert it to .raw" in said


def test_options_of_the_other_kind_of_model_are_named(models, samples):
    assert "--tokenize does not apply" in misused("label", models["words"], "--tokenize", stdin="a\n")
    assert "can be read once" in misused("label", models["words"], "-", "-")


def test_broken_models_are_named(models, desk):
    data = models["words"].read_bytes()
    (desk / "cut.model").write_bytes(data[: len(data) // 2])
    (desk / "flipped.model").write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    (desk / "text.model").write_text("this is no model at all, and long enough to be looked at closely\n")
    for name in ("cut.model", "flipped.model", "text.model", "gone.model"):
        assert failed("label", name, stdin="a\n").startswith(f"tagshift: {name}: ")


def test_a_line_of_a_pipe_is_answered_through_a_pipe(models):
    labelling = process("label", models["words"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    found, _ = labelling.communicate(LINE.encode())
    assert labelling.returncode == 0
    assert found.decode().replace(" ", "").strip() == LINE


def test_jsonl_keeps_offsets_into_the_line(models):
    found = json.loads(words(models, "外国 人参\n", "--format", "jsonl"))
    assert found["text"] == "外国 人参"
    assert len(found["cuts"]) == len(found["text"]) - 1
    assert found["cuts"][1:3] == [1, 1]


@pytest.mark.parametrize(
    ("kind", "options", "asked", "lines"),
    [
        ("words", [], "外国人\n", 1),
        ("words", ["--jobs", 2], "外国人\n", 1),
        ("words", ["--format", "jsonl", "--confidence"], "外国人\n", 1),
        ("tags", ["--from", "raw"], "to Falmouth\n", 3),
        ("tags", ["--tokenize"], "to Falmouth\n", 3),
        ("tags", ["--from", "raw", "--jobs", 2], "to Falmouth\n", 3),
        ("tags", [], "to\nFalmouth\n\n", 3),
    ],
)
def test_a_program_gets_its_answer_before_it_writes_on(models, kind, options, asked, lines):
    ends = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
    labelling = process("label", models[kind], *options, **ends)
    found = []
    for _ in range(2):
        labelling.stdin.write(asked.encode())
        for _ in range(lines):
            assert select.select([labelling.stdout], [], [], 60)[0], "no answer while the pipe is open"
            found.append(labelling.stdout.readline())
    rest, _ = labelling.communicate()
    assert (rest, labelling.returncode) == (b"", 0)
    assert found[:lines] == found[lines:]


LEARNING = {
    "scipy",
    "tqdm",
    "tagshift.learners.crf",
    "tagshift.scoring.significance",
    "tagshift.optimize.lbfgs",
}


@pytest.mark.parametrize(
    ("kind", "unneeded"),
    [
        ("words", {"tagshift.tagger", "concurrent", *LEARNING}),
        ("tags", {"tagshift.segmenter", "tagshift.learners.crf"}),
    ],
)
def test_labelling_a_line_imports_neither_learners_nor_the_other_kind_of_model(models, kind, unneeded):
    show = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
    command = [*COMMAND[:2], show + COMMAND[2], "label", models[kind], "--from", "raw"]
    found = subprocess.run(command, input=b"to Falmouth\n", capture_output=True, check=True, env=ENVIRONMENT)
    assert unneeded & set(found.stderr.decode().split()) == set()
