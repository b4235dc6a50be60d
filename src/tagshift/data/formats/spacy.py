"""spaCy's training data as JSON lines.

A line is ``{"words": [...], "entities": ["U-LOC", null, ...]}``, with ``tags`` in place of ``entities`` for
labels that are no spans, or ``{"text": ..., "entities": [[0, 5, "PERSON"]]}``. BILUO becomes IOBES, letter
for letter; null (and ``-``) is an unknown label. The tokens of a text with offsets are those of
``tagshift.data.tokenize``, cut where a span begins or ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, tagged
from tagshift.data.formats.jsonl import strings
from tagshift.data.formats.jsonlines import dump, objects
from tagshift.data.formats.offsets import Offsets, of_sentence, parse_spans
from tagshift.data.schemes.dialects import BILUO_TO_IOBES, detect, rename_marks, to_biluo
from tagshift.data.sentence import Label, TagSentence
from tagshift.errors import CorpusError, LabelError

KEYS = ("words", "text", "entities", "tags", "starts", "scheme", "offsets")


def read(source: Source) -> Iterator[Sentence]:
    for number, item in objects(source):
        try:
            yield parse(item)
        except (CorpusError, LabelError) as error:
            raise source.error(number, str(error)) from None


def parse(item: dict[str, Any]) -> TagSentence:
    """The sentence of one object.

    >>> parse({"words": ["Laura", "flew"], "entities": ["U-PERSON", None]}).labels
    ['S-PERSON', None]
    >>> parse({"text": "Laura flew", "entities": [[0, 5, "PERSON"]]}).labels
    ['B-PERSON', 'O']
    """
    extra = {key: value for key, value in item.items() if key not in KEYS}
    if "words" not in item:
        return _with_offsets(item, extra)
    words = strings(item["words"], "words")
    key = "entities" if "entities" in item else "tags"
    labels = item.get(key, [None] * len(words))
    if not isinstance(labels, list) or not all(one is None or isinstance(one, str) for one in labels):
        raise CorpusError(f'"{key}" must be a list of labels or null, got {labels!r:.60}')
    if len(labels) != len(words):
        raise CorpusError(f'"{key}" must have {len(words)} entries, one for each word, got {len(labels)}')
    found: list[Label] = labels
    if key == "entities":
        found = rename_marks([None if one == "-" else one for one in labels], BILUO_TO_IOBES, "BILUO")
        extra["scheme"] = "iobes"
    return TagSentence((words,), found, extra=extra)


def _with_offsets(item: dict[str, Any], extra: dict[str, Any]) -> TagSentence:
    text = item.get("text")
    if not isinstance(text, str):
        raise CorpusError('expected the key "words" with a list of tokens, or "text" with a string')
    spans = parse_spans(item.get("entities", []), len(text), "entities")
    offsets = Offsets.by_rule(text, spans)
    labels: list[Label] = [None] * len(offsets.bounds)
    if "entities" in item:
        labels = list(offsets.labels(spans))
    extra |= {"text": text, "starts": [start for start, _ in offsets.bounds], "offsets": True}
    return TagSentence((offsets.tokens,), labels, extra=extra)


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    for number, given in enumerate(sentences, 1):
        sentence = tagged(given, options, number)
        try:
            yield dump(render(sentence))
        except (CorpusError, LabelError) as error:
            raise refuse(options, number, str(error)) from None


def render(sentence: TagSentence) -> dict[str, Any]:
    """The object of a sentence: offsets where it came with them, words otherwise."""
    if len(sentence.columns) > 1:
        raise CorpusError(f"{len(sentence.columns)} columns; spaCy's lines hold the word and one label")
    if any(isinstance(label, tuple) for label in sentence.labels):
        raise CorpusError("a choice of labels, which spaCy's lines cannot hold; write .jsonl")
    rest = {key: value for key, value in sentence.extra.items() if key not in KEYS}
    if sentence.extra.get("offsets") is True:
        known = [str(label) for label in sentence.labels if label is not None]
        offsets = of_sentence(sentence)
        if len(known) == len(sentence.labels):
            return {"text": offsets.text, "entities": [list(span) for span in offsets.spans(known)], **rest}
        if not known:
            return {"text": offsets.text, **rest}
    words = list(sentence.tokens)
    names = {label for label in sentence.labels if isinstance(label, str)}
    iobes = sentence.extra.get("scheme") == "iobes"
    if iobes or names <= {"O"} or detect(names) in ("iob2", "iob1", "iobes"):
        return {"words": words, "entities": to_biluo(sentence.labels, iobes), **rest}
    return {"words": words, "tags": list(sentence.labels), **rest}


FORMAT = Format(
    name="spacy",
    endings=(),
    task="tag",
    summary="spaCy training data as JSON lines: words and BILUO entities, or text and offsets",
    read=read,
    write=write,
)
