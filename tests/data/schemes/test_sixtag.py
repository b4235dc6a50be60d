import pytest

from tagshift.data.schemes.sixtag import SIXTAG


@pytest.mark.parametrize(
    ("length", "labels"),
    [
        (1, "S"),
        (2, "B E"),
        (3, "B B2 E"),
        (4, "B B2 B3 E"),
        (5, "B B2 B3 M E"),
        (7, "B B2 B3 M M M E"),
    ],
)
def test_words_are_labelled_as_the_scheme_is_published(length, labels):
    assert SIXTAG.encode([length]) == labels.split()


def test_the_legal_pairs_are_those_of_the_scheme():
    follows = {
        "B": {"B2", "E"},
        "B2": {"B3", "E"},
        "B3": {"M", "E"},
        "M": {"M", "E"},
        "E": {"B", "S"},
        "S": {"B", "S"},
    }
    grammar = SIXTAG.grammar()
    for i, left in enumerate(SIXTAG.names):
        assert {right for j, right in enumerate(SIXTAG.names) if grammar.follow[i, j]} == follows[left]
    assert [name for name, one in zip(SIXTAG.names, grammar.first, strict=True) if one] == ["B", "S"]
    assert [name for name, one in zip(SIXTAG.names, grammar.last, strict=True) if one] == ["E", "S"]
