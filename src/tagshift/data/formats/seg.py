"""``.seg``: one sentence a line, words separated by one U+0020.

Only U+0020 separates: a word may be white space of another kind (U+3000). Several spaces on end, or at the
ends of a line, are read as one separator. A blank line is an empty sentence, so that line numbers stay.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse
from tagshift.data.sentence import NO_CUT, UNKNOWN, SegmentSentence, TagSentence


def read(source: Source) -> Iterator[Sentence]:
    tagging = source.options.task == "tag"
    for _, line in source.lines():
        words = split_words(line)
        yield TagSentence((words,), [None] * len(words)) if tagging else SegmentSentence.from_words(words)


def split_words(line: str) -> list[str]:
    """The words between the spaces.

    >>> split_words(" 外国  \\u3000 人")
    ['外国', '\\u3000', '人']
    """
    return [word for word in line.split(" ") if word]


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    for number, sentence in enumerate(sentences, 1):
        if isinstance(sentence, TagSentence):
            if any(" " in token or not token for token in sentence.tokens):
                raise refuse(options, number, "a token that is empty or holds U+0020; write .tok or .jsonl")
            sentence = SegmentSentence.from_words(list(sentence.tokens))
        if UNKNOWN in sentence.cuts:
            place = sentence.cuts.index(UNKNOWN) + 1
            raise refuse(
                options,
                number,
                f"place {place} is undecided, and .seg holds full annotation; write .part or .jsonl",
            )
        yield join_words(sentence, options, number)


def join_words(sentence: SegmentSentence, options: WriteOptions, number: int) -> str:
    """The words with one space between; a U+0020 of the text is itself a cut and appears once."""
    words = sentence.words()
    if " " not in sentence.text:
        return " ".join(words)
    check_spaces(sentence, options, number)
    return " ".join(word for word in words if word.strip(" "))


def check_spaces(sentence: SegmentSentence, options: WriteOptions, number: int) -> None:
    """A space inside a word cannot be written where spaces cut."""
    for n, character in enumerate(sentence.text):
        if character == " " and NO_CUT in sentence.cuts[max(n - 1, 0) : n + 1]:
            beside = sentence.text[max(n - 1, 0) : n + 2].strip(" ")
            if beside:
                raise refuse(
                    options,
                    number,
                    f"U+0020 inside a word at character {n + 1}; write .jsonl, which keeps it",
                )


FORMAT = Format(
    name="seg",
    endings=(".seg",),
    task="segment",
    summary="one sentence a line, words separated by one space",
    read=read,
    write=write,
    aliases=("kytea-tok",),
)
