"""Linear-chain conditional random fields from whole, partial and ambiguous annotation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tagshift.features.encoded import Encoded
from tagshift.learners.by_gradient import RULES, GradientLearner
from tagshift.learners.chain_loss import ChainLoss
from tagshift.learners.objective import Objective
from tagshift.optimize.pieces import Workers
from tagshift.params import Real, Rule


class CRF(GradientLearner):
    """Conditional random field (Lafferty et al., 2001), over label sets (Tsuboi et al., 2008).

    A fully annotated corpus has one optimum; with sets of several labels the result depends on ``start``.

    Parameters
    ----------
    l2, l1, max_iterations, gradient_tolerance, objective_tolerance, memory
        As in ``GradientLearner``.
    margin : float
        Softmax-margin: what each wrong label gains before the labels compete. 0 is plain log-loss.
    """

    constraints: ClassVar[Mapping[str, Rule]] = {**RULES, "margin": Real(at_least=0)}

    def __init__(
        self,
        *,
        l2: float = 1.0,
        l1: float = 0.0,
        margin: float = 0.0,
        max_iterations: int = 300,
        gradient_tolerance: float = 1e-4,
        objective_tolerance: float = 1e-4,
        memory: int = 6,
    ) -> None:
        self.l2, self.l1, self.margin = l2, l1, margin
        self.max_iterations, self.memory = max_iterations, memory
        self.gradient_tolerance, self.objective_tolerance = gradient_tolerance, objective_tolerance

    def objective(self, encoded: Encoded, workers: Workers) -> Objective:
        return ChainLoss(encoded, workers, l2=self.l2, margin=self.margin)
