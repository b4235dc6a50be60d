"""Linear-chain conditional random fields from whole, partial and ambiguous annotation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded
from tagshift.learners.base import Callback, Learner
from tagshift.learners.chain_loss import ChainLoss
from tagshift.learners.scaling import scales
from tagshift.optimize.lbfgs import LBFGS, State
from tagshift.optimize.pieces import Workers
from tagshift.optimize.report import Report
from tagshift.params import Real, Rule, Whole

Floats = NDArray[np.float64]


class CRF(Learner):
    """Conditional random field (Lafferty et al., 2001), over label sets (Tsuboi et al., 2008).

    A fully annotated corpus has one optimum; with label sets of several labels the result depends on
    ``start``.

    Parameters
    ----------
    l2 : float
        Weight of half the squared parameters: 1 / variance of a normal prior.
    l1 : float
        Weight of the absolute parameters; above 0 many become exactly 0.
    margin : float
        Softmax-margin: what each wrong label gains before the labels compete. 0 is plain log-loss.
    max_iterations, gradient_tolerance, objective_tolerance, memory
        Of L-BFGS, as in ``LBFGS``.
    """

    constraints: ClassVar[Mapping[str, Rule]] = {
        "l2": Real(at_least=0),
        "l1": Real(at_least=0),
        "margin": Real(at_least=0),
        "max_iterations": Whole(at_least=0),
        "gradient_tolerance": Real(at_least=0),
        "objective_tolerance": Real(at_least=0),
        "memory": Whole(at_least=1),
    }

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

    def learn(
        self, encoded: Encoded, start: Floats | State, workers: Workers, callback: Callback | None
    ) -> tuple[Floats, Report]:
        objective = ChainLoss(encoded, workers, l2=self.l2, margin=self.margin)
        settings = LBFGS(
            memory=self.memory,
            max_iterations=self.max_iterations,
            gradient_tolerance=self.gradient_tolerance,
            objective_tolerance=self.objective_tolerance,
            l1=self.l1,
        )
        scale = scales(encoded, self.l2)
        return settings.minimise(objective, start, scale=scale, workers=workers, callback=callback)
