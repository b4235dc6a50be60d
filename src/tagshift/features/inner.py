"""The labels that a learner works with, behind the labels that people see.

Marks of spans (B-, I-, O) can be made finer inside: the last token of a span and a span of one token get
labels of their own (E-, S-), so that a chain of first order sees both ends of a span. A set of outer labels
is the set of inner labels behind it, and what the neighbours exclude is struck out; a full labelling has
exactly one inner form. Any partial or ambiguous labelling goes the same way. Fine or not, nothing that the
scheme forbids can be learned or given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import LabelError
from tagshift.features.encoded import Legal

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

SCHEMES = ("auto", "none", "iob2", "iobes")
_INSIDE = {"B": "BS", "I": "IE"}
# What may follow what within one type; between types a span must have ended.
_OPEN = "BI"
_CONTINUES = "IE"


@dataclass(frozen=True)
class InnerLabels:
    """``outer`` names, ``names`` of the K inner labels, ``outer_of`` (K,) the outer label behind each.

    >>> inner = InnerLabels.of(["B-LOC", "I-LOC", "O"], "iob2", fine=True)
    >>> inner.names
    ('B-LOC', 'S-LOC', 'I-LOC', 'E-LOC', 'O')
    >>> inner.outer_of.tolist()
    [0, 0, 1, 1, 2]
    """

    outer: tuple[str, ...]
    names: tuple[str, ...]
    outer_of: Ints
    scheme: str
    fine: bool

    @classmethod
    def of(cls, outer: Sequence[str], scheme: str, fine: bool = False) -> InnerLabels:
        """The inner labels for a scheme, ``none``, ``iob2`` or ``iobes``; ``fine`` ones are for ``iob2``."""
        fine = fine and scheme == "iob2"
        marks = [_marks(name, outer) if fine else " " for name in outer]
        names = tuple(
            _behind(name, mark) for name, several in zip(outer, marks, strict=True) for mark in several
        )
        outer_of = np.repeat(np.arange(len(outer), dtype=np.int32), [len(several) for several in marks])
        return cls(tuple(outer), names, outer_of.astype(np.int32), scheme, fine)

    @property
    def spans(self) -> bool:
        return self.scheme != "none"

    @cached_property
    def legal(self) -> Legal:
        """Which inner labels may begin, follow and end."""
        if not self.spans:
            return Legal.everything(len(self.names))
        marks = [_split(name) for name in self.names]
        opens = np.array([mark in _OPEN for mark, _ in marks])
        continues = np.array([mark in _CONTINUES for mark, _ in marks])
        kinds = np.array([kind for _, kind in marks])
        within = opens[:, None] & continues[None, :] & (kinds[:, None] == kinds[None, :])
        ends = np.ones(len(marks), bool) if self.scheme == "iob2" and not self.fine else ~opens
        return Legal(~continues, within | (ends[:, None] & ~continues[None, :]), ends)

    def masks(self, outer_masks: Bools) -> Bools:
        """Sets of outer labels (R, outer) as sets of inner labels (R, K)."""
        return outer_masks[:, self.outer_of]

    def repaired(self, rows: Ints, outer_masks: Bools, offsets: NDArray[np.int64]) -> tuple[Ints, Bools, int]:
        """Every I- that continues nothing becomes the B- of its type: rows, masks, how many."""
        masks, rows, total = outer_masks, rows.copy(), 0
        before = np.vstack([masks, np.zeros(masks.shape[1], bool)])[_shifted(rows, offsets, len(masks), True)]
        for inside, name in enumerate(self.outer):
            begin = "B-" + name[2:]
            if not self.spans or not name.startswith("I-") or begin not in self.outer:
                continue
            opens = self.outer.index(begin)
            lone = (
                masks[rows, inside] & (masks[rows].sum(axis=1) == 1) & ~before[:, inside] & ~before[:, opens]
            )
            if lone.any():
                masks = np.vstack([masks, np.arange(len(self.outer)) == opens])
                rows[lone] = len(masks) - 1
                total += int(lone.sum())
        return rows, masks, total

    def narrowed(self, rows: Ints, outer_masks: Bools, offsets: NDArray[np.int64]) -> tuple[Ints, Bools]:
        """What each token may be when its neighbours are looked at: rows (N,) of new masks, row 0 any.

        A token whose set is left empty stands in a labelling that the scheme forbids.
        """
        masks = self.masks(outer_masks)
        if not self.spans or not len(rows):
            return rows, masks
        after = np.vstack([masks @ self.legal.follow, self.legal.first])
        before = np.vstack([masks @ self.legal.follow.T, self.legal.last])
        beside = np.stack([_shifted(rows, offsets, len(masks), left) for left in (True, False)])
        triples, which = np.unique(np.stack([rows, *beside]), axis=1, return_inverse=True)
        found = masks[triples[0]] & after[triples[1]] & before[triples[2]]
        found[triples[0] == 0] = True
        table, numbers = _table(found)
        narrowed = numbers[which.ravel()]
        empty = np.flatnonzero(~np.asarray(table.any(axis=1))[narrowed])
        if len(empty):
            sentence = int(np.searchsorted(offsets, empty[0], side="right"))
            raise LabelError(
                f"sentence {sentence}, token {empty[0] - offsets[sentence - 1] + 1}: its label cannot stand "
                "beside its neighbours' in this scheme (a span must begin with B-). Repair the labels, or "
                "use scheme none."
            )
        return narrowed, table


def scheme_of(labels: Sequence[str]) -> str:
    """The scheme that the names of labels speak of.

    >>> scheme_of(["O", "B-LOC", "I-LOC"]), scheme_of(["N", "V"]), scheme_of(["O", "S-LOC"])
    ('iob2', 'none', 'iobes')
    """
    marks = {_split(label)[0] for label in labels}
    if not marks & {"B", "S"} or not marks <= set("OBIES"):
        return "none"
    return "iobes" if marks & {"E", "S"} else "iob2"


def _split(label: str) -> tuple[str, str]:
    """Mark and type of a label; anything that is no span mark has the mark of a whole (empty)."""
    mark, dash, kind = label.partition("-")
    if label == "O":
        return "O", ""
    return (mark, kind) if dash and kind and mark in set("BIES") else ("", label)


def _marks(name: str, outer: Sequence[str]) -> str:
    """The inner marks behind an outer label; a type without I- has spans of one token only."""
    mark, kind = _split(name)
    if mark == "B" and f"I-{kind}" not in outer:
        return "S"
    return _INSIDE.get(mark, " ")


def _behind(name: str, mark: str) -> str:
    return name if mark == " " else f"{mark}-{_split(name)[1]}"


def _shifted(rows: Ints, offsets: NDArray[np.int64], edge: int, left: bool) -> Ints:
    """For each token the row of its neighbour, ``edge`` where the sentence ends."""
    moved = np.roll(rows, 1 if left else -1)
    filled = np.diff(offsets) > 0
    moved[offsets[:-1][filled] if left else offsets[1:][filled] - 1] = edge
    return moved


def _table(sets: Bools) -> tuple[Bools, Ints]:
    """The distinct sets below a row 0 that admits everything, and the row of each."""
    distinct, numbers = np.unique(sets, axis=0, return_inverse=True)
    rows = np.where(np.asarray(distinct.all(axis=1))[numbers.ravel()], 0, numbers.ravel() + 1)
    return np.vstack([np.ones((1, sets.shape[1]), bool), distinct]), rows.astype(np.int32)
