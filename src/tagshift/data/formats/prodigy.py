"""Prodigy's JSON lines: ``{"text": ..., "tokens": [...], "spans": [{"start": 0, "end": 2, "label": "LOC"}],
"answer": "accept"}``.

An accepted line is fully labelled: what no span covers is O. An ignored one is skipped. A rejected one says
that its spans are wrong, which no set of labels a token can say: its tokens are unknown, and the spans are
kept. A line without spans and answer is a task that nobody has done: unknown too. Tokens are those of the
line, or made by rule as for spaCy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, tagged
from tagshift.data.formats.jsonlines import dump, objects
from tagshift.data.formats.offsets import Offsets, of_sentence, parse_spans
from tagshift.data.sentence import Label, TagSentence
from tagshift.errors import CorpusError, LabelError

ANSWERS = ("accept", "reject", "ignore")
KEYS = ("text", "tokens", "starts")


def read(source: Source) -> Iterator[Sentence]:
    for number, item in objects(source):
        try:
            if item.get("answer") != "ignore":
                yield parse(item)
        except (CorpusError, LabelError) as error:
            raise source.error(number, str(error)) from None


def parse(item: dict[str, Any]) -> TagSentence:
    """The sentence of one object.

    >>> parse({"text": "東京へ", "spans": [{"start": 0, "end": 2, "label": "LOC"}]}).labels
    ['B-LOC', 'O']
    """
    text, answer = item.get("text"), item.get("answer")
    if not isinstance(text, str):
        raise CorpusError(f'expected the key "text" with a string, got {text!r:.60}')
    if answer not in (*ANSWERS, None):
        raise CorpusError(f'"answer" must be one of {", ".join(ANSWERS)}, got {answer!r:.60}')
    spans = parse_spans(item.get("spans", []), len(text), "spans")
    offsets = (
        Offsets(text, _bounds(item["tokens"], text)) if "tokens" in item else Offsets.by_rule(text, spans)
    )
    labels: list[Label] = [None] * len(offsets.bounds)
    extra = {key: value for key, value in item.items() if key not in KEYS}
    if answer == "accept" or (answer is None and "spans" in item):
        labels = list(offsets.labels(spans))
        extra.pop("spans", None)
    extra |= {"text": text, "starts": [start for start, _ in offsets.bounds]}
    return TagSentence((offsets.tokens,), labels, extra=extra)


def _bounds(tokens: Any, text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for token in tokens if isinstance(tokens, list) else [tokens]:
        match token:
            case {"start": int(start), "end": int(end)} if (
                (found[-1][1] if found else 0) <= start < end <= len(text)
            ):
                found.append((start, end))
            case _:
                raise CorpusError(
                    f'"tokens" holds {token!r:.60}; expected "start" and "end" in the text, in order'
                )
    return found


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    for number, given in enumerate(sentences, 1):
        sentence = tagged(given, options, number)
        try:
            yield dump(render(sentence))
        except (CorpusError, LabelError) as error:
            raise refuse(options, number, str(error)) from None


def render(sentence: TagSentence) -> dict[str, Any]:
    """The object of a sentence; without any label it is a task to do."""
    if len(sentence.columns) > 1:
        raise CorpusError(f"{len(sentence.columns)} columns; Prodigy's lines hold the token and one label")
    known = [label for label in sentence.labels if isinstance(label, str)]
    if known and len(known) < len(sentence.labels):
        raise CorpusError("labels for some tokens only, which Prodigy's lines cannot hold; write .jsonl")
    if any(isinstance(label, tuple) for label in sentence.labels):
        raise CorpusError("a choice of labels, which Prodigy's lines cannot hold; write .jsonl")
    offsets = of_sentence(sentence)
    found: dict[str, Any] = {
        "text": offsets.text,
        "tokens": [
            {"text": offsets.text[start:end], "start": start, "end": end, "id": n}
            for n, (start, end) in enumerate(offsets.bounds)
        ],
    }
    rest = {key: value for key, value in sentence.extra.items() if key not in KEYS}
    if known:
        rest.pop("spans", None)
        spans = [{"start": a, "end": b, "label": kind} for a, b, kind in offsets.spans(known)]
        found |= {"spans": spans, "answer": "accept"}
        rest.pop("answer", None)
    return found | rest


FORMAT = Format(
    name="prodigy",
    endings=(),
    task="tag",
    summary="Prodigy's JSON lines: text, tokens, spans and an answer",
    read=read,
    write=write,
)
