"""Scores of tags: tokens, whole sentences, words that the source had or had not, what is taken for what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from tagshift.errors import CorpusError
from tagshift.scoring.counts import (
    Counts,
    SentenceCounts,
    paired,
    percent,
    percent_or_none,
    precision_recall_f1,
)

Tokens = Sequence[str]
GoldLabels = Sequence[str | None]
Tagged = tuple[Tokens, GoldLabels]


@dataclass(frozen=True)
class LabelScores:
    """Scores of one label, ``tokens`` its number in the gold."""

    precision: float
    recall: float
    f1: float
    tokens: int


@dataclass(frozen=True)
class TokenScores:
    """Percentages over the corpus; ``None`` where no token is of that kind, or no vocabulary was given."""

    accuracy: float
    sentence_accuracy: float
    seen_accuracy: float | None
    unseen_accuracy: float | None
    tokens: int
    sentences: int
    unseen_tokens: int | None
    labels: dict[str, LabelScores] = field(default_factory=dict)


class TokenScorer:
    """Adds up sentences of tokens.

    Tokens whose gold label is None are not scored, and a sentence of none but those, or an empty one, is
    not counted. ``vocabulary`` is anything that answers ``token in vocabulary``: the tokens of the source.

    >>> scorer = TokenScorer(vocabulary={"time"})
    >>> scorer.add(["time", "flies"], ["N", "V"], ["N", "N"])
    >>> scores = scorer.scores()
    >>> scores.accuracy, scores.seen_accuracy, scores.unseen_accuracy, scorer.confusions()
    (50.0, 100.0, 0.0, [('V', 'N', 1)])
    """

    def __init__(self, vocabulary: Container[str] | None = None) -> None:
        self.vocabulary = vocabulary
        self.matrix: Counter[tuple[str, str]] = Counter()
        self._tokens = SentenceCounts()
        self._right_sentences = self._scored_sentences = 0
        self._seen = [0, 0]
        self._unseen = [0, 0]

    def add(self, tokens: Tokens, gold: GoldLabels, predicted: Sequence[str]) -> None:
        """One sentence: tokens, gold labels and predicted labels of the same number."""
        check_lengths(tokens, gold, predicted, len(self._tokens) + 1)
        scored = [(t, g, p) for t, g, p in zip(tokens, gold, predicted, strict=True) if g is not None]
        right = sum(g == p for _, g, p in scored)
        self._tokens.add(len(scored), len(scored), right)
        self._scored_sentences += bool(scored)
        self._right_sentences += bool(scored) and right == len(scored)
        self.matrix.update((g, p) for _, g, p in scored)
        if self.vocabulary is not None:
            for token, label, guess in scored:
                tally = self._seen if token in self.vocabulary else self._unseen
                tally[0] += 1
                tally[1] += label == guess

    @property
    def counts(self) -> Counts:
        """``(tokens, tokens, correct)`` of each sentence, for significance and documents."""
        return self._tokens.rows()

    def scores(self) -> TokenScores:
        tokens, _, correct = self._tokens.total()
        return TokenScores(
            percent(correct, tokens),
            percent(self._right_sentences, self._scored_sentences),
            percent_or_none(self._seen[1], self._seen[0]),
            percent_or_none(self._unseen[1], self._unseen[0]),
            tokens,
            self._scored_sentences,
            None if self.vocabulary is None else self._unseen[0],
            self._label_scores(),
        )

    def confusions(self, top: int | None = None) -> list[tuple[str, str, int]]:
        """``(gold, predicted, times)`` of the mistakes, the most frequent first."""
        mistakes = [(g, p, n) for (g, p), n in self.matrix.items() if g != p]
        return sorted(mistakes, key=lambda row: (-row[2], row[0], row[1]))[:top]

    def _label_scores(self) -> dict[str, LabelScores]:
        gold: Counter[str] = Counter()
        predicted: Counter[str] = Counter()
        for (left, right), times in self.matrix.items():
            gold[left] += times
            predicted[right] += times
        return {
            label: LabelScores(
                *precision_recall_f1(gold[label], predicted[label], self.matrix[label, label]), gold[label]
            )
            for label in sorted(gold | predicted)
        }


def score_tokens(
    gold: Iterable[Tagged], predicted: Iterable[Sequence[str]], vocabulary: Container[str] | None = None
) -> TokenScorer:
    """A scorer that has seen all sentences: ``(tokens, labels)`` of the gold, labels of the prediction."""
    scorer = TokenScorer(vocabulary)
    for (tokens, labels), guesses in paired(gold, predicted):
        scorer.add(tokens, labels, guesses)
    return scorer


def check_lengths(tokens: Tokens, gold: GoldLabels, predicted: Sequence[str], number: int) -> None:
    if not len(tokens) == len(gold) == len(predicted):
        raise CorpusError(
            f"sentence {number}: expected one gold and one predicted label for each of {len(tokens)} tokens, "
            f"got {len(gold)} and {len(predicted)}; both files must hold the same tokens"
        )
