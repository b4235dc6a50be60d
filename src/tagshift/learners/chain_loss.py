"""The objective of a conditional random field: log-loss over label sets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tagshift.features.encoded import Encoded
from tagshift.kernels import binary, chain, scaled
from tagshift.learners.objective import Objective
from tagshift.optimize.pieces import Workers

Floats = NDArray[np.float64]

# Chain scores beyond this are left to logs: their exponentials would not survive a few positions.
STEEP = 200.0


class ChainLoss(Objective):
    """Sum over sentences of weight * (lnZ - lnZ of the labellings permitted) + l2 / 2 * |theta|^2.

    With a ``margin`` every label outside an annotated position's set gains that much in lnZ, so that the
    right labelling must win by it (softmax-margin, Gimpel and Smith, 2010).
    """

    def __init__(self, encoded: Encoded, workers: Workers, *, l2: float = 0.0, margin: float = 0.0) -> None:
        super().__init__(encoded, workers, l2)
        self.margin = margin
        self.losses = np.zeros(len(encoded.starts))

    def part_loss(self, index: int, tail: Floats) -> tuple[float, Floats]:
        """Losses and residuals of one part; its share of the chain's gradient."""
        part, logs = self.stream.parts[index], self.annotation.chain_scores(tail)
        inside = slice(part.first, part.last)
        if np.abs(logs[logs > -np.inf]).max(initial=0.0) > STEEP:
            skipped = self.annotation.sentences[inside, 2] == binary.SKIPPED
            self.losses[inside] = np.where(skipped, 0.0, np.nan)
            expected = np.zeros(len(logs))
        elif self.encoded.columns == 1:
            expected = self._two_labels(logs, inside)
        else:
            expected = self._many_labels(logs, inside)
        for sentence in part.first + np.flatnonzero(np.isnan(self.losses[inside])):
            expected += self._in_logs(logs, int(sentence))
        return float(self.encoded.weights[inside] @ self.losses[inside]), expected

    def _two_labels(self, logs: Floats, inside: slice) -> Floats:
        expected = np.zeros(8)
        known = self.annotation
        work = np.empty((max(known.longest, 1), 5))
        binary.log_loss(
            self.scores,
            known.bits,
            known.sentences[inside],
            self.encoded.weights[inside],
            np.exp(logs),
            self.margin,
            work,
            self.residual,
            expected,
            self.losses[inside],
        )
        return expected

    def _many_labels(self, logs: Floats, inside: slice) -> Floats:
        labels = len(self.encoded.labels)
        expected, counts = np.zeros(len(logs)), np.zeros(len(logs))
        potentials = np.exp(logs)
        square = potentials[: labels * labels].reshape(labels, labels)
        known = self.annotation
        scaled.log_loss(
            self.scores,
            self.encoded.allowed,
            known.masks,
            known.observed,
            known.sentences[inside],
            self.encoded.weights[inside],
            logs,
            potentials,
            np.ascontiguousarray(square.T).ravel(),
            self.margin,
            np.empty((3, max(known.longest, 3), labels)),
            self.residual,
            expected,
            counts,
            self.losses[inside],
        )
        expected[: labels * labels] *= potentials[: labels * labels]
        return expected - counts

    def _in_logs(self, logs: Floats, sentence: int) -> Floats:
        """One sentence that the scaled kernels gave up: the same in logs, into the same places."""
        start, length, _ = self.annotation.sentences[sentence]
        labels, here = len(self.encoded.labels), slice(int(start), int(start + length))
        masks = self.encoded.masks[self.encoded.allowed[here]]
        if labels == 2:
            nodes = np.stack([np.zeros(length), self.scores[here]], axis=1)
        else:
            nodes = self.scores.reshape(-1, labels)[here]
        free, free_gamma, free_chain = in_logs(nodes + self.margin * ~masks, logs)
        held, held_gamma, held_chain = in_logs(np.where(masks, nodes, -np.inf), logs)
        weight = float(self.encoded.weights[sentence])
        difference = weight * (free_gamma - held_gamma)
        if labels == 2:
            self.residual[here] = difference[:, 1]
        else:
            self.residual.reshape(-1, labels)[here] = difference
        self.losses[sentence] = free - held
        return weight * (free_chain - held_chain)


def in_logs(nodes: Floats, logs: Floats) -> tuple[float, Floats, Floats]:
    """Log-partition, label probabilities (T, K) and expected chain events of one sentence."""
    length, labels = nodes.shape
    transitions = logs[: labels * labels].reshape(labels, labels)
    start, end = logs[labels * labels : -labels], logs[-labels:]
    nodes, spans = np.ascontiguousarray(nodes), np.array([[0, length]])
    alpha, beta, gamma = (np.empty_like(nodes) for _ in range(3))
    total, sums = np.empty(1), np.zeros((labels, labels))
    chain.forward(nodes, transitions, start, end, spans, alpha, total)
    chain.backward(nodes, transitions, end, spans, beta)
    chain.marginals(alpha, beta, total, spans, gamma)
    chain.edge_sums(nodes, transitions, alpha, beta, total, spans, np.ones(1), sums)
    return float(total[0]), gamma, np.concatenate([sums.ravel(), gamma[0], gamma[-1]])
