"""What is known of each sentence, read once before training: whole, partial, nothing, or impossible."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import LabelError, ParameterError
from tagshift.features.encoded import Encoded, Ints
from tagshift.kernels import chain
from tagshift.kernels.binary import PARTIAL, SKIPPED, WHOLE

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Annotation:
    """The label sets of an encoded corpus as kernels want them.

    ``sentences`` (S, 3): first position, length, kind (``SKIPPED``, ``WHOLE``, ``PARTIAL``). ``observed``
    (size,): the label where the set has one, else -1. ``masks`` (R, K) uint8.
    """

    encoded: Encoded
    sentences: NDArray[np.int64]
    observed: Ints
    masks: NDArray[np.uint8]

    @classmethod
    def of(cls, encoded: Encoded) -> Annotation:
        """Read the label sets; raises where one cannot be kept."""
        check_encoded(encoded)
        sizes = encoded.masks.sum(axis=1)
        single = np.where(sizes == 1, encoded.masks.argmax(axis=1), -1).astype(np.int32)
        observed = single[encoded.allowed]
        ambiguous = np.concatenate([[0], np.cumsum(sizes[encoded.allowed] > 1)])
        anything = np.concatenate([[0], np.cumsum(sizes[encoded.allowed] < len(encoded.labels))])
        ends = encoded.starts + encoded.lengths
        kinds = np.full(len(encoded.starts), PARTIAL)
        kinds[ambiguous[ends] == ambiguous[encoded.starts]] = WHOLE
        kinds[anything[ends] == anything[encoded.starts]] = SKIPPED
        kinds[(encoded.weights == 0) | (encoded.lengths == 0)] = SKIPPED
        sentences = np.ascontiguousarray(np.stack([encoded.starts, encoded.lengths, kinds], axis=1), np.int64)
        self = cls(encoded, sentences, observed, np.ascontiguousarray(encoded.masks, np.uint8))
        self._check_possible()
        return self

    @cached_property
    def longest(self) -> int:
        return int(self.encoded.lengths.max(initial=0))

    @cached_property
    def bits(self) -> NDArray[np.uint8]:
        """Two labels: bit k of each position set if label k may stand there."""
        bits: NDArray[np.uint8] = (self.masks * np.array([1, 2], np.uint8)).sum(axis=1, dtype=np.uint8)
        return bits[self.encoded.allowed]

    @cached_property
    def informative(self) -> NDArray[np.bool_]:
        """Positions that may not take every label."""
        everything: NDArray[np.bool_] = np.all(self.encoded.masks, axis=1)
        return ~everything[self.encoded.allowed]

    @cached_property
    def illegal(self) -> Floats:
        """-inf where the chain is forbidden, else 0: transitions, start, end."""
        legal = self.encoded.legal
        return np.where(np.concatenate([legal.follow.ravel(), legal.first, legal.last]), 0.0, -np.inf)

    def chain_scores(self, tail: Floats) -> Floats:
        """The end of a parameter vector as the chain's scores, -inf where forbidden."""
        return tail + self.illegal

    def _check_possible(self) -> None:
        """Some labelling must keep both the sets and what may follow what."""
        encoded = self.encoded
        nodes = np.where(encoded.masks[encoded.allowed], 0.0, -np.inf)
        labels = len(encoded.labels)
        follow, first, last = np.split(self.illegal, [labels * labels, labels * labels + labels])
        legal = follow.reshape(labels, labels), first, last
        spans = np.ascontiguousarray(self.sentences[:, :2])
        counts = np.empty(len(spans))
        chain.forward(nodes, *legal, spans, np.empty_like(nodes), counts)
        if (counts == -np.inf).any():
            number = int(np.argmax(counts == -np.inf))
            raise LabelError(
                f"sentence {number + 1} has no labelling that keeps its label sets and the legal order of "
                f"labels ({', '.join(encoded.labels)}); mend its annotation, or allow more labels there"
            )


def check_encoded(encoded: Encoded) -> None:
    """Shapes and numbers that kernels take for granted."""
    labels, sentences = len(encoded.labels), len(encoded.starts)
    if labels < 2:
        raise LabelError(f"expected two labels or more, got {labels}: {encoded.labels}")
    if encoded.masks.shape[1:] != (labels,) or not encoded.masks[0].all():
        raise LabelError(f"masks must be (rows, {labels}) with row 0 all true, got {encoded.masks.shape}")
    if len(encoded.lengths) != sentences or encoded.weights.shape != (sentences,):
        raise ParameterError(
            f"expected one length and one weight for each of {sentences} sentences, "
            f"got {len(encoded.lengths)} and {encoded.weights.shape}"
        )
    if not (np.isfinite(encoded.weights).all() and (encoded.weights >= 0).all()):
        raise ParameterError("sentence weights must be finite and not negative")
    if len(encoded.allowed) != encoded.size:
        raise ParameterError(f"allowed has {len(encoded.allowed)} entries for {encoded.size} positions")
    if encoded.size and not 0 <= encoded.allowed.min() <= encoded.allowed.max() < len(encoded.masks):
        raise LabelError(f"allowed must be rows of masks, 0 to {len(encoded.masks) - 1}")
    ends = encoded.starts + encoded.lengths
    ordered = (encoded.starts[1:] >= ends[:-1]).all() if sentences else True
    if sentences and (
        not ordered or encoded.starts[0] < 0 or ends[-1] > encoded.size or (encoded.lengths < 0).any()
    ):
        raise ParameterError("sentences must follow one another inside the stream")
