from __future__ import annotations

import numpy as np

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import SegmentSentence
from tagshift.features.alphabet import Alphabet
from tagshift.features.stream import TextStream

TEXTS = ["ab", "", "c", "bca"]


def stream_of(texts, gap):
    corpus = Corpus.from_segments(map(SegmentSentence.raw, texts))
    return corpus, TextStream.of(corpus, Alphabet.of([corpus.units]), gap)


def test_texts_lie_behind_each_other_with_gaps_around_them():
    _, stream = stream_of(TEXTS, 2)
    assert stream.ids.tolist() == [0, 0, 2, 3, 0, 0, 0, 0, 4, 0, 0, 3, 4, 2, 0, 0]
    assert stream.starts.tolist() == [2, 6, 8, 11]
    assert stream.lengths.tolist() == [2, 0, 1, 3]
    assert ((stream.types > 0) == (stream.ids > 0)).all()
    assert stream.size == 16


def test_every_position_knows_its_sentence():
    _, stream = stream_of(TEXTS, 1)
    assert stream.sentence.tolist() == [-1, 0, 0, -1, -1, 2, -1, 3, 3, 3, -1]


def test_what_is_known_of_units_is_spread_over_the_stream():
    corpus, stream = stream_of(TEXTS, 1)
    spread = stream.spread(np.arange(1, len(corpus.units) + 1, dtype=np.int32))
    assert spread.tolist() == [0, 1, 2, 0, 0, 3, 0, 4, 5, 6, 0]


def test_no_text_is_a_gap():
    assert stream_of([], 3)[1].ids.tolist() == [0, 0, 0]
