"""``.jsonl``, the lossless format: one JSON object a sentence.

A segmented sentence has ``text`` and ``cuts`` (1, 0 or null for each of the N - 1 places between its
characters); a tagged one ``tokens`` and ``labels`` (a label, a list of allowed labels, or null). Optional:
``id``, ``weight``, and for tokens ``columns`` (the further columns) and ``doc``. Other keys are kept and
written back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse
from tagshift.data.formats.jsonlines import dump, objects
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, Label, SegmentSentence, TagSentence
from tagshift.errors import CorpusError

SEGMENT_KEYS = ("text", "cuts", "id", "weight")
TAG_KEYS = ("tokens", "labels", "columns", "id", "weight", "doc")
_CUTS = {0: NO_CUT, 1: CUT, None: UNKNOWN}
_SHOWN = {cut: shown for shown, cut in _CUTS.items()}


def read(source: Source) -> Iterator[Sentence]:
    for number, item in objects(source):
        try:
            yield parse(item)
        except CorpusError as error:
            raise source.error(number, str(error)) from None


def parse(item: dict[str, Any]) -> Sentence:
    """The sentence of one object.

    >>> parse({"text": "外国人", "cuts": [0, None], "note": "x"}).extra
    {'note': 'x'}
    """
    if "tokens" in item:
        return _tagged(item)
    if "text" in item:
        return _segmented(item)
    raise CorpusError(f'expected the key "text" or "tokens", got {", ".join(map(repr, item)) or "none"}')


def _segmented(item: dict[str, Any]) -> SegmentSentence:
    text = item["text"]
    if not isinstance(text, str):
        raise CorpusError(f'"text" must be a string, got {text!r:.60}')
    places = max(len(text) - 1, 0)
    cuts = item.get("cuts", [None] * places)
    if not isinstance(cuts, list) or len(cuts) != places:
        came = len(cuts) if isinstance(cuts, list) else repr(cuts)[:60]
        raise CorpusError(
            f'"cuts" must be a list of {places}, one for each place between characters, got {came}'
        )
    for cut in cuts:
        if cut is not None and (type(cut) is not int or cut not in _CUTS):
            raise CorpusError(f"a cut is 1, 0 or null, got {cut!r:.60}")
    extra = {key: value for key, value in item.items() if key not in SEGMENT_KEYS}
    return SegmentSentence(text, bytes([_CUTS[cut] for cut in cuts]), _id(item), _weight(item), extra)


def _tagged(item: dict[str, Any]) -> TagSentence:
    tokens = strings(item["tokens"], "tokens")
    labels = item.get("labels", [None] * len(tokens))
    if not isinstance(labels, list) or len(labels) != len(tokens):
        raise CorpusError(f'"labels" must be a list of {len(tokens)}, one for each token, got {labels!r:.60}')
    columns = item.get("columns", [])
    if not isinstance(columns, list):
        raise CorpusError(f'"columns" must be a list of lists, got {columns!r:.60}')
    further = [strings(column, "columns", len(tokens)) for column in columns]
    doc = item.get("doc")
    if doc is not None and not isinstance(doc, str):
        raise CorpusError(f'"doc" must be a string, got {doc!r:.60}')
    extra = {key: value for key, value in item.items() if key not in TAG_KEYS}
    found = [_label(label) for label in labels]
    return TagSentence((tokens, *further), found, _id(item), _weight(item), doc, extra)


def strings(value: Any, key: str, size: int | None = None) -> list[str]:
    """A list of strings, of one size where it is given."""
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise CorpusError(f'"{key}" must be a list of strings, got {value!r:.60}')
    if size is not None and len(value) != size:
        raise CorpusError(f'"{key}" must have {size} entries, one for each token, got {len(value)}')
    return value


def _label(label: Any) -> Label:
    if label is None or isinstance(label, str):
        return label
    if isinstance(label, list) and label and all(isinstance(one, str) for one in label):
        return tuple(label)
    raise CorpusError(f"a label is a string, a list of strings that is not empty, or null; got {label!r:.60}")


def _id(item: dict[str, Any]) -> str | None:
    found = item.get("id")
    if found is None or isinstance(found, str):
        return found
    if type(found) is int:
        return str(found)
    raise CorpusError(f'"id" must be a string or a whole number, got {found!r:.60}')


def _weight(item: dict[str, Any]) -> float:
    weight = item.get("weight", 1.0)
    # Comparisons before float(): a whole number of a thousand digits has no float.
    if type(weight) not in (int, float) or not 0 <= weight <= 1e300:
        raise CorpusError(f'"weight" must be a number of at least 0, got {weight!r:.60}')
    return float(weight)


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    for number, sentence in enumerate(sentences, 1):
        try:
            yield dump(render(sentence))
        except CorpusError as error:
            raise refuse(options, number, str(error)) from None


def render(sentence: Sentence) -> dict[str, Any]:
    """The object of a sentence.

    >>> render(SegmentSentence.from_words(["外国", "人"]))
    {'text': '外国人', 'cuts': [0, 1]}
    """
    found: dict[str, Any]
    if isinstance(sentence, SegmentSentence):
        found = {"text": sentence.text, "cuts": [_SHOWN[cut] for cut in sentence.cuts]}
        reserved: tuple[str, ...] = (*SEGMENT_KEYS, "tokens")
    else:
        labels = [list(label) if isinstance(label, tuple) else label for label in sentence.labels]
        found = {"tokens": list(sentence.tokens), "labels": labels}
        if len(sentence.columns) > 1:
            found["columns"] = [list(column) for column in sentence.columns[1:]]
        if sentence.doc is not None:
            found["doc"] = sentence.doc
        reserved = TAG_KEYS
    if sentence.id is not None:
        found["id"] = sentence.id
    if sentence.weight != 1.0:
        found["weight"] = sentence.weight
    taken = [key for key in sentence.extra if key in reserved]
    if taken:
        raise CorpusError(
            f"extra holds {taken[0]!r}, which the format keeps for itself; give it another name"
        )
    return found | sentence.extra


FORMAT = Format(
    name="jsonl",
    endings=(".jsonl", ".ndjson"),
    task="segment",
    summary="one JSON object a sentence; keeps everything",
    read=read,
    write=write,
)
