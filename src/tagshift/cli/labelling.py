"""What ``tagshift label`` does for either kind of model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import click

from tagshift.cli import options
from tagshift.cli.log import Log
from tagshift.cli.models import as_tagger, load_model
from tagshift.data.files import bare_ending
from tagshift.data.output import check_writable

if TYPE_CHECKING:
    from tagshift.data.formats.base import Task
    from tagshift.segmenter import Segmenter

TAG_ONLY = ("tokenize", "constraints", "label_column")


def run(context: click.Context, path: str, files: Sequence[str], given: dict[str, Any]) -> None:
    """Load the model, check what was asked for, label."""
    log = Log(given["quiet"], given["verbose"])
    options.check_read_once(context, files)
    options.check_apart(context, given["output"], [path, *files])
    check_writable(given["output"], given["force"])
    model = load_model(path)
    tagger = as_tagger(model)
    if tagger is not None:
        from tagshift.cli import label_tags

        label_tags.run(context, tagger, files, given, log)
    else:
        from tagshift.cli import label_words

        options.refuse(context, TAG_ONLY, f"{path} is a segmenter")
        label_words.run(context, cast("Segmenter", model), files, given, log)


def told_by_ending(path: str, task: Task) -> str | None:
    """The format that a file's ending tells, if it tells any."""
    ending = bare_ending(path)
    if not ending:
        return None
    from tagshift.data.formats import all_formats

    found = [one for one in all_formats() if ending in one.endings]
    same = [one for one in found if one.task == task]
    return (same or found)[0].name if found else None


def need_json(context: click.Context, chosen: str, given: dict[str, Any], names: Sequence[str]) -> None:
    """What has no place in a line of text is asked for in JSONL."""
    for name in names:
        if given[name] and chosen != "jsonl":
            said = options.spelled(context, name)
            raise click.UsageError(f"{said} has no place in {chosen}; add --format jsonl", context)
