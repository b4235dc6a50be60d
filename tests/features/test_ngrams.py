from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
import reference

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import SegmentSentence
from tagshift.features import chartypes
from tagshift.features.alphabet import FIRST, Alphabet
from tagshift.features.ngrams import BITS, Ngrams, NgramSpec
from tagshift.features.segmenttemplates import named
from tagshift.features.stream import TextStream

GAP = 8
LETTERS = {"hiragana": "H", "katakana": "T", "kanji": "K", "alphabet": "A", "numeral": "N", "symbol": "S"}


def stream_of(*texts, alphabet=None):
    corpus = Corpus.from_segments(map(SegmentSentence.raw, texts))
    return TextStream.of(corpus, alphabet or Alphabet.of([corpus.units]), GAP)


def fired(block, ngrams, stream, boundary):
    """What fires at the place before character ``boundary`` of the first text: n-grams and places."""
    position = int(stream.starts[0]) + boundary - 1
    found = []
    for anchor, row in zip(block.anchors.tolist(), block.ids.tolist(), strict=True):
        column = position - anchor - block.shift
        if 0 <= column < block.width:
            key, order = int(ngrams.table.keys[row]), ngrams.spec.order
            symbols = tuple(key >> BITS * (order - 1 - n) & 0xFFFF for n in range(order))
            found.append((symbols, position - anchor + 1))
    return sorted(found)


@pytest.mark.parametrize(("order", "size"), [(1, 1), (1, 4), (2, 2), (2, 3), (3, 3), (4, 4)])
def test_the_ngrams_around_each_place_are_those_of_a_naive_walk(order, size):
    text = "abcabd"
    stream = stream_of(text, "ba", "c", "dddd")
    ngrams, block = Ngrams.fit(NgramSpec.window("char", order, size), stream)
    numbers = {c: FIRST + n for n, c in enumerate("abcd")} | {"#": 0}
    for boundary in range(1, len(text)):
        expected = [
            (tuple(numbers[c] for c in ngram), before)
            for ngram, before in reference.ngrams_at(text, boundary, order, size)
        ]
        assert fired(block, ngrams, stream, boundary) == sorted(expected)


def spelled(templates, kind, text, boundary):
    """The n-grams of a published set at one place, with a bar, as its table writes them."""
    stream = stream_of(text)
    letters = [chr(c) for c in Alphabet.of([np.array([ord(c) for c in text], np.uint32)], False).characters]
    alphabet = Alphabet.of([np.array([ord(c) for c in text], np.uint32)], False)
    stream = stream_of(text, alphabet=alphabet)
    found = set()
    for spec in (spec for spec in named(templates).ngrams if spec.kind == kind):
        ngrams, block = Ngrams.fit(spec, stream)
        for symbols, before in fired(block, ngrams, stream, boundary):
            if kind == "char":
                said = ["#" if s == 0 else letters[s - FIRST] for s in symbols]
            else:
                said = [LETTERS.get(chartypes.NAMES[spec.types][s], "#") for s in symbols]
            found.add("".join(said[:before]) + "|" + "".join(said[before:]))
    return found


def test_tsubois_ngrams_are_those_of_the_worked_example():
    assert spelled("tsuboi2009", "char", "やすり傷を", 3) == {
        *("り|", "|傷", "すり|", "り|傷", "|傷を", "すり|傷", "り|傷を")
    }
    assert spelled("tsuboi2009", "type", "やすり傷を", 3) == {
        *("H|", "|K", "HH|", "H|K", "|KH", "HH|K", "H|KH")
    }


def test_gaos_ngrams_of_a_character_are_those_of_the_table():
    """For the character c0: c-2, c-1, c0, c1, c2 ... as far as the window of the templates goes."""
    templates = named("gao2010")
    text = "abcdef"
    stream = stream_of(text)
    found = {}
    for spec in templates.ngrams:
        _, block = Ngrams.fit(spec, stream)
        position = int(stream.starts[0]) + 2  # at the character c
        found[spec.name] = sorted(
            anchor - position
            for anchor in block.anchors.tolist()
            if 0 <= position - anchor - block.shift < block.width
        )
    assert found["char1"] == [-1, 0, 1, 2]
    assert found["char2"] == [-2, -1, 0, 1]
    assert found["type1"] == [0]


def test_rare_ngrams_are_cut_off_and_the_others_renumbered():
    stream = stream_of("abab", "c")
    every, block = Ngrams.fit(NgramSpec.window("char", 1, 1), stream)
    often, kept = Ngrams.fit(NgramSpec.window("char", 1, 1, min_count=2), stream)
    assert len(every.table) == 3
    assert len(often.table) == 2
    assert set(kept.ids.tolist()) == {0, 1}
    again = often.encode(stream)
    assert np.array_equal(kept.anchors, again.anchors)
    assert np.array_equal(kept.ids, again.ids)
    assert len(kept.anchors) < len(block.anchors)


def test_ngrams_frequent_in_raw_text_alone_are_kept_too():
    alphabet = Alphabet.of([np.array([ord(c) for c in "abxy"], np.uint32)])
    spec = NgramSpec.window("char", 2, 2, min_count=2)
    source, raw = stream_of("abab", alphabet=alphabet), stream_of("xyxy", "xb", alphabet=alphabet)
    ngrams, block = Ngrams.fit(spec, source, raw)
    plain, _ = Ngrams.fit(spec, source)
    assert len(ngrams.table) > len(plain.table)
    raw_rows = ngrams.encode(raw).ids
    assert not set(raw_rows.tolist()) <= set(block.ids.tolist())


def test_unknown_characters_and_gaps_alone_make_no_ngram():
    alphabet = Alphabet.of([np.array([ord(c) for c in "ab"], np.uint32)])
    spec = NgramSpec.window("char", 2, 2)
    keys = spec.keys(stream_of("axb", alphabet=alphabet))
    assert np.flatnonzero(keys).tolist() == [GAP - 1, GAP + 2]  # gap before a, gap behind b


def test_sorted_keys_are_sorted_ngrams():
    stream = stream_of("cabbac")
    keys = NgramSpec.window("char", 3, 3).keys(stream)
    ids = np.concatenate([stream.ids, np.zeros(2, np.uint16)])
    triples = [tuple(ids[u : u + 3].tolist()) for u in range(stream.size)]
    order = sorted(range(stream.size), key=lambda u: triples[u])
    assert [k for k, _ in groupby(triples[u] for u in order)] == [
        k for k, _ in groupby(triples[u] for u in np.argsort(keys, kind="stable"))
    ]
