"""Other dialects of spans, read into IOB2 or IOBES: IOB1, BILUO, BMES with kinds, suffixes (``n-B``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from tagshift.data.schemes.iob2 import IOB2
from tagshift.data.schemes.iobes import IOBES
from tagshift.data.schemes.spans import OUTSIDE, join_label, split_label
from tagshift.data.sentence import Label
from tagshift.errors import LabelError

Dialect = Literal["iob1", "iob2", "iobes", "biluo", "bmes", "suffix"]
BILUO_TO_IOBES = {"B": "B", "I": "I", "L": "E", "U": "S"}
IOBES_TO_BILUO = {ours: theirs for theirs, ours in BILUO_TO_IOBES.items()}
_BMES_TO_IOBES = {"B": "B", "M": "I", "I": "I", "E": "E", "S": "S", "W": "S"}


def detect(names: Iterable[str]) -> Dialect | None:
    """The dialect that a set of labels is written in, or None where they are no spans at all.

    IOB1 cannot be told from IOB2 by its labels: a file with ``B-`` is taken for IOB2.

    >>> detect(["O", "B-LOC", "I-LOC"]), detect(["O", "U-LOC"]), detect(["n-B", "n-I"]), detect(["NN", "VB"])
    ('iob2', 'biluo', 'suffix', None)
    """
    spans = [name for name in names if name != OUTSIDE]
    prefixes = {name.partition("-")[0] for name in spans}
    suffixes = {name.rpartition("-")[2] for name in spans}
    hyphens = all("-" in name for name in spans) or all(len(name) == 1 for name in spans)
    if not spans or not hyphens:
        return None
    if prefixes <= {"B", "I"}:
        return "iob2" if "B" in prefixes else "iob1"
    if prefixes <= {"B", "I", "L", "U"}:
        return "biluo"
    if prefixes <= {"B", "I", "E", "S"}:
        return "iobes"
    if prefixes <= set(_BMES_TO_IOBES):
        return "bmes"
    if suffixes <= {"B", "I", "E", "S"}:
        return "suffix"
    return None


def iob1_to_iob2(labels: Sequence[str]) -> list[str]:
    """IOB1 writes B only where a span touches another of its kind; reading is that of any IOB labels.

    >>> iob1_to_iob2(["I-LOC", "I-LOC", "B-LOC", "O", "I-PER"])
    ['B-LOC', 'I-LOC', 'B-LOC', 'O', 'B-PER']
    """
    return IOB2.repair(labels)


def rename_marks(labels: Iterable[Label], table: dict[str, str], dialect: str) -> list[Label]:
    """Change the mark of each label, one for one; unknown positions and choices of labels keep their shape.

    >>> rename_marks(["U-LOC", None, ("O", "B-LOC")], BILUO_TO_IOBES, "BILUO")
    ['S-LOC', None, ('O', 'B-LOC')]
    """

    def rename(label: str) -> str:
        mark, _, kind = label.partition("-")
        if label == OUTSIDE:
            return label
        if mark not in table:
            raise LabelError(
                f"unknown {dialect} label {label!r}; expected O, or one of {', '.join(table)} and a kind"
            )
        return join_label(table[mark], kind)

    return [
        None if label is None else tuple(map(rename, label)) if isinstance(label, tuple) else rename(label)
        for label in labels
    ]


def to_iobes(labels: Sequence[Label], dialect: Dialect) -> list[Label]:
    """Labels of any dialect but IOB1 and IOB2 as IOBES, position by position, so that partial labels stay
    partial.

    >>> to_iobes(["n-B", "n-I", "O"], "suffix")
    ['B-n', 'I-n', 'O']
    """
    if dialect == "biluo":
        return rename_marks(labels, BILUO_TO_IOBES, "BILUO")
    if dialect == "bmes":
        return rename_marks(labels, _BMES_TO_IOBES, "BMES")
    if dialect == "suffix":
        turned = [
            None if one is None else tuple(map(_turn, one)) if isinstance(one, tuple) else _turn(one)
            for one in labels
        ]
        return rename_marks(turned, {mark: mark for mark in "BIES"}, "suffix-style")
    return list(labels)


def _turn(label: str) -> str:
    kind, _, mark = label.rpartition("-")
    return label if label == OUTSIDE else join_label(mark, kind)


def to_iob2(labels: Sequence[str], dialect: Dialect) -> list[str]:
    """Full labels of any dialect as IOB2.

    >>> to_iob2(["B-LOC", "L-LOC", "U-PER"], "biluo")
    ['B-LOC', 'I-LOC', 'B-PER']
    """
    return IOB2.repair([str(label) for label in to_iobes(labels, dialect)])


def to_biluo(labels: Sequence[Label], iobes: bool = False) -> list[str | None]:
    """IOB2 or IOBES labels as BILUO, unknown positions as None.

    IOB2 beside an unknown position does not say whether the span goes on; such a token becomes unknown
    itself, which claims less but nothing wrong. ``iobes`` says that the labels are IOBES even where no E and
    S tells.

    >>> to_biluo(["B-LOC", "I-LOC", "B-PER", None])
    ['B-LOC', 'L-LOC', None, None]
    """
    marks = {split_label(one)[0] for one in labels if isinstance(one, str)}
    if iobes or marks & {"E", "S"}:
        return [_plain(label) for label in rename_marks(labels, IOBES_TO_BILUO, "IOBES")]
    found: list[str | None] = [None] * len(labels)
    start = 0
    for here in range(len(labels) + 1):
        if here < len(labels) and labels[here] is not None:
            continue
        run = [_plain(label) or "" for label in labels[start:here]]
        renamed: list[Label] = rename_marks(IOBES.repair(run), IOBES_TO_BILUO, "IOBES")
        found[start:here] = [_plain(label) for label in renamed]
        if here < len(labels) and run and run[-1] != OUTSIDE:
            found[here - 1] = None
        if start and run and split_label(run[0])[0] == "I":
            found[start] = None
        start = here + 1
    return found


def _plain(label: Label) -> str | None:
    if isinstance(label, tuple):
        raise LabelError(f"a choice of labels {label!r} where one or none is expected")
    return label
