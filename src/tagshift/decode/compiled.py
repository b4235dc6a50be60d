"""A segmenter's index and whole-numbered weights compiled into the tables of ``kernels.segment``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.decode.compiled_trie import CompiledTrie, Weights, narrow
from tagshift.errors import ModelError
from tagshift.features import chartypes
from tagshift.features import lexicon as lists
from tagshift.features.lexicon import MOST_CLASSES, Lexicon
from tagshift.features.ngrams import BITS, NgramSpec
from tagshift.features.segmentindex import SegmentIndex
from tagshift.kernels import segment as kernel
from tagshift.kernels.lines import Workspace

# As the kernel has them.
WIDTH, REACH, CHUNK, MOST_LINES = 16, 8, 512, 64
MATCH_WIDTH = lists.ROW_LENGTH + 1
WHOLE_ROWS, SMALL_ROWS, SMALL_ROWS_A_LIST = 8, 4, 3


def compile_tables(index: SegmentIndex, weights: Weights, chain: Sequence[int]) -> kernel.Tables:
    """``chain``: scores of the label pairs 00, 01, 10, 11, of label 1 at the start and at the end."""
    specs = [ngrams.spec for ngrams in index.ngrams]
    shift = _lowest_shift(specs)
    matched = {name: _match_rows(index, name, found, weights) for name, found in index.used_lexicons.items()}
    trie = CompiledTrie.of(index)
    codes = index.alphabet.ids.astype(np.uint32) | (index.alphabet.types.astype(np.uint32) << np.uint32(16))
    type_rows, type_order = _type_rows(index, weights, shift)
    return kernel.Tables(
        codes,
        trie.units(),
        trie.summed_rows(index, weights, matched, shift, WIDTH),
        narrow(type_rows),
        trie.marks(index.used_lexicons),
        trie.classes(index.used_lexicons),
        narrow(_stack(matched.values(), (MOST_CLASSES * lists.ROWS, MATCH_WIDTH))).reshape(-1, MATCH_WIDTH),
        narrow(_stack((_lattice(index, name, weights) for name in matched), (1,))),
        np.array(chain, np.int64),
        shift,
        type_order,
    )


def workspace(tables: kernel.Tables, most: int) -> Workspace:
    """Room for lines of at most ``most`` characters."""
    room = most + CHUNK + 128
    return Workspace(
        np.zeros(room, np.uint16),
        np.zeros((SMALL_ROWS + SMALL_ROWS_A_LIST * tables.lists, room), np.uint8),
        np.zeros((WHOLE_ROWS, room), np.int32),
        np.zeros((WIDTH, CHUNK + 4 * WIDTH), np.int32),
        np.zeros((MOST_LINES, 4), np.int64),
    )


def _stack(parts: Iterable[NDArray[np.int32]], shape: tuple[int, ...]) -> NDArray[np.int32]:
    found = list(parts)
    return np.stack(found) if found else np.zeros((0, *shape), np.int32)


def _lowest_shift(specs: Sequence[NgramSpec]) -> int:
    """Where rows begin: of n-grams and types as declared, of words at the place before them."""
    low = min([spec.shift for spec in specs] + [-1])
    high = max([spec.shift + spec.width for spec in specs] + [MATCH_WIDTH - 1])
    if low < -REACH or high - low > WIDTH:
        raise ModelError(
            f"features that reach from place {low} to {high - 1} are too wide to compile; "
            f"at most {REACH} before and {WIDTH} in all are possible"
        )
    return low


def _type_rows(index: SegmentIndex, weights: Weights, shift: int) -> tuple[NDArray[np.int32], int]:
    """For every sequence of fine types the rows of all its prefixes, added up: one read, not several."""
    specs = [n for n in index.ngrams if n.spec.kind == "type"]
    order = max((n.spec.order for n in specs), default=1)
    rows = np.zeros((chartypes.COUNT**order, WIDTH), np.int32)
    for ngrams in specs:
        spec = ngrams.spec
        kinds = chartypes.MAPS[spec.types].astype(np.uint64)
        keys = np.zeros(1, np.uint64)
        for _ in range(spec.order):
            keys = ((keys[:, None] << np.uint64(BITS)) | kinds).ravel()
        found = ngrams.table.rows(keys)
        begin = spec.shift - shift
        of_prefix = rows.reshape(len(keys), -1, WIDTH)[:, :, begin : begin + spec.width]
        of_prefix[found >= 0] += weights[spec.name][found[found >= 0], None]
    return rows, order


def _match_rows(index: SegmentIndex, name: str, lexicon: Lexicon, weights: Weights) -> NDArray[np.int32]:
    """The rows of listed words by class and length; Tsuboi's entry weights are rows of short words of any
    class.
    """
    rows = np.zeros((MOST_CLASSES, lists.ROWS, MATCH_WIDTH), np.int32)
    if index.templates.lists == "words":
        rows[: lexicon.n_classes] = weights[f"{name}.words"].reshape(-1, lists.ROWS, MATCH_WIDTH)
    else:
        for spec in (n.spec for n in index.ngrams if n.spec.kind == "char"):
            begin = spec.shift + 1  # rows of words begin at the place before the word
            rows[:, spec.order - 1, begin : begin + spec.width] += weights[f"{name}.entry{spec.order}"][0]
    return rows.reshape(-1, MATCH_WIDTH)


def _lattice(index: SegmentIndex, name: str, weights: Weights) -> NDArray[np.int32]:
    """What each state says; Tsuboi's "an entry starts" and "ends" are states of their own kind."""
    pairs = chartypes.COUNT**2
    if index.templates.lists == "words":
        return weights[f"{name}.lattice"].ravel().astype(np.int32)
    state = np.arange(lists.STATES)
    ending, starting = state // (lists.CAP + 1) ** 2 > 0, state // (lists.CAP + 1) % (lists.CAP + 1) > 0
    starts, ends = weights[f"{name}.edges"][:, 0].astype(np.int32)
    found: NDArray[Any] = np.repeat(starts * starting + ends * ending, pairs).astype(np.int32)
    return found
