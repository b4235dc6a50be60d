"""Declared templates: which attributes a tagger sees.

An **atom** is a function of one column at an offset from the word that is being labelled:
``suffix(3)@1[-1]`` is the last three characters of the word before it. A **template** is one atom, or
several at once (a conjunction). Templates that differ only in where they stand are one **family**, which
the index reads once and lets bear on all those places.

A set of templates is a small TOML file::

    [[templates]]
    each = ["lower", "prefix(1..4)"]          # five families of one atom
    at = [-1, 0, 1]                           # each at these offsets; [0] if not said

    [[templates]]
    all = ["token[0]", "token[1]"]            # a conjunction: this word and the next
    at = [-1, 0]                              # and, one further left, the word before and this
    min_count = 2                             # an attribute must occur so often; 1 if not said

    [[templates]]
    each = ["lower"]
    within = [-4, -1]                         # one attribute for all these places: among the four before

    [training]                                # what a user who names neither gets; may be left out
    learner = "observed"
    margin = 0
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tagshift.errors import ParameterError
from tagshift.features import functions
from tagshift.features.training import Training

SETS = Path(__file__).parent / "template_sets"
_ATOM = re.compile(r"([a-z_]+)(?:\((\d+)(?:\.\.(\d+))?\))?(?:@(\d+))?(?:\[([+-]?\d+)\])?")
_KEYS = {"each", "all", "at", "within", "min_count"}


@dataclass(frozen=True, order=True)
class Source:
    """Where values come from: a function (with its size, if it has one) of a column, counted from 1."""

    function: str
    size: int | None = None
    column: int = 1

    def __str__(self) -> str:
        size = "" if self.size is None else f"({self.size})"
        return self.function + size + ("" if self.column == 1 else f"@{self.column}")

    @property
    def positional(self) -> bool:
        return self.function.partition(":")[0] in functions.POSITIONAL


@dataclass(frozen=True)
class Family:
    """Templates that differ only in where they stand.

    ``atoms`` are (source, offset) with smallest offset 0; ``places`` are where that smallest one stands. If
    ``tied`` all places share one attribute.
    """

    atoms: tuple[tuple[Source, int], ...]
    places: tuple[int, ...]
    min_count: int = 1
    tied: bool = False

    @property
    def name(self) -> str:
        if len(self.atoms) == 1:
            return str(self.atoms[0][0])
        return " & ".join(f"{source}[{offset}]" for source, offset in self.atoms)

    @property
    def reach(self) -> int:
        """How many tokens an event spans beyond its first."""
        return max(offset for _, offset in self.atoms)

    def runs(self) -> Iterator[tuple[int, int]]:
        """The places as (first, last) of unbroken runs: each becomes one block; tied places are one run."""
        first = last = self.places[0]
        if self.tied:
            yield first, self.places[-1]
            return
        for place in self.places[1:]:
            if place != last + 1:
                yield first, last
                first = place
            last = place
        yield first, last


@dataclass(frozen=True)
class TemplateSet:
    """The families of a tagger, in a fixed order."""

    name: str
    families: tuple[Family, ...]
    training: Training = field(default_factory=Training)

    @property
    def columns(self) -> tuple[int, ...]:
        """Every column that some atom reads, and column 1."""
        return tuple(sorted({source.column for f in self.families for source, _ in f.atoms} | {1}))

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every source, in the order of first use."""
        return tuple(dict.fromkeys(source for f in self.families for source, _ in f.atoms))

    def with_columns(self, columns: Iterable[int]) -> TemplateSet:
        """This set, and for each further column its values from two left to two right and their pairs.

        >>> [f.name for f in load("toepfer2012").with_columns([1, 2]).families[-2:]]
        ['token@2', 'token@2[0] & token@2[1]']
        """
        added = [f for column in sorted(set(columns) - set(self.columns)) for f in _column_families(column)]
        return replace(self, families=(*self.families, *added))

    def with_lists(self, names: Sequence[str]) -> TemplateSet:
        """This set with ``gazetteer`` spelled out for every word list; without lists its templates fall away.

        >>> [f.name for f in load("default").with_lists(["towns"]).families if "gaz" in f.name]
        ['gazetteer:towns']
        """
        spelled: list[Family] = []
        for family in self.families:
            wild = any(source.function == "gazetteer" for source, _ in family.atoms)
            spelled += [_named(family, name) for name in names] if wild else [family]
        return replace(self, families=tuple(spelled))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for a model's header; ``from_dict`` reads them back."""
        training = self.training.to_dict()
        return {
            "name": self.name,
            "templates": [_table(family) for family in self.families],
            **({"training": training} if training else {}),
        }

    @classmethod
    def from_dict(cls, said: dict[str, Any], where: str = "templates") -> TemplateSet:
        unknown = sorted(set(said) - {"name", "templates", "training"})
        if unknown:
            raise ParameterError(
                f"{where}: expected the keys name, templates and training, got {unknown[0]!r}"
            )
        tables = said.get("templates")
        if not isinstance(tables, list) or not tables:
            raise ParameterError(f"{where}: expected at least one [[templates]] table")
        families = [
            f for n, table in enumerate(tables, 1) for f in _families(table, f"{where}: templates {n}")
        ]
        training = Training.from_dict(said["training"], where) if "training" in said else Training()
        return cls(str(said.get("name", where)), tuple(_merged(families)), training)


