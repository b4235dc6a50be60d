"""``train``: from labelled text to a model file."""

from __future__ import annotations

import json
import signal
import subprocess

import pytest
from commands import done, failed, misused, process

from tagshift import Segmenter, Tagger, persistence

NEWS = "外国 人 が 来 た\n人 が 外国 へ 行っ た\n来 た 人\n" * 3
TAGS = "Rosa\tB-PER\nsang\tO\n\nBen\tB-PER\nran\tO\nto\tO\nRome\tB-LOC\n\n" * 3


@pytest.fixture
def corpora(desk):
    (desk / "news.seg").write_text(NEWS)
    (desk / "news.tsv").write_text(TAGS)
    (desk / "news.txt").write_text(TAGS.replace("\t", " "))
    return desk


def test_the_first_corpus_tells_the_task(corpora):
    done("train", "news.seg", "-o", "a.model")
    assert Segmenter.load("a.model")("人が来た") == ["人", "が", "来", "た"]
    done("train", "news.tsv", "-o", "b.model")
    assert Tagger.load("b.model")(["Ben", "sang"]) == ["B-PER", "O"]
    done("train", "news.txt", "--task", "tag", "-o", "c.model")
    assert "--task segment or --task tag" in misused("train", "news.txt", "-o", "d.model")


def test_the_log_goes_to_stderr_and_into_the_model(corpora):
    for corpus, task in (("news.seg", "segment"), ("news.tsv", "tag")):
        found = done("train", corpus, "-o", f"{task}.model", "--verbose")
        assert found.stdout == ""
        assert "iteration 1: objective " in found.stderr
        assert "gradient norm" in found.stderr
        report = persistence.peek(f"{task}.model")["report"]
        assert {"objective", "iterations", "reason"} <= set(report)
        assert report["reason"].split(":")[0] in found.stderr


def test_quiet_is_quiet_and_json_is_an_object(corpora):
    found = done("train", "news.seg", "-o", "a.model", "--quiet", "--json")
    assert found.stderr == ""
    said = json.loads(found.stdout)
    assert (said["task"], said["model"]) == ("segment", "a.model")
    assert said["report"]["converged"] in (True, False)


def test_a_model_knows_where_it_comes_from(corpora):
    done("train", "news.tsv", "--limit", 4, "--dev", "news.tsv", "--seed", 7, "--l2", 0.5, "-o", "a.model")
    found = persistence.peek("a.model")["provenance"]
    assert (found["seed"], found["corpora"][0]["name"]) == (7, "news.tsv")
    assert found["corpora"][0]["bytes"] == len(TAGS)
    assert found["options"] == {"l2": 0.5, "limit": 4}
    assert found["dev"][0]["name"] == "news.tsv"
    assert found["scores"]["dev"]["f1"] > 0
    assert str(corpora) not in json.dumps(persistence.peek("a.model"))


def test_the_same_command_writes_the_same_model(corpora):
    for name in ("news.seg", "news.tsv"):
        for n, jobs in enumerate((1, 2, 2)):
            done("train", name, "-o", f"{n}.model", "--force", "--jobs", jobs)
        first, *others = (persistence.load(f"{n}.model")[1] for n in range(3))
        for other in others:
            assert first.keys() == other.keys()
            assert all((first[key] == other[key]).all() for key in first)


def test_a_development_file_chooses_and_is_reported_on(corpora):
    for corpus in ("news.seg", "news.tsv"):
        found = done("train", corpus, "--dev", corpus, "-o", "a.model", "--force")
        assert f"\n{corpus} " in found.stderr
        assert "l2 " in found.stderr


def test_labels_are_renamed_and_columns_chosen(corpora):
    (corpora / "a.tsv").write_text("runs\tx\tVBZ\ty\ndogs\tx\tNNS\ty\n\n" * 3)
    done(
        "train",
        "a.tsv",
        "--label-column",
        3,
        "--map-labels",
        "VBZ=V",
        "--feature-columns",
        "2",
        "-o",
        "a.model",
    )
    tagger = Tagger.load("a.model")
    assert set(tagger.labels_) == {"V", "NNS"}
    assert tagger.model_.index.columns == (1, 2)


def test_words_are_features_of_their_own(corpora):
    (corpora / "list.words").write_text("参政\n権\n")
    done("train", "news.seg", "--words", "list.words", "-o", "a.model")
    assert "list.words" in done("inspect", "a.model").stdout
    (corpora / "names.words").write_text("Rosa\tPER\nOslo\tLOC\n")
    done("train", "news.tsv", "--words", "names.words", "-o", "b.model")
    assert "names.words" in done("inspect", "b.model").stdout


