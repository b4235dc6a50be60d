"""Scores for people, as aligned plain text, and for programs, as JSON with keys that do not change."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from tagshift.scoring.documents import Spread
from tagshift.scoring.significance import Comparison
from tagshift.scoring.spans import KindScores, SpanScores
from tagshift.scoring.tokens import LabelScores, TokenScores
from tagshift.scoring.words import WordScores

Cell = str | int | float | None
DECIMALS = 4


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]], decimals: int = 2) -> str:
    """Columns set with blanks: text to the left, numbers to the right, None as a dash.

    East Asian wide characters take two columns, combining marks none.

    >>> print(table(["system", "F"], [["ours", 97.125], ["語彙", None]]))
    system      F
    ours    97.12
    語彙        –
    """
    texts = [[_text(cell, decimals) for cell in row] for row in rows]
    columns = range(len(head))
    widths = [max(width(t) for t in [head[c], *(row[c] for row in texts)]) for c in columns]
    is_text = [any(isinstance(row[c], str) for row in rows) for c in columns]
    lines = [
        "  ".join(_set(row[c], widths[c], to_left=is_text[c]) for c in columns).rstrip()
        for row in [list(head), *texts]
    ]
    return "\n".join(lines)


def width(text: str) -> int:
    """Columns that a terminal gives to a text.

    >>> width("abc"), width("外国"), width("e\\u0301")
    (3, 4, 1)
    """
    return sum(_columns(character) for character in text)


def words_json(scores: WordScores) -> dict[str, Any]:
    """``precision, recall, f1, unseen_recall, seen_recall, words, sentences``, then the rest."""
    return _rounded_values(asdict(scores))


def tags_json(tokens: TokenScores, spans: SpanScores | None = None) -> dict[str, Any]:
    """``accuracy, sentence_accuracy, tokens, unseen_accuracy``, for spans ``precision, recall, f1``.

    ``labels`` (or ``kinds``, for spans) holds a row for each label.
    """
    found = asdict(tokens)
    if spans is not None:
        found |= {k: v for k, v in asdict(spans).items() if k != "sentences"}
        del found["labels"]
    return _rounded_values(found)


def comparisons_json(comparisons: Sequence[Comparison]) -> list[dict[str, Any]]:
    # p-values keep all their digits: four would make zeros of the smallest.
    small = ("p_bootstrap", "p_wilcoxon")
    return [_rounded_values(asdict(c)) | {name: getattr(c, name) for name in small} for c in comparisons]


def spread_json(spread: Spread) -> dict[str, Any]:
    return _rounded_values(asdict(spread))


def words_table(scores: Mapping[str, WordScores]) -> str:
    """A row for each system."""
    head = ["system", "P", "R", "F", "unseen R", "seen R", "cut P", "cut R", "cut F", "words", "sentences"]
    fields = ["precision", "recall", "f1", "unseen_recall", "seen_recall"]
    fields += ["boundary_precision", "boundary_recall", "boundary_f1", "words", "sentences"]
    return table(head, [[name, *(getattr(s, f) for f in fields)] for name, s in scores.items()])


def tags_table(scores: Mapping[str, tuple[TokenScores, SpanScores | None]]) -> str:
    """A row for each system, with P, R and F of spans where the labels mark some."""
    head = ["system", "accuracy", "sentences right", "unseen", "seen", "tokens", "sentences"]
    rows: list[list[Cell]] = [
        [name, t.accuracy, t.sentence_accuracy, t.unseen_accuracy, t.seen_accuracy, t.tokens, t.sentences]
        for name, (t, _) in scores.items()
    ]
    if any(spans for _, spans in scores.values()):
        head[1:1] = ["P", "R", "F"]
        for row, (_, s) in zip(rows, scores.values(), strict=True):
            row[1:1] = [s.precision, s.recall, s.f1] if s else [None, None, None]
    return table(head, rows)


def kinds_table(kinds: Mapping[str, KindScores] | Mapping[str, LabelScores]) -> str:
    """A row for each type of span or each label."""
    rows: list[list[Cell]] = [[name, *asdict(scores).values()] for name, scores in kinds.items()]
    return table(["label", "P", "R", "F", "gold"], rows)


def confusions_table(confusions: Sequence[tuple[str, str, int]]) -> str:
    return table(["gold", "predicted", "times"], confusions)


def comparisons_table(comparisons: Sequence[Comparison]) -> str:
    """Differences in points with their intervals, errors that went, p-values of both tests."""
    head = ["system", "against", "difference", "95 % interval", "error gone, %", "p bootstrap", "p Wilcoxon"]
    return table(head, [_comparison_row(c) for c in comparisons])


def spread_table(spread: Spread) -> str:
    """One line of the spread, then the documents with the lowest scores."""
    head = ["documents", "mean", "least", "1st decile", "median", "9th decile", "most"]
    middle = [spread.deciles[0], spread.deciles[4], spread.deciles[8]]
    line: list[Cell] = [spread.documents, spread.mean, spread.minimum, *middle, spread.maximum]
    return table(head, [line]) + "\n\n" + table(["document", "score"], spread.lowest)


def _comparison_row(c: Comparison) -> list[Cell]:
    interval = f"{c.low:+.2f} to {c.high:+.2f}"
    p_values = f"{c.p_bootstrap:.2g}", f"{c.p_wilcoxon:.2g}"
    return [c.system, c.against, f"{c.difference:+.2f}", interval, c.error_reduction, *p_values]


def _text(cell: Cell, decimals: int) -> str:
    if cell is None:
        return "–"
    return f"{cell:.{decimals}f}" if isinstance(cell, float) else str(cell)


def _set(text: str, columns: int, *, to_left: bool) -> str:
    blanks = " " * (columns - width(text))
    return text + blanks if to_left else blanks + text


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _rounded_values(found: dict[str, Any]) -> dict[str, Any]:
    return {key: _rounded(value) for key, value in found.items()}


def _rounded(value: Any) -> Any:
    """Floats to four decimals, so that files of scores can be compared by eye and by ``diff``."""
    if isinstance(value, float):
        return round(value, DECIMALS)
    if isinstance(value, dict):
        return _rounded_values(value)
    if isinstance(value, (list, tuple)):
        return [_rounded(item) for item in value]
    return value
