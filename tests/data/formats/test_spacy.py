import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import layouts
from sentences import read, tagged, written

from tagshift.data.formats.spacy import FORMAT
from tagshift.data.schemes import IOB2, IOBES
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError


@given(st.lists(tagged(labels=st.sampled_from([None, "O", "B-X", "I-X", "E-X", "S-X"])), max_size=3))
def test_words_and_entities_are_read_back_as_they_were_written(sentences):
    for sentence in sentences:
        sentence.extra["scheme"] = "iobes"  # what reading says of its labels
    assert read(FORMAT, written(FORMAT, sentences)) == sentences


@pytest.mark.parametrize("scheme", [IOB2, IOBES], ids=["iob2", "iobes"])
def test_entities_of_both_schemes_become_biluo(scheme):
    for spans in layouts(3, "XY"):
        (sentence,) = read(
            FORMAT, written(FORMAT, [TagSentence((["a", "b", "c"],), scheme.encode(spans, 3))])
        )
        assert IOBES.decode(sentence.labels) == spans


def test_null_and_a_hyphen_are_unknown():
    (sentence,) = read(FORMAT, '{"words": ["a", "b", "c"], "entities": ["U-LOC", null, "-"]}')
    assert sentence.labels == ["S-LOC", None, None]


def test_labels_that_are_no_spans_are_tags():
    sentence = TagSentence((["a", "b"],), ["NN", None])
    data = written(FORMAT, [sentence])
    assert json.loads(data) == {"words": ["a", "b"], "tags": ["NN", None]}
    assert read(FORMAT, data) == [sentence]


def test_a_text_with_offsets_is_written_back_as_it_was_read():
    line = '{"text": "Laura  flew to Rome.", "entities": [[0, 5, "PERSON"], [15, 19, "LOC"]], "note": 1}\n'
    (sentence,) = read(FORMAT, line)
    assert sentence.tokens == ["Laura", "flew", "to", "Rome", "."]
    assert sentence.labels == ["B-PERSON", "O", "O", "B-LOC", "O"]
    assert written(FORMAT, [sentence]).decode() == line


def test_a_text_without_entities_is_unlabelled():
    (sentence,) = read(FORMAT, '{"text": "a b"}')
    assert sentence.labels == [None, None]
    assert json.loads(written(FORMAT, [sentence])) == {"text": "a b"}


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{}", '"words" with a list of tokens, or "text"'),
        ('{"words": 1}', "a list of strings"),
        ('{"words": ["a"], "entities": []}', "1 entries"),
        ('{"words": ["a"], "entities": [1]}', "a list of labels or null"),
        ('{"words": ["a"], "entities": ["E-X"]}', "unknown BILUO label 'E-X'"),
        ('{"text": "ab", "entities": [[0, 9, "X"]]}', "outside the 2 characters"),
        ('{"text": "ab", "entities": [[0, 2, "X"], [1, 2, "X"]]}', "another span"),
    ],
)
def test_a_line_that_is_none_is_located_and_explained(line, problem):
    with pytest.raises(CorpusError, match=rf"demo:1: .*{problem}"):
        read(FORMAT, line)


def test_what_it_cannot_hold_is_refused():
    with pytest.raises(CorpusError, match="sentence 1: a choice of labels"):
        written(FORMAT, [TagSentence((["a"],), [("O", "B-X")])])
    with pytest.raises(CorpusError, match="sentence 1: 2 columns"):
        written(FORMAT, [TagSentence((["a"], ["N"]), ["O"])])


def test_words_are_written_without_entities():
    assert json.loads(written(FORMAT, [SegmentSentence.from_words(["a", "b"])])) == {
        "words": ["a", "b"],
        "entities": [None, None],
    }
