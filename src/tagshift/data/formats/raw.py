"""``.raw``: text without segmentation, one sentence a line; or tokens between spaces without labels.

For segmentation a U+0020 is a cut already known, and no character of the text. A blank line is an empty
sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse
from tagshift.data.formats.seg import split_words
from tagshift.data.sentence import CUT, UNKNOWN, SegmentSentence, TagSentence


def read(source: Source) -> Iterator[Sentence]:
    tagging = source.options.task == "tag"
    for _, line in source.lines():
        if tagging:
            words = split_words(line)
            yield TagSentence((words,), [None] * len(words))
        else:
            yield from_line(line)


def from_line(line: str) -> SegmentSentence:
    """A text whose spaces are cuts already known.

    >>> s = from_line("外国人 参政")
    >>> s.text, list(s.cuts)
    ('外国人参政', [2, 2, 1, 2])
    """
    if " " not in line:
        return SegmentSentence.raw(line)
    pieces = split_words(line)
    cuts = bytes([CUT]).join(bytes([UNKNOWN]) * (len(piece) - 1) for piece in pieces)
    return SegmentSentence("".join(pieces), cuts)


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    for number, sentence in enumerate(sentences, 1):
        if isinstance(sentence, SegmentSentence):
            yield sentence.text
            continue
        if any(" " in token or not token for token in sentence.tokens):
            raise refuse(options, number, "a token that is empty or holds U+0020; write .tok or .jsonl")
        yield " ".join(sentence.tokens)


FORMAT = Format(
    name="raw",
    endings=(".raw", ".txt"),
    task="segment",
    summary="text without labels, one sentence a line",
    read=read,
    write=write,
)
