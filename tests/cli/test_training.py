"""What both kinds of training share."""

from __future__ import annotations

import sys

import pytest
from commands import misused

from tagshift.cli.log import Log
from tagshift.cli.training import Progress, provenance, read_or_fail
from tagshift.errors import CorpusError
from tagshift.optimize.report import Report


def test_an_iteration_is_a_line_with_verbose_and_moves_on_a_terminal(capsys, monkeypatch):
    report = Report(objective=2.5, iterations=3)
    Progress(Log(False, True))(report)
    assert capsys.readouterr().err == "iteration 3: objective 2.5\n"
    report.gradient_norm = 0.5
    Progress(Log(False, False))(report)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    told = Progress(Log(False, False))
    told(report)
    assert "iteration 3: objective 2.5, gradient norm 0.5" in capsys.readouterr().err
    told.close()
    assert "\n" not in capsys.readouterr().err


def test_nothing_to_learn_from_is_an_error():
    assert read_or_fail(["x"], ["a.seg"]) == ["x"]
    with pytest.raises(CorpusError, match=r"a\.seg, b\.seg: no sentence in it"):
        read_or_fail([], ["a.seg", "b.seg"])


def test_only_what_was_asked_for_is_kept(desk):
    (desk / "a.seg").write_text("a b\n")
    (desk / "list").write_text("a\n")
    names = (
        "templates",
        "learner",
        "l2",
        "hide",
        "min_count",
        "scheme",
        "margin",
        "max_iterations",
        "min_raw",
    )
    given = dict.fromkeys((*names, "from_format", "limit", "label_column"))
    given |= {"fine": False, "feature_columns": (2,), "map_labels": {}, "unlabelled": "unknown", "seed": 1}
    given |= {"dev": ("a.seg",), "raw": (), "words": ("list", "jumandic"), "l2": 0.5}
    found = provenance(["a.seg"], given)
    assert found["options"] == {"l2": 0.5, "feature_columns": [2]}
    assert provenance(["a.seg"], given | {"margin": 0.0})["options"]["margin"] == 0.0
    assert found["dev"] == found["corpora"]
    assert [one["name"] for one in found["words"]] == ["list", "jumandic"]
    assert "raw" not in found


def test_runs_of_the_optimiser_are_counted():
    told = Progress(Log(True, False))
    for iteration in (1, 2, 3, 1, 2, 1):
        told(Report(iterations=iteration))
    assert told.runs == 3


def test_a_model_never_takes_the_place_of_its_corpus(desk):
    (desk / "a.seg").write_text("a b\n")
    for words in (["a.seg"], ["b.seg", "--dev", "a.seg"]):
        assert "./a.seg is read as well" in misused("train", *words, "-o", "./a.seg", "--force")
    assert (desk / "a.seg").read_text() == "a b\n"
