"""From a segmented sentence to a tagged one and back: words are tokens.

Tags that stand at words of a text are kept in ``extra["tags"]``: ``[start, end, [level, ...]]`` for each word
that has any, a level being one tag, a list of candidates, or "" where there is none.
"""

from __future__ import annotations

from typing import Any

from tagshift.data.sentence import UNKNOWN, Label, SegmentSentence, TagSentence
from tagshift.errors import CorpusError

Level = str | list[str]


def as_label(level: Level) -> Label:
    """A level as a label: "" is unknown, candidates are a set.

    >>> as_label("N"), as_label(""), as_label(["N", "V"])
    ('N', None, ('N', 'V'))
    """
    return tuple(level) if isinstance(level, list) else level or None


def as_level(label: Label) -> Level:
    """The way back from ``as_label``."""
    return list(label) if isinstance(label, tuple) else label or ""


def as_segment(sentence: TagSentence) -> SegmentSentence:
    """The tokens joined, each a word; labels and further columns become the tags of the words.

    >>> as_segment(TagSentence((["外国", "人"],), ["N", None])).extra
    {'tags': [[0, 2, ['N']]]}
    """
    tags: list[list[Any]] = []
    start = 0
    for token, levels in zip(sentence.tokens, levels_of(sentence), strict=True):
        if not token:
            raise CorpusError("an empty token cannot be a word of a text")
        if levels:
            tags.append([start, start + len(token), levels])
        start += len(token)
    extra = {key: value for key, value in sentence.extra.items() if key != "label_column"}
    if sentence.doc is not None:
        extra["doc"] = sentence.doc
    if tags:
        extra["tags"] = tags
    return SegmentSentence.from_words(
        list(sentence.tokens), id=sentence.id, weight=sentence.weight, extra=extra
    )


def levels_of(sentence: TagSentence) -> list[list[Level]]:
    """What stands beside each token, in the order of the columns, trailing blanks taken off."""
    further: list[list[Level]] = [list(column) for column in sentence.columns[1:]]
    labels: list[Level] = [as_level(label) for label in sentence.labels]
    place = sentence.extra.get("label_column")
    if place is None:
        further.append(labels)
    else:
        further[place - 2] = labels
    found = [list(levels) for levels in zip(*further, strict=True)]
    for levels in found:
        while levels and not levels[-1]:
            levels.pop()
    return found


def as_tag(sentence: SegmentSentence, label_column: int | None = None) -> TagSentence:
    """The words as tokens, their tags as columns; column 2, the first tag, is the label unless another is
    named.

    >>> as_tag(SegmentSentence.from_words(["外国", "人"], extra={"tags": [[0, 2, ["N", "x"]]]})).labels
    ['N', None]
    """
    if UNKNOWN in sentence.cuts:
        raise CorpusError(
            f"place {sentence.cuts.index(UNKNOWN) + 1} is undecided, so the words are not known; "
            "tokens need full segmentation"
        )
    tags = {(start, end): levels for start, end, levels in sentence.extra.get("tags", ())}
    spans = list(sentence.spans())
    columns: list[list[Level]] = []
    for n in range(max((len(levels) for levels in tags.values()), default=0)):
        columns.append(
            [(tags.get(span, ()) or [""])[n] if n < len(tags.get(span, ())) else "" for span in spans]
        )
    extra = {key: value for key, value in sentence.extra.items() if key not in ("tags", "doc")}
    label, further, place = pick_label(columns, 2 if label_column is None and columns else label_column)
    if place is not None:
        extra["label_column"] = place
    labels = [as_label(level) for level in label] if label is not None else [None] * len(spans)
    return TagSentence(
        (sentence.words(), *[[_plain(level) for level in column] for column in further]),
        labels,
        id=sentence.id,
        weight=sentence.weight,
        doc=sentence.extra.get("doc"),
        extra=extra,
    )


def pick_label(
    columns: list[list[Level]], label_column: int | None
) -> tuple[list[Level] | None, list[list[Level]], int | None]:
    """The label's column, the further ones, and the label's number where it stays among them.

    Columns count from 1, the token's; a label that is not in the last column stays in its place, so that the
    others keep their numbers.
    """
    if not label_column or not columns:
        return None, columns, None
    if not 2 <= label_column <= len(columns) + 1:
        raise CorpusError(
            f"no column {label_column} to take the label from; there are {len(columns) + 1} columns"
        )
    label = columns[label_column - 2]
    if label_column == len(columns) + 1:
        return label, columns[:-1], None
    return label, columns, label_column


def _plain(level: Level) -> str:
    return level if isinstance(level, str) else "&".join(level)
