"""N-grams of characters and listed words in one trie, laid out as a double array."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ModelError
from tagshift.features.keytable import Keys
from tagshift.features.lexicon import MOST_CLASSES, Lexicon
from tagshift.features.ngrams import BITS
from tagshift.features.segmentindex import SegmentIndex
from tagshift.features.trie import Words, spell
from tagshift.kernels.doublearray import place_nodes

Weights = Mapping[str, NDArray[np.int16]]  # by block name, (rows, width)
Integers = NDArray[np.int32]
Number = TypeVar("Number", np.int16, np.int32, np.uint8)

SHORT = 4  # as the kernel has it: nodes of so many characters at most have a row
MOST_PLACES = 1 << 24  # a base has 24 bits


@dataclass(frozen=True)
class CompiledTrie:
    """Nodes are numbered level by level from the root, 0. ``parents``, ``symbols`` (N - 1,): of node n + 1.

    ``bases``, ``places`` (N,): of each node in the double array. ``gram_nodes``: of the rows of each table
    of character n-grams; ``word_nodes``: of the words of each lexicon. ``levels``: the number after the
    last node of each depth.
    """

    parents: NDArray[np.int64]
    symbols: NDArray[np.uint16]
    bases: Integers
    places: NDArray[np.int64]
    gram_nodes: list[Integers]
    word_nodes: list[Integers]
    levels: list[int]
    alphabet: int

    @classmethod
    def of(cls, index: SegmentIndex) -> CompiledTrie:
        """The trie of an index."""
        grams = [n for n in index.ngrams if n.spec.kind == "char"]
        parts = [_unpack(n.table.keys, n.spec.order) for n in grams]
        parts += [lexicon.words for lexicon in index.used_lexicons.values()]
        lengths = np.concatenate([np.zeros(0, np.int64), *(part.lengths for part in parts)])
        ids = np.concatenate([np.zeros(0, np.uint16), *(part.ids for part in parts)])
        # From 1 on: the edge of a gap from a root 0 would be key 0, which key tables take for none.
        edges, nodes, levels = spell(Words(ids, np.concatenate([[0], np.cumsum(lengths)])), root=1)
        nodes, levels = nodes - 1, [end - 1 for end in levels]
        parents = (edges >> np.uint64(BITS)).astype(np.int64) - 1
        symbols = (edges & np.uint64(0xFFFF)).astype(np.uint16)
        bases = _bases(parents, symbols, levels, index.alphabet.size)
        places = np.concatenate([[0], bases[parents] + symbols.astype(np.int64)])
        cut = np.split(nodes, np.cumsum([len(part) for part in parts])[:-1]) if parts else []
        return cls(
            parents, symbols, bases, places, cut[: len(grams)], cut[len(grams) :], levels, index.alphabet.size
        )

    @property
    def shallow(self) -> int:
        """The number after the last node of ``SHORT`` characters."""
        return self.levels[min(SHORT, len(self.levels) - 1)]

    def units(self) -> NDArray[np.uint64]:
        """The double array: base of the parent, base of the node, whether a listed word ends there."""
        words = np.zeros(len(self.bases), np.uint64)
        for nodes in self.word_nodes:
            words[nodes] = 1
        own, above = self.bases.astype(np.uint64), self.bases[self.parents].astype(np.uint64)
        found = np.zeros(int(self.bases.max(initial=1)) + self.alphabet + 1, np.uint64)
        found[self.places[1:]] = (above << np.uint64(40)) | (own[1:] << np.uint64(16)) | words[1:]
        return found

    def summed_rows(
        self, index: SegmentIndex, weights: Weights, matched: Mapping[str, Integers], shift: int, width: int
    ) -> NDArray[np.int16]:
        """For every shallow node its row and those of all its prefixes added up, n-grams and listed words."""
        rows = np.zeros((self.shallow, width), np.int32)
        specs = [n.spec for n in index.ngrams if n.spec.kind == "char"]
        for spec, nodes in zip(specs, self.gram_nodes, strict=True):
            rows[nodes, spec.shift - shift : spec.shift - shift + spec.width] += weights[spec.name]
        for (name, lexicon), nodes in zip(index.used_lexicons.items(), self.word_nodes, strict=True):
            short = lexicon.words.lengths <= SHORT
            of_length = matched[name].reshape(-1, len(matched[name]) // MOST_CLASSES, matched[name].shape[1])
            found = of_length[lexicon.classes[short], lexicon.words.lengths[short] - 1]
            rows[nodes[short], -1 - shift : found.shape[1] - 1 - shift] += found
        return self._placed(narrow(self._summed(rows)))

    def marks(self, lexicons: Mapping[str, Lexicon]) -> NDArray[np.uint8]:
        """For every shallow node and list a bit for each length of a prefix that is a listed word."""
        marks = np.zeros((self.shallow, len(lexicons)), np.uint8)
        for which, (lexicon, nodes) in enumerate(zip(lexicons.values(), self.word_nodes, strict=True)):
            short = lexicon.words.lengths <= SHORT
            marks[nodes[short], which] = 1 << (lexicon.words.lengths[short] - 1)
        return self._placed(self._summed(marks))

    def classes(self, lexicons: Mapping[str, Lexicon]) -> NDArray[np.uint8]:
        """For every place and list the class of the word that ends there plus 1, or 0."""
        found = np.zeros((int(self.places.max(initial=0)) + 1, len(lexicons)), np.uint8)
        for which, (lexicon, nodes) in enumerate(zip(lexicons.values(), self.word_nodes, strict=True)):
            found[self.places[nodes], which] = lexicon.classes + 1
        return found

    def _summed(self, rows: NDArray[Number]) -> NDArray[Number]:
        """To each shallow node the sum of its prefixes added."""
        for begin, end in pairwise(self.levels[: SHORT + 1]):
            rows[begin:end] += rows[self.parents[begin - 1 : end - 1]]
        return rows

    def _placed(self, rows: NDArray[Number]) -> NDArray[Number]:
        """Rows of shallow nodes, by place."""
        places = self.places[: self.shallow]
        found = np.zeros((int(places.max(initial=0)) + 1, rows.shape[1]), rows.dtype)
        found[places[1:]] = rows[1:]
        return found


def narrow(rows: Integers) -> NDArray[np.int16]:
    """In 16 bits, if they fit."""
    limits = np.iinfo(np.int16)
    if rows.min(initial=0) < limits.min or rows.max(initial=0) > limits.max:
        raise ModelError("the weights of an n-gram, its prefixes and the words in it do not fit 16 bits")
    return rows.astype(np.int16)


def _bases(
    parents: NDArray[np.int64], symbols: NDArray[np.uint16], levels: list[int], alphabet: int
) -> Integers:
    """A base for every node that has children: the root first, shallow nodes before deep ones, large before
    small.
    """
    size = len(parents) + 1
    firsts = np.searchsorted(parents, np.arange(size + 1))
    degrees = np.diff(firsts)
    shallow = levels[min(SHORT - 1, len(levels) - 1)]
    inner = np.flatnonzero(degrees)
    order = inner[np.lexsort((inner, -degrees[inner], inner >= shallow, inner > 0))]
    room = 2 * size + 4 * alphabet + 64
    while room <= 2 * MOST_PLACES:
        bases = np.zeros(size, np.int32)
        free = np.arange(room + 1, dtype=np.int32)
        if 0 <= place_nodes(firsts, symbols, order, bases, np.zeros(room, np.uint8), free) < MOST_PLACES:
            return bases
        room *= 2
    raise ModelError(f"{size:,} n-grams and words are too many to compile")


def _unpack(keys: Keys, order: int) -> Words:
    """The n-grams of packed keys as words."""
    shifts = np.arange(order - 1, -1, -1, dtype=np.uint64) * np.uint64(BITS)
    ids = ((keys[:, None] >> shifts) & np.uint64(0xFFFF)).astype(np.uint16)
    return Words(ids.ravel(), np.arange(len(keys) + 1, dtype=np.int64) * order)
