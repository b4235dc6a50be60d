"""What a format is, and what its reader is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO, Literal

from tagshift.data.convert import as_segment, as_tag
from tagshift.data.files import Errors, lines_of
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError

Sentence = SegmentSentence | TagSentence
Task = Literal["segment", "tag"]
Lines = Iterator[tuple[int, str]]


@dataclass(frozen=True)
class ReadOptions:
    """What ``read`` was asked for; ``label_column`` 0 says that no column holds labels."""

    task: Task | None = None
    errors: Errors = "strict"
    label_column: int | None = None
    feature_columns: tuple[int, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Source:
    """An open file: its name for messages, its bytes."""

    name: str
    stream: BinaryIO
    options: ReadOptions

    def lines(self) -> Lines:
        return lines_of(self.stream, self.name, self.options.errors)

    def error(self, line: int, message: str) -> CorpusError:
        return CorpusError(f"{self.name}:{line}: {message}")


@dataclass(frozen=True)
class WriteOptions:
    """What ``write`` was asked for."""

    name: str
    marks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Format:
    """One file format: its names, what it holds, its reader and its writer.

    ``write`` gives lines without their ends, or bytes when ``binary``. ``task`` is what it holds when nobody
    says.
    """

    name: str
    endings: tuple[str, ...]
    task: Task
    summary: str
    read: Callable[[Source], Iterator[Sentence]]
    write: Callable[[Iterable[Sentence], WriteOptions], Iterator[str] | Iterator[bytes]]
    binary: bool = False
    aliases: tuple[str, ...] = ()


def refuse(options: WriteOptions, number: int, problem: str) -> CorpusError:
    """The error of a sentence that a format cannot hold."""
    return CorpusError(f"{options.name}: sentence {number}: {problem}")


def segmented(sentence: Sentence, options: WriteOptions, number: int) -> SegmentSentence:
    """The sentence as a text, or the error that says why it cannot be one."""
    try:
        return as_segment(sentence) if isinstance(sentence, TagSentence) else sentence
    except CorpusError as error:
        raise refuse(options, number, str(error)) from None


def tagged(sentence: Sentence, options: WriteOptions, number: int) -> TagSentence:
    """The sentence as tokens, or the error that says why it cannot be that."""
    try:
        return as_tag(sentence) if isinstance(sentence, SegmentSentence) else sentence
    except CorpusError as error:
        raise refuse(options, number, str(error)) from None
