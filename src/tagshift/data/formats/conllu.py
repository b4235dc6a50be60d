"""CoNLL-U: ten columns between tabs.

FORM is column 1, the token, and the others follow as they stand: LEMMA 2, UPOS 3, XPOS 4, FEATS 5, HEAD 6,
DEPREL 7, DEPS 8, MISC 9 (the ID, a mere count, is none). The label is UPOS unless another is named; ``_`` is
an unknown label. ``# sent_id =`` names the sentence, ``# newdoc id =`` or ``# doc =`` opens a document; other
comments, ranges (1-2) and empty nodes (1.1) are kept and written back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, tagged
from tagshift.data.formats.cells import Table, kept_lines, label_cell, rows_of, shorten
from tagshift.data.sentence import TagSentence

WIDTH = 10
UPOS = 3
_BESIDE = re.compile(r"[0-9]+[-.][0-9]+")


def read(source: Source) -> Iterator[Sentence]:
    table = Table(source, "", default_label=UPOS)
    notes = Notes()
    for number, line in source.lines():
        if not line:
            if table.rows:
                yield table.take(**notes.take())
        elif line.startswith("#"):
            notes.comment(line)
        else:
            cells = line.split("\t")
            if len(cells) != WIDTH:
                raise source.error(
                    number, f"expected {WIDTH} columns between tabs, got {len(cells)} in {shorten(cells)}"
                )
            if _BESIDE.fullmatch(cells[0]):
                notes.beside.append([len(table.rows), line])
            elif cells[0] == str(len(table.rows) + 1):
                table.add(number, cells[1:])
            else:
                raise source.error(number, f"expected the ID {len(table.rows) + 1}, got {cells[0][:20]!r}")
    if table.rows:
        yield table.take(**notes.take())


class Notes:
    """What stands beside the tokens of a sentence; the document stays until the next one opens."""

    def __init__(self) -> None:
        self.beside: list[list[Any]] = []
        self._doc: str | None = None
        self._id: str | None = None
        self._others: list[str] = []

    def comment(self, line: str) -> None:
        key, equals, value = line[1:].strip(" ").partition(" = ")
        if equals and key in ("newdoc id", "doc"):
            self._doc = value
        elif equals and key == "sent_id":
            self._id = value
        else:
            self._others.append(line)

    def take(self) -> dict[str, Any]:
        """The fields of the sentence that ends here."""
        extra: dict[str, Any] = {}
        if self._others:
            extra["conllu_comments"] = self._others
        if self.beside:
            extra["conllu_beside"] = self.beside
        found = {"doc": self._doc, "id": self._id, "extra": extra}
        self.beside, self._id, self._others = [], None, []
        return found


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    doc = None
    for number, given in enumerate(sentences, 1):
        sentence = tagged(given, options, number)
        if not len(sentence.tokens):
            continue
        if sentence.doc is not None and sentence.doc != doc:
            doc = sentence.doc
            yield f"# newdoc id = {doc}"
        if sentence.id is not None:
            yield f"# sent_id = {sentence.id}"
        yield from (line for line in kept_lines(sentence, "conllu_comments") if line.startswith("#"))
        yield from _token_lines(sentence, options, number)
        yield ""


def _token_lines(sentence: TagSentence, options: WriteOptions, number: int) -> Iterator[str]:
    if len(sentence.columns) == 1:
        blanks = ["_"] * 6
        labels = [label_cell(label, options, number) for label in sentence.labels]
        rows = [[form, "_", label, *blanks] for form, label in zip(sentence.tokens, labels, strict=True)]
    else:
        rows = rows_of(sentence, options, number)
    kept = sentence.extra.get("conllu_beside", [])
    beside = [entry for entry in kept if _is_beside(entry)] if isinstance(kept, list) else []
    for place, cells in enumerate(rows):
        yield from (line for before, line in beside if before == place)
        if len(cells) != WIDTH - 1:
            raise refuse(
                options, number, f"{len(cells)} columns; CoNLL-U holds 9, or the token and one label"
            )
        if not all(cells) or any("\t" in cell for cell in cells):
            raise refuse(options, number, f"an empty cell or a tab inside one of {cells!r}; write .jsonl")
        yield "\t".join([str(place + 1), *cells])
    yield from (line for before, line in beside if before == len(rows))


def _is_beside(entry: Any) -> bool:
    """Whether it is what ``read`` kept: a place and a whole line of ten columns."""
    match entry:
        case [int(), str(line)]:
            cells = line.split("\t")
            return len(cells) == WIDTH and _BESIDE.fullmatch(cells[0]) is not None
    return False


FORMAT = Format(
    name="conllu",
    endings=(".conllu",),
    task="tag",
    summary="CoNLL-U: ten columns between tabs; the label is UPOS unless another is named",
    read=read,
    write=write,
)
