"""A segmenter's index and whole-numbered weights compiled into the tables of ``kernels.segment``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ModelError
from tagshift.features import chartypes
from tagshift.features import lexicon as lists
from tagshift.features.keytable import Keys
from tagshift.features.lexicon import Lexicon
from tagshift.features.ngrams import BITS, Ngrams
from tagshift.features.segmentindex import SegmentIndex
from tagshift.features.trie import Words, spell
from tagshift.kernels import segment as kernel

Weights = Mapping[str, NDArray[np.int16]]  # by block name, (rows, width)
Integers = NDArray[np.int32]

WIDTH = 8
ROOT = 1
MOST_NODES = 1 << 22  # an edge keeps 23 bits for its child
MOST_CLASSES = 64


def compile_tables(index: SegmentIndex, weights: Weights, chain: Sequence[int]) -> kernel.Tables:
    """``chain``: bias, scores of the label pairs 00, 01, 10, 11, of label 1 at the start and at the end."""
    shift, type_shift = (_lowest_shift(index.ngrams, kind) for kind in ("char", "type"))
    trie = _Trie.of(index)
    type_rows, type_order = _type_rows(index, weights, type_shift)
    which = list(index.used_lexicons.items())
    return kernel.Tables(
        index.alphabet.ids,
        index.alphabet.types.copy(),  # the shared table is read-only
        trie.roots(index.alphabet.size),
        trie.edge_table(),
        trie.summed_rows(index, weights, shift),
        _narrow(type_rows),
        trie.classes(index.used_lexicons),
        _narrow(_stack(_match_rows(index, name, lexicon, weights) for name, lexicon in which)).reshape(
            -1, WIDTH
        ),
        _stack(_lattice(index, name, weights) for name, _ in which),
        np.array(chain, np.int64),
        shift,
        type_shift,
        type_order,
    )


def _stack(parts: Iterable[NDArray[np.int32]]) -> NDArray[np.int32]:
    found = list(parts)
    return np.stack(found) if found else np.zeros((0, 1), np.int32)


def workspace(tables: kernel.Tables, most: int) -> kernel.Workspace:
    """Room for lines of at most ``most`` characters."""
    room = most + 64
    return kernel.Workspace(
        np.zeros(room, np.uint16),
        np.zeros((3, room), np.uint8),
        np.zeros((4, room), np.int32),
        np.zeros((2, room), np.uint32),
        np.zeros(room, np.uint64),
        np.zeros((3 * tables.lists, room), np.uint8),
    )


def _lowest_shift(ngrams: Sequence[Ngrams], kind: str) -> int:
    specs = [n.spec for n in ngrams if n.spec.kind == kind]
    low = min((spec.shift for spec in specs), default=0)
    high = max((spec.shift + spec.width for spec in specs), default=0)
    if high - low > WIDTH:
        raise ModelError(
            f"the {kind} n-grams reach over {high - low} boundaries; at most {WIDTH} can be compiled"
        )
    return low


@dataclass(frozen=True)
class _Trie:
    """One trie of n-grams and listed words; its nodes are numbered level by level from the root, 1, so that
    those which n-grams can reach come first.

    ``gram_nodes``: of the rows of each table of character n-grams. ``word_nodes``: of the words of each
    lexicon.
    """

    edges: Keys
    gram_nodes: list[Integers]
    word_nodes: list[Integers]
    levels: list[int]

    @classmethod
    def of(cls, index: SegmentIndex) -> _Trie:
        grams = [n for n in index.ngrams if n.spec.kind == "char"]
        parts = [_unpack(n.table.keys, n.spec.order) for n in grams]
        parts += [lexicon.words for lexicon in index.used_lexicons.values()]
        lengths = np.concatenate([part.lengths for part in parts])
        ids = np.concatenate([part.ids for part in parts])
        spelling = spell(Words(ids, np.concatenate([[0], np.cumsum(lengths)])), ROOT)
        if spelling.levels[-1] > MOST_NODES:
            raise ModelError(
                f"{len(spelling.edges):,} n-grams and words are too many to compile; "
                f"at most {MOST_NODES:,} are possible"
            )
        ends = np.cumsum([len(part) for part in parts])
        cut = np.split(spelling.nodes, ends[:-1])
        return cls(spelling.edges, cut[: len(grams)], cut[len(grams) :], spelling.levels)

    @property
    def size(self) -> int:
        return self.levels[-1]

    def summed_rows(self, index: SegmentIndex, weights: Weights, shift: int) -> NDArray[np.int16]:
        """For every node that n-grams can reach, its row and those of all its prefixes added up."""
        specs = [n.spec for n in index.ngrams if n.spec.kind == "char"]
        depth = min(max((spec.order for spec in specs), default=0), len(self.levels) - 1)
        rows = np.zeros((self.levels[depth], WIDTH), np.int32)
        for spec, nodes in zip(specs, self.gram_nodes, strict=True):
            begin = spec.shift - shift
            rows[nodes, begin : begin + spec.width] += weights[spec.name]
        parents = (self.edges >> np.uint64(BITS)).astype(np.int64)
        for begin, end in pairwise(self.levels[: depth + 1]):
            rows[begin:end] += rows[parents[begin - ROOT - 1 : end - ROOT - 1]]
        return _narrow(rows)

    def classes(self, lexicons: Mapping[str, Lexicon]) -> NDArray[np.uint8]:
        """For every node and list the class of the word that ends there plus 1, or 0."""
        found = np.zeros((self.size, len(lexicons)), np.uint8)
        for which, (lexicon, nodes) in enumerate(zip(lexicons.values(), self.word_nodes, strict=True)):
            found[nodes, which] = lexicon.classes + 1
        return found

    @property
    def _flagged(self) -> NDArray[np.uint64]:
        """Every child with the flag that says whether a listed word ends there."""
        words = np.zeros(self.size, np.uint64)
        for nodes in self.word_nodes:
            words[nodes] = 1
        children = np.arange(ROOT + 1, self.size, dtype=np.uint64)
        return (children << np.uint64(1)) | words[ROOT + 1 :]

    def roots(self, alphabet: int) -> NDArray[np.uint32]:
        """The first level as a table by character number."""
        found = np.zeros(alphabet, np.uint32)
        first = slice(0, self.levels[1] - self.levels[0]) if len(self.levels) > 1 else slice(0, 0)
        found[self.edges[first] & np.uint64(0xFFFF)] = self._flagged[first]
        return found

    def edge_table(self) -> NDArray[np.uint64]:
        """The other levels, open addressing, one number an edge."""
        begin = self.levels[1] - self.levels[0] if len(self.levels) > 1 else 0
        keys = self.edges[begin:]
        table = np.zeros(1 << max(4, int(2 * len(keys)).bit_length()), np.uint64)
        kernel.insert_edges(keys, self._flagged[begin:], table)
        return table


def _unpack(keys: Keys, order: int) -> Words:
    """The n-grams of packed keys as words."""
    shifts = np.arange(order - 1, -1, -1, dtype=np.uint64) * np.uint64(BITS)
    ids = ((keys[:, None] >> shifts) & np.uint64(0xFFFF)).astype(np.uint16)
    return Words(ids.ravel(), np.arange(len(keys) + 1, dtype=np.int64) * order)


def _narrow(rows: NDArray[np.int32]) -> NDArray[np.int16]:
    if np.abs(rows).max(initial=0) > np.iinfo(np.int16).max:
        raise ModelError(
            "the summed weights of an n-gram and its prefixes do not fit 16 bits; save with a smaller scale"
        )
    return rows.astype(np.int16)


def _type_rows(index: SegmentIndex, weights: Weights, shift: int) -> tuple[NDArray[np.int32], int]:
    """For every sequence of fine types the rows of all its prefixes, added up: one read, not several."""
    specs = [n for n in index.ngrams if n.spec.kind == "type"]
    order = max((n.spec.order for n in specs), default=1)
    rows = np.zeros((chartypes.COUNT**order, WIDTH), np.int32)
    units = chartypes.COUNT ** np.arange(order - 1, -1, -1)
    digits = np.arange(len(rows))[:, None] // units % chartypes.COUNT
    for ngrams in specs:
        spec = ngrams.spec
        kinds = chartypes.MAPS[spec.types][digits[:, : spec.order]].astype(np.uint64)
        keys = np.zeros(len(rows), np.uint64)
        for place in range(spec.order):
            keys = (keys << np.uint64(BITS)) | kinds[:, place]
        found = ngrams.table.rows(keys)
        begin = spec.shift - shift
        rows[found >= 0, begin : begin + spec.width] += weights[spec.name][found[found >= 0]]
    return rows, order


def _match_rows(index: SegmentIndex, name: str, lexicon: Lexicon, weights: Weights) -> NDArray[np.int32]:
    """The rows of listed words by class and length; Tsuboi's entry weights are rows of short words of any
    class.
    """
    rows = np.zeros((MOST_CLASSES, lists.ROWS, WIDTH), np.int32)
    if index.templates.lists == "words":
        rows[: lexicon.n_classes] = weights[f"{name}.words"].reshape(-1, lists.ROWS, WIDTH)
    else:
        for spec in (n.spec for n in index.ngrams if n.spec.kind == "char"):
            begin = spec.shift + 1  # rows of words begin at the boundary before the word
            rows[:, spec.order - 1, begin : begin + spec.width] += weights[f"{name}.entry{spec.order}"][0]
    return rows.ravel()


def _lattice(index: SegmentIndex, name: str, weights: Weights) -> NDArray[np.int32]:
    """What each state says; Tsuboi's "an entry starts" and "ends" are states of their own kind."""
    pairs = chartypes.COUNT**2
    if index.templates.lists == "words":
        return weights[f"{name}.lattice"].ravel().astype(np.int32)
    state = np.arange(lists.STATES)
    ending, starting = state // (lists.CAP + 1) ** 2 > 0, state // (lists.CAP + 1) % (lists.CAP + 1) > 0
    starts, ends = weights[f"{name}.edges"][:, 0].astype(np.int32)
    return np.repeat(starts * starting + ends * ending, pairs).astype(np.int32)
