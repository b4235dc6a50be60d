"""From a segmented sentence to a tagged one and back: words are tokens.

Tags that stand at words of a text are kept in ``extra["tags"]``: ``[start, end, [level, ...]]`` for each word
that has any, a level being one tag, a list of candidates, or "" where there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tagshift.data.sentence import UNKNOWN, Label, SegmentSentence, TagSentence
from tagshift.errors import CorpusError

Level = str | list[str]
Tags = dict[tuple[int, int], list[Level]]


def as_label(level: Level) -> Label:
    """A level as a label: "" is unknown, candidates are a set.

    >>> as_label("N"), as_label(""), as_label(["N", "V"])
    ('N', None, ('N', 'V'))
    """
    return tuple(level) if isinstance(level, list) else level or None


def as_level(label: Label) -> Level:
    """The way back from ``as_label``."""
    return list(label) if isinstance(label, tuple) else label or ""


def tags_of(sentence: SegmentSentence | TagSentence) -> Tags:
    """The tags of the words by their spans, checked: they may come from a file of somebody else's."""
    found: Tags = {}
    entries = sentence.extra.get("tags", [])
    for entry in entries if isinstance(entries, list) else [entries]:
        match entry:
            case [int(start), int(end), list(levels)] if all(map(_is_level, levels)):
                found[start, end] = list(levels)
            case _:
                raise CorpusError(
                    f'"tags" holds {entry!r}; expected [start, end, [tag, ...]] for each tagged word'
                )
    return found


def _is_level(level: Any) -> bool:
    return isinstance(level, str) or (isinstance(level, list) and all(isinstance(one, str) for one in level))


def set_tags(extra: dict[str, Any], tags: Tags) -> None:
    """Keep the tags that say something, without blanks at their ends."""
    entries = []
    for (start, end), levels in tags.items():
        while levels and not levels[-1]:
            levels.pop()
        if levels:
            entries.append([start, end, levels])
    extra.pop("tags", None)
    if entries:
        extra["tags"] = entries


def as_segment(sentence: TagSentence) -> SegmentSentence:
    """The tokens joined, each a word; labels and further columns become the tags of the words.

    >>> as_segment(TagSentence((["外国", "人"],), ["N", None])).extra
    {'tags': [[0, 2, ['N']]]}
    """
    tokens = list(sentence.tokens)
    if not all(tokens):
        raise CorpusError("an empty token cannot be a word of a text")
    ends = [0]
    for token in tokens:
        ends.append(ends[-1] + len(token))
    spans = list(pairwise(ends))
    extra = {key: value for key, value in sentence.extra.items() if key not in ("label_column", "level")}
    if sentence.doc is not None:
        extra["doc"] = sentence.doc
    set_tags(extra, _merged_tags(sentence, spans))
    return SegmentSentence.from_words(tokens, id=sentence.id, weight=sentence.weight, extra=extra)


def _merged_tags(sentence: TagSentence, spans: Sequence[tuple[int, int]]) -> Tags:
    """The columns with the label among them, or the tags kept from a text with the label in its level."""
    labels = [as_level(label) for label in sentence.labels]
    kept = tags_of(sentence)
    level = sentence.extra.get("level", 0)
    if not isinstance(level, int) or not 0 <= level < 100:
        raise CorpusError(f'"level" must be the number of a tag level, got {level!r:.60}')
    if kept or level:
        for span, label in zip(spans, labels, strict=True):
            levels = kept.setdefault(span, [])
            levels.extend([""] * (level + 1 - len(levels)))
            levels[level] = label
        return kept
    columns: list[Sequence[Level]] = [list(column) for column in sentence.columns[1:]]
    place = label_place(sentence)
    if place is None:
        columns.append(labels)
    else:
        columns[place - 2] = labels
    return {span: list(levels) for span, *levels in zip(spans, *columns, strict=True)}


def label_place(sentence: TagSentence) -> int | None:
    """The number of the column that the label came from, where it stays among the columns."""
    place = sentence.extra.get("label_column")
    return place if isinstance(place, int) and 2 <= place <= len(sentence.columns) else None


def as_tag(sentence: SegmentSentence, label_column: int | None = None) -> TagSentence:
    """The words as tokens; the first tag (column 2) is the label unless another is named.

    Words have as many tags as they like, tokens have columns: so the other tags stay in ``extra``.

    >>> as_tag(SegmentSentence.from_words(["外国", "人"], extra={"tags": [[0, 2, ["N"]]]})).labels
    ['N', None]
    """
    if UNKNOWN in sentence.cuts:
        place = sentence.cuts.index(UNKNOWN) + 1
        raise CorpusError(
            f"place {place} is undecided, so the words are not known; tokens need full segmentation"
        )
    level = (2 if label_column is None else label_column) - 2
    tags = tags_of(sentence)
    extra = {key: value for key, value in sentence.extra.items() if key not in ("tags", "doc")}
    labels: list[Label] = [None] * len(sentence.words())
    if level >= 0:
        found = [tags.get(span, []) for span in sentence.spans()]
        labels = [as_label(levels[level]) if level < len(levels) else None for levels in found]
        if level:
            extra["level"] = level
    if any(levels[:level] or levels[level + 1 :] for levels in tags.values()):
        set_tags(extra, tags)
    doc = sentence.extra.get("doc")
    return TagSentence(
        (sentence.words(),),
        labels,
        id=sentence.id,
        weight=sentence.weight,
        doc=doc if isinstance(doc, str) else None,
        extra=extra,
    )
