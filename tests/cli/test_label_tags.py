"""Taggers: columns, lines of tokens, prose."""

from __future__ import annotations

import json

from commands import done, misused

TOKENS = "Ines sailed from Falmouth .\n"


def labelled(models, text, *more):
    return done("label", models["tags"], *more, stdin=text).stdout


def test_lines_of_tokens_become_tokens_and_labels(models):
    found = labelled(models, TOKENS, "--from", "raw")
    assert found.endswith("\n\n")
    rows = [line.split("\t") for line in found.strip().split("\n")]
    assert [row[0] for row in rows] == TOKENS.split()
    assert {len(row) for row in rows} == {2}
    assert rows[3][1] == "B-LOC"


def test_columns_come_back_with_the_label_appended(models):
    found = labelled(models, "Falmouth NNP x\nlies VBZ y\n\n")
    assert [line.split(" ")[:3] for line in found.strip().split("\n")] == [
        ["Falmouth", "NNP", "x"],
        ["lies", "VBZ", "y"],
    ]
    assert all(len(line.split(" ")) == 4 for line in found.strip().split("\n"))
    found = labelled(models, "Falmouth\tx\nlies\ty\n\n", "--from", "tok")
    assert all(len(line.split("\t")) == 3 for line in found.strip().split("\n"))


def test_one_column_becomes_token_and_label_with_a_tab(models):
    assert labelled(models, "Falmouth\nlies\n\n").split("\n")[1] == "lies\tO"


def test_a_token_of_a_number_sign_is_a_token(models):
    assert labelled(models, "# of boats\n", "--from", "raw").startswith("#\t")


def test_prose_is_cut_into_tokens_that_keep_their_places(models):
    line = "Ines didn't sail. She stayed in Falmouth."
    rows = [
        json.loads(row)
        for row in labelled(models, line + "\n", "--tokenize", "--format", "jsonl").splitlines()
    ]
    assert len(rows) == 2
    for row in rows:
        assert row["text"] == line
        places = zip(row["starts"], row["tokens"], strict=True)
        assert all(line[at : at + len(token)] == token for at, token in places)
    assert labelled(models, line, "--tokenize").split("\n")[1] == "did\tO"


def test_confidence_is_one_more_column_or_a_list(models):
    rows = [
        line.split("\t")
        for line in labelled(models, TOKENS, "--from", "raw", "--confidence").strip().split("\n")
    ]
    assert all(0 < float(row[2]) <= 1 for row in rows)
    found = json.loads(labelled(models, TOKENS, "--from", "raw", "--confidence", "--format", "jsonl"))
    assert [f"{score:.4f}" for score in found["scores"]] == [row[2] for row in rows]


def test_the_best_are_ordered_and_the_first_is_the_answer(models):
    found = json.loads(labelled(models, TOKENS, "--from", "raw", "--nbest", 3))
    logs = [one["log_probability"] for one in found["alternatives"]]
    assert len(logs) == 3
    assert logs == sorted(logs, reverse=True)
    assert found["alternatives"][0]["labels"] == found["labels"]
    assert "--nbest has no place in tok" in misused(
        "label", models["tags"], "--from", "raw", "--nbest", 2, "--format", "tok", stdin=TOKENS
    )


def test_the_number_of_threads_does_not_show(models, monkeypatch):
    monkeypatch.setattr("tagshift.cli.label_tags.BATCH", 3)
    text = "".join(f"Ines{n} sailed from Falmouth {n} .\n" for n in range(40))
    found = [labelled(models, text, "--from", "raw", "--confidence", "--jobs", jobs) for jobs in (1, 2, 5)]
    assert found[0] == found[1] == found[2]
    assert found[0].count("Falmouth") == 40


def test_known_labels_stay_where_that_is_asked_for(models):
    text = "Ines\tB-LOC\nsailed\t_\n\n"
    free = labelled(models, text, "--from", "tok")
    assert [line.split("\t")[:2] for line in free.strip().split("\n")] == [["Ines", "B-LOC"], ["sailed", "_"]]
    found = labelled(models, text, "--from", "tok", "--constraints")
    assert found == "Ines\tB-LOC\nsailed\tO\n\n"
    text = "Ines\tB-LOC\tx\nsailed\t_\ty\n\n"
    found = labelled(models, text, "--from", "tok", "--constraints", "--label-column", 2)
    assert found == "Ines\tB-LOC\tx\nsailed\tO\ty\n\n"
    said = misused("label", models["tags"], "--from", "tok", "--label-column", 2, stdin=text)
    assert "--label-column does not apply" in said


def test_prose_has_no_format_and_no_labels(models):
    for option in (["--from", "raw"], ["--constraints"]):
        said = misused("label", models["tags"], "--tokenize", *option, stdin="a\n")
        assert f"{option[0]} does not apply" in said


def test_nothing_gives_nothing(models):
    assert labelled(models, "") == ""
    assert labelled(models, "\n\n", "--from", "raw") == ""


def test_documents_of_columns_stay(models):
    assert "-DOCSTART-" in labelled(models, "-DOCSTART- -X- O\n\nFalmouth NNP x\n\n")


def test_conllu_has_the_label_in_its_own_place(models):
    row = ["1", "Falmouth", "falmouth", "PROPN", "_", "_", "0", "root", "_", "_"]
    found = labelled(models, "# sent_id = a\n" + "\t".join(row) + "\n\n", "--from", "conllu")
    lines = found.splitlines()
    assert lines[0] == "# sent_id = a"
    cells = lines[1].split("\t")
    assert cells[:3] + cells[4:] == row[:3] + row[4:]
    assert cells[3] in ("B-LOC", "B-ORG", "B-PER", "O")


def test_labels_of_json_lines_are_found_anew_or_kept(models):
    line = '{"tokens": ["Ines", "sailed"], "labels": ["B-LOC", null]}\n'
    assert json.loads(labelled(models, line, "--from", "jsonl"))["labels"] != ["B-LOC", "O"]
    assert json.loads(labelled(models, line, "--from", "jsonl", "--constraints"))["labels"] == ["B-LOC", "O"]
