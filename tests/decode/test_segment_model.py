from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from segmenting import random_model

from tagshift.data.sentence import SegmentSentence
from tagshift.decode.segment_model import FEWEST, SCALE, SegmentModel
from tagshift.decode.segment_reader import SegmentReader
from tagshift.errors import ModelError
from tagshift.learners.model import ChainModel

TEXTS = ["外国人参政権を考える", "AB社の人", "", "x", "アアアアアアアアア"]


@pytest.mark.parametrize("templates", ["default", "tsuboi2009", "gao2010"])
@pytest.mark.parametrize("chained", [False, True])
def test_a_model_comes_back_from_its_parts(templates, chained):
    model = random_model(41, templates, chained=chained, lists=templates == "default")
    header, arrays = model.to_parts()
    shuffled = dict(sorted(arrays.items(), reverse=True))
    again = SegmentModel.from_parts(header, shuffled)
    assert list(again.weights) == list(model.weights)
    assert all(np.array_equal(again.weights[name], found) for name, found in model.weights.items())
    assert (again.scale, again.slope, again.labels) == (model.scale, model.slope, model.labels)
    assert np.array_equal(again.theta(), model.theta())
    ours, theirs = SegmentReader(model), SegmentReader(again)
    assert [ours.words(text) for text in TEXTS] == [theirs.words(text) for text in TEXTS]


def test_weights_are_kept_in_eight_bits_where_these_suffice():
    _, small = random_model(1, largest=100).to_parts()
    _, large = random_model(1, largest=1000).to_parts()
    assert small["weights.char1"].dtype == np.int8
    assert large["weights.char1"].dtype == np.int16


def learned(scale_of_weights, rng):
    """A model as learners make it, for the index of a random one."""
    model = random_model(2)
    weights = [
        (rng.normal(size=(*found.shape, 1)) * scale_of_weights).astype(np.float32)
        for found in model.weights.values()
    ]
    chain = np.zeros((2, 2)), np.zeros(2), np.zeros(2)
    return model, ChainModel(("-", "|"), weights, *chain, legal=None), list(model.weights)


def test_weights_are_rounded_and_ngrams_that_say_nothing_left_out(rng):
    model, chain, names = learned(0.006, rng)
    rounded = SegmentModel.of(model.index, chain, names)
    assert rounded.scale == SCALE
    assert rounded.is_pointwise
    for ngrams, before in zip(rounded.index.ngrams, model.index.ngrams, strict=True):
        exact = chain.weights[names.index(ngrams.spec.name)][..., 0] * SCALE
        kept = (np.abs(np.rint(exact)) >= FEWEST).any(axis=1)
        assert len(kept) < 20 or 0 < kept.sum() < len(kept)
        assert np.array_equal(ngrams.table.keys, before.table.keys[kept])
        assert np.abs(rounded.weights[ngrams.spec.name] - exact[kept]).max() <= 0.5


@pytest.mark.parametrize("size", [1e2, 1e6])
def test_weights_of_any_size_are_scaled_so_that_they_compile(size, rng):
    model, chain, names = learned(size, rng)
    rounded = SegmentModel.of(model.index, chain, names)
    assert rounded.scale < SCALE
    reader = SegmentReader(rounded)
    assert [reader.words(text) for text in TEXTS] == reader.best(
        [SegmentSentence.raw(text) for text in TEXTS]
    )


def test_a_model_of_no_weight_at_all_can_be_made():
    model, chain, names = learned(0.0, np.random.default_rng(0))
    assert SegmentReader(SegmentModel.of(model.index, chain, names)).words("外国人") == ["外国人"]


def test_six_tags_are_not_compiled():
    with pytest.raises(ModelError, match="six tags is not compiled"):
        random_model(1, "gao2010").tables  # noqa: B018


DAMAGE = {
    "a weight missing": lambda header, arrays: arrays.pop("weights.char2"),
    "a weight too many": lambda header, arrays: arrays.update({"weights.char9": arrays["weights.char1"]}),
    "weights too short": lambda header, arrays: arrays.update({"weights.char1": arrays["weights.char1"][1:]}),
    "weights too narrow": lambda h, arrays: arrays.update({"weights.char1": arrays["weights.char1"][:, 1:]}),
    "weights flat": lambda h, arrays: arrays.update({"weights.char1": arrays["weights.char1"].ravel()}),
    "weights of floats": lambda h, a: a.update({"weights.char1": a["weights.char1"].astype(np.float32)}),
    "no chain": lambda header, arrays: arrays.pop("chain"),
    "a chain of six tags": lambda header, arrays: arrays.update({"chain": np.zeros(48, np.int64)}),
    "a chain beyond measure": lambda header, arrays: arrays.update({"chain": np.full(8, 1 << 60)}),
    "no scale": lambda header, arrays: header.pop("scale"),
    "scale 0": lambda header, arrays: header.update(scale=0),
    "a slope below 0": lambda header, arrays: header.update(slope=-1.0),
    "a slope of text": lambda header, arrays: header.update(slope="steep"),
    "no index": lambda header, arrays: header.pop("index"),
    "an index of text": lambda header, arrays: header.update(index="lost"),
    "no templates": lambda header, arrays: header["index"].pop("templates"),
    "another scheme": lambda header, arrays: header["index"]["templates"].update(scheme="sixtag"),
    "lists of numbers": lambda header, arrays: header["index"].update(lists=[1, 2]),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_parts_that_do_not_fit_together_are_a_model_error(what):
    header, arrays = random_model(42, lists=True).to_parts()
    DAMAGE[what](header, arrays)
    with pytest.raises(ModelError, match="damaged"):
        SegmentModel.from_parts(header, arrays)


def test_a_chain_of_zeros_is_none():
    model = random_model(1, chained=True)
    assert not model.is_pointwise
    assert replace(model, chain=model.chain * 0).is_pointwise
    assert not random_model(1, "gao2010").is_pointwise
