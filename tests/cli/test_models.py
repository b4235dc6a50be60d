"""Telling models from corpora."""

from __future__ import annotations

import pytest

from tagshift import Segmenter, Tagger, persistence
from tagshift.cli.models import as_tagger, is_model, load_model
from tagshift.errors import ModelError


def test_a_model_is_told_by_what_it_begins_with_or_by_its_name(models, desk):
    (desk / "copy.bin").write_bytes(models["words"].read_bytes())
    (desk / "text.seg").write_text("tagshift is a word here\n")
    assert is_model("copy.bin")
    assert is_model("gone.model")
    assert not is_model("text.seg")
    assert not is_model("gone.seg")
    assert not is_model("nul\0name")


def test_the_right_kind_is_loaded(models):
    words, tags = load_model(str(models["words"])), load_model(str(models["tags"]))
    assert isinstance(words, Segmenter)
    assert as_tagger(words) is None
    assert isinstance(tags, Tagger)
    assert as_tagger(tags) is tags


def test_a_model_of_another_kind_is_refused_by_name(desk):
    persistence.save("odd.model", {"task": "weather"}, {})
    with pytest.raises(ModelError, match=r"odd\.model: expected a segmenter or a tagger, got .* 'weather'"):
        load_model("odd.model")
