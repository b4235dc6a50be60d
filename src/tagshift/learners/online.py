"""Learning a sentence at a time: what the perceptron and the passive-aggressive learner share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ParameterError
from tagshift.features.encoded import Block, Encoded
from tagshift.kernels import online
from tagshift.kernels.binary import SKIPPED
from tagshift.learners.annotation import Annotation
from tagshift.learners.base import Callback, Learner
from tagshift.learners.by_position import joined_values
from tagshift.learners.stream import check_block
from tagshift.optimize.lbfgs import State
from tagshift.optimize.pieces import Workers
from tagshift.optimize.report import Report
from tagshift.params import Choice, Flag, Rule, Whole

Floats = NDArray[np.float64]
PERCEPTRON, PASSIVE_AGGRESSIVE_1, PASSIVE_AGGRESSIVE_2 = 0, 1, 2

ONLINE_RULES: Mapping[str, Rule] = {
    "max_iterations": Whole(at_least=1),
    "averaging": Choice("all", "passes", None),
    "shuffle": Flag(),
    "seed": Whole(at_least=0),
}


class OnlineLearner(Learner):
    """Passes over the sentences, each update at once; the mean of all states is what is learned.

    Subclasses take ``max_iterations``, passes at most: it stops early after a pass that teaches nothing;
    ``averaging``, "all" for the mean over every sentence's state, "passes" over the states at the end of
    passes, None for the last state; ``shuffle``, whether each pass has an order of its own, drawn from
    ``seed``.
    """

    uses_weights = False
    constraints: ClassVar[Mapping[str, Rule]] = ONLINE_RULES

    max_iterations: int
    averaging: str | None
    shuffle: bool
    seed: int

    def rule(self) -> tuple[int, float]:
        """Which rule of the kernel, and its limit."""
        raise TypeError(f"{type(self).__name__} does not say how it updates")

    def learn(
        self, encoded: Encoded, start: Floats | State, workers: Workers, callback: Callback | None
    ) -> tuple[Floats, Report]:
        if isinstance(start, State):
            raise ParameterError(f"{type(self).__name__} cannot go on from a state; start from its theta")
        passes, report, rng = (
            _Passes(encoded, start, *self.rule()),
            Report(),
            np.random.default_rng(self.seed),
        )
        ends = np.zeros_like(start)
        while not report.reason:
            taught = passes.run(rng if self.shuffle else None)
            ends += passes.weights
            report.iterations += 1
            report.evaluations += len(passes.order)
            report.objective = float(taught)
            report.objectives.append(report.objective)
            if taught == 0:
                report.reason = "converged: objective"
            elif report.iterations >= self.max_iterations:
                report.reason = "iterations"
            if callback is not None and callback(report):
                report.reason = report.reason or "stopped"
        if self.averaging == "all" and passes.seen:
            return passes.weights - passes.history / passes.seen, report
        return (ends / report.iterations if self.averaging == "passes" else passes.weights), report


class _Passes:
    """A corpus laid out for the online kernel, the weights, and the sum that their mean needs."""

    def __init__(self, encoded: Encoded, start: Floats, rule: int, limit: float) -> None:
        for block in encoded.blocks:
            check_block(block, encoded.size)
        self.known = Annotation.of(encoded)
        self.encoded, self.rule, self.limit = encoded, rule, limit
        self.weights, self.history = start.copy(), np.zeros_like(start)
        self.scratch, self.seen = np.zeros_like(start), 0
        self.order = np.flatnonzero(self.known.sentences[:, 2] != SKIPPED).astype(np.int32)
        rows = zip(encoded.block_starts, encoded.blocks, strict=False)
        shapes = [(begin, block.width, block.shift) for begin, block in rows]
        self.blocks = np.array(shapes, np.int64).reshape(-1, 3)
        self.ranges = _sentence_ranges(encoded)
        self.anchors = _joined([block.anchors for block in encoded.blocks])
        self.ids = _joined([block.ids for block in encoded.blocks])
        self.values = joined_values(encoded.blocks)
        self.scores = np.zeros(encoded.size * encoded.columns)

    def run(self, rng: np.random.Generator | None) -> int:
        """One pass; return how many sentences taught something."""
        labels, longest = len(self.encoded.labels), max(self.known.longest, 1)
        order = self.order if rng is None else rng.permutation(self.order)
        taught = online.learn(
            order,
            self.blocks,
            self.ranges,
            self.anchors,
            self.ids,
            self.values,
            self.encoded.allowed,
            self.known.masks,
            self.known.sentences,
            self.known.illegal,
            self.rule,
            self.limit,
            self.seen,
            self.scores,
            np.empty((2, 2 * labels)),
            np.empty((longest, 2 * labels), np.int32),
            np.empty((2, longest), np.int32),
            np.empty(labels * labels + 2 * labels),
            self.scratch,
            self.weights,
            self.history,
        )
        self.seen += len(order)
        return taught


def _joined(parts: list[NDArray[np.int32]]) -> NDArray[np.int32]:
    return np.concatenate(parts) if parts else np.empty(0, np.int32)


def _sentence_ranges(encoded: Encoded) -> NDArray[np.int32]:
    """The events, of all blocks one behind the other, that can touch each sentence: (S, blocks, 2)."""
    ranges = np.empty((len(encoded.starts), len(encoded.blocks), 2), np.int32)
    before = 0
    for number, block in enumerate(encoded.blocks):
        ranges[:, number] = before + _touching(block, encoded)
        before += len(block.ids)
    return ranges


def _touching(block: Block, encoded: Encoded) -> NDArray[np.int64]:
    low = encoded.starts - block.shift - block.width + 1
    high = encoded.starts + encoded.lengths - block.shift
    first = np.searchsorted(block.anchors, low, "left")
    return np.stack([first, np.maximum(first, np.searchsorted(block.anchors, high, "left"))], axis=1)
