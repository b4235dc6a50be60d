"""``.tok`` and ``.tsv``: one token a line, columns separated by one tab, an empty line after each sentence.

A line that starts with ``# `` and holds no tab is a comment: ``# id = ...`` names the next sentence, ``# doc
= ...`` opens a document, others are kept. The last column is the label unless another is named; ``_`` is an
unknown label.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, tagged
from tagshift.data.formats.cells import Table, kept_lines, rows_of

HINT = "columns are separated by one tab"


def read(source: Source) -> Iterator[Sentence]:
    table = Table(source, HINT)
    notes = Notes()
    for number, line in source.lines():
        if not line:
            if table.rows:
                yield table.take(**notes.take())
        elif line.startswith("# ") and "\t" not in line:
            notes.add(line)
        else:
            table.add(number, line.split("\t"))
    if table.rows:
        yield table.take(**notes.take())


class Notes:
    """The comments above a sentence; the document stays until the next one opens."""

    def __init__(self) -> None:
        self._doc: str | None = None
        self._id: str | None = None
        self._others: list[str] = []

    def add(self, line: str) -> None:
        if line.startswith("# doc = "):
            self._doc = line.removeprefix("# doc = ")
        elif line.startswith("# id = "):
            self._id = line.removeprefix("# id = ")
        else:
            self._others.append(line.removeprefix("# "))

    def take(self) -> dict[str, Any]:
        """The fields of the sentence that ends here."""
        found = {
            "doc": self._doc,
            "id": self._id,
            "extra": {"comments": self._others} if self._others else {},
        }
        self._id, self._others = None, []
        return found


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    doc = None
    for number, given in enumerate(sentences, 1):
        sentence = tagged(given, options, number)
        if not len(sentence.tokens):
            continue
        if sentence.doc is not None and sentence.doc != doc:
            doc = sentence.doc
            yield _comment(f"doc = {doc}", options, number)
        if sentence.id is not None:
            yield _comment(f"id = {sentence.id}", options, number)
        for text in kept_lines(sentence, "comments"):
            yield _comment(text, options, number)
        for cells in rows_of(sentence, options, number):
            yield _row(cells, options, number)
        yield ""


def _comment(text: str, options: WriteOptions, number: int) -> str:
    if "\t" in text:
        raise refuse(options, number, f"a tab in the comment {text!r}; write .jsonl")
    return f"# {text}"


def _row(cells: list[str], options: WriteOptions, number: int) -> str:
    if not cells[0] or any("\t" in cell for cell in cells):
        raise refuse(options, number, f"an empty token or a tab inside one of {cells!r}; write .jsonl")
    return "\t".join(cells)


FORMAT = Format(
    name="tok",
    endings=(".tok", ".tsv"),
    task="tag",
    summary="one token a line, columns separated by tabs, comments after '# '",
    read=read,
    write=write,
    aliases=("tsv",),
)
