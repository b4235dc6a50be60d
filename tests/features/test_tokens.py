import numpy as np
import pytest

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError
from tagshift.features.tokens import Tokens

SENTENCES = [[["a", "b"], ["X", "Y"]], [[], []], [["b"], ["X"]]]


def test_positions_leave_a_gap_before_between_and_after():
    tokens = Tokens.from_sentences(SENTENCES)
    assert tokens.starts(3).tolist() == [3, 8, 11]
    assert tokens.positions(3).tolist() == [3, 4, 11]
    assert tokens.size(3) == 15
    assert tokens.sentence_of.tolist() == [0, 0, 2]


def test_a_corpus_gives_the_same_tokens_as_its_sentences():
    corpus = Corpus.from_tags([TagSentence(tuple(c), [None] * len(c[0])) for c in SENTENCES])
    one, other = Tokens.from_corpus(corpus, (1, 2)), Tokens.from_sentences(SENTENCES, (1, 2))
    assert np.array_equal(one.offsets, other.offsets)
    for column in (1, 2):
        assert one.columns[column].strings == other.columns[column].strings
        assert np.array_equal(one.columns[column].ids, other.columns[column].ids)


def test_columns_are_numbered_as_in_the_file_where_the_label_stands_between():
    corpus = Corpus.from_tags([TagSentence((["a"], ["X"]), ["N"], extra={"label_column": 2})])
    assert Tokens.from_corpus(corpus, (1, 3), label_column=2).columns[3].strings == ["X"]
    with pytest.raises(CorpusError, match=r"column 2 of the corpus, but that holds the labels"):
        Tokens.from_corpus(corpus, (2,), label_column=2)


def test_a_missing_column_is_named_with_its_sentence():
    with pytest.raises(CorpusError, match=r"sentence 2: .* column 2, but it has 1 feature column"):
        Tokens.from_sentences([[["a"], ["X"]], [["b"]]], (1, 2))
    corpus = Corpus.from_tags([TagSentence((["a"],), ["N"])])
    with pytest.raises(CorpusError, match=r"column 2 of the corpus, but that is none of its 1"):
        Tokens.from_corpus(corpus, (1, 2))


def test_no_sentence_is_a_stream_of_gaps():
    tokens = Tokens.from_sentences([])
    assert len(tokens) == 0
    assert tokens.size(2) == 2
