"""The readers on whole corpora, against the counts that these state."""

import pytest

from tagshift.data.corpus import Corpus
from tagshift.data.formats import read, write
from tagshift.data.sentence import UNKNOWN


@pytest.mark.parametrize(
    ("name", "sentences", "words"),
    [
        ("jws/wac.dev.seg", 443, 6353),
        ("jws/kwdlc.dev.tok", 1585, 22625),
        ("chunk/conll2000.test.txt", 2012, 47377),
        (
            "ner/conll2002.ned.testa.txt",
            2895,
            37761 - 74,
        ),  # 74 documents, whose marks the corpus counts as words
        ("pos/brown.humor.tsv", 1053, 21695),
        ("trees/ewt.dev.conllu", 500, 6809),
    ],
)
def test_a_corpus_has_as_many_sentences_and_words_as_it_states(corpora, name, sentences, words):
    found = list(read(corpora / name, task="tag"))
    assert (len(found), sum(len(sentence.tokens) for sentence in found)) == (sentences, words)


def test_words_of_white_space_are_kept(corpora):
    words = [
        word for sentence in read(corpora / "jws/wac.dev.seg", task="segment") for word in sentence.words()
    ]
    assert any(not word.strip() for word in words)


def test_segmented_and_tokenised_files_of_a_corpus_hold_the_same_words(corpora):
    seg = [s.words() for s in read(corpora / "jws/kwdlc.dev.seg", task="segment")]
    assert seg == [s.words() for s in read(corpora / "jws/kwdlc.dev.tok", task="segment")]


@pytest.mark.parametrize("ending", ["part", "jsonl", "kytea", "seg"])
def test_full_annotation_goes_to_another_notation_and_back_unchanged(corpora, tmp_path, ending):
    source = corpora / "jws/wac.dev.seg"
    write(tmp_path / f"there.{ending}", read(source))
    write(tmp_path / "back.seg", read(tmp_path / f"there.{ending}"))
    assert (tmp_path / "back.seg").read_bytes() == source.read_bytes()


def test_columns_are_written_as_they_were_read(corpora, tmp_path):
    source = corpora / "chunk/conll2000.test.txt"
    write(tmp_path / "out.txt", read(source, task="tag"), task="tag")
    assert (tmp_path / "out.txt").read_bytes() == source.read_bytes()


def test_labels_of_the_middle_column_leave_the_others_their_numbers(corpora):
    (first, *_) = read(corpora / "pos/brown.humor.tsv", task="tag", label_column=3)
    assert len(first.columns) == 4
    assert list(first.labels) == list(first.columns[2])


def test_raw_text_is_the_segmented_text_without_its_spaces(corpora):
    raw = Corpus.from_segments(read(corpora / "jws/fkc.train.raw", task="segment"))
    seg = Corpus.from_segments(read(corpora / "jws/fkc.train.seg", task="segment"))
    assert raw.units.tolist() == seg.units.tolist()
    assert not raw.allowed.any()
    assert all(
        UNKNOWN not in sentence.cuts for sentence in read(corpora / "jws/fkc.train.seg", task="segment")
    )
