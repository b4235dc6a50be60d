"""spaCy's binary DocBin (``.spacy``), where spaCy is installed: words and their entities as IOB2."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from typing import Any

from tagshift.data.formats.base import Format, Sentence, Source, WriteOptions, refuse, tagged
from tagshift.data.schemes.spans import join_label, split_label
from tagshift.data.sentence import Label, TagSentence
from tagshift.errors import CorpusError, LabelError, MissingDependencyError

_TO_IOB2 = {"E": "I", "S": "B"}


def _spacy() -> Any:
    try:
        importlib.import_module("spacy.tokens")
        return importlib.import_module("spacy")
    except ImportError:
        raise MissingDependencyError(
            "the binary .spacy format needs the package spacy: pip install spacy, "
            "or use the format spacy, its JSON lines"
        ) from None


def read(source: Source) -> Iterator[Sentence]:
    spacy = _spacy()
    content = source.stream.read()
    try:
        docs = list(spacy.tokens.DocBin().from_bytes(content).get_docs(spacy.blank("xx").vocab))
    except Exception as error:  # whatever a foreign parser raises on foreign bytes
        raise source.error(1, f"expected a spaCy DocBin: {error}") from None
    for doc in docs:
        labels = [join_label(token.ent_iob_, token.ent_type_) if token.ent_iob_ else None for token in doc]
        yield TagSentence(([token.text for token in doc],), labels)


def write(sentences: Iterable[Sentence], options: WriteOptions) -> Iterator[bytes]:
    spacy = _spacy()
    vocabulary = spacy.blank("xx").vocab
    found = spacy.tokens.DocBin()
    for number, given in enumerate(sentences, 1):
        sentence = tagged(given, options, number)
        try:
            labels = [_iob2(label) for label in sentence.labels]
            found.add(spacy.tokens.Doc(vocabulary, words=list(sentence.tokens), ents=labels))
        except (CorpusError, LabelError, ValueError) as error:
            raise refuse(options, number, f"{error}; a DocBin holds words and IOB2 or IOBES spans") from None
    yield found.to_bytes()


def _iob2(label: Label) -> str:
    """The label as spaCy wants it: IOB2, and "" where it is unknown."""
    if isinstance(label, tuple):
        raise CorpusError(f"a choice of labels {label!r}")
    if label is None:
        return ""
    mark, kind = split_label(label)
    return join_label(_TO_IOB2.get(mark, mark), kind)


FORMAT = Format(
    name="docbin",
    endings=(".spacy",),
    task="tag",
    summary="spaCy's DocBin, where spaCy is installed",
    read=read,
    write=write,
    binary=True,
)
