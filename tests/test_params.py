"""Rules of parameters: what they accept, and what an error about them says."""

import math

import pytest

from tagshift.errors import NotFittedError, ParameterError
from tagshift.params import Choice, Flag, Parametrized, Real, Rule, Whole


class Dial(Parametrized):
    """Something with one parameter of each kind."""

    constraints = {  # noqa: RUF012
        "ridge": Real(above=0, at_most=2),
        "rounds": Whole(at_least=1, optional=True),
        "loud": Flag(),
        "loss": Choice("log", "hinge"),
    }

    def __init__(self, *, ridge=1.0, rounds=None, loud=False, loss="log"):
        self.ridge, self.rounds, self.loud, self.loss = ridge, rounds, loud, loss


@pytest.mark.parametrize("good", [{}, {"ridge": 2}, {"rounds": 1}, {"loud": True}, {"loss": "hinge"}])
def test_values_within_their_rules_pass(good):
    Dial(**good).check_params()


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ({"ridge": 0}, r"Dial: ridge must be a number above 0 and at most 2, got 0"),
        ({"ridge": math.nan}, "ridge must be a number"),
        ({"ridge": True}, "ridge must be a number"),
        ({"ridge": None}, "ridge must be a number"),
        ({"rounds": 0}, "rounds must be a whole number at least 1, got 0"),
        ({"rounds": 1.5}, "rounds must be a whole number"),
        ({"rounds": True}, "rounds must be a whole number"),
        ({"loud": 1}, "loud must be True or False, got 1"),
        ({"loss": "hing"}, r"one of 'log', 'hinge' \(did you mean 'hinge'\?\)"),
        ({"loss": None}, "one of 'log', 'hinge'"),
    ],
)
def test_a_broken_rule_names_class_parameter_rule_and_value(bad, said):
    with pytest.raises(ParameterError, match=said):
        Dial(**bad).check_params()


def test_parameters_come_out_as_they_went_in():
    dial = Dial(ridge=0.5)
    assert dial.get_params() == {"ridge": 0.5, "rounds": None, "loud": False, "loss": "log"}
    assert type(dial)(**dial.get_params()).get_params() == dial.get_params()


def test_set_params_stores_and_refuses_unknown_names():
    assert Dial().set_params(ridge=0.25).ridge == 0.25
    with pytest.raises(ParameterError, match="Dial has no parameter 'rige'"):
        Dial().set_params(rige=1)


def test_a_thing_shows_the_call_that_makes_it():
    assert repr(Dial()) == "Dial(ridge=1.0, rounds=None, loud=False, loss='log')"


def test_asking_before_fit_says_to_fit():
    with pytest.raises(NotFittedError, match="Dial is not fitted yet: call fit first"):
        Dial().check_fitted("model_")


def test_a_rule_must_say_what_it_accepts():
    with pytest.raises(TypeError, match="Rule does not say"):
        Rule().check(1)
