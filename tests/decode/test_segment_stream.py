from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from segmenting import SENTENCES, random_model, texts

from tagshift.data.sentence import SegmentSentence
from tagshift.decode import segment_stream
from tagshift.decode.segment_reader import SegmentReader
from tagshift.decode.segment_stream import blocks
from tagshift.errors import CorpusError

READER = SegmentReader(random_model(11, lists=True))
TEXT = "".join(line.replace(" ", "") + "\n" for line in SENTENCES)


def streamed(data, reader=READER, **options):
    target = io.BytesIO()
    reader.stream(io.BytesIO(data), target, name="text.raw", **options)
    return target.getvalue()


@pytest.mark.parametrize("block", [1, 2, 3, 7, 64, 1 << 18])
@pytest.mark.parametrize("threads", [1, 2])
def test_blocks_and_threads_change_nothing(block, threads, monkeypatch):
    data = (TEXT * 5).encode()
    expected = READER.lines.lines(data)
    monkeypatch.setattr(segment_stream, "BLOCK", block)
    for small in (0, 8, segment_stream.SMALL):
        monkeypatch.setattr(segment_stream, "SMALL", small)
        assert streamed(data, threads=threads) == expected


@given(data=st.binary(max_size=60), block=st.integers(1, 9))
@settings(max_examples=60)
def test_blocks_are_the_whole_stream_cut_behind_line_feeds(data, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segment_stream, "BLOCK", block)
        found = list(blocks(io.BytesIO(data)))
    assert b"".join(part for _, part in found) == data.removeprefix(b"\xef\xbb\xbf")
    assert all(part.endswith(b"\n") for _, part in found[:-1])
    assert [first for first, _ in found] == [
        1 + sum(part.count(b"\n") for _, part in found[:n]) for n in range(len(found))
    ]


def test_a_pipe_may_hand_on_a_byte_at_a_time():
    class Pipe(io.BytesIO):
        def read(self, size=-1):
            return super().read(min(size, 1))

    assert list(blocks(Pipe(b"\xef\xbb\xbfa\nb"))) == [(1, b"a\n"), (2, b"b")]
    assert list(blocks(Pipe(b"\xef\xbba"))) == [(1, b"\xef\xbba")]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", b""),
        (b"\n\n", b"\n\n"),
        (b"\r\n", b"\r\n"),
        (b"\xef\xbb\xbf\n", b"\n"),
        (b"\xef\xbb\xbf", b""),
        (b"   \n", b"\n"),
        ("一".encode(), "一".encode()),
        ("一\n\n二".encode(), "一\n\n二".encode()),
    ],
)
def test_blank_lines_stay_blank_and_marks_at_the_beginning_go(data, expected):
    assert streamed(data) == expected


@given(lines=st.lists(texts, max_size=5))
@settings(max_examples=40)
def test_spaces_apart_the_text_comes_out_as_it_went_in(lines):
    text = "\n".join(lines).encode("utf-8", "ignore").decode().replace("\ufeff", "")
    found = streamed(text.encode()).decode()
    assert found.replace(" ", "") == text.replace(" ", "")
    assert "  " not in found
    assert not [line for line in found.split("\n") if line != line.strip(" ")]


def test_an_ideographic_space_is_text():
    found = streamed("人\u3000の\u3000人\n".encode()).decode()
    assert found.replace(" ", "") == "人\u3000の\u3000人\n"


def test_a_space_is_a_cut_and_comes_out_once():
    found = streamed("外  国 人\n".encode()).decode()
    assert found == "外 国 人\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_bytes_that_are_no_utf8_are_located_by_line(threads, monkeypatch):
    monkeypatch.setattr(segment_stream, "SMALL", 0)
    monkeypatch.setattr(segment_stream, "BLOCK", 16)
    data = ("外国人\n" * 20).encode() + b"ab\xffcd\n" + b"e\n"
    with pytest.raises(CorpusError, match=r"text\.raw:21: not UTF-8 \(byte 0xff\).*--errors replace"):
        streamed(data, threads=threads)
    found = streamed(data, errors="replace", threads=threads).decode()
    assert found.replace(" ", "") == "外国人\n" * 20 + "ab\ufffdcd\ne\n"


def test_surrogates_in_a_file_are_no_utf8():
    with pytest.raises(CorpusError, match=r"text\.raw:1: not UTF-8"):
        streamed(b"\xed\xa0\x80\n")


def test_a_line_too_long_for_a_text_is_refused_by_its_number(monkeypatch):
    monkeypatch.setattr(segment_stream, "BLOCK", 64)
    monkeypatch.setattr(segment_stream, "LONGEST", 500)
    assert streamed(b"a" * 400 + b"\n").replace(b" ", b"") == b"a" * 400 + b"\n"
    with pytest.raises(CorpusError, match=r"text\.raw:2: a line of more than 500 bytes.*Break it"):
        streamed(b"a\n" + b"b" * 600)


def test_a_line_of_100_000_characters_is_segmented_as_its_features_say():
    text = ("外国人参政権を考える会があります。AB二" * 6000)[:100_000]
    found = streamed(text.encode()).decode()
    assert found == " ".join(READER.best([SegmentSentence.raw(text)])[0])


PROGRAM = """
import io, resource, sys
sys.path[:0] = sys.argv[1:3]
from segmenting import SENTENCES, random_model
from tagshift.decode.segment_reader import SegmentReader

reader = SegmentReader(random_model(1))
piece = "".join(line.replace(" ", "") + "\\n" for line in SENTENCES * 500).encode()

class Long:
    def __init__(self, size):
        self.left = size
    def read(self, size):
        size = min(size, self.left, len(piece))
        self.left -= size
        return piece[:size].decode(errors="ignore").encode().ljust(size, b"\\n")

class Sink:
    def write(self, data):
        pass

def peak(size):
    reader.stream(Long(size), Sink(), name="long", threads=2)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

print(peak(4 << 20), peak(64 << 20))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is counted in kB on Linux alone")
def test_memory_stays_flat_however_long_the_stream():
    tests = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tests), str(tests.parent / "src")],
        capture_output=True,
        check=True,
        env=os.environ,
    )
    short, long = map(int, done.stdout.split())
    assert long - short < 16_000  # kB
