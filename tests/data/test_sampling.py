import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.sampling import evenly, map_labels, parse_label_map, shares, take
from tagshift.data.sentence import TagSentence
from tagshift.errors import ParameterError


@given(st.lists(st.integers(0, 30), max_size=6), st.integers(0, 100))
def test_shares_are_equal_but_for_files_that_give_all(sizes, limit):
    found = shares(sizes, limit)
    assert sum(found) == min(limit, sum(sizes))
    assert all(0 <= share <= size for share, size in zip(found, sizes, strict=True))
    partly = [share for share, size in zip(found, sizes, strict=True) if share < size]
    assert max(partly, default=0) - min(partly, default=0) <= 1
    assert all(share <= min(partly) + 1 for share in found if partly)
    assert partly == sorted(partly, reverse=True)  # earlier files have the larger shares


@given(st.integers(1, 50), st.data())
def test_sentences_are_evenly_spaced_and_in_order(size, data):
    count = data.draw(st.integers(0, size))
    found = evenly(range(size), count)
    gaps = {b - a for a, b in zip(found, [*found[1:], size], strict=True)} if found else set()
    assert len(found) == count
    assert max(gaps, default=0) - min(gaps, default=0) <= 1
    assert found[:1] == [0][:count]


def test_a_short_file_gives_all_and_the_others_fill_up():
    assert take([list(range(100)), [7, 8], list(range(100))], 22) == [
        list(range(0, 100, 10)),
        [7, 8],
        list(range(0, 100, 10)),
    ]


def test_without_a_limit_all_is_taken():
    assert take([[1, 2], []], None) == [[1, 2], []]


def test_a_negative_limit_is_refused():
    with pytest.raises(ParameterError, match="limit"):
        take([[1]], -1)


@pytest.mark.parametrize("text", ["", "VBZ", "VBZ=", "=V", "A=B=C", "A=B,A=C", "A=B,"])
def test_a_map_that_is_none_is_refused(text):
    with pytest.raises(ParameterError, match="OLD=NEW"):
        parse_label_map(text)


def test_commas_and_equal_signs_of_labels_follow_a_backslash():
    assert parse_label_map(r"\,=P,\==Q,\\=R") == {",": "P", "=": "Q", "\\": "R"}


def test_labels_are_renamed_inside_sets_and_the_old_sentence_stays():
    old = TagSentence((["a", "b", "c"],), ["VBZ", ("VBZ", "V"), None], id="1")
    (new,) = map_labels([old], {"VBZ": "V"})
    assert new.labels == ["V", "V", None]
    assert new.id == "1"
    assert old.labels[0] == "VBZ"


def test_names_match_exactly_and_one_that_never_occurs_is_warned_of():
    with pytest.warns(UserWarning, match="do not occur: 'VB'"):
        (new,) = map_labels([TagSentence((["a"],), ["VBZ"])], {"VB": "V"})
    assert new.labels == ["VBZ"]
