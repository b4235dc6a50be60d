"""What an optimiser says of itself when it stops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import isfinite, nan
from typing import Any, Self


@dataclass
class Report:
    """How training went: enough for the log, and kept in the model.

    ``reason`` is "converged: gradient", "converged: objective", "iterations", "no descent" or "stopped";
    ``objectives`` has the value before the first step and after each one.
    """

    objective: float = float("nan")
    gradient_norm: float = float("nan")
    iterations: int = 0
    evaluations: int = 0
    reason: str = ""
    objectives: list[float] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON can hold it: None where a number is not finite, for a learner has none of it.

        >>> Report(iterations=3, reason="iterations").to_json()["objective"] is None
        True
        """
        said = {name: _finite(value) for name, value in asdict(self).items()}
        return said | {
            "objectives": [_finite(value) for value in self.objectives],
            "converged": self.converged,
        }

    @classmethod
    def from_json(cls, said: Mapping[str, Any]) -> Self:
        """The report that ``to_json`` gave; what it does not know is a TypeError, as for the constructor."""
        known: dict[str, Any] = {name: nan if value is None else value for name, value in said.items()}
        known.pop("converged", None)
        objectives = [nan if value is None else float(value) for value in known.pop("objectives", ())]
        return cls(**known, objectives=objectives)

    @property
    def converged(self) -> bool:
        return self.reason.startswith("converged")

    def __str__(self) -> str:
        return (
            f"{self.reason} after {self.iterations} iterations ({self.evaluations} evaluations): "
            f"objective {self.objective:.6g}, gradient norm {self.gradient_norm:.3g}"
        )


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value
