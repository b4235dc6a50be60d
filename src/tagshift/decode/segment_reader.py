"""Reading texts with a segmenter: words, probabilities, several segmentations, cuts already known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from tagshift.data.corpus import Corpus
from tagshift.data.files import Errors, lines_of
from tagshift.data.pipes import as_it_comes, must_wait
from tagshift.data.sentence import CUT, UNKNOWN, SegmentSentence
from tagshift.decode.segment_model import SegmentModel
from tagshift.decode.segment_stream import LineSegmenter
from tagshift.learners.potentials import Potentials, encoded_scores, legal_scores, nodes_of, spans_of

Floats = NDArray[np.float64]
BATCH = 512  # texts that are segmented in one go
Found = tuple[float, list[str]]
BREAKS = frozenset(" \r\n")  # of the compiled tables
SIX_ENDS = (4, 5)  # E and S: a word ends behind them


class SegmentReader:
    """Segments by a model: by its compiled tables where it has two labels, by its encoded features for all
    else.

    Decisions are made with whole numbers, so both ways agree; probabilities come from the same scores in
    units of the model, times its slope.
    """

    def __init__(self, model: SegmentModel) -> None:
        self.model = model
        labels = model.labels
        follow, first, last = np.split(
            model.chain.astype(np.float64), [labels * labels, labels * labels + labels]
        )
        legal = model.index.legal
        self.chain = legal_scores(legal, follow.reshape(labels, labels), first, last)

    @cached_property
    def lines(self) -> LineSegmenter:
        return LineSegmenter(self.model.tables)

    def stream(
        self, source: BinaryIO, target: BinaryIO, *, name: str, errors: Errors = "strict", threads: int = 1
    ) -> None:
        """Segment a stream of lines; six tags go line by line, two labels by compiled blocks."""
        if self.model.labels == 2:
            self.lines.stream(source, target, name=name, errors=errors, threads=threads)
            return
        source = as_it_comes(source)
        for _, line in lines_of(source, name, errors):
            target.write((" ".join(self.words(line)) + "\n").encode("utf-8", "surrogatepass"))
            if must_wait(source):
                target.flush()

    @cached_property
    def theta(self) -> Floats:
        return self.model.theta()

    def words(self, text: str) -> list[str]:
        """The words of a text, in which a space is a cut; no text, no words."""
        if self.model.labels != 2:
            return self.best([SegmentSentence.spaced(text)])[0]
        found = self.lines.text(text)
        return found.split(" ") if found else []

    def words_of(self, texts: Iterable[str]) -> Iterator[list[str]]:
        """The words of each of many texts, in batches."""
        source = iter(texts)
        while batch := list(islice(source, BATCH)):
            if self.model.labels != 2:
                yield from self.best([SegmentSentence.spaced(text) for text in batch])
            else:
                yield from (found.split(" ") if found else [] for found in self.lines.texts(batch))

    def plain_words(self, text: str) -> list[str]:
        """The words of a text whose spaces, if any, are characters like others."""
        if self.model.labels == 2 and " " not in text:
            return self.words(text)
        return self.best([SegmentSentence.raw(text)])[0]

    def best(self, sentences: Sequence[SegmentSentence]) -> list[list[str]]:
        """The words of each sentence; cuts that are known stay. The features are not compiled here: the
        plain way.
        """
        potentials = self.potentials(sentences)
        labels, _ = potentials.best()
        return [
            self._cut(sentence.text, labels[begin : begin + length])
            for sentence, (begin, length) in zip(sentences, potentials.spans.tolist(), strict=True)
        ]

    def probabilities(self, sentences: Sequence[SegmentSentence]) -> list[Floats]:
        """The probability of a cut at each place of each sentence, given the cuts that are known."""
        if self.model.is_pointwise and not any(set(sentence.text) & BREAKS for sentence in sentences):
            return self._apart(sentences)
        potentials = self.potentials(sentences)
        gamma = potentials.scaled(self._factor(self.model.slope)).marginals()
        cut = gamma[:, 1] if self.model.labels == 2 else gamma[:, SIX_ENDS].sum(axis=1)
        return [
            np.clip(cut[begin : begin + max(len(sentence.text) - 1, 0)], 0.0, 1.0)
            for sentence, (begin, _) in zip(sentences, potentials.spans.tolist(), strict=True)
        ]

    def _apart(self, sentences: Sequence[SegmentSentence]) -> list[Floats]:
        """The same where each place is decided for itself: by the compiled tables."""
        found = self.lines.scores([sentence.text for sentence in sentences])
        odds = found * self._factor(self.model.slope)
        ends = np.cumsum([len(sentence.text) for sentence in sentences], dtype=np.int64)
        cut = np.split(np.exp(-np.logaddexp(0.0, -odds)), ends)[:-1]
        return [
            _with_known(sentence.cuts, places[:-1]) for sentence, places in zip(sentences, cut, strict=True)
        ]

    def nbest(self, sentence: SegmentSentence, count: int) -> list[Found]:
        """Up to ``count`` segmentations that keep known cuts, best first, with their log-probabilities."""
        potentials, factor = self.potentials([sentence]), self._factor(self.model.slope)
        total = float(potentials.scaled(factor).log_partition()[0])
        return [
            (min(score * factor - total, 0.0), self._cut(sentence.text, np.array(labels, np.int32)))
            for score, labels in potentials.several(0, count)
        ]

    def log_likelihoods(self, sentences: Sequence[SegmentSentence], slope: float) -> Floats:
        """The log-probability under a slope of what is known of each sentence."""
        kept = self.potentials(sentences)
        free = self.potentials([SegmentSentence.raw(sentence.text) for sentence in sentences])
        totals = [one.scaled(self._factor(slope)).log_partition() for one in (kept, free)]
        return totals[0] - totals[1]

    def boundary_scores(self, sentences: Iterable[SegmentSentence]) -> Floats:
        """The scores of a cut at all places, in units of 1; for two labels."""
        encoded = self.model.index.encode(Corpus.from_segments(sentences))
        scores = encoded_scores(self.theta, encoded)[:, 0] / self.model.scale
        spans = spans_of(encoded.starts, encoded.lengths)
        return np.concatenate([scores[:0], *(scores[a : a + n] for a, n in spans)])

    def _cut(self, text: str, labels: NDArray[np.int32]) -> list[str]:
        ends = labels == 1 if self.model.labels == 2 else np.isin(labels[:-1], SIX_ENDS)
        return SegmentSentence(text, ends.astype(np.uint8).tobytes()).words()

    def potentials(self, sentences: Sequence[SegmentSentence]) -> Potentials:
        """In whole numbers, whose sums are exact; -inf for what is known not to be."""
        encoded = self.model.index.encode(Corpus.from_segments(sentences))
        nodes = nodes_of(encoded_scores(self.theta, encoded))
        nodes[~encoded.masks[encoded.allowed]] = -np.inf
        return Potentials(nodes, *self.chain, spans_of(encoded.starts, encoded.lengths))

    def _factor(self, slope: float) -> float:
        """From whole-numbered scores to log-odds."""
        return slope / self.model.scale


def _with_known(cuts: bytes, places: Floats) -> Floats:
    """Certain where the cuts are."""
    marks = np.frombuffer(cuts, np.uint8)
    return np.where(marks == UNKNOWN, places, marks == CUT)
