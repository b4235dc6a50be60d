import numpy as np

from tagshift.data.schemes.grammar import Grammar

GRAMMAR = Grammar.of(["a", "b"], lambda n: n == "a", lambda left, right: left != right, lambda n: n == "b")


def test_rules_on_names_become_tables():
    assert GRAMMAR.first.tolist() == [True, False]
    assert GRAMMAR.follow.tolist() == [[False, True], [True, False]]
    assert GRAMMAR.last.tolist() == [False, True]
    assert GRAMMAR.follow.dtype == bool


def test_a_sequence_is_legal_if_it_begins_goes_on_and_ends_well():
    assert GRAMMAR.admits([0, 1, 0, 1])
    assert GRAMMAR.admits([])
    assert not GRAMMAR.admits([1])
    assert not GRAMMAR.admits([0, 0, 1])
    assert not GRAMMAR.admits(np.array([0, 1, 0]))


def test_a_grammar_of_no_label_has_the_right_shapes():
    grammar = Grammar.of([], lambda _: True, lambda *_: True, lambda _: True)
    assert (grammar.first.shape, grammar.follow.shape) == ((0,), (0, 0))
