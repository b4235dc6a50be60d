"""Texts with spans given by character offsets: their tokens, and the labels on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from tagshift.data.schemes import IOB2, Span
from tagshift.data.sentence import TagSentence
from tagshift.data.tokenize import tokenize
from tagshift.errors import CorpusError, LabelError


@dataclass(frozen=True)
class Offsets:
    """Where each token begins and ends in the text, in code points."""

    text: str
    bounds: list[tuple[int, int]]

    @classmethod
    def by_rule(cls, text: str, spans: Sequence[Span] = ()) -> Offsets:
        """The tokens of ``tagshift.data.tokenize``, cut where a span begins or ends.

        >>> Offsets.by_rule("Rome-bound", [(0, 2, "X")]).tokens
        ['Ro', 'me-bound']
        """
        edges = sorted({0, len(text), *(edge for start, end, _ in spans for edge in (start, end))})
        bounds = [
            (left + start, left + end)
            for left, right in pairwise(edges)
            for start, end in tokenize(text[left:right])
        ]
        return cls(text, bounds)

    @property
    def tokens(self) -> list[str]:
        return [self.text[start:end] for start, end in self.bounds]

    def labels(self, spans: Sequence[Span]) -> list[str]:
        """IOB2 labels of spans given in characters; every span must begin and end with a token."""
        first = {start: n for n, (start, _) in enumerate(self.bounds)}
        last = {end: n for n, (_, end) in enumerate(self.bounds)}
        found: list[Span] = []
        for start, end, kind in spans:
            if start not in first or end not in last:
                raise CorpusError(
                    f"the span {start}-{end} ({self.text[start:end]!r:.40}) must begin and end with a token"
                )
            found.append((first[start], last[end] + 1, kind))
        try:
            return IOB2.encode(found, len(self.bounds))
        except LabelError as error:
            raise CorpusError(str(error)) from None

    def spans(self, labels: Sequence[str]) -> list[Span]:
        """The spans of IOB2 or IOBES labels, in characters."""
        return [(self.bounds[a][0], self.bounds[b - 1][1], kind) for a, b, kind in IOB2.decode(labels)]


def of_sentence(sentence: TagSentence) -> Offsets:
    """The text that the sentence came from, or its tokens with spaces between where there was none.

    >>> of_sentence(TagSentence((["Laura", "flew"],), [None, None])).text
    'Laura flew'
    """
    tokens = list(sentence.tokens)
    text, starts = sentence.extra.get("text"), sentence.extra.get("starts")
    if isinstance(text, str) and isinstance(starts, list) and len(starts) == len(tokens):
        bounds = [(at, at + len(token)) for at, token in zip(starts, tokens, strict=True) if type(at) is int]
        kept = Offsets(text, bounds)
        if kept.tokens == tokens and bounds == sorted(bounds):
            return kept
    bounds = []
    end = -1
    for token in tokens:
        bounds.append((end + 1, end + 1 + len(token)))
        end += 1 + len(token)
    return Offsets(" ".join(tokens), bounds)


def parse_spans(value: Any, size: int, key: str) -> list[Span]:
    """Spans as ``[start, end, kind]`` or as objects with ``start``, ``end`` and ``label``, checked."""
    if not isinstance(value, list):
        raise CorpusError(f'"{key}" must be a list of spans, got {value!r:.60}')
    found: list[Span] = []
    for one in value:
        match one:
            case [int(start), int(end), str(kind), *_]:
                span = (start, end, kind)
            case {"start": int(start), "end": int(end), "label": str(kind)}:
                span = (start, end, kind)
            case _:
                raise CorpusError(f'"{key}" holds {one!r:.60}; expected a start, an end and a label')
        if not 0 <= span[0] < span[1] <= size:
            raise CorpusError(
                f'"{key}" holds {one!r:.60}, empty or outside the {size} characters of the text'
            )
        found.append(span)
    return sorted(found)
