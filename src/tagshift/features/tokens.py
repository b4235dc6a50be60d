"""Tokenised sentences as flat arrays: in each column the distinct strings, and a number for every token."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

import numpy as np
from numpy.typing import NDArray

from tagshift.data.corpus import Corpus
from tagshift.errors import CorpusError

Ints = NDArray[np.int32]


@dataclass(frozen=True)
class Column:
    """``ids`` (N,): the number of each token's string among ``strings``."""

    ids: Ints
    strings: list[str]


@dataclass(frozen=True)
class Tokens:
    """Sentences one behind the other: ``offsets`` (S + 1,) into N tokens, columns by number, counted from 1.

    >>> tokens = Tokens.from_sentences([[["Rosa", "left", "Rosa"]], [["left"]]])
    >>> tokens.columns[1].ids.tolist(), tokens.columns[1].strings, tokens.offsets.tolist()
    ([0, 1, 0, 1], ['Rosa', 'left'], [0, 3, 4])
    """

    offsets: NDArray[np.int64]
    columns: dict[int, Column]

    @classmethod
    def from_sentences(
        cls, sentences: Iterable[Sequence[Sequence[str]]], columns: Sequence[int] = (1,)
    ) -> Tokens:
        """Sentences as sequences of columns, of which those in ``columns`` are read."""
        tables: dict[int, defaultdict[str, int]] = {c: defaultdict(count().__next__) for c in columns}
        ids: dict[int, list[int]] = {c: [] for c in columns}
        lengths = [0]
        for number, sentence in enumerate(sentences, 1):
            for column in columns:
                if column > len(sentence):
                    raise CorpusError(
                        f"sentence {number}: the templates read column {column}, but it has {len(sentence)} "
                        f"feature column(s). Give input with that column, or train with other templates."
                    )
                ids[column].extend(map(tables[column].__getitem__, sentence[column - 1]))
            lengths.append(len(sentence[0]))
        made = {c: Column(np.array(ids[c], np.int32), list(tables[c])) for c in columns}
        return cls(np.cumsum(lengths, dtype=np.int64), made)

    @classmethod
    def from_corpus(cls, corpus: Corpus, columns: Sequence[int], label_column: int | None = None) -> Tokens:
        """The columns of a token corpus by their numbers in its file, where one of them holds the labels."""
        pairs = [(corpus.units, corpus.vocabulary or []), *corpus.columns]
        if label_column is not None:
            pairs.insert(label_column - 1, (corpus.units[:0], []))
        for column in columns:
            if column > len(pairs) or column == label_column:
                what = "holds the labels" if column == label_column else f"is none of its {len(pairs)}"
                raise CorpusError(
                    f"the templates read column {column} of the corpus, but that {what}. "
                    "Name other templates or feature columns; columns count from 1."
                )
        made = {c: Column(np.asarray(pairs[c - 1][0], np.int32), pairs[c - 1][1]) for c in columns}
        return cls(corpus.offsets, made)

    def __len__(self) -> int:
        return int(self.offsets[-1])

    @property
    def lengths(self) -> NDArray[np.int64]:
        return np.diff(self.offsets)

    @cached_property
    def sentence_of(self) -> Ints:
        """For each token the number of its sentence."""
        return np.repeat(np.arange(len(self.lengths), dtype=np.int32), self.lengths)

    def starts(self, gap: int) -> NDArray[np.int64]:
        """The stream position of each sentence's first token, with a gap before, between and after."""
        return self.offsets[:-1] + gap * np.arange(1, len(self.offsets), dtype=np.int64)

    def positions(self, gap: int) -> Ints:
        """The stream position of each token."""
        return (np.arange(len(self), dtype=np.int64) + gap * (self.sentence_of + np.int64(1))).astype(
            np.int32
        )

    def size(self, gap: int) -> int:
        """The length of the stream."""
        return len(self) + gap * len(self.offsets)
