from __future__ import annotations

import numpy as np
import pytest
from segmenting import SENTENCES, random_model

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import SegmentSentence
from tagshift.decode.segment_explain import explain, top
from tagshift.decode.segment_reader import SIX_ENDS, SegmentReader

TEXTS = ["外国人参政権を", "長い長い長い名前を持つ", "xa二", "ab", "カタカナ語辞典編集部の"]


@pytest.mark.parametrize("templates", ["default", "tsuboi2009"])
@pytest.mark.parametrize("lists", [False, True])
@pytest.mark.parametrize("text", TEXTS)
def test_the_reasons_at_a_place_add_up_to_its_score(templates, lists, text):
    model = random_model(31, templates, lists=lists)
    scores = SegmentReader(model).boundary_scores([SegmentSentence.raw(text)])
    found = explain(model, text)
    assert [sum(weight for _, weight in reasons) for reasons in found] == scores.tolist()


def test_the_heaviest_reason_comes_first_and_each_is_named_once():
    for reasons in explain(random_model(32, lists=True), "外国人参政権を考える会"):
        weights = [abs(weight) for _, weight in reasons]
        assert weights == sorted(weights, reverse=True)
        assert len({name for name, _ in reasons}) == len(reasons)


@pytest.mark.parametrize("text", ["", "外"])
def test_a_text_without_places_has_no_reasons(text):
    assert explain(random_model(33), text) == []


def test_ngrams_are_spelled_with_a_bar_at_the_place():
    text = "外国人参政権"
    around = "⊢" * 8 + text + "⊣" * 8
    for place, reasons in enumerate(explain(random_model(34), text), 1):
        spelled = [name for name, _ in reasons if not name.startswith(("types ", "own: "))]
        assert spelled
        for name in spelled:
            before, after = name.split("|")
            stretch = around[8 + place - len(before) : 8 + place + len(after)]
            assert all(said in ("·", seen) for said, seen in zip(before + after, stretch, strict=True)), name


def test_the_top_weights_are_the_largest_of_all_blocks():
    model = random_model(35, lists=True)
    found = top(model, 25)
    every = np.concatenate([np.abs(w.astype(int)).ravel() for w in model.weights.values()])
    assert [abs(weight) * model.scale for _, weight in found] == np.sort(every)[::-1][:25].tolist()
    assert top(model, 0) == []


def test_six_tags_are_explained_by_the_best_tags_on_either_side():
    model = random_model(36, "gao2010")
    text = SENTENCES[0].replace(" ", "")[:6]
    found = explain(model, text)
    assert len(found) == len(text) - 1
    for reasons, scores in zip(found, scores_of_tags(model, text), strict=False):
        ends = max(scores[tag] for tag in SIX_ENDS)
        others = max(score for tag, score in enumerate(scores) if tag not in SIX_ENDS)
        assert sum(weight for _, weight in reasons) == pytest.approx((ends - others) / model.scale)
    assert all(name.endswith("]") for name, _ in top(model, 5))


def scores_of_tags(model, text):
    """The scores of all tags at each character, event by event."""
    encoded = model.index.encode(Corpus.from_segments([SegmentSentence.raw(text)]))
    scores = np.zeros((encoded.size, 6), int)
    for block in encoded.blocks:
        for anchor, row in zip(block.anchors.tolist(), block.ids.tolist(), strict=True):
            begin = anchor + block.shift
            scores[begin : begin + block.width] += model.weights[block.name][row]
    first = int(encoded.starts[0])
    return scores[first : first + len(text)].tolist()