def load(name: str | Path) -> TemplateSet:
    """A set by name, or a user's own by the path of its file.

    >>> load("toepfer2012").columns, load("chunk").columns
    ((1,), (1, 2))
    """
    path = SETS / f"{name}.toml"
    if not path.is_file():
        path = Path(name)
    if not path.is_file():
        raise ParameterError(
            f"no templates {str(name)!r}: expected one of {', '.join(names())}, or a TOML file"
        )
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        raise ParameterError(f"{path}: expected a TOML file, got: {broken}") from None
    return TemplateSet.from_dict({"name": path.stem, **said}, str(path))


def names() -> list[str]:
    """The sets that come with the package."""
    return sorted(path.stem for path in SETS.glob("*.toml"))


def parse_atoms(text: str, where: str) -> list[tuple[Source, int]]:
    """What one atom says; a range of sizes makes several.

    >>> parse_atoms("suffix(2..3)@2[-1]", "here")
    [(Source(function='suffix', size=2, column=2), -1), (Source(function='suffix', size=3, column=2), -1)]
    """
    found = _ATOM.fullmatch(text.replace(" ", ""))
    if found is None:
        raise ParameterError(f"{where}: expected an atom such as 'lower', 'suffix(3)@2[-1]', got {text!r}")
    name, low, high, column, offset = found.groups()
    sizes: Sequence[int | None] = [None] if low is None else range(int(low), int(high or low) + 1)
    if 0 in sizes or not sizes or column == "0":
        raise ParameterError(f"{where}: sizes and columns count from 1, got {text!r}")
    if name not in functions.POSITIONAL or low is not None:
        try:
            functions.by_name(name, sizes[0])
        except ParameterError as unknown:
            raise ParameterError(f"{where}: {unknown}") from None
    return [(Source(name, size, int(column or 1)), int(offset or 0)) for size in sizes]


def _families(table: Any, where: str) -> Iterator[Family]:
    if not isinstance(table, dict) or ("each" in table) == ("all" in table):
        raise ParameterError(f"{where}: expected one of the keys each (single atoms) and all (a conjunction)")
    unknown = sorted(set(table) - _KEYS)
    if unknown:
        raise ParameterError(f"{where}: expected the keys {', '.join(sorted(_KEYS))}, got {unknown[0]!r}")
    key = "each" if "each" in table else "all"
    spelled = _listed(table[key], str, f"{where}, {key}", "a list of atoms")
    places, tied = _places(table, where)
    min_count = _listed([table.get("min_count", 1)], int, f"{where}, min_count", "a whole number")[0]
    atoms = [parse_atoms(text, f"{where}, {key}") for text in spelled]
    if key == "each":
        for atom in (atom for several in atoms for atom in several):
            yield _family((atom,), places, min_count, tied)
    elif any(len(several) > 1 for several in atoms):
        raise ParameterError(f"{where}, all: a range of sizes has no place in a conjunction")
    else:
        yield _family(tuple(several[0] for several in atoms), places, min_count, tied)


def _listed(said: Any, kind: type, where: str, expected: str) -> list[Any]:
    if isinstance(said, list) and said and all(type(item) is kind for item in said):
        return said
    raise ParameterError(f"{where}: expected {expected}, got {said!r}")


def _places(table: dict[str, Any], where: str) -> tuple[Sequence[int], bool]:
    """Where a table's templates stand, and whether all places share one attribute."""
    if "within" not in table:
        return _listed(table.get("at", [0]), int, f"{where}, at", "a list of whole numbers"), False
    expected = "the first and the last place, two whole numbers, and no at beside it"
    ends = _listed(table["within"], int, f"{where}, within", expected)
    if len(ends) != 2 or ends[0] > ends[1] or "at" in table:
        raise ParameterError(f"{where}, within: expected {expected}, got {table['within']!r}")
    return range(ends[0], ends[1] + 1), True


def _family(
    atoms: tuple[tuple[Source, int], ...], places: Iterable[int], min_count: int, tied: bool = False
) -> Family:
    lowest = min(offset for _, offset in atoms)
    moved = tuple(
        sorted({(source, offset - lowest) for source, offset in atoms}, key=lambda a: (a[1], str(a[0])))
    )
    return Family(moved, tuple(sorted({place + lowest for place in places})), min_count, tied)


def _merged(families: Iterable[Family]) -> Iterator[Family]:
    """One family for all tables that say the same of other places."""
    together: dict[tuple[Any, ...], Family] = {}
    for family in families:
        key = (family.atoms, family.min_count, family.places if family.tied else None)
        before = together.get(key, family)
        together[key] = replace(family, places=tuple(sorted({*before.places, *family.places})))
    return iter(together.values())


def _column_families(column: int) -> list[Family]:
    value = Source("token", None, column)
    return [_family(((value, 0),), range(-2, 3), 1), _family(((value, 0), (value, 1)), range(-2, 2), 1)]


def _named(family: Family, name: str) -> Family:
    """The family with one word list in place of all."""
    atoms = (
        (replace(source, function=f"gazetteer:{name}") if source.function == "gazetteer" else source, offset)
        for source, offset in family.atoms
    )
    return replace(family, atoms=tuple(atoms))


def _table(family: Family) -> dict[str, Any]:
    """A family as a table of a TOML file would say it."""
    where = {"within": [family.places[0], family.places[-1]]} if family.tied else {"at": list(family.places)}
    return {"all": [_spell(*atom) for atom in family.atoms], **where, "min_count": family.min_count}


def _spell(source: Source, offset: int) -> str:
    return f"{source}[{offset}]"
