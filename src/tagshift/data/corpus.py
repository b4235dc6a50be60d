"""A corpus as a few flat arrays: what the features are extracted from.

Texts are sequences of code points, so lone surrogates and NUL are characters like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.data.labelsets import LabelInterner, LabelSets, Rows
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence, TagSentence
from tagshift.errors import CorpusError, LabelError

CUT_NAMES = ("-", "|")
# Rows of the two-label table: 0 any, 1 no cut, 2 cut; indexed by NO_CUT, CUT, UNKNOWN.
CUT_ROWS = np.zeros(3, np.int32)
CUT_ROWS[NO_CUT], CUT_ROWS[CUT], CUT_ROWS[UNKNOWN] = 1, 2, 0
Column = tuple[NDArray[np.int32], list[str]]


@dataclass(frozen=True)
class Corpus:
    """S sentences, one behind the other.

    ``offsets`` (S + 1,): where each begins in ``units``. ``units``: code points (uint32) of texts, or token
    ids (int32) into ``vocabulary``. ``columns``: the further columns of a token file, ids and names each.
    ``allowed``: one row of ``label_sets`` a unit; in a text it speaks of the place after the unit, and the
    last unit of a sentence, which has no place after it, holds row 0. ``weights`` (S,).
    """

    offsets: NDArray[np.int64]
    units: NDArray[Any]
    allowed: Rows
    label_sets: LabelSets
    weights: NDArray[np.float64]
    vocabulary: list[str] | None = None
    columns: tuple[Column, ...] = field(default=())

    @property
    def n_sentences(self) -> int:
        return len(self.offsets) - 1

    def __len__(self) -> int:
        return self.n_sentences

    @property
    def lengths(self) -> NDArray[np.int64]:
        return np.diff(self.offsets)

    @classmethod
    def from_segments(cls, sentences: Iterable[SegmentSentence]) -> Corpus:
        """Texts with their cuts; the labels are "-" (no cut) and "|" (cut).

        >>> sentences = [SegmentSentence.from_words(["外国", "人"]), SegmentSentence.raw("参政")]
        >>> corpus = Corpus.from_segments(sentences)
        >>> corpus.offsets.tolist(), corpus.allowed.tolist(), chr(corpus.units[2])
        ([0, 3, 5], [1, 2, 0, 0, 0], '人')
        """
        texts: list[str] = []
        marks: list[bytes] = []
        weights: list[float] = []
        for number, sentence in enumerate(sentences, 1):
            if len(sentence.cuts) != max(len(sentence.text) - 1, 0):
                raise CorpusError(
                    f"sentence {number}: expected {max(len(sentence.text) - 1, 0)} cuts for "
                    f"{len(sentence.text)} characters, got {len(sentence.cuts)}"
                )
            texts.append(sentence.text)
            marks.append(sentence.cuts + _NO_PLACE if sentence.text else b"")
            weights.append(sentence.weight)
        cuts = np.frombuffer(b"".join(marks), np.uint8)
        if len(cuts) and cuts.max() > UNKNOWN:
            raise CorpusError(f"a cut must be {NO_CUT}, {CUT} or {UNKNOWN}, got {cuts.max()}")
        masks = np.array([[True, True], [True, False], [False, True]])
        return cls(
            offsets=_offsets([len(text) for text in texts]),
            units=code_points("".join(texts)),
            allowed=CUT_ROWS[cuts],
            label_sets=LabelSets(CUT_NAMES, masks),
            weights=_weights(weights),
        )

    @classmethod
    def from_tags(
        cls,
        sentences: Iterable[TagSentence],
        labels: Sequence[str] | None = None,
        vocabulary: Sequence[str] | None = None,
    ) -> Corpus:
        """Tokens with their labels. ``labels`` None takes the labels found, sorted; ``vocabulary`` is added
        to.

        >>> corpus = Corpus.from_tags([TagSentence((["a", "b", "a"],), ["X", None, ("X", "Y")])])
        >>> corpus.units.tolist(), corpus.allowed.tolist(), corpus.label_sets.names
        ([0, 1, 0], [1, 0, 0], ('X', 'Y'))
        """
        interner = LabelInterner(labels)
        tables: list[dict[str, int]] = [{word: n for n, word in enumerate(vocabulary or ())}]
        ids: list[list[int]] = [[]]
        rows: list[int] = []
        lengths: list[int] = []
        weights: list[float] = []
        for number, sentence in enumerate(sentences, 1):
            _check_columns(sentence, number, len(tables) if lengths else None)
            while len(tables) < len(sentence.columns):
                tables.append({})
                ids.append([])
            for table, found, column in zip(tables, ids, sentence.columns, strict=True):
                found.extend([table.setdefault(cell, len(table)) for cell in column])
            try:
                rows.extend([interner.row(label) for label in sentence.labels])
            except LabelError as error:
                raise LabelError(f"sentence {number}: {error}") from None
            lengths.append(len(sentence.labels))
            weights.append(sentence.weight)
        label_sets, allowed = interner.finish(np.array(rows, np.int32))
        filled = [(np.array(i, np.int32), list(t)) for i, t in zip(ids, tables, strict=True)]
        return cls(
            offsets=_offsets(lengths),
            units=filled[0][0],
            allowed=allowed,
            label_sets=label_sets,
            weights=_weights(weights),
            vocabulary=filled[0][1],
            columns=tuple(filled[1:]),
        )

    def with_weights(self, weights: Sequence[float] | NDArray[np.float64]) -> Corpus:
        """The same sentences under other weights."""
        if len(weights) != self.n_sentences:
            raise CorpusError(f"expected {self.n_sentences} weights, one a sentence, got {len(weights)}")
        return replace(self, weights=_weights(weights))

    def texts(self) -> Iterator[str]:
        """The texts back, of a corpus of texts."""
        for start, end in zip(self.offsets[:-1], self.offsets[1:], strict=True):
            yield self.units[start:end].tobytes().decode("utf-32-le", "surrogatepass")


_NO_PLACE = bytes([UNKNOWN])


def code_points(text: str) -> NDArray[np.uint32]:
    """The code points of a text.

    >>> code_points("a\\ud800").tolist()
    [97, 55296]
    """
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _offsets(lengths: Sequence[int]) -> NDArray[np.int64]:
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def _weights(weights: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    found = np.array(weights, np.float64)
    bad = np.flatnonzero(~np.isfinite(found) | (found < 0))
    if len(bad):
        raise CorpusError(
            f"sentence {bad[0] + 1}: a weight must be a number of at least 0, got {found[bad[0]]}"
        )
    return found


def _check_columns(sentence: TagSentence, number: int, expected: int | None) -> None:
    if not sentence.columns or (expected is not None and len(sentence.columns) != expected):
        raise CorpusError(
            f"sentence {number}: expected {expected or 'at least 1'} column(s), got {len(sentence.columns)}"
        )
    sizes = {len(column) for column in sentence.columns} | {len(sentence.labels)}
    if len(sizes) > 1:
        raise CorpusError(
            f"sentence {number}: its columns and labels have different lengths: {sorted(sizes)}"
        )
