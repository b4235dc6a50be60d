from __future__ import annotations

import json

import pytest
import reference
from streams import corpus_of, fired

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import SegmentSentence
from tagshift.errors import ParameterError
from tagshift.features.ngrams import NgramSpec
from tagshift.features.segmentcheck import check_templates
from tagshift.features.segmentindex import SegmentIndex
from tagshift.features.segmentnames import barred, namers
from tagshift.features.segmenttemplates import NAMED, SegmentTemplates, named


def features(templates, text, position, *others):
    """What fires at a position of a text, by name, for a segmenter of that text and others."""
    corpus = Corpus.from_segments([SegmentSentence.raw(text), *map(SegmentSentence.from_words, others)])
    index, _ = SegmentIndex.fit(corpus, named(templates))
    encoded, called = index.encode(corpus), namers(index)
    at = int(encoded.starts[0]) + position
    return {block.name: {called[block.name](*one) for one in fired(block, at)} for block in encoded.blocks}


def test_the_worked_example_of_the_thesis_has_exactly_these_features():
    # The boundary after the third character of やすり傷を; やすり is a term, read off another sentence.
    found = features("tsuboi2009", "やすり傷を", 2, ["やすり"])
    assert found["char1"] | found["char2"] | found["char3"] == {
        *("り|", "|傷"),
        *("すり|", "り|傷", "|傷を"),
        *("すり|傷", "り|傷を"),
    }
    hiragana, kanji = "hiragana", "kanji"
    assert found["type1"] | found["type2"] | found["type3"] == {
        *(f"types {hiragana}|", f"types |{kanji}"),
        *(f"types {hiragana}+{hiragana}|", f"types {hiragana}|{kanji}", f"types |{kanji}+{hiragana}"),
        *(f"types {hiragana}+{hiragana}|{kanji}", f"types {hiragana}|{kanji}+{hiragana}"),
    }
    assert found["own.edges"] == {"own: an entry ends"}  # ends, not starts, at the character before
    assert found["own.entry1"] == found["own.entry2"] == found["own.entry3"] == set()


def test_gaos_table_for_a_character_in_the_middle_and_for_those_at_the_edges():
    # Names have the bar behind the character labelled.
    assert features("gao2010", "一二三四五", 2) == {
        "char1": {"二·|", "三|", "|四", "|·五"},
        "char2": {"一二·|", "二三|", "三|四", "|四五"},
        "type1": {"types other|"},
    }
    first, last = features("gao2010", "a5、", 0), features("gao2010", "a5、", 2)
    assert first == {
        "char1": {"a|", "|5", "|·、"},
        "char2": {"⊢a|", "a|5", "|5、"},
        "type1": {"types letter|"},
    }
    assert last == {
        "char1": {"5·|", "、|"},
        "char2": {"a5·|", "5、|", "、|⊣"},
        "type1": {"types punctuation|"},
    }


def test_our_own_set_has_all_ngrams_up_to_four_within_four_characters():
    text = "一二三四五六七八九十"
    found = features("default", text, 4)
    for order in range(1, 5):
        ngrams = reference.ngrams_at(text, 5, order, 4)
        assert len(ngrams) == 9 - order
        assert found[f"char{order}"] == {barred(list(ngram), before) for ngram, before in ngrams}
    assert {len(found[f"type{order}"]) for order in (1, 4)} == {8, 5}


@pytest.mark.parametrize("name", NAMED)
def test_a_set_is_called_by_its_name_and_comes_back_from_json(name):
    templates = named(name)
    assert templates.name == name
    assert SegmentTemplates.from_json(json.loads(json.dumps(templates.to_json()))) == templates
    check_templates(templates)  # what a model file may hold


def test_an_unknown_set_is_refused_and_the_known_ones_are_named():
    with pytest.raises(ParameterError, match="'gao2011'; there are default, tsuboi2009, gao2010"):
        named("gao2011")


@pytest.mark.parametrize(
    ("order", "size", "shift", "width"), [(1, 1, -1, 2), (1, 4, -4, 8), (2, 2, -1, 3), (4, 4, -1, 5)]
)
def test_a_window_becomes_the_row_that_reaches_all_its_boundaries(order, size, shift, width):
    spec = NgramSpec.window("type", order, size, types="gao2010", min_count=3)
    assert spec == NgramSpec("type", order, shift, width, "gao2010", 3)


def test_only_ours_folds_width_and_case_for_the_others_were_published_without():
    assert {name: templates.folded for name, templates in NAMED.items()} == {
        "default": True,
        "tsuboi2009": False,
        "gao2010": False,
    }
    index, _ = SegmentIndex.fit(corpus_of("Ａa"), named("tsuboi2009"))
    assert index.alphabet.size == 4
