"""Vaporetto's three notations: tokenised, partial, and the dictionary.

They are close to KyTea's, with these differences. Vaporetto rejects empty lines, so none is written; it
rejects NUL; there are no candidates, so ``&`` is a character. In the partial notation a character needs no
escape, because its place tells it from the marks; tags may end at any mark, and escape ``\\``, space, ``-``,
``|`` and ``/``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tagshift.data.convert import Tags, set_tags, tags_of
from tagshift.data.formats import kytea
from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, segmented
from tagshift.data.formats.marks import Marks, atoms, plain, split, write_levels
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence
from tagshift.errors import CorpusError

# No candidates: a mark that is no character never matches one.
MARKS = Marks(elembound="")
CUTS = {"|": CUT, "-": NO_CUT, " ": UNKNOWN}
SHOWN = {cut: mark for mark, cut in CUTS.items()}


def read_tokenised(source: Source) -> Iterator[Sentence]:
    for number, line in source.lines():
        try:
            yield kytea.parse(line, MARKS)
        except CorpusError as error:
            raise source.error(number, str(error)) from None


def write_tokenised(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    for number, sentence in enumerate(sentences, 1):
        full = kytea.full_sentence(sentence, options, number)
        if full.text:
            _check(full, options, number)
            yield kytea.render(full, MARKS)


def write_dictionary(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    """Every distinct word once, with its tags, in the order of their first coming."""
    seen: set[str] = set()
    for number, sentence in enumerate(sentences, 1):
        full = kytea.full_sentence(sentence, options, number)
        _check(full, options, number)
        tags = tags_of(full)
        for start, end in full.spans():
            extra = {"tags": [[0, end - start, tags[start, end]]]} if (start, end) in tags else {}
            line = kytea.render(SegmentSentence.from_words([full.text[start:end]], extra=extra), MARKS)
            if line not in seen:
                seen.add(line)
                yield line


def _check(sentence: SegmentSentence, options: WriteOptions, number: int) -> None:
    if "\0" in sentence.text:
        raise refuse(options, number, "a NUL, which Vaporetto rejects; write .jsonl")
    try:
        tags = tags_of(sentence)
    except CorpusError as error:
        raise refuse(options, number, str(error)) from None
    for levels in tags.values():
        if any(isinstance(level, list) or "\0" in level for level in levels):
            raise refuse(
                options, number, f"Vaporetto knows no choice of tags, got {levels!r}; write kytea or .jsonl"
            )


def read_partial(source: Source) -> Iterator[Sentence]:
    for number, line in source.lines():
        try:
            yield parse_partial(line)
        except CorpusError as error:
            raise source.error(number, str(error)) from None


def parse_partial(line: str) -> SegmentSentence:
    """The sentence of one line.

    >>> s = parse_partial("外-国/N|-")
    >>> s.text, list(s.cuts), s.extra
    ('外国-', [0, 1], {'tags': [[0, 2, ['N']]]})
    """
    text: list[str] = []
    cuts = bytearray()
    tags: Tags = {}
    place = start = 0
    while place < len(line):
        text.append(line[place])
        place += 1
        if line[place : place + 1] == "/":
            tag, place = _tag(line, place)
            tags[start, len(text)] = [plain(part) for part in split(tag, "/")]
        if place == len(line):
            break
        if line[place] not in CUTS:
            raise CorpusError(
                f"{line[place]!r} at column {place + 1} stands where a mark is expected: "
                "'|' cut, '-' no cut, ' ' unknown"
            )
        cuts.append(CUTS[line[place]])
        start = len(text) if cuts[-1] == CUT else start
        place += 1
        if place == len(line):
            raise CorpusError(f"the mark {line[-1]!r} at the end of the line has no character after it")
    sentence = SegmentSentence("".join(text), bytes(cuts))
    set_tags(sentence.extra, tags)
    return sentence


def _tag(line: str, place: int) -> tuple[list[str], int]:
    """The atoms of the tags that begin after the slash at ``place``, and where they end."""
    found: list[str] = []
    place += 1
    for piece in atoms(line[place:], "\\"):
        if piece in CUTS:
            break
        found.append(piece)
        place += len(piece)
    if found and found[-1] == "\\":
        raise CorpusError("the escape '\\\\' at the end of the line escapes nothing")
    return found, place


def write_partial(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    for number, given in enumerate(sentences, 1):
        sentence = segmented(given, options, number)
        if not sentence.text:
            continue
        _check(sentence, options, number)
        tags = {end: levels for (_, end), levels in tags_of(sentence).items()}
        line: list[str] = []
        for place, character in enumerate(sentence.text, 1):
            line += character, write_levels(tags.get(place, ()), "\\ -|/", MARKS)
            line += [SHOWN[cut] for cut in sentence.cuts[place - 1 : place]]
        yield "".join(line)


FORMATS = (
    Format(
        name="vaporetto",
        endings=(),
        task="segment",
        summary="Vaporetto --tok: words between spaces, tags after slashes",
        read=read_tokenised,
        write=write_tokenised,
        aliases=("vaporetto-tok",),
    ),
    Format(
        name="vaporetto-part",
        endings=(),
        task="segment",
        summary="Vaporetto --part: a mark between every two characters",
        read=read_partial,
        write=write_partial,
    ),
    Format(
        name="vaporetto-dict",
        endings=(),
        task="segment",
        summary="Vaporetto --dict: one word a line, with its tags",
        read=read_tokenised,
        write=write_dictionary,
    ),
)
