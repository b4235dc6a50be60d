"""What every learner is: parameters, ``fit``, a model, a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ParameterError
from tagshift.features.encoded import Encoded
from tagshift.learners.model import ChainModel
from tagshift.optimize.lbfgs import State
from tagshift.optimize.pieces import Workers
from tagshift.optimize.report import Report
from tagshift.params import Parametrized

Floats = NDArray[np.float64]
Callback = Callable[[Report], bool | None]


class Learner(Parametrized):
    """Fits a chain to an encoded corpus.

    ``fit`` leaves ``theta_`` (the parameter vector), ``model_`` (the same, cut into its parts) and
    ``report_``. A learner that cannot use sentence weights, event values or a start says so in
    ``uses_weights``, ``uses_values`` and ``uses_start``, and raises when given some.
    """

    uses_weights: ClassVar[bool] = True
    uses_values: ClassVar[bool] = True
    uses_start: ClassVar[bool] = True

    theta_: Floats
    model_: ChainModel
    report_: Report

    def fit(
        self,
        encoded: Encoded,
        *,
        start: Floats | State | None = None,
        threads: int = 1,
        callback: Callback | None = None,
    ) -> Self:
        """Learn from ``encoded``, from zeros or ``start``; ``callback`` may stop it by returning True."""
        self.check_params()
        self.check_usable(encoded)
        with Workers(threads) as workers:
            self.theta_, self.report_ = self.learn(encoded, check_start(start, encoded), workers, callback)
        self.model_ = ChainModel.from_theta(self.theta_, encoded, self.report_)
        return self

    def learn(
        self, encoded: Encoded, start: Floats | State, workers: Workers, callback: Callback | None
    ) -> tuple[Floats, Report]:
        """What a kind of learner adds: from a checked corpus to a parameter vector."""
        raise TypeError(f"{type(self).__name__} does not say how it learns")

    def check_usable(self, encoded: Encoded) -> None:
        """Nothing given is ignored: what a learner cannot use it refuses."""
        name = type(self).__name__
        if not self.uses_weights and len(encoded.weights) and (encoded.weights != 1).any():
            raise ParameterError(f"{name} cannot use sentence weights; choose another learner or drop them")
        valued = [block.name for block in encoded.blocks if block.values is not None]
        if not self.uses_values and valued:
            raise ParameterError(f"{name} cannot use attribute values, which blocks {valued} have")


def check_start(start: Floats | State | None, encoded: Encoded) -> Floats | State:
    """Where to begin: zeros, or a vector or state of the corpus's own shape."""
    if start is None:
        return np.zeros(encoded.n_parameters)
    theta = start.theta if isinstance(start, State) else start
    if theta.shape != (encoded.n_parameters,):
        raise ParameterError(
            f"start has shape {theta.shape}, the corpus {encoded.n_parameters} parameters: "
            "they belong to different feature sets"
        )
    return start
