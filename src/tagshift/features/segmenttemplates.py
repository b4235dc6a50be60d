"""Which features a segmenter has: declared sets by name.

``default`` is ours. ``tsuboi2009`` is Tsuboi's table 3.4: seven n-grams of characters, of six types, and of
terms that are dictionary entries, and whether an entry starts or ends at the boundary. ``gao2010`` is Gao's
table 1, over six tags a character.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from tagshift.errors import ParameterError
from tagshift.features.ngrams import NgramSpec

Lists = Literal["words", "terms", "none"]


@dataclass(frozen=True)
class SegmentTemplates:
    """``lists``: how word lists become features: ``words`` (rows by class and length, and the lattice),
    ``terms`` (Tsuboi's).
    """

    name: str
    scheme: Literal["boundary", "sixtag"]
    ngrams: tuple[NgramSpec, ...]
    lists: Lists = "words"
    folded: bool = True

    @property
    def drops(self) -> bool:
        """Whether n-grams can be too rare to be kept."""
        return any(spec.min_count > 1 for spec in self.ngrams)

    def with_min_count(self, count: int) -> SegmentTemplates:
        """The same where n-grams must occur ``count`` times to be kept.

        >>> named("default").with_min_count(3).drops, named("default").drops
        (True, False)
        """
        return replace(self, ngrams=tuple(replace(spec, min_count=count) for spec in self.ngrams))

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: dict[str, Any]) -> SegmentTemplates:
        return cls(**{**found, "ngrams": tuple(NgramSpec(**spec) for spec in found["ngrams"])})


def _windows(kind: Literal["char", "type"], orders: range, size: int, **rest: Any) -> tuple[NgramSpec, ...]:
    return tuple(NgramSpec.window(kind, order, size, **rest) for order in orders)


def _tsuboi(kind: Literal["char", "type"]) -> tuple[NgramSpec, ...]:
    return tuple(
        NgramSpec.window(kind, order, size, types="tsuboi2009") for order, size in ((1, 1), (2, 2), (3, 2))
    )


DEFAULT = SegmentTemplates(
    "default", "boundary", _windows("char", range(1, 5), 4) + _windows("type", range(1, 5), 4)
)
NAMED = {
    "default": DEFAULT,
    "tsuboi2009": SegmentTemplates(
        "tsuboi2009", "boundary", _tsuboi("char") + _tsuboi("type"), lists="terms", folded=False
    ),
    "gao2010": SegmentTemplates(
        "gao2010",
        "sixtag",
        (
            NgramSpec("char", 1, -2, 4),
            NgramSpec("char", 2, -1, 4),
            NgramSpec("type", 1, 0, 1, types="gao2010"),
        ),
        lists="none",
        folded=False,
    ),
}


def named(name: str) -> SegmentTemplates:
    """A declared set.

    >>> [spec.name for spec in named("tsuboi2009").ngrams]
    ['char1', 'char2', 'char3', 'type1', 'type2', 'type3']
    """
    if name not in NAMED:
        raise ParameterError(f"no segmenter templates are called {name!r}; there are {', '.join(NAMED)}")
    return NAMED[name]
