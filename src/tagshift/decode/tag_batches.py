"""Sentences in batches of so many tokens: enough to be fast, few enough to stay small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

from tagshift.data.sentence import Label, TagSentence
from tagshift.errors import ParameterError
from tagshift.features.tagcorpus import feature_columns
from tagshift.features.tokens import Tokens

Input = Sequence[str] | TagSentence
Known = list[Sequence[Label]] | None

# Tokens labelled in one go.
BATCH = 20_000


def batches(
    sentences: Iterable[Input], known: Iterable[Sequence[Label]] | None, columns: Sequence[int]
) -> Iterator[tuple[Tokens, Known]]:
    """The tokens of some sentences, and what is known of their labels; read as they come."""
    told = iter(known) if known is not None else repeat(())
    batch: list[Sequence[Sequence[str]]] = []
    labels: list[Sequence[Label]] = []
    size = 0
    for sentence in sentences:
        batch.append(columns_of(sentence))
        said = next(told, None)
        if said is None:
            raise ParameterError("known must have as many sentences as there are to label, got fewer")
        labels.append(said)
        size += len(batch[-1][0])
        if size >= BATCH:
            yield Tokens.from_sentences(batch, columns), labels if known is not None else None
            batch, labels, size = [], [], 0
    if batch:
        yield Tokens.from_sentences(batch, columns), labels if known is not None else None


def columns_of(sentence: Input) -> Sequence[Sequence[str]]:
    """The columns of a sentence by their numbers; bare tokens are column 1.

    >>> columns_of(["a", "b"])
    (['a', 'b'],)
    """
    return feature_columns(sentence) if isinstance(sentence, TagSentence) else (sentence,)
