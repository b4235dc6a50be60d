"""From labelled sentences to what a learner of taggers eats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError, LabelError
from tagshift.features.encoded import Encoded
from tagshift.features.inner import InnerLabels, scheme_of
from tagshift.features.tagindex import TagIndex
from tagshift.features.tokens import Tokens

Ints = NDArray[np.int32]
Bools = NDArray[np.bool_]

# Where more of the labels I- than this share continue nothing, they are a scheme of their own and not slips.
SLIPS = 0.05


@dataclass(frozen=True)
class TagCorpus:
    """An encoded source, its labels before and behind, how many were mended, and its distinct tokens."""

    encoded: Encoded
    inner: InnerLabels
    repaired: int
    vocabulary: frozenset[str]

    @classmethod
    def of(
        cls,
        sentences: Sequence[TagSentence],
        index: TagIndex,
        scheme: str,
        fine: bool = False,
        raw: Tokens | None = None,
        min_raw: int = 2,
        weights: Sequence[float] | None = None,
    ) -> Self:
        """Fit ``index`` on the sentences and encode them.

        ``scheme`` is ``auto``, ``none``, ``iob2`` or ``iobes``; by ``auto`` labels that look like one but
        do not keep it are taken as they are.
        """
        corpus = Corpus.from_tags(sentences)
        corpus = corpus if weights is None else corpus.with_weights(weights)
        tokens = Tokens.from_corpus(corpus, index.columns, label_column(sentences))
        index.fit(tokens, raw, min_raw)
        inner, repaired, rows, masks = _inner(corpus, scheme, fine)
        encoded = index.encode(tokens, inner, rows, masks, corpus.weights, training=True)
        return cls(encoded, inner, repaired, frozenset(corpus.vocabulary or ()))


def label_column(sentences: Iterable[TagSentence]) -> int | None:
    """The column that the labels stood in, where the sentences say so; columns count from 1."""
    found = {sentence.extra.get("label_column") for sentence in sentences}
    if len(found) > 1:
        raise CorpusError(
            f"the labels stand in different columns: {sorted(map(str, found))}; use one corpus form"
        )
    column = found.pop() if found else None
    return column if isinstance(column, int) else None


def feature_columns(sentence: TagSentence) -> tuple[Sequence[str], ...]:
    """The columns by their numbers in the file, with an empty one where the labels stood.

    >>> feature_columns(TagSentence((["a"], ["X"]), ["N"], extra={"label_column": 2}))
    (['a'], [], ['X'])
    """
    place = sentence.extra.get("label_column")
    columns = sentence.columns
    if isinstance(place, int) and place <= len(columns):
        return (*columns[: place - 1], [], *columns[place - 1 :])
    return columns


def _inner(corpus: Corpus, scheme: str, fine: bool) -> tuple[InnerLabels, int, Ints, Bools]:
    """The inner labels, how many lone I- were mended, and each token's set of inner labels."""
    names, masks = corpus.label_sets.names, corpus.label_sets.masks
    chosen = scheme_of(names) if scheme == "auto" else scheme
    inner = InnerLabels.of(names, chosen, fine)
    rows, mended, repaired = inner.repaired(corpus.allowed, masks, corpus.offsets)
    inside = [k for k, name in enumerate(names) if name.startswith("I-")]
    marked = int((masks[corpus.allowed].sum(axis=1) == 1)[masks[corpus.allowed][:, inside].any(axis=1)].sum())
    try:
        if scheme == "auto" and repaired > SLIPS * marked:
            raise LabelError("too many spans begin with I-")
        return inner, repaired, *inner.narrowed(rows, mended, corpus.offsets)
    except LabelError:
        if scheme != "auto":
            raise
    return InnerLabels.of(names, "none"), 0, corpus.allowed, masks
