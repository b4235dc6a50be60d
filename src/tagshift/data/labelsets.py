"""Sets of labels: full, partial, ambiguous and missing annotation in one representation.

Each position of a corpus has one number, the row of a small table that says which labels it may take. Row 0
is "any", a fully labelled position has a row with one label, an ambiguous one a row with several.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tagshift.data.sentence import Label
from tagshift.errors import LabelError

Rows = NDArray[np.int32]
ANY = 0


@dataclass(frozen=True)
class LabelSets:
    """``names`` of K labels and ``masks`` (R, K), bool: row r may take label k. Row 0 is "any".

    >>> LabelSets.build(["N", "V"], [None, "V", ("V", "N")])[1]
    array([0, 1, 0], dtype=int32)
    """

    names: tuple[str, ...]
    masks: NDArray[np.bool_]

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names):
            raise LabelError(f"the labels {self.names!r} name one label twice")
        if self.masks.ndim != 2 or self.masks.shape[1] != len(self.names) or not len(self.masks):
            raise LabelError(f"expected masks of shape (rows, {len(self.names)}), got {self.masks.shape}")
        if not self.masks[ANY].all():
            raise LabelError('row 0 of the masks means "any" and must admit every label')
        empty = np.flatnonzero(~self.masks.any(axis=1))
        if len(self.names) and len(empty):
            raise LabelError(f"row {empty[0]} of the masks admits no label")

    @classmethod
    def any_of(cls, names: Sequence[str]) -> LabelSets:
        """The table that knows no set but "any"."""
        return cls(tuple(names), np.ones((1, len(names)), bool))

    @classmethod
    def build(cls, names: Sequence[str], labels: Iterable[Label]) -> tuple[LabelSets, Rows]:
        """The table of all sets in ``labels``, and the row of each."""
        interner = LabelInterner(names)
        rows = np.fromiter((interner.row(label) for label in labels), np.int32)
        return interner.finish(rows)

    def labels_of(self, row: int) -> Label:
        """The set in a row as a reader would write it: None, one name, or a tuple.

        >>> sets, rows = LabelSets.build(["A", "B", "C"], [("C", "A"), "B"])
        >>> [sets.labels_of(row) for row in rows]
        [('A', 'C'), 'B']
        """
        if row == ANY:
            return None
        chosen = tuple(self.names[k] for k in np.flatnonzero(self.masks[row]))
        return chosen[0] if len(chosen) == 1 else chosen

    def intersect(self, left: Rows, right: Rows) -> tuple[LabelSets, Rows]:
        """Position by position, the labels that both rows admit; new sets are added to the table's end.

        >>> sets, rows = LabelSets.build(["A", "B", "C"], [("A", "B"), ("B", "C"), None])
        >>> wider, both = sets.intersect(rows[[0, 1]], rows[[1, 2]])
        >>> [wider.labels_of(row) for row in both]
        ['B', ('B', 'C')]
        """
        pairs, inverse = np.unique(
            np.stack([left, right], axis=-1).reshape(-1, 2), axis=0, return_inverse=True
        )
        both = self.masks[pairs[:, 0]] & self.masks[pairs[:, 1]]
        barren = np.flatnonzero(~both.any(axis=1))
        if len(self.names) and len(barren):
            place = int(np.flatnonzero(inverse.ravel() == barren[0])[0])
            one, other = (self.labels_of(int(row)) for row in pairs[barren[0]])
            raise LabelError(f"position {place}: {one!r} and {other!r} have no label in common")
        interner = LabelInterner(self.names)
        for mask in self.masks[1:]:
            interner.mask_row(mask)
        found = np.array([interner.mask_row(mask) for mask in both], np.int32)
        return interner.finish(found[inverse.ravel()].astype(np.int32))


class LabelInterner:
    """Gives each distinct set of labels one row; with ``names`` None it learns the names as they come.

    >>> interner = LabelInterner(None)
    >>> [interner.row(label) for label in ["V", "N", None, ("N",), ("V", "N")]]
    [1, 2, 0, 2, 3]
    >>> sets, rows = interner.finish(np.array([1, 2, 0, 2, 3], np.int32))
    >>> sets.names, [sets.labels_of(row) for row in rows]
    (('N', 'V'), ['V', 'N', None, 'N', None])
    """

    def __init__(self, names: Sequence[str] | None) -> None:
        self._open = names is None
        self._ids = {name: k for k, name in enumerate(names or ())}
        self._rows: dict[frozenset[str] | None, int] = {None: ANY}
        self._seen: dict[Label, int] = {None: ANY}

    def row(self, label: Label) -> int:
        """The row of ``label``; the order and repetition of names in a tuple mean nothing."""
        row = self._seen.get(label)
        if row is None:
            row = self._seen[label] = self._new_row(label)
        return row

    def mask_row(self, mask: NDArray[np.bool_]) -> int:
        """The row of a set given as a mask over the names."""
        names = list(self._ids)
        return self.row(tuple(names[k] for k in np.flatnonzero(mask)))

    def _new_row(self, label: Label) -> int:
        chosen = (label,) if isinstance(label, str) else tuple(label or ())
        if not chosen:
            raise LabelError(
                "an empty set of labels: a position must be allowed at least one (None means any)"
            )
        for name in chosen:
            if name not in self._ids:
                self._learn(name)
        key = frozenset(chosen)
        if not self._open and len(key) == len(self._ids):
            return ANY
        return self._rows.setdefault(key, len(self._rows))

    def _learn(self, name: str) -> None:
        if not self._open:
            known = ", ".join(list(self._ids)[:12]) + (", ..." if len(self._ids) > 12 else "")
            raise LabelError(f"unknown label {name!r}; the labels are {known or 'none'}")
        self._ids[name] = len(self._ids)

    def finish(self, rows: Rows) -> tuple[LabelSets, Rows]:
        """The finished table, and ``rows`` as numbered in it; learned names are sorted."""
        names = tuple(sorted(self._ids)) if self._open else tuple(self._ids)
        order = {name: k for k, name in enumerate(names)}
        masks = [np.ones(len(names), bool)]
        renumber = np.zeros(len(self._rows), np.int32)
        for chosen, old in self._rows.items():
            if chosen is None or len(chosen) == len(names):  # a learned set may turn out to hold every name
                continue
            mask = np.zeros(len(names), bool)
            mask[[order[name] for name in chosen]] = True
            renumber[old] = len(masks)
            masks.append(mask)
        return LabelSets(names, np.array(masks).reshape(len(masks), len(names))), renumber[rows]
