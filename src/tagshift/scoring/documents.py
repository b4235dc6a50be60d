"""How a score spreads over documents: a mean hides the one report that fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tagshift.errors import CorpusError
from tagshift.scoring.counts import Counts, f1_of


@dataclass(frozen=True)
class Spread:
    """F (or accuracy) of documents in percent: the mean counts each document once, whatever its length.

    ``deciles`` are the nine values between; ``lowest`` names the documents with the least, the worst first.
    """

    documents: int
    mean: float
    minimum: float
    maximum: float
    deciles: tuple[float, ...]
    lowest: tuple[tuple[str, float], ...]


def document_spread(counts: Counts, documents: Sequence[str | None], *, lowest: int = 5) -> Spread | None:
    """The spread from counts by sentence and the document of each sentence.

    Sentences without a document, and documents with nothing to score, are left out; None if nothing remains.

    >>> spread = document_spread(np.array([[4, 4, 4], [2, 2, 1], [2, 2, 0]]), ["a", "b", "b"])
    >>> spread.mean, spread.minimum, spread.maximum, spread.lowest[0]
    (62.5, 25.0, 100.0, ('b', 25.0))
    """
    if len(counts) != len(documents):
        raise CorpusError(f"expected a document for each of {len(counts)} sentences, got {len(documents)}")
    names = list(dict.fromkeys(d for d in documents if d is not None))
    places = {name: place for place, name in enumerate(names)}
    sums = np.zeros((len(names), 3), np.int64)
    for row, document in zip(counts, documents, strict=True):
        if document is not None:
            sums[places[document]] += row
    kept = np.flatnonzero(sums[:, 0] + sums[:, 1])
    if not len(kept):
        return None
    scores = f1_of(sums[kept])
    worst = kept[np.argsort(scores, kind="stable")][:lowest]
    return Spread(
        len(kept),
        float(scores.mean()),
        float(scores.min()),
        float(scores.max()),
        tuple(np.quantile(scores, np.arange(1, 10) / 10).tolist()),
        tuple((names[place], float(f1_of(sums[place]))) for place in worst),
    )
