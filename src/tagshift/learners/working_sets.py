"""Dual coordinate ascent over labellings: the state that ``kernels.cutting`` works on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded
from tagshift.kernels import cutting
from tagshift.learners.annotation import Annotation
from tagshift.learners.by_position import ByPosition

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


class Ascent:
    """Right labellings, working sets of rivals, and the ``weights`` that the dual variables make."""

    def __init__(self, encoded: Encoded, known: Annotation, cost: float, l2: float, seed: int) -> None:
        self.weights = np.zeros(encoded.n_parameters)
        self._l2, self._rng = l2, np.random.default_rng(seed)
        self.right = np.maximum(known.observed, 0)
        self._completed = np.zeros(len(encoded.starts), bool)
        self._spans = np.ascontiguousarray(known.sentences[:, :2])
        with np.errstate(divide="ignore"):  # a sentence without weight is never visited
            self._slack = l2 / (2.0 * encoded.weights)
        self._corpus = self._make_corpus(encoded, known, cost)
        self._make_sets(len(encoded.starts), 4 * len(encoded.starts) + 16, 4 * encoded.size + 16)
        labels, longest = len(encoded.labels), max(known.longest, 1)
        self._space = cutting.Space(
            np.empty(labels * labels + 2 * labels),
            np.zeros(encoded.size * encoded.columns),
            np.empty((2, 2 * labels)),
            np.empty((longest, 2 * labels), np.int32),
            np.empty((2, longest), np.int32),
            np.zeros(encoded.n_parameters),
        )

    def _make_corpus(self, encoded: Encoded, known: Annotation, cost: float) -> cutting.Corpus:
        inside = np.zeros(encoded.size + 1, np.int64)
        np.add.at(inside, encoded.starts, 1)
        np.add.at(inside, encoded.starts + encoded.lengths, -1)
        positions = np.flatnonzero(np.cumsum(inside)[:-1])
        view, rows = ByPosition.of(encoded, positions), np.full(encoded.size, -1, np.int32)
        rows[positions] = np.arange(len(positions))
        return cutting.Corpus(
            self._spans,
            self.right,
            rows,
            view.ranges,
            view.places,
            view.values,
            encoded.allowed,
            known.masks,
            known.illegal,
            self._slack,
            cost,
        )

    def _make_sets(self, sentences: int, entries: int, pool: int) -> None:
        self._heads, self._totals = np.full(sentences, -1, np.int32), np.zeros(sentences)
        self._nexts, self._begins = np.empty(entries, np.int32), np.empty(entries, np.int64)
        self._numbers, self._used = np.zeros((3, entries)), np.zeros(3, np.int64)
        self._pool = np.empty(pool, np.int32)
        self._join_sets()

    def _join_sets(self) -> None:
        self._sets = cutting.WorkingSets(
            self._heads, self._nexts, self._begins, self._numbers, self._totals, self._used, self._pool
        )

    def run(self, sentences: NDArray[np.int64], sweeps: int) -> None:
        """One search over some sentences, then ``sweeps`` passes over their working sets."""
        cutting.search(self._order(sentences), self._corpus, self._sets, self._space, self.weights)
        if self._used[2]:
            self._grow()
        for _ in range(sweeps):
            busy = sentences[self._heads[sentences] >= 0]
            cutting.ascend(self._order(busy), self._corpus, self._sets, self.weights)

    def _order(self, sentences: NDArray[np.int64]) -> Ints:
        return self._rng.permutation(sentences).astype(np.int32)

    def _grow(self) -> None:
        """Twice the room; what found none comes back at the next search."""
        self._nexts, self._begins, self._pool = (
            np.concatenate([part, np.empty_like(part)]) for part in (self._nexts, self._begins, self._pool)
        )
        self._numbers = np.hstack([self._numbers, np.zeros_like(self._numbers)])
        self._used[2] = 0
        self._join_sets()

    def complete(self, sentences: NDArray[np.int64], labels: Ints) -> int:
        """Make ``labels`` (size,) the right ones of some sentences; return how many of these have changed.

        A sentence that changes forgets its rivals, and what they had taught.
        """
        changed = [n for n in sentences if not self._completed[n] or self._differs(n, labels)]
        cutting.release(np.array(changed, np.int32), self._corpus, self._sets, self.weights)
        for number in changed:
            here = self._here(number)
            self.right[here] = labels[here]
            self._completed[number] = True
        return len(changed)

    def _here(self, sentence: int) -> slice:
        first, length = self._spans[sentence]
        return slice(int(first), int(first + length))

    def _differs(self, sentence: int, labels: Ints) -> bool:
        here = self._here(sentence)
        return bool((self.right[here] != labels[here]).any())

    def dual(self) -> float:
        """The dual objective, on the scale of the primal: never above its optimum."""
        used = int(self._used[0])
        gained = self._numbers[0, :used] @ self._numbers[1, :used]
        busy = self._totals > 0
        lost = (self._totals[busy] ** 2 * self._slack[busy]).sum() / 2
        return float(self._l2 * (gained - self.weights @ self.weights / 2 - lost))
