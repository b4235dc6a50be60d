from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from segmenting import SMALL, random_model

from tagshift.decode import compiled_trie
from tagshift.decode.compiled_trie import SHORT, CompiledTrie, narrow
from tagshift.errors import ModelError
from tagshift.features.lexicon import ROWS
from tagshift.features.ngrams import BITS

MODEL = random_model(21, SMALL, lists=True)
TRIE = CompiledTrie.of(MODEL.index)


def step(units, base, symbol):
    """Where a symbol leads to from a base, as the kernel steps: place, base and flag, or None."""
    unit = int(units[base + symbol])
    return (base + symbol, (unit >> 16) & 0xFFFFFF, unit & 1) if unit >> 40 == base else None


def spelled():
    """Every n-gram and word as symbols, with its table or list and its row."""
    index = MODEL.index
    for ngrams in (n for n in index.ngrams if n.spec.kind == "char"):
        order = ngrams.spec.order
        for row, key in enumerate(ngrams.table.keys.tolist()):
            yield ngrams.spec.name, row, [key >> BITS * (order - 1 - n) & 0xFFFF for n in range(order)]
    for name, lexicon in index.used_lexicons.items():
        offsets = lexicon.words.offsets.tolist()
        for row, (begin, end) in enumerate(pairwise(offsets)):
            yield name, row, lexicon.words.ids[begin:end].tolist()


def test_every_ngram_and_word_is_reached_from_the_root_and_nothing_else_is():
    units = TRIE.units()
    known: dict[tuple[int, ...], bool] = {}
    for name, _, symbols in spelled():
        for n in range(1, len(symbols) + 1):
            known.setdefault(tuple(symbols[:n]), False)
        known[tuple(symbols)] |= name in MODEL.index.lexicons
    found: dict[tuple[int, ...], bool] = {}
    waiting = [((), 1)]
    while waiting:
        prefix, base = waiting.pop()
        for symbol in range(MODEL.index.alphabet.size):
            if (reached := step(units, base, symbol)) is not None:
                found[*prefix, symbol] = bool(reached[2])
                if reached[1]:
                    waiting.append(((*prefix, symbol), reached[1]))
    assert found == known


def test_rows_are_the_sums_of_all_prefixes():
    shift = -4
    matched = {
        name: np.arange(64 * ROWS * 8, dtype=np.int32).reshape(-1, 8) % 97 for name in MODEL.index.lexicons
    }
    rows = TRIE.summed_rows(MODEL.index, MODEL.weights, matched, shift, 16)
    units = TRIE.units()
    specs = {n.spec.name: n.spec for n in MODEL.index.ngrams}
    own: dict[tuple[int, ...], np.ndarray] = {}
    for name, row, symbols in spelled():
        if len(symbols) <= SHORT:
            here = own.setdefault(tuple(symbols), np.zeros(16, int))
            if name in specs:
                begin = specs[name].shift - shift
                here[begin : begin + specs[name].width] += MODEL.weights[name][row]
            else:
                kind = int(MODEL.index.lexicons[name].classes[row])
                here[-1 - shift : 7 - shift] += matched[name][kind * ROWS + len(symbols) - 1]
    for symbols in own:
        base, place = 1, 0
        for symbol in symbols:
            place, base, _ = step(units, base, symbol)
        expected = sum(own.get(symbols[:n], np.zeros(16, int)) for n in range(1, len(symbols) + 1))
        assert rows[place].tolist() == expected.tolist()
    assert not rows[0].any()


def test_marks_have_a_bit_for_each_length_of_a_listed_prefix():
    marks, units = TRIE.marks(MODEL.index.used_lexicons), TRIE.units()
    listed = {(name, tuple(symbols)) for name, _, symbols in spelled() if name in MODEL.index.lexicons}
    for _, _, symbols in spelled():
        base, place = 1, 0
        for depth, symbol in enumerate(symbols[:SHORT], 1):
            place, base, _ = step(units, base, symbol)
            expected = [
                sum(1 << (n - 1) for n in range(1, depth + 1) if (name, tuple(symbols[:n])) in listed)
                for name in MODEL.index.used_lexicons
            ]
            assert marks[place].tolist() == expected


def test_the_class_of_a_word_stands_where_it_ends():
    classes, units = TRIE.classes(MODEL.index.used_lexicons), TRIE.units()
    for which, (name, lexicon) in enumerate(MODEL.index.lexicons.items()):
        for row, symbols in ((row, symbols) for n, row, symbols in spelled() if n == name):
            base, place = 1, 0
            for symbol in symbols:
                place, base, _ = step(units, base, symbol)
            assert classes[place, which] == lexicon.classes[row] + 1


def test_an_index_of_nothing_is_a_root_alone():
    index = replace(MODEL.index, ngrams=(), lexicons={})
    trie = CompiledTrie.of(index)
    assert not trie.units().any()
    assert trie.classes({}).shape[1] == 0


def test_numbers_that_16_bits_do_not_hold_are_refused():
    assert narrow(np.array([-32768, 32767], np.int32)).dtype == np.int16
    for value in (-32769, 32768):
        with pytest.raises(ModelError, match="do not fit 16 bits"):
            narrow(np.array([value], np.int32))


def test_more_nodes_than_a_base_can_name_are_refused(monkeypatch):
    monkeypatch.setattr(compiled_trie, "MOST_PLACES", 64)
    with pytest.raises(ModelError, match="too many to compile"):
        CompiledTrie.of(MODEL.index)
