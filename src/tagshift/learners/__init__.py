"""Learners: from an encoded corpus to a chain model."""

from __future__ import annotations

from tagshift.learners.base import Learner
from tagshift.learners.crf import CRF
from tagshift.learners.dual import DualSVM
from tagshift.learners.maxmargin import MaxMargin
from tagshift.learners.model import ChainModel
from tagshift.learners.observed import ObservedCRF
from tagshift.learners.passive_aggressive import PassiveAggressive
from tagshift.learners.perceptron import Perceptron
from tagshift.learners.pointwise import Pointwise

LEARNERS: dict[str, type[Learner]] = {
    "crf": CRF,
    "dual": DualSVM,
    "maxmargin": MaxMargin,
    "observed": ObservedCRF,
    "passive_aggressive": PassiveAggressive,
    "perceptron": Perceptron,
    "pointwise": Pointwise,
}

__all__ = [
    "CRF",
    "LEARNERS",
    "ChainModel",
    "DualSVM",
    "Learner",
    "MaxMargin",
    "ObservedCRF",
    "PassiveAggressive",
    "Perceptron",
    "Pointwise",
]
