"""Word lists as features of a segmenter: which listed words begin, end and lie across each boundary.

A listed word found in a text bears on the boundary before it, those inside and the one behind it: one
event, whose row depends on the word's class and length. The classes of a list that has none are made of the
types of the characters.

**Withholding.** A segmenter that finds every word of its training text in its own list learns to trust the
list blindly, and no word of a new domain is in it. So in training a word counts as listed in a sentence
only if another sentence has it as a word too, and each word is hidden in a share of its sentences besides.
The weights learnt so are what words added later use.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from tagshift.features import chartypes
from tagshift.features.encoded import Block
from tagshift.features.keytable import KeyTable, Numbers, count
from tagshift.features.stream import TextStream
from tagshift.features.trie import Trie, Words, places, spell

LONGEST = 24  # a longer word is not looked for
ROW_LENGTH = 7  # longer words share three rows: begin, inside, end
ROWS = ROW_LENGTH + 3
MOST_CLASSES = 64  # of one list
MIXED = 0  # the class of words of several types of characters
CAP = 5  # longest lengths told apart by the lattice
STATES = (CAP + 1) ** 3


@dataclass(frozen=True)
class Matches:
    """Occurrences of listed words: where each begins, its class and its length."""

    begins: Numbers
    classes: NDArray[np.uint8]
    lengths: Numbers


@dataclass(frozen=True, eq=False)
class Lexicon:
    """Distinct words of at most ``LONGEST`` characters, and the class of each, below ``n_classes``."""

    words: Words
    classes: NDArray[np.uint8]
    n_classes: int = chartypes.COUNT

    @classmethod
    def of(cls, words: Words, classes: NDArray[np.uint8], n_classes: int = chartypes.COUNT) -> Lexicon:
        """Of words that may repeat: the first one's class stands. Left out are empty words, too long ones and
        those with an unknown character, which no text can match.
        """
        fit = np.flatnonzero((words.lengths > 0) & (words.lengths <= LONGEST) & words.known)
        nodes = spell(words.take(fit)).nodes
        first = fit[np.sort(np.unique(nodes, return_index=True)[1])]
        return cls(words.take(first), classes[first], n_classes)

    @cached_property
    def trie(self) -> Trie:
        return Trie.of(self.words)

    def __len__(self) -> int:
        return len(self.words)

    def joined(self, other: Lexicon) -> Lexicon:
        """The words of both, this list's first; a word of both keeps its class here."""
        classes = np.concatenate([self.classes, other.classes])
        return Lexicon.of(self.joined_words(other), classes, self.n_classes)

    def joined_words(self, other: Lexicon) -> Words:
        """The words of both lists one behind the other, those of both twice."""
        offsets = np.concatenate([self.words.offsets, self.words.offsets[-1] + other.words.offsets[1:]])
        return Words(np.concatenate([self.words.ids, other.words.ids]), offsets)

    def holds(self, other: Lexicon) -> NDArray[np.bool_]:
        """Which words of another list are also words of this one."""
        nodes = spell(self.joined_words(other)).nodes
        return np.isin(nodes[len(self) :], nodes[: len(self)])

    def _numbered(self, stream: TextStream) -> tuple[Numbers, Numbers]:
        if not stream.ids.any():  # who only asks for shapes need not wait for the trie
            return np.zeros(0, np.int32), np.zeros(0, np.int32)
        return self.trie.matches(stream.ids)

    def _described(self, begins: Numbers, words: Numbers) -> Matches:
        return Matches(begins, self.classes[words], self.words.lengths[words].astype(np.int32))

    def matches(self, stream: TextStream) -> Matches:
        """Every occurrence, as at labelling time."""
        return self._described(*self._numbered(stream))

    def withheld(self, stream: TextStream, own: OwnWords | None, hide: float, seed: int) -> Matches:
        """The occurrences that training may see; ``own`` where the list was read off the same corpus."""
        begins, words = self._numbered(stream)
        sentences = stream.sentence[begins]
        seen = ~hidden(words, sentences, hide, seed)
        if own is not None:
            seen &= own.elsewhere(words, sentences) > 0
        return self._described(begins[seen], words[seen])


@dataclass(frozen=True, eq=False)
class OwnWords:
    """How often each word of a lexicon is a word of the corpus, in all and in each sentence."""

    totals: NDArray[np.int64]
    pairs: KeyTable
    pair_counts: NDArray[np.int64]

    def share(self, which: NDArray[np.bool_]) -> float:
        """How much of the corpus some of the words make up, counted as often as they come."""
        return float(self.totals[which].sum() / max(self.totals.sum(), 1))

    def elsewhere(self, words: Numbers, sentences: Numbers) -> NDArray[np.int64]:
        """How often each word comes as a word in other sentences than the one given."""
        here = self.pairs.rows(pair_keys(words, sentences))
        own = np.append(self.pair_counts, 0)[here]  # -1 takes the appended 0
        found: NDArray[np.int64] = self.totals[words] - own
        return found


