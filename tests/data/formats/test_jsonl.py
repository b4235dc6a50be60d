import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sentences import read, written

from tagshift.data.formats.jsonl import FORMAT
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence, TagSentence
from tagshift.errors import CorpusError

strings = st.text(st.characters(), max_size=5).filter(
    lambda text: not any("\ud800" <= a <= "\udbff" and "\udc00" <= b <= "\udfff" for a, b in pairwise(text))
)
labels = st.one_of(st.none(), strings, st.lists(strings, min_size=1, max_size=3).map(tuple))
extras = st.dictionaries(
    strings.map(lambda key: "x" + key), st.one_of(st.none(), strings, st.integers(), st.lists(st.booleans()))
)
known = {"id": st.one_of(st.none(), strings), "weight": st.floats(0, 1e9), "extra": extras}


@st.composite
def segmented(draw):
    text = draw(strings)
    places = max(len(text) - 1, 0)
    cuts = draw(st.lists(st.sampled_from([NO_CUT, CUT, UNKNOWN]), min_size=places, max_size=places))
    return SegmentSentence(text, bytes(cuts), **{key: draw(value) for key, value in known.items()})


@st.composite
def with_tokens(draw):
    size = draw(st.integers(0, 4))
    columns = [draw(st.lists(strings, min_size=size, max_size=size)) for _ in range(draw(st.integers(1, 3)))]
    doc = draw(st.one_of(st.none(), strings))
    found = draw(st.lists(labels, min_size=size, max_size=size))
    return TagSentence(tuple(columns), found, doc=doc, **{key: draw(value) for key, value in known.items()})


@given(st.lists(st.one_of(segmented(), with_tokens()), max_size=4))
def test_everything_is_read_back_as_it_was_written(sentences):
    assert read(FORMAT, written(FORMAT, sentences)) == sentences


def test_cuts_are_1_0_and_null():
    (sentence,) = read(FORMAT, '{"text": "abcd", "cuts": [1, 0, null]}')
    assert list(sentence.cuts) == [CUT, NO_CUT, UNKNOWN]
    assert json.loads(written(FORMAT, [sentence])) == {"text": "abcd", "cuts": [1, 0, None]}


def test_labels_are_one_or_a_list_or_null():
    (sentence,) = read(FORMAT, '{"tokens": ["a", "b", "c"], "labels": ["N", ["N", "V"], null]}')
    assert sentence.labels == ["N", ("N", "V"), None]


def test_without_cuts_or_labels_nothing_is_known():
    assert read(FORMAT, '{"text": "abc"}\n{"tokens": ["a"]}') == [
        SegmentSentence.raw("abc"),
        TagSentence((["a"],), [None]),
    ]


def test_unknown_keys_are_kept_and_written_back():
    line = '{"text": "a", "cuts": [], "domain": "news", "scores": [0.5], "alternatives": []}\n'
    assert written(FORMAT, read(FORMAT, line)).decode() == line


def test_a_lone_surrogate_survives_as_an_escape():
    data = written(FORMAT, [SegmentSentence.raw("a\ud800\0")])
    assert b"\\ud800" in data
    assert read(FORMAT, data)[0].text == "a\ud800\0"


def test_two_surrogates_side_by_side_are_refused():
    with pytest.raises(CorpusError, match="side by side"):
        written(FORMAT, [SegmentSentence.raw("\ud83d\ude00")])


def test_text_is_written_to_be_read_by_people():
    assert "外国" in written(FORMAT, [SegmentSentence.raw("外国")]).decode()


def test_blank_lines_are_passed_over_and_numbers_are_names():
    assert read(FORMAT, '\n{"text": "a", "id": 7}\n\n')[0].id == "7"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("[]", "a JSON object"),
        ('{"text": "a"', "one JSON object a line"),
        ("{}", 'the key "text" or "tokens", got none'),
        ('{"words": []}', "got 'words'"),
        ('{"text": 1}', '"text" must be a string'),
        ('{"text": "abc", "cuts": [1]}', "a list of 2, .* got 1"),
        ('{"text": "ab", "cuts": [2]}', "a cut is 1, 0 or null, got 2"),
        ('{"text": "ab", "cuts": [true]}', "a cut is 1, 0 or null"),
        ('{"text": "ab", "cuts": null}', "a list of 1"),
        ('{"text": "a", "weight": -1}', "weight"),
        ('{"text": "a", "weight": 1e999}', "weight"),
        ('{"text": "a", "weight": NaN}', "no JSON number"),
        ('{"text": "a", "weight": true}', "weight"),
        ('{"text": "a", "id": []}', '"id"'),
        ('{"tokens": "ab"}', "a list of strings"),
        ('{"tokens": ["a"], "labels": []}', "a list of 1, one for each token"),
        ('{"tokens": ["a"], "labels": [[]]}', "not empty"),
        ('{"tokens": ["a"], "labels": [1]}', "a label is a string"),
        ('{"tokens": ["a"], "columns": [["b", "c"]]}', "must have 1 entries"),
        ('{"tokens": ["a"], "columns": 1}', "a list of lists"),
        ('{"tokens": ["a"], "doc": 1}', '"doc" must be'),
    ],
)
def test_a_line_that_is_none_is_located_and_explained(line, problem):
    with pytest.raises(CorpusError, match=rf"demo:2: .*{problem}"):
        read(FORMAT, '{"text": "good"}\n' + line)


def test_a_key_of_the_formats_own_is_not_overwritten():
    with pytest.raises(CorpusError, match="extra holds 'cuts'"):
        written(FORMAT, [SegmentSentence.raw("a", extra={"cuts": []})])
