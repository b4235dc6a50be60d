"""Scores of labels, and of the spans that they mark if they mark any."""

from __future__ import annotations

from collections.abc import Container, Sequence

from tagshift.scoring.counts import Counts
from tagshift.scoring.spans import SpanScorer, SpanScores
from tagshift.scoring.tokens import GoldLabels, TokenScorer, TokenScores


class TagScorer:
    """Adds up sentences: tokens in ``tokens``, and where labels mark spans, those in ``spans``.

    A sentence that is not fully labelled counts by its labelled tokens, and has no spans to score.

    >>> scorer = TagScorer(spans=True)
    >>> scorer.add(["Bad", "Ems"], ["B-LOC", "I-LOC"], ["B-LOC", "O"])
    >>> scorer.percent, scorer.scores().accuracy, scorer.span_scores().recall
    (0.0, 50.0, 0.0)
    """

    def __init__(self, vocabulary: Container[str] | None = None, *, spans: bool = False) -> None:
        self.tokens = TokenScorer(vocabulary)
        self.spans = SpanScorer() if spans else None

    def add(self, tokens: Sequence[str], gold: GoldLabels, predicted: Sequence[str]) -> None:
        """One sentence; gold labels that are not known are None."""
        self.tokens.add(tokens, gold, predicted)
        if self.spans is not None:
            whole = [label for label in gold if label is not None]
            same = len(whole) == len(gold)
            self.spans.add(whole if same else [], predicted if same else [])

    @property
    def counts(self) -> Counts:
        """Of spans where there are any, else of tokens; for significance and documents."""
        return self.tokens.counts if self.spans is None else self.spans.counts

    @property
    def percent(self) -> float:
        """F1 of spans where there are any, else accuracy of tokens."""
        return self.tokens.scores().accuracy if self.spans is None else self.spans.scores().f1

    def scores(self) -> TokenScores:
        """The scores of tokens."""
        return self.tokens.scores()

    def span_scores(self) -> SpanScores | None:
        """The scores of spans, None where labels mark none."""
        return None if self.spans is None else self.spans.scores()
