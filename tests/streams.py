"""Texts laid out as streams, for the tests of a segmenter's features."""

from __future__ import annotations

from functools import cache

import numpy as np

from tagshift.data.corpus import Corpus, code_points
from tagshift.data.sentence import SegmentSentence
from tagshift.features.alphabet import Alphabet
from tagshift.features.stream import TextStream
from tagshift.features.trie import Words

GAP = 8


def corpus_of(*lines):
    """A corpus of texts whose words stand between blanks."""
    return Corpus.from_segments(SegmentSentence.from_words(line.split()) for line in lines)


@cache
def alphabet_of(letters):
    """Their alphabet, not folded; made once, for it spans all of Unicode."""
    return Alphabet.of([code_points(letters)], folded=False)


def streamed(*lines, letters=None):
    """A corpus, the alphabet of its characters or of the letters given, and its stream."""
    corpus = corpus_of(*lines)
    alphabet = alphabet_of("".join(corpus.texts()) if letters is None else letters)
    return corpus, alphabet, TextStream.of(corpus, alphabet, GAP)


def words_of(alphabet, *spelled):
    """Words in the numbers of an alphabet."""
    offsets = np.concatenate([[0], np.cumsum([len(word) for word in spelled], dtype=np.int64)])
    return Words(alphabet.ids[code_points("".join(spelled))], offsets)


def spelled(words, alphabet):
    """The texts of words of known characters."""
    letters = "".join(map(chr, alphabet.characters))
    flat = "".join(letters[number - 2] for number in words.ids)
    return [flat[begin:end] for begin, end in zip(words.offsets[:-1], words.offsets[1:], strict=True)]


def fired(block, position):
    """The rows of a block that bear on a position, each with its place in the row."""
    found = [
        (int(row), position - int(anchor) - block.shift)
        for anchor, row in zip(block.anchors, block.ids, strict=True)
    ]
    return sorted((row, place) for row, place in found if 0 <= place < block.width)
