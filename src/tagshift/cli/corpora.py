"""Reading the corpora that a command line names: format, sampling, renamed labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import click

from tagshift.data.files import Errors, open_bytes
from tagshift.data.formats import by_ending, by_name, read
from tagshift.data.formats.base import Sentence, Task
from tagshift.data.sampling import map_labels, take
from tagshift.data.sentence import SegmentSentence, TagSentence
from tagshift.errors import CorpusError

# Options that only files of tokens have.
OF_TOKENS = ("label_column", "feature_columns", "map_labels", "unlabelled")


@dataclass(frozen=True)
class Reading:
    """How files are read: the options of that name."""

    from_format: str | None = None
    errors: Errors = "strict"
    limit: int | None = None
    label_column: int | None = None
    feature_columns: tuple[int, ...] = ()
    map_labels: Mapping[str, str] = field(default_factory=dict)
    unlabelled: str = "unknown"

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Reading:
        """What a command was given, the options that are not about reading left out."""
        return cls(**{name: options[name] for name in cls.__dataclass_fields__ if name in options})

    def stream(self, path: str, task: Task | None) -> Iterator[Any]:
        """The sentences of one file as they come, without sampling and renaming."""
        return cast(
            Iterator[Sentence],
            read(
                path,
                task=task,
                format=self.from_format,
                errors=self.errors,
                label_column=self.label_column,
                feature_columns=self.feature_columns,
                unlabelled=self.unlabelled,
            ),
        )

    def segments(self, paths: Sequence[str]) -> list[SegmentSentence]:
        """Texts with their cuts."""
        files = [list(self.stream(path, "segment")) for path in paths]
        return [sentence for file in take(files, self.limit) for sentence in file]

    def tags(self, paths: Sequence[str]) -> list[TagSentence]:
        """Tokens with their labels, renamed as asked."""
        files = [list(self.stream(path, "tag")) for path in paths]
        chosen = [sentence for file in take(files, self.limit) for sentence in file]
        return map_labels(chosen, dict(self.map_labels)) if self.map_labels else chosen


def task_of(path: str, reading: Reading, context: click.Context | None = None) -> Task:
    """What a file holds, by the kind of its first sentence; standard input without a format is words."""
    if path == "-" and reading.from_format is None:
        return "segment"
    try:
        if path == "-":
            return by_name(str(reading.from_format)).task
        if reading.from_format is None:
            by_ending(path)
    except CorpusError as error:
        if not Path(path).is_file():
            with open_bytes(path):  # a slip in the name, or a folder: says so better than its ending does
                pass
        raise click.UsageError(f"{error}; or say --task segment or --task tag", context) from None
    first = next(reading.stream(path, None), None)
    return "tag" if isinstance(first, TagSentence) else "segment"


def has_endings(path: str) -> bool:
    """Whether a file's ending belongs to a format of either task."""
    try:
        by_ending(path, "segment")
    except CorpusError:
        try:
            by_ending(path, "tag")
        except CorpusError:
            return False
    return True
