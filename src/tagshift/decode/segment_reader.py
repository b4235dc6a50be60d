"""Reading texts with a segmenter: words, probabilities, several segmentations, cuts already known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tagshift.data.corpus import Corpus
from tagshift.data.files import Errors, lines_of
from tagshift.data.pipes import as_it_comes, must_wait
from tagshift.data.sentence import CUT, UNKNOWN, SegmentSentence
from tagshift.decode.segment_model import SegmentModel
from tagshift.decode.segment_stream import LineSegmenter
from tagshift.features.encoded import Encoded
from tagshift.kernels import chain, paths
from tagshift.learners.stream import Stream
from tagshift.optimize.pieces import Workers

Floats = NDArray[np.float64]
BATCH = 512  # texts that are segmented in one go
Found = tuple[float, list[str]]
BREAKS = frozenset(" \r\n")  # of the compiled tables
SIX_ENDS = (4, 5)  # E and S: a word ends behind them


class Chains(NamedTuple):
    """Whole-numbered scores (size, K), -inf for what is not allowed; each sentence's first position and
    length.
    """

    nodes: Floats
    spans: NDArray[np.int64]


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
        legal = model.index.encode(Corpus.from_segments([])).legal
        self.transitions = np.where(legal.follow, follow.reshape(labels, labels), -np.inf)
        self.start = np.where(legal.first, first, -np.inf)
        self.end = np.where(legal.last, last, -np.inf)

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
        if self.model.labels != 2:
            yield from map(self.words, texts)
            return
        source = iter(texts)
        while batch := list(islice(source, BATCH)):
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
        nodes, spans = self._chains(sentences)
        size = self.model.labels
        labels, scores = np.zeros(len(nodes), np.int32), np.empty(len(spans))
        back = np.empty((int(spans[:, 1].max(initial=0)), size), np.int32)
        paths.best(
            nodes, self.transitions, self.start, self.end, spans, np.empty((2, size)), back, labels, scores
        )
        return [
            self._cut(sentence.text, labels[begin : begin + length])
            for sentence, (begin, length) in zip(sentences, spans.tolist(), strict=True)
        ]

    def probabilities(self, sentences: Sequence[SegmentSentence]) -> list[Floats]:
        """The probability of a cut at each place of each sentence, given the cuts that are known."""
        if self.model.is_pointwise and not any(set(sentence.text) & BREAKS for sentence in sentences):
            return self._apart(sentences)
        nodes, spans = self._chains(sentences)
        scaled = self._scaled(nodes, self.model.slope)
        alpha, beta, gamma = np.empty_like(nodes), np.empty_like(nodes), np.zeros_like(nodes)
        totals = np.empty(len(spans))
        chain.forward(*scaled, spans, alpha, totals)
        chain.backward(scaled[0], scaled[1], scaled[3], spans, beta)
        chain.marginals(alpha, beta, totals, spans, gamma)
        cut = gamma[:, 1] if self.model.labels == 2 else gamma[:, SIX_ENDS].sum(axis=1)
        return [
            np.clip(cut[begin : begin + max(len(sentence.text) - 1, 0)], 0.0, 1.0)
            for sentence, (begin, _) in zip(sentences, spans.tolist(), strict=True)
        ]

    def _apart(self, sentences: Sequence[SegmentSentence]) -> list[Floats]:
        """The same where each place is decided for itself: by the compiled tables."""
        found = self.lines.scores([sentence.text for sentence in sentences])
        odds = found * (self.model.slope / self.model.scale)
        ends = np.cumsum([len(sentence.text) for sentence in sentences], dtype=np.int64)
        cut = np.split(np.exp(-np.logaddexp(0.0, -odds)), ends)[:-1]
        return [
            _with_known(sentence.cuts, places[:-1]) for sentence, places in zip(sentences, cut, strict=True)
        ]

    def nbest(self, sentence: SegmentSentence, count: int) -> list[Found]:
        """Up to ``count`` segmentations that keep known cuts, best first, with their log-probabilities."""
        nodes, spans = self._chains([sentence])
        begin, length = (int(n) for n in spans[0])
        if not length:
            return [(0.0, [sentence.text] if sentence.text else [])]
        size = self.model.labels
        labels, scores = np.empty((count, length), np.int32), np.empty(count)
        delta, back = np.empty((2, size, count)), np.empty((length, size, count), np.int32)
        found = paths.best_several(
            nodes, self.transitions, self.start, self.end, begin, delta, back, labels, scores
        )
        total = self._totals(nodes, spans, self.model.slope)[0]
        logs = scores * (self.model.slope / self.model.scale) - total
        return [(min(float(logs[n]), 0.0), self._cut(sentence.text, labels[n])) for n in range(found)]

    def log_likelihoods(self, sentences: Sequence[SegmentSentence], slope: float) -> Floats:
        """The log-probability under a slope of what is known of each sentence."""
        nodes, spans = self._chains(sentences)
        free, _ = self._chains([SegmentSentence.raw(sentence.text) for sentence in sentences])
        return self._totals(nodes, spans, slope) - self._totals(free, spans, slope)

    def boundary_scores(self, sentences: Iterable[SegmentSentence]) -> Floats:
        """The scores of a cut at all places, in units of 1; for two labels."""
        encoded = self.model.index.encode(Corpus.from_segments(sentences))
        scores = self._scores(encoded)[:, 0] / self.model.scale
        return np.concatenate([scores[:0], *(scores[a : a + n] for a, n in _spans(encoded))])

    def _cut(self, text: str, labels: NDArray[np.int32]) -> list[str]:
        ends = labels == 1 if self.model.labels == 2 else np.isin(labels[:-1], SIX_ENDS)
        return SegmentSentence(text, ends.astype(np.uint8).tobytes()).words()

    def _scores(self, encoded: Encoded) -> Floats:
        """Whole-numbered scores (size, columns): exact sums."""
        scores = np.zeros(encoded.size * encoded.columns)
        with Workers(1) as workers:
            Stream(encoded, workers).scores(self.theta, scores)
        return scores.reshape(encoded.size, encoded.columns)

    def _chains(self, sentences: Sequence[SegmentSentence]) -> Chains:
        encoded = self.model.index.encode(Corpus.from_segments(sentences))
        nodes = self._scores(encoded)
        if encoded.columns == 1:
            nodes = np.concatenate([np.zeros_like(nodes), nodes], axis=1)
        allowed = encoded.masks[encoded.allowed]
        return Chains(np.where(allowed, nodes, -np.inf), _spans(encoded))

    def _scaled(self, nodes: Floats, slope: float) -> tuple[Floats, Floats, Floats, Floats]:
        """Nodes, transitions, start and end as log-odds."""
        factor = slope / self.model.scale
        return nodes * factor, self.transitions * factor, self.start * factor, self.end * factor

    def _totals(self, nodes: Floats, spans: NDArray[np.int64], slope: float) -> Floats:
        """The logarithm of the sum over all labellings that are allowed, for each sentence."""
        totals = np.empty(len(spans))
        chain.forward(*self._scaled(nodes, slope), spans, np.empty_like(nodes), totals)
        return totals


def _spans(encoded: Encoded) -> NDArray[np.int64]:
    return np.ascontiguousarray(np.stack([encoded.starts, encoded.lengths], axis=1))


def _with_known(cuts: bytes, places: Floats) -> Floats:
    """Certain where the cuts are."""
    marks = np.frombuffer(cuts, np.uint8)
    return np.where(marks == UNKNOWN, places, marks == CUT)
