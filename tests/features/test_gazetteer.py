import pytest

from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError
from tagshift.features.gazetteer import Gazetteer
from tagshift.features.tokens import Tokens


def tokens(*lines):
    return Tokens.from_sentences([[line.split(" ")] for line in lines])


def test_the_longest_name_from_the_left_wins_and_never_crosses_a_sentence():
    listed = Gazetteer.from_lines("towns", ["New York", "New York Harbour", "York", "Harbour Town"])
    found = listed.marks(tokens("the New York Harbour Town", "New", "York"), "name")
    assert found.tolist() == [-1, 0, 1, 1, -1, -1, 0]


def test_types_are_matched_each_by_itself():
    listed = Gazetteer.from_lines("mixed", ["Paris\tLOC", "Paris Hill\tPER"])
    text = tokens("Paris Hill")
    assert listed.marks(text, "LOC").tolist() == [0, -1]
    assert listed.marks(text, "PER").tolist() == [0, 1]
    assert listed.sources == ["mixed/LOC", "mixed/PER"]


def test_an_own_list_is_withheld_in_training_alone():
    listed = Gazetteer.from_lines("own", ["Ada", "Bob"], own=True)
    text = tokens("Ada met Bob", *["Bob left"] * 200)
    trained, used = listed.marks(text, "name", training=True), listed.marks(text, "name")
    assert (used >= 0).sum() == 202
    assert trained[0] == -1  # seen once: unknown but for this occurrence
    assert 150 < (trained >= 0).sum() < 200  # hidden in about a tenth of the sentences


def test_withholding_depends_on_the_seed_and_not_on_the_order_of_the_list():
    text = tokens(*["Bob Ada"] * 50)
    made = [
        Gazetteer.from_lines("own", names, own=True, seed=3) for names in (["Ada", "Bob"], ["Bob", "Ada"])
    ]
    one, other = (listed.marks(text, "name", training=True).tolist() for listed in made)
    assert one == other
    third = Gazetteer.from_lines("own", ["Ada", "Bob"], own=True, seed=4)
    assert third.marks(text, "name", training=True).tolist() != one


def test_a_list_given_from_outside_is_not_withheld():
    listed = Gazetteer.from_lines("given", ["Ada"])
    assert listed.marks(tokens("Ada"), "name", training=True).tolist() == [0]


@pytest.mark.parametrize("line", ["\tLOC", "Ada\tPER\tx", " \tLOC"])
def test_a_line_that_is_no_name_is_located(line):
    with pytest.raises(CorpusError, match=r"towns:2: expected a name, or name<TAB>type"):
        Gazetteer.from_lines("towns", ["Rome", line])


def test_no_token_no_match():
    assert Gazetteer.from_lines("towns", ["Rome"]).marks(Tokens.from_sentences([]), "name").tolist() == []


def test_the_names_of_the_source_join_the_types_that_the_list_has_and_are_withheld():
    source = [
        TagSentence((["Ada", "Lee", "left", "Rome"],), ["B-PER", "I-PER", "O", "B-LOC"]),
        TagSentence((["Bob", "ran"],), ["B-PER", None]),
        TagSentence((["Eve", "ran"],), ["N", "V"]),
    ]
    typed = Gazetteer.from_lines("people", ["Eve\tPER", "Bob\tPER"], seed=3).with_own(source)
    assert typed.names == {"PER": [("Eve",), ("Bob",), ("Ada", "Lee")]}
    assert (typed.own, typed.seed, typed.name) == (True, 3, "people")
    untyped = Gazetteer.from_lines("names", ["Eve"]).with_own(source)
    assert untyped.names == {"name": [("Eve",), ("Ada", "Lee"), ("Rome",), ("Bob",)]}
