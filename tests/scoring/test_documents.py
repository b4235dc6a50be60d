import numpy as np
import pytest

from tagshift.errors import CorpusError
from tagshift.scoring import document_spread


def test_sentences_are_summed_by_document_before_they_are_divided():
    counts = np.array([[2, 2, 2], [6, 6, 0], [4, 4, 4]])
    spread = document_spread(counts, ["a", "a", "b"])
    assert (spread.documents, spread.mean, spread.minimum, spread.maximum) == (2, 62.5, 25.0, 100.0)
    assert spread.lowest == (("a", 25.0), ("b", 100.0))


def test_deciles_are_those_of_the_documents():
    counts = np.array([[100, 100, n] for n in range(0, 101, 10)])
    spread = document_spread(counts, [f"d{n}" for n in range(11)], lowest=2)
    assert spread.deciles == pytest.approx([10, 20, 30, 40, 50, 60, 70, 80, 90])
    assert [name for name, _ in spread.lowest] == ["d0", "d1"]


def test_sentences_without_a_document_and_empty_documents_are_left_out():
    counts = np.array([[1, 1, 0], [0, 0, 0], [2, 2, 2]])
    spread = document_spread(counts, [None, "empty", "full"])
    assert (spread.documents, spread.mean) == (1, 100.0)
    assert document_spread(counts, [None, "empty", None]) is None


def test_every_sentence_needs_its_document():
    with pytest.raises(CorpusError, match="a document for each of 2 sentences, got 1"):
        document_spread(np.zeros((2, 3), np.int64), ["a"])
