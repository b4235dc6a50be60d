"""KyTea's full annotation: words between spaces, tags after slashes, candidates between ampersands.

``\\`` takes the meaning from the mark that follows. A blank line is an empty sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tagshift.data.convert import Tags, set_tags, tags_of
from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, segmented
from tagshift.data.formats.marks import Marks, atoms, escaped, plain, read_levels, split, write_levels
from tagshift.data.sentence import UNKNOWN, SegmentSentence
from tagshift.errors import CorpusError


def read(source: Source) -> Iterator[Sentence]:
    marks = Marks.of(source.options.marks)
    for number, line in source.lines():
        try:
            yield parse(line, marks)
        except CorpusError as error:
            raise source.error(number, str(error)) from None


def parse(line: str, marks: Marks) -> SegmentSentence:
    """The sentence of one line.

    >>> s = parse("外国/N 人/N&Suffix", Marks())
    >>> s.words(), s.extra
    (['外国', '人'], {'tags': [[0, 2, ['N']], [2, 3, [['N', 'Suffix']]]]})
    """
    pieces = atoms(line, marks.escape)
    if pieces and pieces[-1] == marks.escape:
        raise CorpusError(f"the escape {marks.escape!r} at the end of the line escapes nothing")
    words: list[str] = []
    tags: Tags = {}
    end = 0
    for part in split(pieces, marks.wordbound):
        if not part:
            continue
        surface, *levels = split(part, marks.tagbound)
        if not surface:
            raise CorpusError(
                f"{''.join(part)!r} has no word; a slash of the text is written {marks.escape}/"
            )
        if marks.elembound in surface:
            raise CorpusError(
                f"{marks.elembound!r} in the word {''.join(surface)!r} is a mark; "
                f"as a character it is written {marks.escape}{marks.elembound}"
            )
        words.append(plain(surface))
        start, end = end, end + len(surface)
        if levels:
            tags[start, end] = read_levels(levels, marks.elembound)
    sentence = SegmentSentence.from_words(words)
    set_tags(sentence.extra, tags)
    return sentence


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    marks = Marks.of(options.marks)
    for number, sentence in enumerate(sentences, 1):
        yield render(full_sentence(sentence, options, number), marks)


def full_sentence(sentence: Sentence, options: WriteOptions, number: int) -> SegmentSentence:
    """The sentence with every place decided and its tags at words, or an error that says what is wrong."""
    full = segmented(sentence, options, number)
    try:
        stray = set(tags_of(full)) - set(full.spans())
    except CorpusError as error:
        raise refuse(options, number, str(error)) from None
    if UNKNOWN in full.cuts:
        place = full.cuts.index(UNKNOWN) + 1
        raise refuse(options, number, f"place {place} is undecided in full annotation; write .part or .jsonl")
    if stray:
        raise refuse(options, number, f"tags at {min(stray)}, where no word stands; write .jsonl")
    return full


def render(sentence: SegmentSentence, marks: Marks) -> str:
    """The line of a sentence.

    >>> render(SegmentSentence.from_words(["1/2", "人"], extra={"tags": [[0, 3, ["Num", "x"]]]}), Marks())
    '1\\\\/2/Num/x 人'
    """
    tags = tags_of(sentence)
    words = []
    for start, end in sentence.spans():
        surface = escaped(sentence.text[start:end], marks.full, marks.escape)
        words.append(surface + write_levels(tags.get((start, end), ()), marks.full, marks))
    return marks.wordbound.join(words)


FORMAT = Format(
    name="kytea",
    endings=(".kytea", ".full"),
    task="segment",
    summary="KyTea full annotation: words between spaces, tags after slashes",
    read=read,
    write=write,
)
