"""Sentences drawn at random for the tests of formats."""

import io

from hypothesis import strategies as st

from tagshift.data.formats.base import ReadOptions, Source, WriteOptions
from tagshift.data.output import Writer
from tagshift.data.sentence import CUT, NO_CUT, UNKNOWN, SegmentSentence, TagSentence

#: Characters with a UTF-8 form, and those that formats stumble over more often than chance would have it.
characters = st.one_of(
    st.sampled_from("ab外\u3000\x85\u2028\r\0\\/|-?& #_\t\"'{}[]:,\ufeff"),
    st.characters(codec="utf-8", exclude_characters="\n"),
)


def texts(without="", **sizes):
    """Texts of such characters, some left out."""
    return st.text(characters.filter(lambda one: one not in without), **sizes)


def segments(without="", cuts=(NO_CUT, CUT, UNKNOWN), **sizes):
    """Segmented sentences."""

    def with_cuts(text):
        places = max(len(text) - 1, 0)
        marks = st.lists(st.sampled_from(cuts), min_size=places, max_size=places)
        return marks.map(lambda found: SegmentSentence(text, bytes(found)))

    return texts(without, max_size=8, **sizes).flatmap(with_cuts)


@st.composite
def tagged(draw, without="", labels=None, columns=1, min_size=1):
    """Tagged sentences of so many columns, labels apart."""
    cells = texts(without, min_size=1, max_size=4)
    labels = st.one_of(st.none(), cells.filter(lambda one: one != "_")) if labels is None else labels
    size = draw(st.integers(min_size, 4))
    lists = [draw(st.lists(cells, min_size=size, max_size=size)) for _ in range(columns)]
    return TagSentence(tuple(lists), draw(st.lists(labels, min_size=size, max_size=size)))


def written(form, sentences, **marks):
    """The bytes that a format writes."""
    stream = io.BytesIO()
    writer = Writer(stream, "demo")
    for piece in form.write(sentences, WriteOptions("demo", marks)):
        (writer.raw if isinstance(piece, bytes) else writer.line)(piece)
    return stream.getvalue()


def read(form, data, **options):
    """The sentences that a format reads from bytes (or from text)."""
    data = data.encode() if isinstance(data, str) else data
    return list(form.read(Source("demo", io.BytesIO(data), ReadOptions(**options))))
