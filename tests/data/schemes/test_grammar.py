from itertools import product

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


def test_the_first_name_of_the_rule_is_the_one_before():
    grammar = Grammar.of("abc", lambda n: n != "c", lambda left, right: left <= right, lambda n: n != "a")
    assert grammar.follow.tolist() == [[left <= right for right in "abc"] for left in "abc"]
    assert grammar.admits([0, 1])
    assert not grammar.admits([1, 0])


def test_admitted_is_what_the_rules_admit_step_by_step():
    first, last = (lambda n: n != "c"), (lambda n: n != "a")
    grammar = Grammar.of("abc", first, lambda left, right: left <= right, last)
    for size in range(1, 5):
        for path in product(range(3), repeat=size):
            names = ["abc"[n] for n in path]
            expected = first(names[0]) and last(names[-1]) and names == sorted(names)
            assert grammar.admits(path) == expected


def test_a_grammar_of_no_label_admits_the_empty_sequence():
    grammar = Grammar.of([], lambda _: False, lambda *_: False, lambda _: False)
    assert (grammar.first.shape, grammar.follow.shape, grammar.last.shape) == ((0,), (0, 0), (0,))
    assert grammar.admits([])
