"""The averaged structured perceptron (Collins, 2002) over label sets."""

from __future__ import annotations

from math import inf

from tagshift.learners.online import PERCEPTRON, OnlineLearner


class Perceptron(OnlineLearner):
    """Where the best labelling is outside the sets, or level with one inside, both are moved by one.

    Parameters
    ----------
    max_iterations, averaging, shuffle, seed
        As in ``OnlineLearner``.
    """

    def __init__(
        self, *, max_iterations: int = 20, averaging: str | None = "all", shuffle: bool = True, seed: int = 0
    ) -> None:
        self.max_iterations, self.averaging, self.shuffle, self.seed = (
            max_iterations,
            averaging,
            shuffle,
            seed,
        )

    def rule(self) -> tuple[int, float]:
        return PERCEPTRON, inf
