"""The boundary scheme: two labels, "-" and "|", on the places between characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from tagshift.data.labelsets import LabelSets, Rows
from tagshift.data.schemes.grammar import Grammar
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN
from tagshift.errors import LabelError

NAMES = ("-", "|")
_ROWS = np.zeros(3, np.int32)
_ROWS[UNKNOWN], _ROWS[NO_CUT], _ROWS[CUT] = 0, 1, 2


def encode(lengths: Iterable[int]) -> list[str]:
    """The labels of the places inside and between words of these lengths.

    >>> encode([2, 1])
    ['-', '|']
    """
    labels = [label for length in lengths for label in ["-"] * (length - 1) + ["|"]]
    return labels[:-1]


def decode(labels: Sequence[str]) -> list[int]:
    """The lengths of the words of a text that is not empty; every sequence is legal.

    >>> decode(["-", "|"]), decode([])
    ([2, 1], [1])
    """
    lengths = [1]
    for label in labels:
        if label not in NAMES:
            raise LabelError(f"unknown label {label!r}; the labels are {', '.join(NAMES)}")
        if label == "|":
            lengths.append(1)
        else:
            lengths[-1] += 1
    return lengths


def grammar() -> Grammar:
    """Anything may follow anything."""
    return Grammar.of(NAMES, lambda _: True, lambda _left, _right: True, lambda _: True)


def label_sets() -> LabelSets:
    """The table of ``allowed``: any, no cut, cut."""
    return LabelSets(NAMES, np.array([[True, True], [True, False], [False, True]]))


def allowed(cuts: bytes) -> Rows:
    """For each place, its row of ``label_sets``.

    >>> allowed(bytes([NO_CUT, CUT, UNKNOWN])).tolist()
    [1, 2, 0]
    """
    found: Rows = _ROWS[np.frombuffer(cuts, np.uint8)]
    return found
