import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, tagged, written

from tagshift.data.formats.prodigy import FORMAT
from tagshift.data.schemes import IOB2
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError


@given(st.lists(tagged(labels=st.sampled_from(["O", "B-X", "I-X", "B-Y"])), max_size=3))
def test_tokens_and_spans_are_read_back_as_they_were_written(sentences):
    found = read(FORMAT, written(FORMAT, sentences))
    assert [s.tokens for s in found] == [s.tokens for s in sentences]
    assert [IOB2.decode(s.labels) for s in found] == [IOB2.decode(s.labels) for s in sentences]
    assert read(FORMAT, written(FORMAT, found)) == found


def test_a_line_is_written_back_as_it_was_read():
    item = {
        "text": "Go to Rome!",
        "tokens": [
            {"text": "Go", "start": 0, "end": 2, "id": 0},
            {"text": "to", "start": 3, "end": 5, "id": 1},
            {"text": "Rome!", "start": 6, "end": 11, "id": 2},
        ],
        "spans": [{"start": 6, "end": 11, "label": "LOC"}],
        "answer": "accept",
        "meta": {"source": "own"},
    }
    (sentence,) = read(FORMAT, json.dumps(item))
    assert sentence.labels == ["O", "O", "B-LOC"]
    assert json.loads(written(FORMAT, [sentence])) == item


def test_an_ignored_line_is_skipped_and_a_rejected_one_is_unknown():
    lines = [
        {"text": "a", "spans": [{"start": 0, "end": 1, "label": "X"}], "answer": one}
        for one in ("reject", "ignore")
    ]
    (sentence,) = read(FORMAT, "\n".join(map(json.dumps, lines)))
    assert sentence.labels == [None]
    assert sentence.extra["spans"] == lines[0]["spans"]
    assert json.loads(written(FORMAT, [sentence])).items() >= lines[0].items()


def test_a_line_without_spans_and_answer_is_a_task_to_do():
    assert read(FORMAT, '{"text": "a b"}')[0].labels == [None, None]
    assert read(FORMAT, '{"text": "a b", "spans": []}')[0].labels == ["O", "O"]
    assert read(FORMAT, '{"text": "a b", "answer": "accept"}')[0].labels == ["O", "O"]
    assert "answer" not in json.loads(written(FORMAT, [TagSentence((["a"],), [None])]))


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{}", 'the key "text"'),
        ('{"text": "a", "answer": "yes"}', "accept, reject, ignore, got 'yes'"),
        ('{"text": "a", "tokens": [{"start": 0, "end": 5}]}', '"tokens" holds'),
        ('{"text": "ab", "tokens": [{"start": 1, "end": 2}, {"start": 0, "end": 1}]}', "in order"),
        ('{"text": "a", "tokens": 1}', '"tokens" holds 1'),
        ('{"text": "a", "spans": [{"start": 0, "end": 1}]}', "a start, an end and a label"),
    ],
)
def test_a_line_that_is_none_is_located_and_explained(line, problem):
    with pytest.raises(CorpusError, match=rf"demo:1: .*{problem}"):
        read(FORMAT, line)


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        (TagSentence((["a", "b"],), ["O", None]), "labels for some tokens only"),
        (TagSentence((["a"],), [("O", "B-X")]), "a choice of labels"),
        (TagSentence((["a"], ["N"]), ["O"]), "2 columns"),
        (TagSentence((["a"],), ["NN"]), "unknown label 'NN'"),
    ],
)
def test_what_it_cannot_hold_is_refused(sentence, problem):
    with pytest.raises(CorpusError, match=f"sentence 1: {problem}"):
        written(FORMAT, [sentence])


def test_words_are_a_task_to_do():
    assert json.loads(written(FORMAT, [SegmentSentence.from_words(["外国", "人"])]))["text"] == "外国 人"