def test_options_of_the_other_task_are_named(corpora):
    assert "--scheme does not apply" in misused("train", "news.seg", "--scheme", "iob2", "-o", "a.model")
    assert "--label-column does not apply" in misused(
        "train", "news.seg", "--label-column", 2, "-o", "a.model"
    )
    assert "--hide does not apply" in misused("train", "news.tsv", "--hide", 0.1, "-o", "a.model")
    assert not (corpora / "a.model").exists()


@pytest.mark.parametrize(
    ("corpus", "option", "said"),
    [
        ("news.seg", ["--learner", "svn"], "did you mean 'svm'"),
        ("news.tsv", ["--learner", "cfr"], "did you mean 'crf'"),
        ("news.seg", ["--hide", "2"], "hide must be a number at least 0 and at most 1"),
        ("news.tsv", ["--l2", "-1"], "l2 must be a number at least 0"),
        ("news.tsv", ["--scheme", "iob"], "did you mean 'iob2'"),
        ("news.tsv", ["--templates", "defualt"], "no templates 'defualt'"),
        ("news.seg", ["--templates", "defualt"], "'defualt'"),
        ("news.tsv", ["--min-raw", "3"], "--min-raw counts in --raw"),
        ("news.tsv", ["--learner", "perceptron", "--l2", "1"], "has no l2"),
    ],
)
def test_a_wrong_parameter_is_wrong_usage(corpora, corpus, option, said):
    assert said in misused("train", corpus, "-o", "a.model", *option)


def test_bad_corpora_and_outputs_are_told(corpora):
    (corpora / "empty.seg").write_text("")
    (corpora / "empty.tsv").write_text("")
    (corpora / "mine.model").write_text("mine")
    (corpora / "ragged.tsv").write_text("a\tN\nb\n\n")
    assert "empty.seg: no sentence in it" in failed("train", "empty.seg", "-o", "a.model")
    assert "empty.tsv: no sentence" in failed("train", "empty.tsv", "--task", "tag", "-o", "a.model")
    assert "ragged.tsv:2: expected 2 column(s)" in failed("train", "ragged.tsv", "-o", "a.model")
    assert "gone.seg: no such file" in failed("train", "gone.seg", "-o", "a.model")
    assert "mine.model: exists already" in failed("train", "news.seg", "-o", "mine.model")
    assert "a model is a file" in misused("train", "news.seg", "-o", "-")
    assert "can be read once" in misused("train", "-", "-", "-o", "a.model")
    assert sorted(p.name for p in corpora.glob("*.model")) == ["mine.model"]


def test_a_corpus_can_come_through_a_pipe(corpora):
    done("train", "-", "-o", "a.model", stdin=NEWS)
    done("train", "-", "--from", "tok", "-o", "b.model", stdin=TAGS)
    assert persistence.peek("b.model")["task"] == "tag"


def test_ctrl_c_keeps_the_place_and_resume_goes_on_to_the_same_model(samples, desk):
    words = ["train", samples / "en.source.tsv", "--max-iterations", 40]
    done(*words, "-o", "whole.model")
    training = process(*words, "-o", "a.model", "--verbose", stderr=subprocess.PIPE)
    for line in training.stderr:
        if line.startswith(b"iteration 5:"):
            training.send_signal(signal.SIGINT)
            break
    said = training.stderr.read().decode().splitlines()[-1]
    training.stderr.close()
    assert training.wait() == 130
    assert said == "tagshift: interrupted; --resume goes on from a.model.resume"
    assert sorted(path.name for path in desk.iterdir()) == ["a.model.resume", "whole.model"]
    found = done(*words, "-o", "a.model", "--resume", "--verbose")
    assert "going on from a.model.resume" in found.stderr
    first = next(line for line in found.stderr.splitlines() if line.startswith("iteration "))
    assert int(first.split()[1].rstrip(":")) > 5
    assert not (desk / "a.model.resume").exists()
    whole, resumed = (persistence.load(name)[1] for name in ("whole.model", "a.model"))
    assert all((whole[key] == resumed[key]).all() for key in whole)


def test_ctrl_c_in_a_later_run_keeps_the_weights(samples, desk):
    words = ["train", samples / "en.source.tsv", "--max-iterations", 5, "-o", "a.model", "--verbose"]
    training = process(*words, stderr=subprocess.PIPE)
    runs = 0
    for line in training.stderr:
        runs += line.startswith(b"iteration 1:")
        if runs == 2:
            training.send_signal(signal.SIGINT)
            break
    training.communicate()
    assert training.returncode == 130
    assert persistence.peek("a.model.resume")["weights_only"] is True
    assert "going on from a.model.resume" in done(*words, "--resume").stderr
    assert [path.name for path in desk.iterdir()] == ["a.model"]
