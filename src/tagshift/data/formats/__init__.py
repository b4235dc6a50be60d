"""File formats: one module each, found by looking into this package.

A new format is one file here with a ``FORMAT`` (or ``FORMATS``) of its own.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, cast, overload

from tagshift.data.convert import as_segment, as_tag
from tagshift.data.files import Errors, bare_ending, display_name, open_bytes
from tagshift.data.formats.base import Format, ReadOptions, Sentence, Source, Task, WriteOptions
from tagshift.data.formats.cells import check_column_options
from tagshift.data.output import open_writer
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError, ParameterError

__all__ = ["Format", "Sentence", "all_formats", "by_ending", "by_name", "read", "write"]

_DEFAULTS: dict[Task, str] = {"segment": "seg", "tag": "columns"}


@cache
def all_formats() -> tuple[Format, ...]:
    """Every format, by name."""
    import pkgutil

    found: list[Format] = []
    for module in pkgutil.iter_modules(__path__):
        loaded = importlib.import_module(f"{__name__}.{module.name}")
        found.extend(getattr(loaded, "FORMATS", ()))
        if hasattr(loaded, "FORMAT"):
            found.append(loaded.FORMAT)
    return tuple(sorted(found, key=lambda one: one.name))


def by_name(name: str) -> Format:
    """The format of that name.

    >>> by_name("seg").endings
    ('.seg',)
    """
    known = {alias: one for one in all_formats() for alias in (one.name, *one.aliases)}
    if name in known:
        return known[name]
    import difflib

    near = difflib.get_close_matches(name, known, 1)
    raise ParameterError(
        f"no format {name!r}{f', did you mean {near[0]!r}?' if near else ''}; "
        f"the formats are {', '.join(one.name for one in all_formats())}"
    )


def by_ending(path: str | os.PathLike[str], task: Task | None = None) -> Format:
    """The format that a file's ending tells, for the task at hand.

    ``.txt`` is columns to a tagger and raw text to a segmenter; without an ending (``-`` too) it is ``.seg``
    and columns.

    >>> by_ending("news.seg.gz").name, by_ending("train.txt", "tag").name
    ('seg', 'columns')
    """
    ending = bare_ending(path)
    found = [one for one in all_formats() if ending in one.endings]
    if len(found) > 1 and task is not None:
        found = [one for one in found if one.task == task]
    if not ending and task is not None:
        return by_name(_DEFAULTS[task])
    if len(found) == 1:
        return found[0]
    why = f"the ending {ending} belongs to no format" if ending else "there is no ending to tell the format"
    if found:
        why = f"the ending {ending} belongs to {' and '.join(one.name for one in found)}"
    raise CorpusError(
        f"{display_name(path)}: {why}; name the format (--from, format=): "
        f"{', '.join(one.name for one in all_formats())}"
    )


@overload
def read(
    path: str | os.PathLike[str],
    *,
    task: Literal["segment"],
    format: str | None = ...,
    errors: Errors = ...,
    label_column: int | None = ...,
    feature_columns: Sequence[int] = ...,
    unlabelled: str = ...,
    marks: Mapping[str, str] | None = ...,
) -> Iterator[SegmentSentence]: ...


@overload
def read(
    path: str | os.PathLike[str],
    *,
    task: Literal["tag"],
    format: str | None = ...,
    errors: Errors = ...,
    label_column: int | None = ...,
    feature_columns: Sequence[int] = ...,
    unlabelled: str = ...,
    marks: Mapping[str, str] | None = ...,
) -> Iterator[TagSentence]: ...


@overload
def read(
    path: str | os.PathLike[str],
    *,
    task: Task | None = ...,
    format: str | None = ...,
    errors: Errors = ...,
    label_column: int | None = ...,
    feature_columns: Sequence[int] = ...,
    unlabelled: str = ...,
    marks: Mapping[str, str] | None = ...,
) -> Iterator[SegmentSentence] | Iterator[TagSentence]: ...


def read(
    path: str | os.PathLike[str],
    *,
    task: Task | None = None,
    format: str | None = None,
    errors: Errors = "strict",
    label_column: int | None = None,
    feature_columns: Sequence[int] = (),
    unlabelled: str = "unknown",
    marks: Mapping[str, str] | None = None,
) -> Iterator[SegmentSentence] | Iterator[TagSentence]:
    """The sentences of a file, one at a time.

    ``task`` decides the kind of sentence: a format of the other kind is converted. ``label_column`` counts
    from 1 (None: the last; 0: the file has no labels). ``unlabelled``: what a token without a label is,
    "unknown" or a label such as "O". ``marks`` renames the separators of the KyTea formats.
    """
    chosen = by_name(format) if format else by_ending(path, task)
    if errors not in ("strict", "replace"):
        raise ParameterError(f"errors must be 'strict' or 'replace', got {errors!r}")
    options = ReadOptions(task, errors, label_column, tuple(feature_columns), marks or {})
    check_column_options(options)
    found = _sentences(path, chosen, options, unlabelled)
    return cast(Iterator[SegmentSentence] | Iterator[TagSentence], found)


def _sentences(
    path: str | os.PathLike[str], chosen: Format, options: ReadOptions, unlabelled: str
) -> Iterator[Sentence]:
    name = display_name(path)
    with open_bytes(path) as stream:
        for number, sentence in enumerate(chosen.read(Source(name, stream, options)), 1):
            try:
                found = convert(sentence, options)
            except CorpusError as error:
                raise CorpusError(f"{name}: sentence {number}: {error}") from None
            if unlabelled != "unknown" and isinstance(found, TagSentence):
                found.labels = [unlabelled if label is None else label for label in found.labels]
            yield found


def convert(sentence: Sentence, options: ReadOptions) -> Sentence:
    """The sentence as the task wants it."""
    if options.task == "segment" and isinstance(sentence, TagSentence):
        return as_segment(sentence)
    if options.task != "tag" or isinstance(sentence, TagSentence):
        return sentence
    if any(column > 1 for column in options.feature_columns):
        raise CorpusError(
            f"feature columns {options.feature_columns}: words of a segmented text have column 1 alone; "
            "convert to .tok to give them more"
        )
    return as_tag(sentence, options.label_column)


def write(
    path: str | os.PathLike[str],
    sentences: Iterable[Sentence],
    format: str | None = None,
    force: bool = False,
    task: Task | None = None,
    marks: Mapping[str, str] | None = None,
) -> None:
    """Write sentences as they come; the file appears when the last one is written."""
    chosen = by_name(format) if format else by_ending(path, task)
    name = "<stdout>" if os.fspath(path) == "-" else os.fspath(path)
    with open_writer(path, force) as writer:
        for piece in chosen.write(sentences, WriteOptions(name, marks or {})):
            if isinstance(piece, bytes):
                writer.raw(piece)
            else:
                writer.line(piece)
