"""What Ctrl-C leaves."""

from __future__ import annotations

import numpy as np
import pytest

from tagshift import persistence
from tagshift.cli import checkpoint
from tagshift.errors import ModelError
from tagshift.optimize.lbfgs import State

WHENCE = {"seed": 0, "options": {"l2": 1.0}}


def state() -> State:
    rows = np.arange(4, dtype=np.float32).reshape(2, 2)
    return State(np.array([0.5, -1.0]), 3, [4.0, 2.0, 1.5, 1.25], rows, [0], 5)


def test_the_place_comes_back_to_the_bit(desk):
    checkpoint.save("a.model", WHENCE, state(), weights_only=False)
    found, kept = checkpoint.load("a.model", WHENCE), state()
    assert isinstance(found, State)
    assert found.theta.tolist() == kept.theta.tolist()
    assert (found.iteration, found.objectives, found.order, found.evaluations) == (3, kept.objectives, [0], 5)
    assert found.rows is not None
    assert found.rows.tolist() == [[0, 1], [2, 3]]


def test_the_weights_alone_can_be_kept(desk):
    checkpoint.save("a.model", WHENCE, state(), weights_only=True)
    found = checkpoint.load("a.model", WHENCE)
    assert isinstance(found, np.ndarray)
    assert found.tolist() == [0.5, -1.0]


def test_another_training_is_refused_and_says_what_differs(desk):
    checkpoint.save("a.model", WHENCE, state(), weights_only=False)
    with pytest.raises(ModelError, match=r"a\.model\.resume: is of a training that differs in options"):
        checkpoint.load("a.model", {**WHENCE, "options": {"l2": 2.0}})


def test_a_damaged_checkpoint_is_refused(desk):
    header = {"task": "resume", "of": WHENCE, "weights_only": False}
    persistence.save("a.model.resume", header, {"theta": np.zeros(2)})
    with pytest.raises(ModelError, match="it is damaged; leave --resume out"):
        checkpoint.load("a.model", WHENCE)


def test_nothing_kept_is_none_and_removing_it_is_no_error(desk):
    assert checkpoint.load("a.model", WHENCE) is None
    checkpoint.remove("a.model")
    checkpoint.save("a.model", WHENCE, state(), weights_only=True)
    checkpoint.remove("a.model")
    assert not list(desk.iterdir())
