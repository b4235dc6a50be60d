"""Scores of segmentations, tags and spans, and what can be concluded from them.

Everything here takes plain lists of words or labels, a sentence at a time, and adds up; ``docs/scoring.md``
says what each score means.
"""

from tagshift.scoring.documents import Spread, document_spread
from tagshift.scoring.significance import (
    Comparison,
    compare_systems,
    paired_bootstrap,
    paired_t_test,
    relative_error_reduction,
    wilcoxon,
)
from tagshift.scoring.spans import SpanScorer, SpanScores, are_spans, read_spans, score_spans
from tagshift.scoring.tokens import TokenScorer, TokenScores, score_tokens
from tagshift.scoring.words import WordScorer, WordScores, disagreements, score_words

__all__ = [
    "Comparison",
    "SpanScorer",
    "SpanScores",
    "Spread",
    "TokenScorer",
    "TokenScores",
    "WordScorer",
    "WordScores",
    "are_spans",
    "compare_systems",
    "disagreements",
    "document_spread",
    "paired_bootstrap",
    "paired_t_test",
    "read_spans",
    "relative_error_reduction",
    "score_spans",
    "score_tokens",
    "score_words",
    "wilcoxon",
]
