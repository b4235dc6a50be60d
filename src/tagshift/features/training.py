"""What a set of templates says of training: the learner and the margin of its published results."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

from tagshift.errors import ParameterError


@dataclass(frozen=True)
class Training:
    """The table ``[training]`` of a template set; None where it says nothing.

    >>> Training.from_dict({"learner": "observed", "margin": 0}, "mine.toml")
    Training(learner='observed', margin=0.0)
    """

    learner: str | None = None
    margin: float | None = None

    @classmethod
    def from_dict(cls, said: Any, where: str) -> Training:
        """Read the table; whether there is such a learner is for those to say who make learners."""
        expected = f"{where}, training: expected a table with learner, margin or both"
        if not isinstance(said, dict) or not said:
            raise ParameterError(f"{expected}, got {said!r}")
        unknown = sorted(set(said) - {"learner", "margin"})
        if unknown:
            raise ParameterError(f"{expected}, got {unknown[0]!r}")
        learner, margin = said.get("learner"), said.get("margin")
        if learner is not None and not isinstance(learner, str):
            raise ParameterError(f"{where}, training, learner: expected a learner's name, got {learner!r}")
        if margin is None:
            return cls(learner)
        if type(margin) not in (int, float) or not isfinite(margin) or margin < 0:
            raise ParameterError(f"{where}, training, margin: expected a number at least 0, got {margin!r}")
        return cls(learner, float(margin))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a model's header; ``from_dict`` reads them back."""
        return {name: value for name, value in asdict(self).items() if value is not None}
