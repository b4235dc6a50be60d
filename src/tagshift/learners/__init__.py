"""Learners: from an encoded corpus to a chain model.

They are imported when first named: labelling needs none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tagshift.learners.base import Learner
    from tagshift.learners.crf import CRF
    from tagshift.learners.dual import DualSVM
    from tagshift.learners.maxmargin import MaxMargin
    from tagshift.learners.model import ChainModel
    from tagshift.learners.observed import ObservedCRF
    from tagshift.learners.passive_aggressive import PassiveAggressive
    from tagshift.learners.perceptron import Perceptron
    from tagshift.learners.pointwise import Pointwise

    LEARNERS: dict[str, type[Learner]]

# The one register: a learner's name for users, its module, its class.
_REGISTER = {
    "crf": ("crf", "CRF"),
    "maxmargin": ("maxmargin", "MaxMargin"),
    "observed": ("observed", "ObservedCRF"),
    "pa": ("passive_aggressive", "PassiveAggressive"),
    "perceptron": ("perceptron", "Perceptron"),
    "pointwise": ("pointwise", "Pointwise"),
    "svm": ("dual", "DualSVM"),
}
NAMES = tuple(_REGISTER)
_HOMES = {kind: home for home, kind in _REGISTER.values()} | {"Learner": "base", "ChainModel": "model"}


def __getattr__(name: str) -> Any:
    if name == "LEARNERS":
        found: Any = {name: __getattr__(kind) for name, (_, kind) in _REGISTER.items()}
    elif name in _HOMES:
        found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


__all__ = [
    "CRF",
    "LEARNERS",
    "NAMES",
    "ChainModel",
    "DualSVM",
    "Learner",
    "MaxMargin",
    "ObservedCRF",
    "PassiveAggressive",
    "Perceptron",
    "Pointwise",
]
