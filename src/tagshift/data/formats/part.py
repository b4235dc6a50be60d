"""``.part``, KyTea's partial annotation: a mark between every two characters.

``|`` is a cut, ``-`` no cut, a space unknown, ``?`` skipped (unknown too, and written back as it was). Tags
follow a word's last character. ``\\`` takes the meaning from the mark that follows. A blank line is an empty
sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tagshift.data.convert import Tags, set_tags, tags_of
from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, segmented
from tagshift.data.formats.marks import Marks, atoms, escaped, plain, read_levels, split, write_levels
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence
from tagshift.errors import CorpusError


def read(source: Source) -> Iterator[Sentence]:
    marks = Marks.of(source.options.marks, "partial")
    for number, line in source.lines():
        try:
            yield parse(line, marks)
        except CorpusError as error:
            raise source.error(number, str(error)) from None


def parse(line: str, marks: Marks) -> SegmentSentence:
    """The sentence of one line.

    >>> s = parse("外-国 人|参?政", Marks())
    >>> s.text, list(s.cuts), s.extra
    ('外国人参政', [0, 2, 1, 2], {'skipped': [4]})
    """
    pieces = atoms(line, marks.escape)
    if pieces and pieces[-1] == marks.escape:
        raise CorpusError(f"the escape {marks.escape!r} at the end of the line escapes nothing")
    characters: list[str] = []
    cuts = bytearray()
    skipped: list[int] = []
    tags: Tags = {}
    place = start = 0
    while place < len(pieces):
        _check_character(pieces, place, marks)
        characters.append(pieces[place][-1])
        place += 1
        if place < len(pieces) and pieces[place] == marks.tagbound:
            end = next((n for n in range(place, len(pieces)) if pieces[n] == marks.hasbound), len(pieces))
            levels = list(split(pieces[place + 1 : end], marks.tagbound))
            tags[start, len(characters)] = read_levels(levels, marks.elembound)
            place = end
        if place == len(pieces):
            break
        cuts.append(_cut(pieces, place, marks))
        if pieces[place] == marks.skipbound:
            skipped.append(len(cuts))
        if cuts[-1] == CUT:
            start = len(characters)
        place += 1
        if place == len(pieces):
            raise CorpusError(f"the mark {pieces[-1]!r} at the end of the line has no character after it")
    sentence = SegmentSentence("".join(characters), bytes(cuts))
    if skipped:
        sentence.extra["skipped"] = skipped
    set_tags(sentence.extra, tags)
    return sentence


def _check_character(pieces: list[str], place: int, marks: Marks) -> None:
    if pieces[place] in marks.partial:
        raise CorpusError(
            f"the mark {pieces[place]!r} at column {column(pieces, place)} stands where a character should; "
            f"as a character it is written {marks.escape}{pieces[place]}"
        )


def _cut(pieces: list[str], place: int, marks: Marks) -> int:
    mark = pieces[place]
    if mark == marks.hasbound:
        return CUT
    if mark == marks.nobound:
        return NO_CUT
    if mark in (marks.unkbound, marks.skipbound):
        return UNKNOWN
    raise CorpusError(
        f"{plain([mark])!r} at column {column(pieces, place)} stands where a mark is expected: "
        f"{marks.hasbound!r} cut, {marks.nobound!r} no cut, {marks.unkbound!r} unknown, "
        f"{marks.skipbound!r} skipped"
    )


def column(pieces: list[str], place: int) -> int:
    """Where an atom begins in its line, from 1."""
    return sum(map(len, pieces[:place])) + 1


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    marks = Marks.of(options.marks, "partial")
    for number, given in enumerate(sentences, 1):
        sentence = segmented(given, options, number)
        try:
            yield render(sentence, marks)
        except CorpusError as error:
            raise refuse(options, number, str(error)) from None


def render(sentence: SegmentSentence, marks: Marks) -> str:
    """The line of a sentence.

    >>> render(SegmentSentence("外国-", bytes([UNKNOWN, CUT])), Marks())
    '外 国|\\\\-'
    """
    skipped = sentence.extra.get("skipped", [])
    shown = {NO_CUT: marks.nobound, CUT: marks.hasbound, UNKNOWN: marks.unkbound}
    between = [shown[cut] for cut in sentence.cuts]
    for place in skipped if isinstance(skipped, list) else []:
        if place in range(1, len(between) + 1) and sentence.cuts[place - 1] == UNKNOWN:
            between[place - 1] = marks.skipbound
    # Inside a tag only what ends or divides tags needs an escape.
    specials = marks.hasbound + marks.tagbound + marks.elembound + marks.escape
    after = {}
    for (start, end), levels in tags_of(sentence).items():
        if not 0 <= start < end <= len(sentence.text) or (
            end <= len(between) and sentence.cuts[end - 1] != CUT
        ):
            raise CorpusError(f"tags at {(start, end)}, where no word ends; write .jsonl")
        after[end] = write_levels(levels, specials, marks)
    line: list[str] = []
    for place, character in enumerate(sentence.text, 1):
        line.append(escaped(character, marks.partial, marks.escape))
        line.append(after.get(place, ""))
        line.extend(between[place - 1 : place])
    return "".join(line)


FORMAT = Format(
    name="part",
    endings=(".part",),
    task="segment",
    summary="KyTea partial annotation: a mark between every two characters",
    read=read,
    write=write,
    aliases=("kytea-part",),
)
