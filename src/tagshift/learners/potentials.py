"""A model on an encoded corpus: best labellings, probabilities, entropies, all exact.

Node scores of every position and the chain's scores together are the **potentials**; all that can be asked
of a chain is asked of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ParameterError
from tagshift.features.encoded import Encoded, Legal
from tagshift.kernels import chain, entropy, paths, rivals
from tagshift.learners.model import ChainModel
from tagshift.learners.stream import Stream
from tagshift.optimize.pieces import Workers

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Potentials:
    """Scores: ``nodes`` (size, K), ``transitions``, ``start``, ``end``, -inf where something is not allowed.

    ``spans`` (S, 2): first position and length of each sentence.

    >>> nodes, nothing = np.array([[0.0, 1.0], [0.0, -2.0]]), np.zeros(2)
    >>> two = Potentials(nodes, np.zeros((2, 2)), nothing, nothing, spans=np.array([[0, 2]]))
    >>> two.best()[0].tolist(), two.several(0, 2)
    ([1, 0], [(1.0, [1, 0]), (0.0, [0, 0])])
    """

    nodes: Floats
    transitions: Floats
    start: Floats
    end: Floats
    spans: NDArray[np.int64]

    @classmethod
    def of(
        cls, model: ChainModel, encoded: Encoded, *, constrained: bool = False, threads: int = 1
    ) -> Potentials:
        """The potentials of a model on a corpus; ``constrained`` keeps to the corpus's label sets."""
        nodes = nodes_of(encoded_scores(model.theta(), encoded, threads))
        if constrained:
            nodes[~encoded.masks[encoded.allowed]] = -np.inf
        chained = legal_scores(model.legal, model.transitions, model.start, model.end)
        return cls(nodes, *chained, spans_of(encoded.starts, encoded.lengths))

    def scaled(self, factor: float) -> Potentials:
        """All scores times ``factor`` above 0: flatter below 1, steeper above."""
        nodes, transitions, start, end = (
            factor * part for part in (self.nodes, self.transitions, self.start, self.end)
        )
        return Potentials(nodes, transitions, start, end, self.spans)

    @cached_property
    def _forward(self) -> tuple[Floats, Floats]:
        alpha, totals = np.empty_like(self.nodes), np.empty(len(self.spans))
        chain.forward(self.nodes, self.transitions, self.start, self.end, self.spans, alpha, totals)
        return alpha, totals

    @cached_property
    def _passes(self) -> tuple[Floats, Floats, Floats]:
        alpha, totals = self._forward
        beta = np.empty_like(self.nodes)
        chain.backward(self.nodes, self.transitions, self.end, self.spans, beta)
        return alpha, beta, totals

    def log_partition(self) -> Floats:
        """(S,): the log-sum over all labellings; 0 for no positions, -inf if none is possible."""
        return self._forward[1]

    def marginals(self) -> Floats:
        """(size, K): the probability of each label; 0 in gaps."""
        return self._gamma

    @cached_property
    def _gamma(self) -> Floats:
        alpha, beta, totals = self._passes
        gamma = np.zeros_like(self.nodes)
        chain.marginals(alpha, beta, totals, self.spans, gamma)
        return gamma

    def pairs(self, sentence: int) -> Floats:
        """(T - 1, K, K): the probabilities of neighbours' labels in one sentence."""
        alpha, beta, totals = self._passes
        first, length = self.spans[sentence]
        found = np.empty((max(int(length) - 1, 0), *self.transitions.shape))
        chain.edges(self.nodes, self.transitions, alpha, beta, float(totals[sentence]), int(first), found)
        return found

    def best(self) -> tuple[Ints, Floats]:
        """The best labelling, (size,) with 0 in gaps, and its score (S,); ties go to the lowest label."""
        size, labels = self.nodes.shape
        longest = int(self.spans[:, 1].max(initial=1))
        found, scores = np.zeros(size, np.int32), np.empty(len(self.spans))
        delta, back = np.empty((2, labels)), np.empty((longest, labels), np.int32)
        paths.best(self.nodes, self.transitions, self.start, self.end, self.spans, delta, back, found, scores)
        return found, scores

    def several(self, sentence: int, count: int) -> list[tuple[float, list[int]]]:
        """The ``count`` best labellings of a sentence with their scores, best first; fewer if there are."""
        if count < 1:
            raise ParameterError(f"expected one labelling or more, got {count}")
        first, length = (int(n) for n in self.spans[sentence])
        if length == 0:
            return [(0.0, [])]
        labels = self.nodes.shape[1]
        # Beside a few labellings of a short sentence there are no others: the work space need not be larger.
        most = min(count, labels**length) if length < 40 else count
        delta, back = np.empty((2, labels, most)), np.empty((length, labels, most), np.int32)
        found, scores = np.empty((most, length), np.int32), np.empty(most)
        number = paths.best_several(
            self.nodes, self.transitions, self.start, self.end, first, delta, back, found, scores
        )
        return [(float(scores[n]), found[n].tolist()) for n in range(number)]

    def best_pair(
        self, sentence: int, inside: NDArray[np.bool_], cost: float = 0.0
    ) -> tuple[tuple[float, list[int]], tuple[float, list[int]]]:
        """The best labelling that keeps the sets ``inside`` (T, K), and the best that breaks one somewhere.

        A label outside its set gains ``cost``. Where there is no such labelling the score is -inf and the
        labels are [].
        """
        first, length = (int(n) for n in self.spans[sentence])
        labels = self.nodes.shape[1]
        if length == 0:
            return (0.0, []), (-np.inf, [])
        nodes = self.nodes[first : first + length]
        scores = (nodes[:, 1] - nodes[:, 0] if labels == 2 else nodes).ravel()
        raised = nodes[:, 0].sum() if labels == 2 else 0.0
        back, found = np.empty((length, 2 * labels), np.int32), np.zeros((2, length), np.int32)
        logs = np.concatenate([self.transitions.ravel(), self.start, self.end])
        rows, masks = np.arange(length, dtype=np.int32), np.ascontiguousarray(inside, np.uint8)
        delta = np.empty((2, 2 * labels))
        rivals.fill(np.ascontiguousarray(scores), rows, masks, logs, cost, 0, length, delta, back)
        best = [rivals.finish(bit, logs, length, delta, back, found) for bit in (0, 1)]
        kept, broken = (
            (best[bit] + raised, found[bit].tolist()) if best[bit] > -np.inf else (-np.inf, [])
            for bit in (0, 1)
        )
        return kept, broken

    def log_likelihood(self, labels: Ints) -> Floats:
        """(S,): the log-probability of the labelling ``labels`` (size,) of each sentence."""
        scores = np.empty(len(self.spans))
        chain.path_scores(
            self.nodes, self.transitions, self.start, self.end, self.spans, labels.astype(np.int32), scores
        )
        return scores - self.log_partition()

    def window_entropies(self, sentence: int) -> tuple[Floats, Floats]:
        """The entropy of each label alone, and of each given the one before it, (T,) both, in nats.

        The window from a to b has entropy ``alone[a] + given[a + 1 : b + 1].sum()``: prefix sums serve
        every window.
        """
        first, length = (int(n) for n in self.spans[sentence])
        alone, given = np.empty(length), np.empty(length)
        entropy.steps(self.marginals(), self.pairs(sentence), first, alone, given)
        return alone, given

    def entropy(self, sentence: int) -> float:
        """The entropy of the whole labelling of a sentence, in nats."""
        alone, given = self.window_entropies(sentence)
        return float(alone[:1].sum() + given[1:].sum())

    def entropy_gradient(self, sentence: int) -> tuple[Floats, Floats, Floats, Floats]:
        """The gradient of the entropy in the nodes (T, K), transitions, start and end of a sentence."""
        first, length = (int(n) for n in self.spans[sentence])
        labels = self.nodes.shape[1]
        residual, sums = np.zeros((length, labels)), np.zeros((labels, labels))
        if length == 0:
            return residual, sums, np.zeros(labels), np.zeros(labels)
        gamma, pairs = self.marginals(), self.pairs(sentence)
        before, after = np.empty((length, labels)), np.empty((length, labels))
        mean = entropy.expected_scores(
            self.nodes, self.transitions, self.start, self.end, gamma, pairs, first, before, after
        )
        entropy.deviations(
            self.nodes, self.transitions, gamma, pairs, first, before, after, mean, residual, sums
        )
        return -residual, -sums, -residual[0], -residual[-1]


