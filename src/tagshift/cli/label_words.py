"""``tagshift label`` with a segmenter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, BinaryIO, cast

import click
import numpy as np

from tagshift.cli.labelling import need_json, told_by_ending
from tagshift.cli.log import Log
from tagshift.data.files import display_name, open_bytes, opened_last, read_lines
from tagshift.data.output import Writer, flush_output, open_writer
from tagshift.data.pipes import batches, must_wait
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence

if TYPE_CHECKING:
    from tagshift.segmenter import Segmenter

# Formats that leave something to decide.
UNDECIDED = ("raw", "part", "vaporetto-part", "jsonl")
# Sentences segmented in one go.
BATCH = 500
PLACES = 6


def run(
    context: click.Context, model: Segmenter, files: Sequence[str], given: dict[str, Any], log: Log
) -> None:
    """Bytes to bytes where nothing but words is asked for, else sentence by sentence."""
    formats = [given["from_format"] or told_by_ending(path, "segment") or "raw" for path in files]
    for path, name in zip(files, formats, strict=True):
        if name not in UNDECIDED:
            raise click.UsageError(
                f"{display_name(path)}: {name} is segmented already; convert it to .raw to segment it anew, "
                "or say --from raw to keep its spaces as cuts",
                context,
            )
    target = output_format(given)
    need_json(context, target, given, ("nbest", "confidence"))
    plain = set(formats) == {"raw"} and target == "seg" and not given["limit"]
    if plain:
        stream(model, files, given)
        return
    # Not at the top: bytes to bytes needs no format.
    from tagshift.data.formats import write
    from tagshift.data.sampling import take

    sentences = [sentences_of(path, name, given) for path, name in zip(files, formats, strict=True)]
    read_all = chain.from_iterable(
        take([list(one) for one in sentences], given["limit"]) if given["limit"] else sentences
    )
    shown = log.progress(read_all, "sentences")
    found = labelled(model, shown, given, keep_spaces=target == "jsonl")
    write(given["output"], found, target, given["force"], "segment")


def output_format(given: Mapping[str, Any]) -> str:
    """The format asked for, or told by the output's ending; else words between spaces, or JSON lines for what
    those cannot hold.
    """
    told = given["to_format"] or told_by_ending(given["output"], "segment")
    if told is None and (given["nbest"] or given["confidence"]):
        return "jsonl"
    return str(told) if given["to_format"] or told not in (None, "raw") else "seg"


def stream(model: Segmenter, files: Sequence[str], given: Mapping[str, Any]) -> None:
    """UTF-8 to UTF-8 without a string between."""
    model.set_params(threads=given["jobs"])
    with open_writer(given["output"], given["force"]) as writer:
        for path in files:
            with open_bytes(path) as source:
                model.label_stream(
                    source,
                    cast(BinaryIO, Sink(writer)),
                    name=display_name(path),
                    errors=given["errors"],
                )


class Sink:
    """A writer as the binary file that the stream wants."""

    def __init__(self, writer: Writer) -> None:
        self.write, self.flush = writer.raw, writer.flush


def sentences_of(path: str, name: str, given: Mapping[str, Any]) -> Iterator[SegmentSentence]:
    """What a file holds; the lines of raw text with their spaces, so that offsets stay those of the line."""
    if name == "raw":
        return (SegmentSentence.raw(line) for _, line in read_lines(path, given["errors"]))
    from tagshift.data.formats import read

    return read(path, task="segment", format=name, errors=given["errors"])


def labelled(
    model: Segmenter, sentences: Iterator[SegmentSentence], given: Mapping[str, Any], *, keep_spaces: bool
) -> Iterator[SegmentSentence]:
    """The sentences with all their cuts, in batches side by side."""
    from tagshift.decode.tag_batches import in_order

    done = in_order(
        lambda batch: list(of_batch(model, batch, given, keep_spaces=keep_spaces)),
        batches(sentences, BATCH, opened_last, partial(flush_output, given["output"])),
        given["jobs"],
        lambda: must_wait(opened_last()),
    )
    return chain.from_iterable(done)


def of_batch(
    model: Segmenter, batch: Sequence[SegmentSentence], given: Mapping[str, Any], *, keep_spaces: bool
) -> Iterator[SegmentSentence]:
    """The same of a few sentences at once."""
    narrow = [without_spaces(sentence) for sentence in batch]
    sure = model.reader_.probabilities(narrow) if given["confidence"] else [None] * len(batch)
    best = [[]] * len(batch) if given["nbest"] else words_of(model, narrow)
    for sentence, small, places, found in zip(batch, narrow, sure, best, strict=True):
        several = model.nbest(small, given["nbest"]) if given["nbest"] else []
        words = several[0][1] if several else found
        made = as_read(sentence, words) if keep_spaces else replaced(small, cuts_of(words))
        if several:
            made.extra["alternatives"] = alternatives(sentence, several)
        if places is not None:
            made.extra["scores"] = spread(sentence.text, np.round(places, PLACES).tolist(), 1.0)
        yield made


def alternatives(sentence: SegmentSentence, several: Sequence[tuple[float, list[str]]]) -> list[Any]:
    """The best segmentations for JSON, the best one first."""
    return [
        {"cuts": list(as_read(sentence, words).cuts), "log_probability": round(log, PLACES)}
        for log, words in several
    ]


def words_of(model: Segmenter, sentences: Sequence[SegmentSentence]) -> list[list[str]]:
    """The best words that keep what is known."""
    known = [sentence for sentence in sentences if sentence.cuts.count(UNKNOWN) < len(sentence.cuts)]
    free = [sentence.text for sentence in sentences if sentence.cuts.count(UNKNOWN) == len(sentence.cuts)]
    kept, found = iter(model.predict_known(known) if known else ()), iter(model.predict(free))
    return [
        next(found if sentence.cuts.count(UNKNOWN) == len(sentence.cuts) else kept) for sentence in sentences
    ]


def without_spaces(sentence: SegmentSentence) -> SegmentSentence:
    """The sentence without its U+0020, which leave a cut behind.

    >>> s = without_spaces(SegmentSentence.raw(" ab c"))
    >>> s.text, list(s.cuts)
    ('abc', [2, 1])
    """
    if " " not in sentence.text:
        return sentence
    places = [n for n, character in enumerate(sentence.text) if character != " "]
    cuts = bytes(sentence.cuts[before] if after == before + 1 else CUT for before, after in pairwise(places))
    return replaced(sentence, cuts, sentence.text.replace(" ", ""))


def as_read(sentence: SegmentSentence, words: Sequence[str]) -> SegmentSentence:
    """The words' cuts in the text as it was read: both sides of a space are cuts.

    >>> list(as_read(SegmentSentence.raw("ab c"), ["ab", "c"]).cuts)
    [0, 1, 1]
    """
    return replaced(sentence, bytes(spread(sentence.text, cuts_of(words), CUT)))


def spread(text: str, values: Sequence[Any], beside: Any) -> list[Any]:
    """Values of the places of a text without its spaces, in the places of the text with them."""
    if " " not in text:
        return list(values)
    letters = [n for n, character in enumerate(text) if character != " "]
    found = [beside] * max(len(text) - 1, 0)
    for (before, after), value in zip(pairwise(letters), values, strict=True):
        if after == before + 1:
            found[before] = value
    return found


def cuts_of(words: Sequence[str]) -> bytes:
    """One mark for each place between the characters of the words."""
    return b"".join(bytes([NO_CUT]) * (len(word) - 1) + bytes([CUT]) for word in words)[:-1]


def replaced(sentence: SegmentSentence, cuts: bytes, text: str | None = None) -> SegmentSentence:
    """The sentence with other cuts; what else it carries stays, in a copy."""
    whole = sentence.text if text is None else text
    return SegmentSentence(whole, cuts, sentence.id, sentence.weight, dict(sentence.extra))
