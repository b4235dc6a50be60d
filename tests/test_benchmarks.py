"""The benchmarks measure what they say; their page holds what they found and nothing else."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent
LINES = ["今日 は よい 天気", "本 を 読む", "雨"]


@pytest.fixture
def benchmark(monkeypatch):
    """A module of the benchmarks by its name."""
    monkeypatch.syspath_prepend(str(ROOT))
    return lambda name: import_module(f"benchmarks.{name}")


@pytest.fixture
def small_corpus(tmp_path):
    path = tmp_path / "small.seg"
    path.write_text("".join(line + "\n" for line in LINES), encoding="utf-8")
    return path


def test_the_page_of_results_is_what_the_last_runs_kept(benchmark):
    table = benchmark("table")
    kept = json.loads(table.KEPT.read_text("utf-8"))
    assert table.PAGE.read_text("utf-8") == table.render(kept)


def test_a_section_run_again_replaces_its_own_rows_alone(benchmark, tmp_path, monkeypatch):
    table = benchmark("table")
    monkeypatch.setattr(table, "KEPT", tmp_path / "results.json")
    monkeypatch.setattr(table, "PAGE", tmp_path / "RESULTS.md")
    for name, what in (("b", "old"), ("a", "other"), ("b", "new")):
        table.keep(table.Section(name, name, {"Run on": "a day"}, [table.Row(what, "1 s")]), ["a", "b"])
    lines = [line for line in table.PAGE.read_text("utf-8").splitlines() if "1 s" in line]
    assert [line.split(" | ")[0] for line in lines] == ["| other", "| new"]


@pytest.mark.parametrize(
    ("value", "more_is_better", "holds"),
    [
        (0.1, False, "aim"),
        (0.4, False, "must"),
        (0.6, False, "**no**"),
        (0.6, True, "aim"),
        (0.1, True, "**no**"),
    ],
)
def test_a_row_says_which_bar_it_reaches(benchmark, value, more_is_better, holds):
    must, aim = (0.3, 0.5) if more_is_better else (0.5, 0.3)
    row = benchmark("table").Row("x", "", value=value, must=must, aim=aim, more_is_better=more_is_better)
    assert row.holds == holds


def test_a_row_without_its_peer_says_so_and_claims_nothing(benchmark):
    absent = benchmark("measure").missing("no-such-package")
    row = benchmark("table").Row("x", "1 s", absent, must=0.5)
    assert "absent: no-such-package" in row.line()
    assert row.holds == "not measured"


def test_both_sides_see_the_same_attributes(benchmark, small_corpus, rng):
    attributes = benchmark("attributes")
    encoded = attributes.encode(small_corpus)
    theta = np.zeros(encoded.n_parameters)
    theta[: encoded.block_starts[-1]] = rng.normal(size=encoded.block_starts[-1])
    found = list(attributes.sentences(encoded))
    assert [len(labels) for _, labels in found] == [len(line.replace(" ", "")) - 1 for line in LINES[:2]]
    assert "".join(found[0][1]) == "011010"
    expected = []
    for start, length in zip(encoded.starts, encoded.lengths, strict=True):
        expected += reference_scores(encoded, theta)[start : start + length].tolist()
    told = [sum(theta[int(name)] for name in names) for rows, _ in found for names in rows]
    assert told == pytest.approx(expected)


def reference_scores(encoded, theta):
    from corpora_of_numbers import node_scores

    return node_scores(encoded, theta)[:, 1]


def test_inside_a_sentence_there_are_thirty_attributes(benchmark, tmp_path):
    attributes = benchmark("attributes")
    path = tmp_path / "one.seg"
    path.write_text("あいう えおか\n", encoding="utf-8")
    ((names, _),) = attributes.sentences(attributes.encode(path))
    assert [len(row) for row in names] == [len(set(row)) for row in names]
    assert len(names[2]) == 30


def test_a_model_of_crfsuite_has_our_objective_where_its_own_penalty_is_ours(
    benchmark, small_corpus, tmp_path
):
    attributes, crfsuite, worker = (benchmark(name) for name in ("attributes", "crfsuite", "learner_worker"))
    encoded = attributes.encode(small_corpus)
    both = {"feature.possible_states": True, "feature.possible_transitions": True}
    settings = {"c1": 0.0, "c2": 0.5, "max_iterations": 20, **both}
    found = crfsuite.train(crfsuite.trainer_of(encoded), tmp_path / "model", "lbfgs", settings)
    theta = crfsuite.theta_of(tmp_path / "model", encoded)
    transitions = theta[encoded.block_starts[-1] :]
    ours = worker.objective(encoded, theta, 0.5) + 0.25 * float(transitions @ transitions)
    assert ours == pytest.approx(found["loss"], rel=1e-4)


def test_a_process_is_measured_from_its_start_and_a_failure_is_no_figure(benchmark):
    measure = benchmark("measure")
    found = measure.run([sys.executable, "-c", "print(input()); bytearray(80_000_000)"], stdin="雨".encode())
    assert found.output.decode().strip() == "雨"
    assert found.peak > 80
    with pytest.raises(measure.ProcessError, match=r"exit code 3\nsaid why"):
        measure.run([sys.executable, "-c", "import sys; sys.stderr.write('said why'); sys.exit(3)"])


def test_every_section_has_a_title_and_rows(benchmark):
    sections = benchmark("run").SECTIONS
    assert all(module.TITLE and callable(module.rows) for module in sections.values())
    page = (ROOT / "docs" / "benchmarks.md").read_text("utf-8")
    assert [name for name in sections if f"| `{name}` |" not in page] == []
