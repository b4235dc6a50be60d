"""The bundled samples: large enough, small enough, well formed, our own, and not monotonous."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from pathlib import Path

import pytest

LEAST = {
    "ja.source.seg": 500,
    "ja.target.raw": 300,
    "ja.target.seg": 150,
    "ja.target.words": 20,
    "en.source.tsv": 400,
    "en.target.raw": 250,
    "en.target.tsv": 120,
    "en.target.words": 20,
}
GUIDELINES = ["GUIDELINES.ja.md", "GUIDELINES.en.md"]
JAPANESE = ["ja.source.seg", "ja.target.raw", "ja.target.seg"]
ENGLISH = ["en.source.tsv", "en.target.raw", "en.target.tsv"]


def text_of(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")


def sentences(path: Path) -> list[str]:
    """The sentences of a file as plain text: Japanese without spaces, English tokens with them."""
    text = text_of(path)
    if ".tsv" in path.name:
        units = [
            [line.split("\t")[0] for line in unit.split("\n") if "\t" in line] for unit in text.split("\n\n")
        ]
        return [" ".join(unit) for unit in units if unit]
    lines = [line for line in text.split("\n") if line]
    return [line.replace(" ", "") for line in lines] if ".seg" in path.name else lines


def variety(texts: Iterable[str], size: int) -> float:
    """The share of distinct character trigrams among those of the first ``size`` characters."""
    text = "\n".join(texts)[:size]
    assert len(text) == size, "too little text to compare with"
    trigrams = [text[i : i + 3] for i in range(size - 2)]
    return len(set(trigrams)) / len(trigrams)


def spread(texts: list[str]) -> list[str]:
    """The same sentences in an order that visits every part of a corpus early."""
    step = 97
    return [text for start in range(step) for text in texts[start::step]]


@pytest.mark.parametrize(("name", "least"), LEAST.items())
def test_a_sample_has_enough_sentences_and_none_twice(samples, name, least):
    found = sentences(samples / name)
    assert len(found) >= least
    assert len(set(found)) == len(found)


def test_the_samples_are_small_and_say_how_they_were_labelled(samples):
    assert all((samples / name).is_file() for name in GUIDELINES)
    assert sum(path.stat().st_size for path in samples.iterdir()) < 400_000


@pytest.mark.parametrize("name", sorted(LEAST))
def test_a_sample_is_clean_text(samples, name):
    text = text_of(samples / name)
    assert "\r" not in text
    assert not text.startswith("\ufeff")
    assert text.endswith("\n")
    assert [line for line in text.split("\n") if line != line.strip()] == []


@pytest.mark.parametrize("name", ["ja.source.seg", "ja.target.seg"])
def test_segmented_samples_have_one_space_between_words(samples, name):
    assert [line for line in text_of(samples / name).split("\n") if "  " in line] == []


@pytest.mark.parametrize("name", ["en.source.tsv", "en.target.tsv"])
def test_labelled_samples_have_two_columns_and_legal_labels(samples, name):
    before = "O"
    for number, line in enumerate(text_of(samples / name).split("\n"), 1):
        token, tab, label = line.partition("\t")
        if line:
            assert token, number
            assert tab, number
            assert label == "O" or label[:2] in ("B-", "I-"), (number, line)
            assert not label.startswith("I-") or before[1:] == label[1:], (number, line)
        before = label if line else "O"


@pytest.mark.parametrize(
    ("labelled", "raw"), [("ja.target.seg", "ja.target.raw"), ("en.target.tsv", "en.target.raw")]
)
def test_no_sentence_to_be_scored_is_among_the_raw_ones_or_the_source(samples, labelled, raw):
    source = samples / labelled.replace("target", "source")
    assert not set(sentences(samples / labelled)) & {*sentences(samples / raw), *sentences(source)}


@pytest.mark.parametrize("name", ["ja.target.words", "en.target.words"])
def test_a_word_list_has_words_that_occur_in_the_target(samples, name):
    words = [line.split("\t")[0] for line in text_of(samples / name).split("\n") if line]
    text = "\n".join(sentences(samples / name.replace(".words", ".raw")))
    assert sum(word in text for word in words) >= len(words) / 2


@pytest.mark.parametrize(
    ("names", "corpus"),
    [(JAPANESE, "jws/kwdlc.train.seg.gz"), (ENGLISH, "pos/brown.news.tsv.gz")],
    ids=["ja", "en"],
)
def test_samples_vary_as_much_as_a_real_corpus_of_the_same_size(samples, corpora, names, corpus):
    ours = [text for name in names for text in sentences(samples / name)]
    size = len("\n".join(ours))
    assert variety(ours, size) >= variety(spread(sentences(corpora / corpus)), size)


@pytest.mark.parametrize("names", [JAPANESE, ENGLISH], ids=["ja", "en"])
def test_no_sample_sentence_stands_in_a_corpus(samples, corpora, names):
    rooms = ["jws"] if names is JAPANESE else ["pos", "chunk", "ner"]
    ours = {text for name in names for text in sentences(samples / name)}
    for room in rooms:
        for path in sorted((corpora / room).glob("*.*s*")):
            if {".seg", ".tsv"} & set(path.suffixes):
                assert not ours & set(sentences(path)), path.name