def encoded_scores(theta: Floats, encoded: Encoded, threads: int = 1) -> Floats:
    """The scores (size, columns) of an encoded corpus under a parameter vector."""
    scores = np.zeros(encoded.size * encoded.columns)
    with Workers(threads) as workers:
        Stream(encoded, workers).scores(theta, scores)
    return scores.reshape(encoded.size, encoded.columns)


def nodes_of(scores: Floats) -> Floats:
    """The scores of all labels: one column is the score of label 1 where label 0 has 0.

    >>> nodes_of(np.array([[2.0], [-1.0]])).tolist()
    [[0.0, 2.0], [0.0, -1.0]]
    """
    return np.concatenate([np.zeros_like(scores), scores], axis=1) if scores.shape[1] == 1 else scores


def legal_scores(
    legal: Legal, transitions: Floats, start: Floats, end: Floats
) -> tuple[Floats, Floats, Floats]:
    """The scores of the chain, -inf for what is not legal."""
    return (
        np.where(legal.follow, transitions, -np.inf),
        np.where(legal.first, start, -np.inf),
        np.where(legal.last, end, -np.inf),
    )


def spans_of(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """(S, 2): first position and length of each sentence.

    >>> spans_of(np.array([0, 3]), np.array([2, 1])).tolist()
    [[0, 2], [3, 1]]
    """
    return np.ascontiguousarray(np.stack([starts, lengths], axis=1), np.int64)
