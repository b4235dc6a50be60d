import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.formats.offsets import Offsets, of_sentence, parse_spans
from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError


@given(st.text(max_size=12), st.data())
def test_spans_are_the_same_after_a_way_through_labels(text, data):
    spans, end = [], 0
    while end < len(text) and data.draw(st.booleans()):
        start = data.draw(st.integers(end, len(text) - 1))
        end = data.draw(st.integers(start + 1, len(text)))
        if text[start].strip() and text[end - 1].strip():  # a token is never white space
            spans.append((start, end, "X"))
    offsets = Offsets.by_rule(text, spans)
    assert offsets.spans(offsets.labels(spans)) == spans


def test_the_text_is_the_one_that_the_tokens_came_from():
    kept = TagSentence((["a", "b"],), [None, None], extra={"text": "a, b", "starts": [0, 3]})
    assert of_sentence(kept) == Offsets("a, b", [(0, 1), (3, 4)])


@pytest.mark.parametrize(
    "extra", [{}, {"text": "x", "starts": [0, 3]}, {"text": "a b", "starts": "02"}, {"starts": [0]}]
)
def test_without_a_text_that_fits_there_are_spaces_between(extra):
    assert of_sentence(TagSentence((["a", "b"],), [None, None], extra=extra)).text == "a b"


def test_spans_come_as_lists_or_objects():
    assert parse_spans([[2, 3, "Y"], {"start": 0, "end": 2, "label": "X"}], 3, "spans") == [
        (0, 2, "X"),
        (2, 3, "Y"),
    ]


@pytest.mark.parametrize(
    "value", ["x", [1], [[0, 1]], [[0, 0, "X"]], [[0, 9, "X"]], [[-1, 1, "X"]], [{"start": 0}]]
)
def test_spans_that_are_none_are_refused(value):
    with pytest.raises(CorpusError, match="spans"):
        parse_spans(value, 3, "spans")


def test_spans_on_each_other_or_beside_tokens_are_refused():
    with pytest.raises(CorpusError, match="on another span"):
        Offsets("ab", [(0, 1), (1, 2)]).labels([(0, 2, "X"), (1, 2, "Y")])
    with pytest.raises(CorpusError, match="begin and end with a token"):
        Offsets("ab", [(0, 2)]).labels([(0, 1, "X")])
