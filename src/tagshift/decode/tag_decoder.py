"""Labelling with a trained tagger.

All that a template asks of single tokens of a column depends on the token alone. So the rows of such
templates are summed once for each distinct token, over every place where they bear, and labelling adds one
row a token instead of one for every template; only conjunctions and templates that look at places are added
one by one. The sums are kept for the tokens seen lately.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tagshift.data.labelsets import LabelSets
from tagshift.data.sentence import Label
from tagshift.decode.tag_model import TagModel
from tagshift.errors import LabelError
from tagshift.features.rows import Rows
from tagshift.features.tokens import Column, Tokens
from tagshift.kernels import events
from tagshift.learners.potentials import Potentials, legal_scores, nodes_of, spans_of
from tagshift.learners.stream import NO_VALUES, add_block

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]

# Bytes of summed rows that are kept for each column before the cache starts afresh.
CACHE_BYTES = 1 << 26


class TagDecoder:
    """Labels tokens by a model; labels are numbers of the outer labels."""

    def __init__(self, model: TagModel) -> None:
        self.model, self.index, self.inner = model, model.index, model.inner
        own = model.chain
        self.chain = legal_scores(own.legal, own.transitions, own.start, own.end)
        self.columns = 1 if len(self.inner.names) == 2 else len(self.inner.names)
        self._sums = {c: ColumnSums(self, c) for c in self.index.columns}

    @cached_property
    def weights(self) -> list[Floats]:
        """Block by block, flat, as the kernels want them."""
        return [np.ascontiguousarray(w, np.float64).ravel() for w in self.model.chain.weights]

    @cached_property
    def blocks_of(self) -> list[tuple[Rows, list[int]]]:
        """Each family's rows and the numbers of its blocks."""
        found, block = [], 0
        for rows in self.index.rows:
            runs = sum(1 for _ in rows.family.runs())
            found.append((rows, list(range(block, block + runs))))
            block += runs
        return found

    def score(self, tokens: Tokens, known: Sequence[Sequence[Label]] | None = None) -> Potentials:
        """The scores of a text; where something is ``known``, -inf for all else."""
        size, positions = tokens.size(self.index.gap), tokens.positions(self.index.gap)
        scores = np.zeros(size * self.columns)
        for number, sums in self._sums.items():
            sums.add(tokens.columns[number], positions, scores)
        self._add_others(tokens, scores)
        nodes = nodes_of(scores.reshape(size, self.columns))
        if known is not None:
            self._constrain(nodes, positions, known)
        return Potentials(nodes, *self.chain, spans_of(tokens.starts(self.index.gap), tokens.lengths))

    def best(self, tokens: Tokens, known: Sequence[Sequence[Label]] | None = None) -> Ints:
        """The best label of every token (N,), sentence by sentence the best labelling as a whole."""
        labels, scores = self.score(tokens, known).best()
        _check_possible(scores)
        return self.inner.outer_of[labels[tokens.positions(self.index.gap)]]

    def marginals(self, tokens: Tokens, known: Sequence[Sequence[Label]] | None = None) -> Floats:
        """The probability (N, outer labels) of each label at each token."""
        potentials = self._sloped(tokens, known)
        outward = self.inner.outer_of[:, None] == np.arange(len(self.inner.outer))
        found: Floats = potentials.marginals()[tokens.positions(self.index.gap)] @ outward.astype(np.float64)
        return found

    def several(
        self, tokens: Tokens, count: int, known: Sequence[Sequence[Label]] | None = None
    ) -> list[list[tuple[float, Ints]]]:
        """For each sentence up to ``count`` labellings, best first, each with its log-probability."""
        potentials = self._sloped(tokens, known)
        return [
            [
                (score - float(total), self.inner.outer_of[np.array(labels, np.int32)])
                for score, labels in potentials.several(sentence, count)
            ]
            for sentence, total in enumerate(potentials.log_partition())
        ]

    def log_likelihood(self, tokens: Tokens, labels: Sequence[Sequence[Label]]) -> Floats:
        """The log-probability (S,) that each sentence is labelled so; sets of labels are summed over."""
        return self.likelihoods(tokens, labels)(self.model.slope)

    def likelihoods(self, tokens: Tokens, labels: Sequence[Sequence[Label]]) -> Callable[[float], Floats]:
        """``log_likelihood`` as a function of the slope."""
        free, tied = self.score(tokens), self.score(tokens, labels)

        def at(slope: float) -> Floats:
            return tied.scaled(slope).log_partition() - free.scaled(slope).log_partition()

        return at

    def _sloped(self, tokens: Tokens, known: Sequence[Sequence[Label]] | None) -> Potentials:
        """As sure as the model is; all sentences can be labelled."""
        potentials = self.score(tokens, known).scaled(self.model.slope)
        _check_possible(potentials.log_partition())
        return potentials

    def _add_others(self, tokens: Tokens, scores: Floats) -> None:
        """Add the rows of conjunctions and of templates that look at places."""
        others = [(rows, blocks) for rows, blocks in self.blocks_of if not is_single(rows)]
        made = iter(self.index.blocks(tokens, only=[rows for rows, _ in others]))
        for number in (n for _, blocks in others for n in blocks):
            block = next(made)
            add_block(block, slice(None), self.weights[number], self.columns, (0, len(scores)), scores)

    def _constrain(self, nodes: Floats, positions: Ints, known: Sequence[Sequence[Label]]) -> None:
        labels = [label for sentence in known for label in sentence]
        if len(labels) != len(positions):
            raise LabelError(
                f"expected {len(positions)} known labels, one a token (None: any), got {len(labels)}"
            )
        sets, rows = LabelSets.build(self.inner.outer, labels)
        allowed = self.inner.masks(sets.masks)[rows]
        nodes[positions] = np.where(allowed, nodes[positions], -np.inf)


