import numpy as np

from tagshift.features.encoded import Block, Encoded, Legal
from tagshift.learners.crf import CRF
from tagshift.learners.observed import ObservedCRF


def corpus(labels=3):
    """Two sentences: attribute 0 with label 0, attribute 1 with labels 0 and 1 (two of them); a gap of 2."""
    blocks = (
        Block("word", 2, 1, 0, np.array([2, 3, 6], np.int32), np.array([0, 1, 1], np.int32)),
        Block("next", 2, 1, -1, np.array([3], np.int32), np.array([1], np.int32)),
    )
    masks = np.vstack([np.ones(labels, bool), np.eye(labels, dtype=bool)])
    allowed = np.array([0, 0, 1, 2, 0, 0, 1, 0, 0], np.int32)
    starts, lengths = np.array([2, 6]), np.array([2, 1])
    names = tuple("abc"[:labels])
    return Encoded(names, blocks, 9, starts, lengths, allowed, masks, np.ones(2), Legal.everything(labels))


def test_only_what_labels_show_is_ever_moved():
    model = ObservedCRF(l2=0.1).fit(corpus()).model_
    assert (model.weights[0] != 0).reshape(2, 3).tolist() == [[True, False, False], [True, True, False]]
    assert (model.weights[1] != 0).reshape(2, 3).tolist() == [[False] * 3, [True, False, False]]
    assert np.argwhere(model.transitions != 0).tolist() == [[0, 1]]
    assert not model.start.any()
    assert not model.end.any()


def test_it_is_the_optimum_among_those():
    learner = ObservedCRF(l2=0.1, gradient_tolerance=1e-9, objective_tolerance=0).fit(corpus())
    free = CRF(l2=0.1, gradient_tolerance=1e-9, objective_tolerance=0).fit(corpus())
    assert learner.report_.objective > free.report_.objective
    assert learner.report_.gradient_norm < 1e-6


def test_two_labels_share_the_parameter_of_an_attribute_seen_with_either():
    model = ObservedCRF(l2=0.1).fit(corpus(labels=2)).model_
    assert (model.weights[0] != 0).ravel().tolist() == [True, True]
    assert (model.weights[1] != 0).ravel().tolist() == [False, True]
    assert np.argwhere(model.transitions != 0).tolist() == [[0, 1]]
