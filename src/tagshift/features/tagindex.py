"""The attribute index of a tagger: from tokens to the events of a block, by the templates it was made from.

What a single token says is worked out once for each distinct token and looked up for every occurrence; a
conjunction is a small tuple of value numbers, found in a compiled table. Every family of templates becomes
one block for each unbroken run of its places: the row of a word then bears on the labels of all the
positions around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ModelError, ParameterError
from tagshift.features.encoded import Block, Encoded
from tagshift.features.gazetteer import MARKS, Gazetteer
from tagshift.features.inner import InnerLabels
from tagshift.features.rows import Rows, free_slots, tuples_of
from tagshift.features.templates import Family, Source, TemplateSet
from tagshift.features.tokens import Tokens
from tagshift.features.values import ColumnValues, ValueTable
from tagshift.kernels import tuples
from tagshift.persistence import pack_strings, unpack_strings

Ints = NDArray[np.int32]
Arrays = dict[str, NDArray[Any]]


class TagIndex:
    """Fitted on a source text; then it encodes any text.

    >>> from tagshift.features.templates import load
    >>> tokens = Tokens.from_sentences([[["He", "ran"]], [["They", "ran"]]])
    >>> index = TagIndex(load("toepfer2012")).fit(tokens)
    >>> index.rows[0].family.name, index.tables[0].strings
    ('lower', ['he', 'ran', 'they'])
    >>> [block.ids.tolist() for block in index.blocks(Tokens.from_sentences([[["She", "ran"]]]))][:2]
    [[1], [1]]
    """

    def __init__(self, templates: TemplateSet, gazetteers: Sequence[Gazetteer] = ()) -> None:
        self.gazetteers = tuple(gazetteers)
        self.declared = templates
        self.templates = templates.with_lists([name for g in gazetteers for name in g.sources])
        self.tables = [_table(source) for source in self.templates.sources]
        self.rows: list[Rows] = []
        self.caches: dict[int, ColumnValues] = {}

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that the tokens must have."""
        return self.templates.columns

    @property
    def gap(self) -> int:
        """Room between sentences for what falls off either end."""
        places = [place for family in self.templates.families for place in family.places]
        return max(0, *places) + max(0, *(-place for place in places)) + 1

    def fit(self, tokens: Tokens, raw: Tokens | None = None, min_raw: int = 2) -> TagIndex:
        """Find the attributes; with raw target text also those that occur there ``min_raw`` times."""
        self._check_lists()
        texts = [tokens] if raw is None else [tokens, raw]
        for table in self.tables:
            if not table.source.positional:
                for text in texts:
                    table.learn(text.columns[table.source.column].strings)
        found = [self._values(text, True, set(self.templates.sources)) for text in texts]
        members = [self._members(family, found, texts, min_raw) for family in self.templates.families]
        moved = self._compact(members)
        self.rows = [
            Rows(family, self._renumber(family, chosen, moved))
            for family, chosen in zip(self.templates.families, members, strict=True)
        ]
        return self

    def _check_lists(self) -> None:
        """No list is given in vain: its name is its own, and some template looks at lists."""
        names = [gazetteer.name for gazetteer in self.gazetteers]
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ParameterError(f"two word lists are called {twice[0]!r}; rename one of the files")
        if names and not any(source.function == "gazetteer" for source in self.declared.sources):
            raise ParameterError(
                f"the templates {self.declared.name!r} have no features of word lists: leave {names[0]!r} "
                'out, or give them a table with each = ["gazetteer"]'
            )

    def blocks(
        self, tokens: Tokens, training: bool = False, only: Sequence[Rows] | None = None
    ) -> tuple[Block, ...]:
        """The events of a text, in the stream of ``tokens``; ``only`` those of some families."""
        chosen = self.rows if only is None else only
        values = self._values(
            tokens, training, {source for rows in chosen for source, _ in rows.family.atoms}
        )
        positions = tokens.positions(self.gap)
        made: list[Block] = []
        for rows in chosen:
            at, wanted = tuples_of(rows.family, values, tokens)
            ids = rows.find(wanted)
            there = ids >= 0
            anchors, ids = positions[at[there]], ids[there]
            made += rows.blocks(anchors, ids)
        return tuple(made)

    def encode(
        self,
        tokens: Tokens,
        inner: InnerLabels,
        allowed: Ints,
        masks: NDArray[np.bool_],
        weights: NDArray[np.float64],
        training: bool = False,
    ) -> Encoded:
        """A corpus as a learner sees it: ``allowed`` (N,) are rows of ``masks`` over the inner labels."""
        stream = np.zeros(tokens.size(self.gap), np.int32)
        stream[tokens.positions(self.gap)] = allowed
        return Encoded(
            labels=inner.names,
            blocks=self.blocks(tokens, training),
            size=len(stream),
            starts=tokens.starts(self.gap),
            lengths=tokens.lengths,
            allowed=stream,
            masks=masks,
            weights=weights,
            legal=inner.legal,
        )

    def shapes(self) -> Iterator[tuple[int, int, int]]:
        """Rows, width and shift of each block."""
        nothing = np.empty(0, np.int32)
        for rows in self.rows:
            for block in rows.blocks(nothing, nothing):
                yield block.rows, block.width, block.shift

    def describe(self, block: int, row: int) -> str:
        """What a row stands for, as people read it: ``suffix(3)=ing``."""
        owners = [rows for rows in self.rows for _ in rows.family.runs()]
        rows = owners[block]
        said = zip(rows.family.atoms, rows.members[row].tolist(), strict=True)
        words = [(atom, self.table_of(atom[0]).strings[value]) for atom, value in said]
        if len(words) == 1:
            return f"{words[0][0][0]}={words[0][1]}"
        return " & ".join(f"{source}[{offset:+d}]={value}" for (source, offset), value in words)

    def to_parts(self) -> tuple[dict[str, Any], Arrays]:
        """A header and arrays for the model file."""
        arrays: Arrays = {}
        for n, table in enumerate(self.tables):
            arrays[f"values.{n}.blob"], arrays[f"values.{n}.ends"] = pack_strings(table.strings)
        for n, rows in enumerate(self.rows):
            arrays[f"rows.{n}"] = rows.members
        lists = []
        for n, gazetteer in enumerate(self.gazetteers):
            spelled = [[kind, " ".join(name)] for kind, names in gazetteer.names.items() for name in names]
            arrays[f"list.{n}.blob"], arrays[f"list.{n}.ends"] = pack_strings(
                [f"{b}\t{a}" for a, b in spelled]
            )
            lists.append({"name": gazetteer.name, "own": gazetteer.own, "seed": gazetteer.seed})
        return {"templates": self.declared.to_dict(), "lists": lists}, arrays

    @classmethod
    def from_parts(cls, header: dict[str, Any], arrays: Arrays) -> TagIndex:
        """The index that ``to_parts`` wrote."""
        try:
            return cls._from_parts(header, arrays)
        except (KeyError, TypeError, IndexError) as missing:
            raise ModelError(f"the model's attribute index lacks {missing}: the file is damaged") from None

    @classmethod
    def _from_parts(cls, header: dict[str, Any], arrays: Arrays) -> TagIndex:
        gazetteers = []
        for n, said in enumerate(header["lists"]):
            lines = unpack_strings(arrays[f"list.{n}.blob"], arrays[f"list.{n}.ends"], f"list {said['name']}")
            gazetteers.append(Gazetteer.from_lines(said["name"], lines, own=said["own"], seed=said["seed"]))
        index = cls(TemplateSet.from_dict(header["templates"], "the model's templates"), gazetteers)
        for n, table in enumerate(index.tables):
            strings = unpack_strings(
                arrays[f"values.{n}.blob"], arrays[f"values.{n}.ends"], str(table.source)
            )
            index.tables[n] = ValueTable(table.source, strings)
        for n, family in enumerate(index.templates.families):
            members = np.array(arrays[f"rows.{n}"], np.int32, order="C")
            index._check(family, members)
            index.rows.append(Rows(family, members))
        return index

    def _check(self, family: Family, members: Ints) -> None:
        sizes = [len(self.table_of(source)) for source, _ in family.atoms]
        fits = members.ndim == 2 and members.shape[1] == len(sizes)
        if not fits or (len(members) and ((members < 0) | (members >= sizes)).any()):
            raise ModelError(
                f"the rows of template {family.name!r} do not fit its values: the file is damaged"
            )

    def table_of(self, source: Source) -> ValueTable:
        """The values that a source can have."""
        return self.tables[self.templates.sources.index(source)]

    def values_of(self, column: int) -> ColumnValues:
        """The values of a column's tokens; while fitting, numbers still move, and nothing is kept."""
        tables = [t for t in self.tables if t.source.column == column and not t.source.positional]
        if not self.rows:
            return ColumnValues(tables)
        return self.caches.setdefault(column, ColumnValues(tables))

    def _values(self, tokens: Tokens, training: bool, sources: set[Source]) -> dict[Source, Ints]:
        """For each source the value number of every token."""
        found: dict[Source, Ints] = {}
        for number in {s.column for s in sources if not s.positional}:
            values, column = self.values_of(number), tokens.columns[number]
            matrix = values.of(column)
            for n, table in enumerate(values.tables):
                if table.source in sources:
                    found[table.source] = matrix[:, n][column.ids]
        for source in sources:
            if source.positional:
                found[source] = self._places(source.function, tokens, training)
        return found

    def _places(self, function: str, tokens: Tokens, training: bool) -> Ints:
        """The values of a source that looks at where a token stands."""
        if function.startswith("gazetteer:"):
            name, _, kind = function.removeprefix("gazetteer:").rpartition("/")
            gazetteer = next(g for g in self.gazetteers if g.name == name)
            return gazetteer.marks(tokens, kind, training)
        marks = np.full(len(tokens), -1, np.int32)
        filled = tokens.lengths > 0
        marks[tokens.offsets[:-1][filled] if function == "start" else tokens.offsets[1:][filled] - 1] = 0
        return marks

    def _members(
        self, family: Family, found: Sequence[dict[Source, Ints]], texts: Sequence[Tokens], min_raw: int
    ) -> Ints:
        """The tuples of a family that are frequent enough in the source, or in the raw text."""
        wanted = [tuples_of(family, values, text)[1] for values, text in zip(found, texts, strict=True)]
        together = np.concatenate(wanted)
        members = np.empty_like(together)
        ids = np.empty(len(together), np.int32)
        known = tuples.intern(together, members, free_slots(len(together)), ids, 0)
        kept = np.zeros(known, bool)
        for part, least in zip(np.split(ids, [len(wanted[0])]), (family.min_count, min_raw), strict=True):
            kept |= np.bincount(part[part >= 0], minlength=known) >= least
        return members[:known][kept]

    def _compact(self, members: Sequence[Ints]) -> dict[Source, Ints]:
        """Drop the values that no row uses; return the new number of each old one."""
        used = {table.source: np.zeros(len(table), bool) for table in self.tables}
        for family, chosen in zip(self.templates.families, members, strict=True):
            for n, (source, _) in enumerate(family.atoms):
                used[source][chosen[:, n]] = True
        return {
            t.source: _same(len(t)) if t.source.positional else t.keep(used[t.source]) for t in self.tables
        }

    @staticmethod
    def _renumber(family: Family, members: Ints, moved: dict[Source, Ints]) -> Ints:
        columns = [moved[source][members[:, n]] for n, (source, _) in enumerate(family.atoms)]
        return np.ascontiguousarray(np.stack(columns, axis=1))


def _table(source: Source) -> ValueTable:
    """An empty table, but for places, whose few values are known."""
    if not source.positional:
        return ValueTable(source)
    return ValueTable(source, MARKS if source.function.startswith("gazetteer") else ["yes"])


def _same(size: int) -> Ints:
    return np.arange(size, dtype=np.int32)