class ColumnSums:
    """For one column the summed rows of its tokens, from the first place where one bears to the last."""

    def __init__(self, decoder: TagDecoder, column: int) -> None:
        self.decoder = decoder
        self.values = decoder.index.values_of(column)
        self.parts = [
            (rows, block, self.values.tables.index(decoder.index.table_of(rows.family.atoms[0][0])))
            for rows, blocks in decoder.blocks_of
            if is_single(rows) and rows.family.atoms[0][0].column == column
            for block in blocks
        ]
        runs = [
            run for rows, blocks in decoder.blocks_of for run in zip(blocks, rows.family.runs(), strict=True)
        ]
        spans = dict(runs)
        self.shift = min((-spans[block][1] for _, block, _ in self.parts), default=0)
        self.width = max((1 - spans[block][0] for _, block, _ in self.parts), default=0) - self.shift
        self.spans = [
            (-spans[block][1] - self.shift, 1 - spans[block][0] - self.shift) for _, block, _ in self.parts
        ]
        self.length = self.width * decoder.columns
        self.values.limit = max(1000, CACHE_BYTES // (8 * max(self.length, 1)))
        self.sums = np.empty((0, self.width, decoder.columns))
        self.generation = -1

    def add(self, column: Column, positions: Ints, scores: Floats) -> None:
        """Add to ``scores`` one row for each token."""
        if not self.parts:
            return
        with self.values.lock:
            at, sums = self.values.rows_of(column), self._filled()
        columns = self.decoder.columns
        events.add_scores(
            sums.reshape(-1),
            self.length,
            columns,
            self.shift * columns,
            positions,
            at[column.ids],
            NO_VALUES,
            0,
            len(scores),
            scores,
        )

    def _filled(self) -> Floats:
        """The sums of all tokens known. What another thread still reads is never written to again."""
        if self.generation != self.values.generation:
            self.generation, self.filled = self.values.generation, 0
            self.sums = np.empty_like(self.sums)
        if self.filled < len(self.values):
            self._fill()
        return self.sums

    def _fill(self) -> None:
        """Sum the rows of the tokens that came since."""
        first, last = self.filled, len(self.values)
        if last > len(self.sums):
            more = np.empty((max(last, 2 * len(self.sums)) - len(self.sums), *self.sums.shape[1:]))
            self.sums = np.concatenate([self.sums, more])
        fresh = self.sums[first:last]
        fresh[:] = 0.0
        for (rows, block, table), (low, high) in zip(self.parts, self.spans, strict=True):
            # A tied row, of width 1, falls alike on every place of its run.
            weights = self.decoder.weights[block].reshape(len(rows.members), -1, self.decoder.columns)
            ids = rows.find(self.values.matrix[first:last, table : table + 1])
            there = ids >= 0
            fresh[there, low:high] += weights[ids[there]]
        self.filled = last


def is_single(rows: Rows) -> bool:
    """Whether a family asks one thing of one token, wherever it stands."""
    atoms = rows.family.atoms
    return len(atoms) == 1 and not atoms[0][0].positional


def _check_possible(totals: Floats) -> None:
    impossible = np.flatnonzero(np.isneginf(totals))
    if len(impossible):
        raise LabelError(
            f"sentence {impossible[0] + 1}: no labelling keeps what is known of it; "
            "its known labels cannot stand beside each other"
        )
