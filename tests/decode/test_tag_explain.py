"""Features that weigh, and features that decide."""

from __future__ import annotations

import numpy as np
import pytest

from tagshift import Tagger
from tagshift.data.sentence import TagSentence
from tagshift.decode import tag_explain
from tagshift.features.tokens import Tokens

NEWS = [
    TagSentence((["Rosa", "sang", "in", "Rome"],), ["PER", "O", "O", "LOC"]),
    TagSentence((["Ben", "ran"],), ["PER", "O"]),
    TagSentence((["in", "Oslo"],), ["O", "LOC"]),
]


@pytest.fixture(scope="module", params=[3, 2], ids=["three labels", "two labels"])
def tagger(request) -> Tagger:
    if request.param == 3:
        return Tagger(l2=0.1).fit(NEWS)
    merged = [TagSentence(s.columns, ["O" if k == "O" else "NAME" for k in s.labels]) for s in NEWS]
    return Tagger(l2=0.1).fit(merged)


def test_the_heaviest_weights_are_found_with_their_size(tagger):
    found = tag_explain.top(tagger.decoder_, 7)
    every = np.concatenate([np.abs(w).ravel() for w in tagger.model_.chain.weights])
    assert np.allclose([abs(row.weight) for row in found], np.sort(every)[::-1][:7], atol=1e-4)
    assert {row.label for row in found} <= set(tagger.model_.inner.names)


def test_reasons_add_up_to_the_difference_of_the_scores(tagger):
    tokens = Tokens.from_sentences([[["Rosa", "ran", "in", "Oslo"]]], (1,))
    nodes = tagger.decoder_.score(tokens).nodes[tokens.positions(tagger.model_.index.gap)]
    names = list(tagger.labels_)
    found = tag_explain.explain(tagger.decoder_, tokens, count=1000)
    assert [one.token for one in found] == ["Rosa", "ran", "in", "Oslo"]
    assert [one.label for one in found] == tagger(["Rosa", "ran", "in", "Oslo"])
    for one, scores in zip(found, nodes, strict=True):
        difference = scores[names.index(one.label)] - scores[names.index(one.against)]
        assert sum(weight for _, weight in one.reasons) == pytest.approx(difference, abs=0.01)


def test_places_are_told_from_the_token_explained(tagger):
    tokens = Tokens.from_sentences([[["Rosa", "in"]]], (1,))
    first = tag_explain.explain(tagger.decoder_, tokens, count=1000)[0]
    assert any(name.endswith("in at +1") for name, _ in first.reasons)


def test_few_reasons_are_the_heaviest(tagger):
    tokens = Tokens.from_sentences([[["Rosa", "in"]]], (1,))
    some = tag_explain.explain(tagger.decoder_, tokens, count=3)[0].reasons
    more = tag_explain.explain(tagger.decoder_, tokens, count=1000)[0].reasons
    assert some == more[:3]
