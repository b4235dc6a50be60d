"""Passive-aggressive learning against the runner-up (Gao et al., 2010) over label sets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tagshift.learners.online import (
    ONLINE_RULES,
    PASSIVE_AGGRESSIVE_1,
    PASSIVE_AGGRESSIVE_2,
    OnlineLearner,
)
from tagshift.params import Choice, Real, Rule


class PassiveAggressive(OnlineLearner):
    """The smallest step that puts the best labelling inside the sets 1 above the best outside.

    Parameters
    ----------
    c : float
        How much one sentence may change: the longest step of "pa1", the softness of "pa2".
    variant : str
        "pa1" cuts the step at ``c``, "pa2" shortens every step.
    max_iterations, averaging, shuffle, seed
        As in ``OnlineLearner``.
    """

    constraints: ClassVar[Mapping[str, Rule]] = {
        **ONLINE_RULES,
        "c": Real(above=0),
        "variant": Choice("pa1", "pa2"),
    }

    def __init__(
        self,
        *,
        c: float = 0.1,
        variant: str = "pa1",
        max_iterations: int = 20,
        averaging: str | None = "all",
        shuffle: bool = True,
        seed: int = 0,
    ) -> None:
        self.c, self.variant = c, variant
        self.max_iterations, self.averaging, self.shuffle, self.seed = (
            max_iterations,
            averaging,
            shuffle,
            seed,
        )

    def rule(self) -> tuple[int, float]:
        return (PASSIVE_AGGRESSIVE_1 if self.variant == "pa1" else PASSIVE_AGGRESSIVE_2), self.c
