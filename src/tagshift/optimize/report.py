"""What an optimiser says of itself when it stops."""

from __future__ import annotations

from dataclasses import dataclass, field


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

    @property
    def converged(self) -> bool:
        return self.reason.startswith("converged")

    def __str__(self) -> str:
        return (
            f"{self.reason} after {self.iterations} iterations ({self.evaluations} evaluations): "
            f"objective {self.objective:.6g}, gradient norm {self.gradient_norm:.3g}"
        )
