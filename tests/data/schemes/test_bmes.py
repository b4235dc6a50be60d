import pytest

from tagshift.data.schemes.bmes import BMES


@pytest.mark.parametrize(("length", "labels"), [(1, "S"), (2, "B E"), (3, "B M E"), (5, "B M M M E")])
def test_words_are_labelled_by_their_ends_and_middles(length, labels):
    assert BMES.encode([length]) == labels.split()
