"""Scores of a segmentation: words, cuts between them, words that the source had or had not."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tagshift.errors import CorpusError
from tagshift.scoring.counts import (
    Counts,
    SentenceCounts,
    paired,
    percent_or_none,
    precision_recall_f1,
)

Words = Sequence[str]


@dataclass(frozen=True)
class WordScores:
    """Percentages over the corpus; ``None`` where no word is of that kind, or no vocabulary was given."""

    precision: float
    recall: float
    f1: float
    unseen_recall: float | None
    seen_recall: float | None
    words: int
    sentences: int
    unseen_words: int | None
    boundary_precision: float
    boundary_recall: float
    boundary_f1: float


class WordScorer:
    """Adds up sentences; a word is correct where the prediction has one of the same first and last character.

    ``vocabulary`` is anything that answers ``word in vocabulary``: the words of the source. A cut counts
    between two characters only, so the end of a sentence is no merit.

    >>> scorer = WordScorer(vocabulary={"外国", "人"})
    >>> scorer.add(["外国", "人", "参政", "権"], ["外国", "人", "参政権"])
    >>> scores = scorer.scores()
    >>> round(scores.precision, 1), scores.recall, scores.seen_recall, scores.unseen_recall
    (66.7, 50.0, 100.0, 0.0)
    """

    def __init__(self, vocabulary: Container[str] | None = None) -> None:
        self.vocabulary = vocabulary
        self._words = SentenceCounts()
        self._cuts = SentenceCounts()
        self._seen = [0, 0]
        self._unseen = [0, 0]

    def add(self, gold: Words, predicted: Words) -> None:
        """One sentence; both must be the same text, or ``CorpusError`` says where they part."""
        check_same_text(gold, predicted, len(self._words) + 1)
        expected, found = list(_spans(gold)), set(_spans(predicted))
        right = [span in found for span in expected]
        self._words.add(len(expected), len(found), sum(right))
        ends, found_ends = {end for _, end in expected[:-1]}, {end for _, end in found}
        # The last word ends with the text in both, and that cut is none.
        self._cuts.add(len(ends), max(len(found_ends) - 1, 0), len(ends & found_ends))
        if self.vocabulary is not None:
            for word, is_right in zip((w for w in gold if w), right, strict=True):
                tally = self._seen if word in self.vocabulary else self._unseen
                tally[0] += 1
                tally[1] += is_right

    @property
    def counts(self) -> Counts:
        """``(gold, predicted, correct)`` words of each sentence, for significance and documents."""
        return self._words.rows()

    def scores(self) -> WordScores:
        return WordScores(
            *precision_recall_f1(*self._words.total()),
            percent_or_none(self._unseen[1], self._unseen[0]),
            percent_or_none(self._seen[1], self._seen[0]),
            self._words.total()[0],
            len(self._words),
            None if self.vocabulary is None else self._unseen[0],
            *precision_recall_f1(*self._cuts.total()),
        )


def score_words(
    gold: Iterable[Words], predicted: Iterable[Words], vocabulary: Container[str] | None = None
) -> WordScorer:
    """A scorer that has seen all sentences of both sides."""
    scorer = WordScorer(vocabulary)
    for left, right in paired(gold, predicted):
        scorer.add(left, right)
    return scorer


def disagreements(gold: Words, predicted: Words) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The stretches, as short as can be, where two segmentations of a text differ.

    >>> disagreements(["a", "b", "cd"], ["ab", "cd"])
    [(('a', 'b'), ('ab',))]
    """
    common = sorted({end for _, end in _spans(gold)} & {end for _, end in _spans(predicted)})
    left, right = list(_between(gold, common)), list(_between(predicted, common))
    return [(a, b) for a, b in zip(left, right, strict=True) if a != b]


def check_same_text(gold: Words, predicted: Words, number: int) -> None:
    left, right = "".join(gold), "".join(predicted)
    if left == right:
        return
    pairs = zip(left, right, strict=False)
    place = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))
    raise CorpusError(
        f"sentence {number}: gold and prediction are different text from character {place + 1} on: "
        f"expected {left[place : place + 12]!r}, got {right[place : place + 12]!r}. "
        "Score the output of a tool on the gold file's own text"
    )


def _spans(words: Words) -> Iterator[tuple[int, int]]:
    start = 0
    for end in accumulate(len(word) for word in words if word):
        yield start, end
        start = end


def _between(words: Words, common: list[int]) -> Iterator[tuple[str, ...]]:
    """The words up to each of the common ends."""
    stretch: list[str] = []
    ends = iter(common)
    wanted = next(ends, 0)
    for word, (_, end) in zip((w for w in words if w), _spans(words), strict=True):
        stretch.append(word)
        if end == wanted:
            yield tuple(stretch)
            stretch, wanted = [], next(ends, 0)