def pair_keys(words: Numbers, sentences: Numbers) -> NDArray[np.uint64]:
    """One key, never 0, for a word in a sentence."""
    return (words.astype(np.uint64) << np.uint64(32)) | (sentences.astype(np.uint64) + np.uint64(1))


def hidden(words: Numbers, sentences: Numbers, share: float, seed: int) -> NDArray[np.bool_]:
    """Which words are hidden in which sentences: a seeded hash, so it depends on nothing but the two numbers.

    >>> w = np.arange(10000, dtype=np.int32)
    >>> int(hidden(w, w, 0.1, 0).sum()), bool(hidden(w, w, 0.0, 0).any())
    (996, False)
    """
    mixed = pair_keys(words, sentences) + np.uint64(seed * 0x632BE5AB & 0xFFFFFFFFFFFFFFFF)
    for multiplier in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(multiplier)
    return (mixed >> np.uint64(40)).astype(np.float64) < share * 2.0**24


def type_classes(words: Words, types: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The class of each word: the type of its characters if they share one, else ``MIXED``."""
    if not len(words):
        return np.zeros(0, np.uint8)
    low = np.minimum.reduceat(types, words.offsets[:-1])
    high = np.maximum.reduceat(types, words.offsets[:-1])
    return np.where(low == high, low, MIXED).astype(np.uint8)


def own_lexicon(
    stream: TextStream, begins: NDArray[np.int64], ends: NDArray[np.int64]
) -> tuple[Lexicon, OwnWords]:
    """The list of a corpus' own words, given where each one stands in the stream, and their counts."""
    lengths = ends - begins
    short = np.flatnonzero(lengths <= LONGEST)
    known = Words.cut_out(stream.ids, begins[short], lengths[short]).known
    begins, lengths = begins[short][known], lengths[short][known]
    tokens = Words.cut_out(stream.ids, begins, lengths)
    nodes = spell(tokens).nodes
    _, first, number = np.unique(nodes, return_index=True, return_inverse=True)
    order = np.argsort(first, kind="stable")
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    numbers = rank[number]
    words = tokens.take(first[order])
    types = stream.types[places(begins[first[order]], lengths[first[order]])]
    distinct, _, counts = count(pair_keys(numbers, stream.sentence[begins]))
    own = OwnWords(np.bincount(numbers, minlength=len(words)), KeyTable(distinct), counts)
    return Lexicon(words, type_classes(words, types)), own


def match_block(name: str, matches: Matches, n_classes: int) -> Block:
    """One row a match: the boundary before the word, those inside, the one behind and what follows of the
    row.
    """
    base = matches.classes.astype(np.int32) * ROWS
    short = matches.lengths <= ROW_LENGTH
    anchors = [matches.begins[short]]
    rows = [base[short] + matches.lengths[short] - 1]
    begins, lengths, base = matches.begins[~short], matches.lengths[~short], base[~short]
    inside = lengths - 1
    anchors += [begins, places(begins + 1, inside).astype(np.int32), begins + lengths]
    rows += [base + ROW_LENGTH, np.repeat(base, inside) + ROW_LENGTH + 1, base + ROW_LENGTH + 2]
    anchor, row = np.concatenate(anchors), np.concatenate(rows)
    order = np.argsort(anchor, kind="stable")
    return Block(name, n_classes * ROWS, ROW_LENGTH + 1, -1, anchor[order], row[order].astype(np.int32))


def lattice_states(matches: Matches, size: int) -> NDArray[np.int32]:
    """For every boundary the longest listed word that ends there, starts there and lies across it, as one
    number.
    """
    ending, starting, across = (np.zeros(size + 1, np.uint8) for _ in range(3))
    capped = np.minimum(matches.lengths, CAP).astype(np.uint8)
    order = np.argsort(capped, kind="stable")  # the longest is written last
    begins, lengths, capped = matches.begins[order], matches.lengths[order], capped[order]
    ending[begins + lengths - 1] = capped
    starting[begins - 1] = capped
    for step in range(int(lengths.max(initial=1)) - 1):
        covering = lengths > step + 1
        across[begins[covering] + step] = np.maximum(across[begins[covering] + step], capped[covering])
    found = (ending.astype(np.int32) * (CAP + 1) + starting) * (CAP + 1) + across
    return found[:size]


def lattice_block(name: str, matches: Matches, stream: TextStream) -> Block:
    """The state of every boundary, told apart by the types of its two neighbours."""
    kinds = stream.types.astype(np.int32)
    pair = kinds * chartypes.COUNT + np.append(kinds[1:], 0)
    inside = np.flatnonzero((stream.types[:-1] != 0) & (stream.types[1:] != 0)).astype(np.int32)
    rows = lattice_states(matches, stream.size) * chartypes.COUNT**2 + pair
    return Block(name, STATES * chartypes.COUNT**2, 1, 0, inside, rows[inside].astype(np.int32))
