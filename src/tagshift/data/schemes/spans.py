"""Schemes of spans: what IOB2 and IOBES have in common.

A label is ``O`` or a mark, a hyphen and a kind (``B-LOC``); a mark alone is a span without a kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tagshift.data.schemes.grammar import Grammar
from tagshift.errors import LabelError

Span = tuple[int, int, str]
OUTSIDE = "O"
# What a mark of any dialect does: whether it opens a span, and whether it closes one.
MARKS = {
    "B": (True, False),
    "I": (False, False),
    "E": (False, True),
    "S": (True, True),
}


def split_label(label: str) -> tuple[str, str]:
    """The mark and the kind.

    >>> split_label("B-LOC"), split_label("O"), split_label("I-a-b")
    (('B', 'LOC'), ('O', ''), ('I', 'a-b'))
    """
    mark, _, kind = label.partition("-")
    if label != OUTSIDE and mark not in MARKS:
        raise LabelError(
            f"unknown label {label!r}; expected O, or one of B, I, E, S with a hyphen and a kind"
        )
    return mark, kind


def join_label(mark: str, kind: str) -> str:
    """The label of a mark and a kind.

    >>> join_label("B", "LOC"), join_label("B", "")
    ('B-LOC', 'B')
    """
    return f"{mark}-{kind}" if kind else mark


def read_spans(labels: Sequence[str]) -> list[Span]:
    """The spans ``(start, end, kind)`` of IOB2 or IOBES labels, ends exclusive, illegal sequences included.

    The rule: an inner mark with nothing of its kind to continue opens a span, and a span ends before whatever
    does not continue it.

    >>> read_spans(["B-LOC", "I-LOC", "O", "I-PER", "S-PER"])
    [(0, 2, 'LOC'), (3, 4, 'PER'), (4, 5, 'PER')]
    """
    found: list[Span] = []
    open_kind: str | None = None
    for here, label in enumerate(labels):
        mark, kind = split_label(label)
        if mark == OUTSIDE:
            open_kind = None
            continue
        opens, closes = MARKS[mark]
        if opens or open_kind != kind:
            found.append((here, here + 1, kind))
        else:
            found[-1] = (found[-1][0], here + 1, kind)
        open_kind = None if closes else kind
    return found


@dataclass(frozen=True)
class SpanScheme:
    """The marks of a span's ``first``, ``inner`` and ``last`` token, and of a span of one token."""

    first: str
    inner: str
    last: str
    single: str

    def encode(self, spans: Iterable[Span], length: int) -> list[str]:
        """The labels of ``length`` tokens; spans may not overlap."""
        labels = [OUTSIDE] * length
        for start, end, kind in spans:
            if not 0 <= start < end <= length or any(label != OUTSIDE for label in labels[start:end]):
                raise LabelError(
                    f"the span {(start, end, kind)} is empty, outside {length} tokens or on another span"
                )
            marks = [self.first, *[self.inner] * (end - start - 2), self.last]
            labels[start:end] = [join_label(m, kind) for m in (marks if end - start > 1 else [self.single])]
        return labels

    def decode(self, labels: Sequence[str]) -> list[Span]:
        """The spans, by the rule of ``read_spans``."""
        return read_spans(labels)

    def repair(self, labels: Sequence[str]) -> list[str]:
        """The legal labels of the spans that ``decode`` reads; legal labels stay as they are."""
        return self.encode(self.decode(labels), len(labels))

    def is_legal(self, labels: Sequence[str]) -> bool:
        """Whether the labels are as ``encode`` would write them."""
        return self.repair(labels) == list(labels)

    def grammar(self, names: Sequence[str]) -> Grammar:
        """What may begin, follow and end, among these labels."""
        marks = {self.first, self.inner, self.last, self.single, OUTSIDE}
        for name in names:
            if split_label(name)[0] not in marks:
                raise LabelError(
                    f"the label {name!r} is none of this scheme, whose marks are {sorted(marks)}"
                )
        return Grammar.of(names, self._may_begin, self._may_follow, self._may_end)

    def _may_begin(self, name: str) -> bool:
        mark = split_label(name)[0]
        return mark == OUTSIDE or mark in (self.first, self.single)

    def _may_end(self, name: str) -> bool:
        mark = split_label(name)[0]
        return mark == OUTSIDE or mark in (self.last, self.single)

    def _may_follow(self, left: str, right: str) -> bool:
        (before, before_kind), (after, after_kind) = split_label(left), split_label(right)
        if before in (self.first, self.inner) and after in (self.inner, self.last):
            return before_kind == after_kind
        return self._may_end(left) and self._may_begin(right)
