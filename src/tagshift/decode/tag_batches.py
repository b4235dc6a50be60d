"""Sentences in batches of so many tokens: enough to be fast, few enough to stay small."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, repeat
from typing import TypeVar

import numpy as np

from tagshift.data.sentence import Label, TagSentence
from tagshift.decode.tag_decoder import TagDecoder
from tagshift.errors import ParameterError
from tagshift.features.tagcorpus import feature_columns
from tagshift.features.tokens import Tokens

Input = Sequence[str] | TagSentence
Known = list[Sequence[Label]] | None
T = TypeVar("T")
R = TypeVar("R")

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


def labelled(
    decoder: TagDecoder,
    sentences: Iterable[Input],
    known: Iterable[Sequence[Label]] | None = None,
    threads: int = 1,
) -> Iterator[list[str]]:
    """The labels of each sentence of a source that may be endless."""
    names = np.array(decoder.inner.outer, object)

    def label(batch: tuple[Tokens, Known]) -> tuple[list[str], list[int]]:
        tokens, labels = batch
        return names[decoder.best(tokens, labels)].tolist(), tokens.offsets.tolist()

    for found, offsets in in_order(label, batches(sentences, known, decoder.index.columns), threads):
        for begin, end in pairwise(offsets):
            yield found[begin:end]


def in_order(
    task: Callable[[T], R], items: Iterable[T], threads: int = 1, hurry: Callable[[], bool] = lambda: False
) -> Iterator[R]:
    """The results of a task in the order of the items; few items are read ahead, to keep threads busy, and
    none while ``hurry`` says that results are waited for.

    >>> list(in_order(abs, [-3, 2, -1], threads=2))
    [3, 2, 1]
    """
    if threads == 1:
        yield from map(task, items)
        return
    if threads < 1:
        raise ParameterError(f"threads must be at least 1, got {threads}")
    from concurrent.futures import Future, ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        waiting: deque[Future[R]] = deque()
        for item in items:
            waiting.append(pool.submit(task, item))
            while waiting and (len(waiting) >= 2 * threads or hurry()):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def columns_of(sentence: Input) -> Sequence[Sequence[str]]:
    """The columns of a sentence by their numbers; bare tokens are column 1.

    >>> columns_of(["a", "b"])
    (['a', 'b'],)
    """
    if isinstance(sentence, str):  # its characters would pass for tokens
        raise ParameterError(
            f"expected a list of tokens, got a text: {sentence[:20]!r}; split it into tokens"
        )
    return feature_columns(sentence) if isinstance(sentence, TagSentence) else (sentence,)
