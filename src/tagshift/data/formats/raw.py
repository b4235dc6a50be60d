"""``.raw``: text without segmentation, one sentence a line; or tokens between spaces without labels.

For segmentation a U+0020 is a cut already known, and no character of the text. A blank line is an empty
sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse
from tagshift.data.formats.seg import split_words
from tagshift.data.sentence import SegmentSentence, TagSentence


def read(source: Source) -> Iterator[Sentence]:
    tagging = source.options.task == "tag"
    for _, line in source.lines():
        if tagging:
            words = split_words(line)
            yield TagSentence((words,), [None] * len(words))
        else:
            yield SegmentSentence.spaced(line)


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
