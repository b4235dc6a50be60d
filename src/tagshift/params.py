"""Rules of parameters, declared once for the constructor's check, the command's option and its help."""

from __future__ import annotations

import difflib
import inspect
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from tagshift.errors import NotFittedError, ParameterError


class Rule:
    """What a parameter may be; ``check`` returns None or what was expected."""

    def check(self, value: Any) -> str | None:
        raise TypeError(f"{type(self).__name__} does not say what it accepts")


@dataclass(frozen=True)
class Real(Rule):
    """A finite number within bounds."""

    above: float = -math.inf
    at_least: float = -math.inf
    at_most: float = math.inf
    optional: bool = False

    def check(self, value: Any) -> str | None:
        if value is None and self.optional:
            return None
        good = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        if good and value > self.above and self.at_least <= value <= self.at_most:
            return None
        return "a number" + _bounds(self.above, self.at_least, self.at_most)


@dataclass(frozen=True)
class Whole(Rule):
    """A whole number within bounds."""

    at_least: float = -math.inf
    at_most: float = math.inf
    optional: bool = False

    def check(self, value: Any) -> str | None:
        if value is None and self.optional:
            return None
        good = isinstance(value, int) and not isinstance(value, bool)
        if good and self.at_least <= value <= self.at_most:
            return None
        return "a whole number" + _bounds(-math.inf, self.at_least, self.at_most)


@dataclass(frozen=True)
class Flag(Rule):
    """True or False."""

    def check(self, value: Any) -> str | None:
        return None if isinstance(value, bool) else "True or False"


class Choice(Rule):
    """One of a few names."""

    def __init__(self, *names: str | None) -> None:
        self.names = names

    def check(self, value: Any) -> str | None:
        if value in self.names:
            return None
        near = difflib.get_close_matches(str(value), [n for n in self.names if n], 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        return "one of " + ", ".join(repr(n) for n in self.names) + hint


class Parametrized:
    """Constructors store, ``fit`` checks: scikit-learn's manner, without needing it."""

    constraints: ClassVar[Mapping[str, Rule]] = {}

    @classmethod
    def _names(cls) -> list[str]:
        return [n for n in inspect.signature(cls.__init__).parameters if n != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> Self:
        for name, value in params.items():
            if name not in self._names():
                raise ParameterError(
                    f"{type(self).__name__} has no parameter {name!r}; it has {self._names()}"
                )
            setattr(self, name, value)
        return self

    def check_params(self) -> None:
        for name, rule in self.constraints.items():
            expected = rule.check(getattr(self, name))
            if expected is not None:
                raise ParameterError(
                    f"{type(self).__name__}: {name} must be {expected}, got {getattr(self, name)!r}"
                )

    def check_fitted(self, attribute: str) -> None:
        if not hasattr(self, attribute):
            raise NotFittedError(f"{type(self).__name__} is not fitted yet: call fit first")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self.get_params().items())})"


def _bounds(above: float, at_least: float, at_most: float) -> str:
    said = []
    if above > -math.inf:
        said.append(f" above {above:g}")
    if at_least > -math.inf:
        said.append(f" at least {at_least:g}")
    if at_most < math.inf:
        said.append(f" at most {at_most:g}")
    return " and".join(said)
