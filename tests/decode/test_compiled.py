from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from segmenting import SENTENCES, random_model, texts

from tagshift.data.sentence import SegmentSentence
from tagshift.decode.compiled import compile_tables, workspace
from tagshift.decode.segment_reader import SegmentReader
from tagshift.errors import ModelError
from tagshift.features.ngrams import NgramSpec
from tagshift.kernels.segment import segment

KINDS = [
    (templates, lists, chained)
    for templates, lists, chained in product(["default", "tsuboi2009"], [False, True], [False, True])
]
READERS = {
    kind: SegmentReader(random_model(seed, kind[0], lists=kind[1], chained=kind[2]))
    for seed, kind in enumerate(KINDS)
}


def plain(reader, text):
    """What the features say without tables, words between spaces."""
    return " ".join(reader.best([SegmentSentence.spaced(text)])[0])


@pytest.mark.parametrize("kind", KINDS, ids=str)
@given(text=texts)
@settings(max_examples=60)
def test_compiled_tables_cut_as_the_features_themselves_do(kind, text):
    reader = READERS[kind]
    assert reader.lines.text(text) == plain(reader, text)


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_compiled_tables_cut_long_texts_as_the_features_do(kind, rng):
    reader = READERS[kind]
    letters = [*"".join(SENTENCES), "犬", " ", "長い長い長い名前を", "アアアアアア"]
    text = "".join(rng.choice(letters, 3000))
    assert reader.lines.text(text) == plain(reader, text)


@given(lines=st.lists(texts.map(lambda text: text.replace("\n", "")), max_size=90))
@settings(max_examples=40)
def test_lines_in_one_go_are_cut_as_each_by_itself(lines):
    lines = ["".join(c for c in line.rstrip("\r") if not "\ud800" <= c <= "\udfff") for line in lines]
    reader = READERS["default", True, False]
    found = reader.lines.lines("".join(line + "\n" for line in lines).encode())
    assert found.decode() == "".join(reader.lines.text(line) + "\n" for line in lines)


@pytest.mark.parametrize("seed", range(5))
def test_random_models_are_compiled_exactly(seed, rng):
    reader = SegmentReader(random_model(seed + 100, lists=True, chained=seed % 2 == 0, largest=1500))
    for line in SENTENCES:
        text = line.replace(" ", "")
        text = "".join(rng.permutation(list(text))) + text
        assert reader.lines.text(text) == plain(reader, text)


def test_a_model_without_any_ngram_is_compiled_by_its_words():
    model = random_model(3)
    ngrams = tuple(replace(n, table=type(n.table)(n.table.keys[:0])) for n in model.index.ngrams)
    names = {n.spec.name for n in ngrams}
    weights = {name: found[:0] if name in names else found for name, found in model.weights.items()}
    reader = SegmentReader(replace(model, index=replace(model.index, ngrams=ngrams), weights=weights))
    assert reader.lines.text("外国人ABxyz") == plain(reader, "外国人ABxyz")


def test_features_too_wide_for_a_row_are_refused_by_their_places():
    index = random_model(1).index
    wide = replace(index.ngrams[0], spec=NgramSpec("char", 1, -9, 17))
    with pytest.raises(ModelError, match="from place -9 to 7 are too wide"):
        compile_tables(
            replace(index, ngrams=(replace(wide, spec=NgramSpec("char", 1, -9, 17)),)), {}, [0] * 6
        )


def test_sums_that_do_not_fit_16_bits_are_refused():
    model = random_model(1, largest=30_000)
    with pytest.raises(ModelError, match="do not fit 16 bits"):
        model.tables  # noqa: B018


def test_workspaces_serve_one_text_after_another():
    reader = READERS["default", False, False]
    tables = reader.model.tables
    work, out = workspace(tables, 100), np.zeros(300, np.uint8)
    for text in ("外国人参政権", "一", "", "外国人参政権"):
        data = np.frombuffer(text.encode(), np.uint8)
        size = segment(tables, work, data, out, True, False)
        assert bytes(out[:size]).decode() == plain(reader, text)


def test_known_cuts_bind_the_chain_on_both_sides():
    reader = READERS["default", False, True]
    free = reader.lines.text("外国人参政権を")
    held = reader.lines.text("外 国 人参政権を")
    assert held.split(" ")[:2] == ["外", "国"]
    assert held == " ".join(reader.best([SegmentSentence("外国人参政権を", bytes([1, 1, 2, 2, 2, 2]))])[0])
    assert free.replace(" ", "") == held.replace(" ", "")
