"""A trie of words, built level by level with whole arrays, walked by a compiled loop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tagshift.features.alphabet import FIRST
from tagshift.features.keytable import Keys, Numbers, count, empty_slots
from tagshift.kernels import keys as key_kernel
from tagshift.kernels import trie as kernel

Ids = NDArray[np.uint16]


@dataclass(frozen=True)
class Words:
    """Words as one flat array of character numbers and where each begins; ``offsets`` (W + 1,)."""

    ids: Ids
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def lengths(self) -> NDArray[np.int64]:
        return np.diff(self.offsets)

    @property
    def known(self) -> NDArray[np.bool_]:
        """Which words have characters of the alphabet alone.

        >>> Words(np.array([5, 6, 5, 1], np.uint16), np.array([0, 2, 4])).known.tolist()
        [True, False]
        """
        unknown = np.concatenate([[0], np.cumsum(self.ids < FIRST)])
        found: NDArray[np.bool_] = np.diff(unknown[self.offsets]) == 0
        return found

    @classmethod
    def cut_out(cls, ids: Ids, begins: NDArray[np.integer], lengths: NDArray[np.integer]) -> Words:
        """Stretches of a longer array.

        >>> Words.cut_out(np.array([5, 6, 7, 8], np.uint16), np.array([2, 0]), np.array([2, 1])).ids.tolist()
        [7, 8, 5]
        """
        offsets = np.zeros(len(begins) + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        return cls(ids[places(begins, lengths)], offsets)

    def take(self, which: NDArray[np.integer]) -> Words:
        """Some of the words, in the order given."""
        return Words.cut_out(self.ids, self.offsets[:-1][which], self.lengths[which])


def places(begins: NDArray[np.integer], lengths: NDArray[np.integer]) -> NDArray[np.int64]:
    """The positions of stretches, one behind the other.

    >>> places(np.array([4, 0]), np.array([2, 3])).tolist()
    [4, 5, 0, 1, 2]
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    found: NDArray[np.int64] = np.arange(total) + np.repeat(begins - (ends - lengths), lengths)
    return found


class Spelling(NamedTuple):
    """``edges`` of a trie, ``parent << 16 | character``, in the order of their children; ``nodes``: where
    each word ends; ``levels``: the number after the last node of each depth, from the root's on.
    """

    edges: Keys
    nodes: Numbers
    levels: list[int]


def spell(words: Words, root: int = 0) -> Spelling:
    """The trie of ``words``. Nodes are numbered level by level: children begin at ``root + 1``.

    Equal words end at the same node, so this also says which words are equal.

    >>> abc = Words(np.array([7, 8, 7, 9, 7], np.uint16), np.array([0, 2, 4, 5]))
    >>> spell(abc).nodes.tolist(), spell(abc).levels
    ([2, 3, 1], [1, 2, 4])
    """
    nodes = np.full(len(words), root, np.int64)
    edges: list[Keys] = [np.zeros(0, np.uint64)]
    levels = [root + 1]
    lengths = words.lengths
    for depth in range(int(lengths.max(initial=0))):
        longer = np.flatnonzero(lengths > depth)
        symbols = words.ids[words.offsets[:-1][longer] + depth].astype(np.uint64)
        distinct, ranks, _ = count((nodes[longer].astype(np.uint64) << np.uint64(16)) | symbols)
        nodes[longer] = levels[-1] + ranks
        edges.append(distinct)
        levels.append(levels[-1] + len(distinct))
    return Spelling(np.concatenate(edges), nodes.astype(np.int32), levels)


@dataclass(frozen=True, eq=False)
class Trie:
    """Edges in an open-addressing table; ``words`` (nodes,): which word ends at a node, -1 for none."""

    slots: Keys
    children: Numbers
    words: Numbers

    @classmethod
    def of(cls, words: Words) -> Trie:
        """The trie of distinct words, numbered in their order."""
        edges, nodes, _ = spell(words)
        slots, children = empty_slots(len(edges))
        key_kernel.intern(edges, slots, children, 1, np.empty(len(edges), np.int32))
        ends = np.full(len(edges) + 1, -1, np.int32)
        ends[nodes] = np.arange(len(words), dtype=np.int32)
        ends[0] = -1  # an empty word is no word
        return cls(slots, children, ends)

    def matches(self, ids: Ids) -> tuple[Numbers, Numbers]:
        """Where in a stream each listed word occurs: begins (ascending) and words."""
        none = np.empty(0, np.int32)
        total = kernel.find_words(ids, self.slots, self.children, self.words, none, none)
        begins, words = np.empty(total, np.int32), np.empty(total, np.int32)
        kernel.find_words(ids, self.slots, self.children, self.words, begins, words)
        return begins, words
