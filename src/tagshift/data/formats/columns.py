"""CoNLL-2000, 2002 and 2003, CRF++ and Wapiti: one token a line, columns between spaces or tabs, no comments.

The first token line decides: a tab in it, and tabs separate; otherwise runs of spaces. The last column is the
label unless another is named; ``_`` is an unknown label. ``-DOCSTART-`` opens a document, which gets its
number as name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, tagged
from tagshift.data.formats.cells import Table, rows_of
from tagshift.data.formats.seg import split_words

DOCUMENT = "-DOCSTART-"
HINT = "the first line of the file says whether a tab or spaces separate the columns"


def read(source: Source) -> Iterator[Sentence]:
    table = Table(source, HINT)
    tabs: bool | None = None
    documents = 0
    doc = None
    for number, line in source.lines():
        if tabs is None and line.strip(" "):
            tabs = "\t" in line
        cells = line.split("\t") if tabs and line else split_words(line)
        if not cells or cells[0] == DOCUMENT:
            if table.rows:
                yield table.take(doc=doc)
            if cells:
                documents += 1
                doc = str(documents)
        else:
            table.add(number, cells)
    if table.rows:
        yield table.take(doc=doc)


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[str]:
    doc = None
    for number, given in enumerate(sentences, 1):
        sentence = tagged(given, options, number)
        if not len(sentence.tokens):
            continue
        rows = rows_of(sentence, options, number)
        if sentence.doc is not None and sentence.doc != doc:
            doc = sentence.doc
            yield " ".join([DOCUMENT, *["-X-"] * (len(rows[0]) - 2), "O"])
            yield ""
        for cells in rows:
            if cells[0] == DOCUMENT or not all(cells) or any(" " in cell or "\t" in cell for cell in cells):
                raise refuse(
                    options,
                    number,
                    f"a cell that is empty, holds white space or is {DOCUMENT} in {cells!r}; write .tok",
                )
            yield " ".join(cells)
        yield ""


FORMAT = Format(
    name="columns",
    endings=(".conll", ".col", ".txt"),
    task="tag",
    summary="one token a line, columns separated by spaces or tabs (CoNLL-2000/2002/2003, CRF++)",
    read=read,
    write=write,
    aliases=("conll", "crf++"),
)
