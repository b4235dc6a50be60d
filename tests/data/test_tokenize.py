import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.tokenize import sentences, tokenize


def words(text):
    return [text[a:b] for a, b in tokenize(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("She can't, he cannot.", ["She", "ca", "n't", ",", "he", "can", "not", "."]),
        ("They’ll see Rosa’s cat.", ["They", "’ll", "see", "Rosa", "’s", "cat", "."]),
        ("(a well-known place)", ["(", "a", "well-known", "place", ")"]),
        ("at 12:30, -4 °C or 3/4", ["at", "12:30", ",", "-4", "°", "C", "or", "3/4"]),
        ("J. Smith of AT&T, Inc. and Co.", ["J.", "Smith", "of", "AT&T", ",", "Inc.", "and", "Co", "."]),
        ("see www.example.org/a?b=1. Mail me@example.org!", None),
        ("Wait... what -- now?", ["Wait", "...", "what", "--", "now", "?"]),
        ("``quoted'' 'so'", ["``", "quoted", "''", "'", "so", "'"]),
        ("A-", ["A", "-"]),
        ("", []),
        (" \t\n\u3000", []),
        ("n't", ["n't"]),
        ("60% of 5kg", ["60", "%", "of", "5kg"]),
    ],
)
def test_the_documented_rules(text, expected):
    if expected is None:
        expected = ["see", "www.example.org/a?b=1", ".", "Mail", "me@example.org", "!"]
    assert words(text) == expected


@given(st.text())
def test_tokens_ascend_and_cover_everything_but_white_space(text):
    spans = tokenize(text)
    covered = "".join(text[a:b] for a, b in spans)
    assert covered == "".join(c for c in text if not c.isspace())
    assert all(a < b for a, b in spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))


@given(st.text())
def test_sentences_are_the_tokens_in_order(text):
    found = list(sentences(text))
    assert [span for sentence in found for span in sentence] == tokenize(text)
    assert all(found)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two.", 2),
        ("It cost 3.50 euros. Really!", 2),
        ('"Stop!" He ran.', 2),
        ("He said stop! and ran.", 1),
        ("Dr. Lee came.", 1),
        ("終わり。 次です。", 2),
        ("no end", 1),
        ("a.b", 1),
    ],
)
def test_where_sentences_end(text, count):
    assert len(list(sentences(text))) == count


def test_a_very_long_line_takes_no_time_worth_mentioning():
    assert len(tokenize("a" * 100_000)) == 1
    assert len(tokenize("a.b@" * 5_000)) > 0
    assert len(tokenize("- " * 50_000)) == 50_000
    assert len(tokenize("a--" * 30_000)) == 60_000
