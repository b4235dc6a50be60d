"""Scores of entities and chunks: exact spans, as the CoNLL shared tasks count them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tagshift.errors import CorpusError, LabelError
from tagshift.scoring.counts import Counts, SentenceCounts, paired, precision_recall_f1

Labels = Sequence[str]
Span = tuple[int, int, str]
# One letter for what the dialects call first, inside, last and only: BILUO's L and U, BMES's M.
_MARKS = {"O": "O", "B": "B", "I": "I", "M": "I", "E": "E", "L": "E", "S": "S", "U": "S"}
_TYPED = re.compile(r"[BIESLUM]-.+", re.DOTALL)


@dataclass(frozen=True)
class KindScores:
    """Scores of the spans of one type."""

    precision: float
    recall: float
    f1: float
    spans: int


@dataclass(frozen=True)
class SpanScores:
    """Percentages over the corpus; ``spans`` counts the gold ones, ``kinds`` has a row for each type."""

    precision: float
    recall: float
    f1: float
    spans: int
    sentences: int
    kinds: dict[str, KindScores] = field(default_factory=dict)


class SpanScorer:
    """Adds up sentences; a span is correct where start, end and type agree.

    >>> scorer = SpanScorer()
    >>> scorer.add(["B-LOC", "I-LOC", "O", "B-PER"], ["B-LOC", "I-LOC", "O", "B-ORG"])
    >>> scores = scorer.scores()
    >>> scores.f1, scores.kinds["LOC"].f1, scores.kinds["PER"].recall
    (50.0, 100.0, 0.0)
    """

    def __init__(self) -> None:
        self._spans = SentenceCounts()
        self._gold: Counter[str] = Counter()
        self._predicted: Counter[str] = Counter()
        self._correct: Counter[str] = Counter()

    def add(self, gold: Labels, predicted: Labels) -> None:
        """One sentence, as many labels on both sides."""
        check_same_length(gold, predicted, len(self._spans) + 1)
        expected, found = read_spans(gold), read_spans(predicted)
        right = set(expected) & set(found)
        self._spans.add(len(expected), len(found), len(right))
        self._gold.update(kind for _, _, kind in expected)
        self._predicted.update(kind for _, _, kind in found)
        self._correct.update(kind for _, _, kind in right)

    @property
    def counts(self) -> Counts:
        """``(gold, predicted, correct)`` spans of each sentence, for significance and documents."""
        return self._spans.rows()

    def scores(self) -> SpanScores:
        kinds = {
            kind: KindScores(
                *precision_recall_f1(self._gold[kind], self._predicted[kind], self._correct[kind]),
                self._gold[kind],
            )
            for kind in sorted(self._gold | self._predicted)
        }
        total = self._spans.total()
        return SpanScores(*precision_recall_f1(*total), total[0], len(self._spans), kinds)


def score_spans(gold: Iterable[Labels], predicted: Iterable[Labels]) -> SpanScorer:
    """A scorer that has seen all sentences of both sides."""
    scorer = SpanScorer()
    for left, right in paired(gold, predicted):
        scorer.add(left, right)
    return scorer


def read_spans(labels: Labels) -> list[Span]:
    """Labels as ``(start, end, type)``, ends exclusive; IOB1, IOB2, IOBES, BILUO and BMES alike.

    A span begins at B and S, and at I and E with nothing of their type to go on with; it ends after E and
    S, before B, S and O, and where the type changes. Odd output is scored so, never rejected.

    >>> read_spans(["B-LOC", "I-LOC", "O", "I-PER", "B-PER", "E-PER", "U-ORG"])
    [(0, 2, 'LOC'), (3, 4, 'PER'), (4, 6, 'PER'), (6, 7, 'ORG')]
    """
    found: list[Span] = []
    is_open = False
    for here, (mark, kind) in enumerate(_split(labels)):
        if mark == "O":
            is_open = False
        elif mark in "IE" and is_open and found[-1][2] == kind:
            found[-1] = (found[-1][0], here + 1, kind)
            is_open = mark == "I"
        else:
            found.append((here, here + 1, kind))
            is_open = mark in "BI"
    return found


def are_spans(labels: Iterable[str]) -> bool:
    """Whether labels mark spans (``B-LOC``, or bare ``B``, ``I``, ``O``) rather than, say, parts of speech.

    >>> are_spans(["B-LOC", "O"]), are_spans(["NN", "O"]), are_spans(["B", "I"]), are_spans(["O"])
    (True, False, True, False)
    """
    marked = set(labels) - {"O"}
    return bool(marked) and (all(map(_TYPED.fullmatch, marked)) or ("B" in marked and marked <= {*"BIES"}))


def check_same_length(gold: Sequence[object], predicted: Sequence[object], number: int) -> None:
    if len(gold) != len(predicted):
        raise CorpusError(
            f"sentence {number}: expected {len(gold)} labels as in the gold, got {len(predicted)}; "
            "both must be of the same tokens"
        )


def _split(labels: Labels) -> Iterator[tuple[str, str]]:
    for label in labels:
        mark = _MARKS.get(label[:1])
        if mark is None or label[1:2] not in ("", "-") or (mark == "O" and label != "O"):
            raise LabelError(
                f"{label!r} is no label of a span: expected O, or B, I, E, S, L, U or M, a hyphen and a type"
            )
        yield mark, label[1:].removeprefix("-") or "_"
