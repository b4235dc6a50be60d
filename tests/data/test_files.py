import bz2
import gzip
import io
import lzma
import os
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data import files
from tagshift.data.files import bare_ending, lines_of, read_lines
from tagshift.errors import CorpusError, MissingDependencyError


def lines(data: bytes, errors="strict") -> list[str]:
    found = list(lines_of(io.BytesIO(data), "demo.seg", errors))
    assert [number for number, _ in found] == list(range(1, len(found) + 1))
    return [line for _, line in found]


def test_an_empty_file_has_no_line():
    assert lines(b"") == []


def test_a_missing_line_end_at_the_end_changes_nothing():
    assert lines(b"a\nb\n") == lines(b"a\nb") == ["a", "b"]


def test_blank_lines_are_lines():
    assert lines(b"\n\na\n\n") == ["", "", "a", ""]


def test_carriage_return_and_line_feed_end_a_line_and_a_lone_return_is_text():
    assert lines(b"a\r\nb\rc\r\n\r\n\rd") == ["a", "b\rc", "", "\rd"]


@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029"])
def test_other_separators_of_unicode_are_text(mark):
    assert lines(f"a{mark}b\n".encode()) == [f"a{mark}b"]


def test_one_byte_order_mark_is_taken_off_the_file_only():
    assert lines("\ufeffa\n\ufeffb".encode()) == ["a", "\ufeffb"]
    assert lines("\ufeff\ufeffa".encode()) == ["\ufeffa"]


def test_nul_is_a_character():
    assert lines(b"a\0b\n") == ["a\0b"]


def test_invalid_utf8_is_located_and_can_be_replaced():
    data = b"good\n\nab\xffcd\nmore\xfe\n"
    with pytest.raises(CorpusError, match=r"demo\.seg:3: .*0xff at byte 3 .*--errors replace"):
        lines(data)
    assert lines(data, "replace") == ["good", "", "ab\ufffdcd", "more\ufffd"]


def test_a_character_cut_off_at_the_end_is_invalid():
    with pytest.raises(CorpusError, match=r"demo\.seg:2: "):
        lines("a\n外".encode()[:-1])


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r\ufeff"))), st.integers(1, 9))
def test_lines_are_the_same_whatever_the_size_of_a_block(texts, size):
    kept, files.BLOCK = files.BLOCK, size
    try:
        assert lines("".join(text + "\n" for text in texts).encode()) == texts
    finally:
        files.BLOCK = kept


def test_a_line_of_a_hundred_thousand_characters_is_read():
    assert lines(("外" * 100_000 + "\n").encode() * 2) == ["外" * 100_000] * 2


@pytest.mark.parametrize(
    ("ending", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)]
)
def test_compressed_files_are_read_by_their_ending(tmp_path, ending, pack):
    path = tmp_path / f"a.seg.{ending}"
    path.write_bytes(pack("外国 人\n".encode()) + pack(b"two\n"))
    assert [line for _, line in read_lines(path)] == ["外国 人", "two"]


@pytest.mark.parametrize(
    ("ending", "pack"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)]
)
def test_a_damaged_compressed_file_is_a_corpus_error(tmp_path, ending, pack):
    path = tmp_path / f"a.seg.{ending}"
    packed = pack(os.urandom(5000))
    for damaged in (packed[: len(packed) // 2], b"no archive at all" * 10):
        path.write_bytes(damaged)
        with pytest.raises(CorpusError, match=r"a\.seg\.\w+: .*is the file whole"):
            list(read_lines(path))


def test_zstandard_is_named_where_it_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "a.seg.zst").write_bytes(b"")
    with pytest.raises(MissingDependencyError, match="zstandard"):
        list(read_lines(tmp_path / "a.seg.zst"))


def test_zstandard_files_are_read_where_it_is_installed(tmp_path):
    zstandard = pytest.importorskip("zstandard")
    path = tmp_path / "a.seg.zst"
    pack = zstandard.ZstdCompressor().compress
    path.write_bytes(pack(b"one\n") + pack(b"two\n"))
    assert [line for _, line in read_lines(path)] == ["one", "two"]
    path.write_bytes(b"no archive at all")
    with pytest.raises(CorpusError, match="is the file whole"):
        list(read_lines(path))


def test_what_cannot_be_opened_is_said_plainly(tmp_path):
    with pytest.raises(CorpusError, match=r"absent\.seg: no such file"):
        list(read_lines(tmp_path / "absent.seg"))
    with pytest.raises(CorpusError, match="expected a file, got a directory"):
        list(read_lines(tmp_path))
    with pytest.raises(CorpusError, match="cannot be opened"):
        list(read_lines("a\0b.seg"))


def test_a_file_that_may_not_be_read_is_said_plainly(tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(CorpusError, match="may not be read by this user"):
        list(read_lines(tmp_path / "locked.seg"))


def test_a_hyphen_is_the_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"one\ntwo"), encoding="utf-8"))
    assert list(read_lines("-")) == [(1, "one"), (2, "two")]


def test_a_pipe_hands_on_its_first_line_before_the_second_is_written():
    reader, writer = os.pipe()
    with open(reader, "rb") as stream:
        os.write(writer, b"one\n")
        found = lines_of(stream, "<stdin>")
        assert next(found) == (1, "one")
        os.close(writer)
        assert list(found) == []


def test_memory_does_not_grow_with_the_file(tmp_path):
    path = Path(tmp_path / "long.raw")
    path.write_bytes(b"a line like any other\n" * 1_000_000)
    tracemalloc.start()
    try:
        assert sum(1 for _ in read_lines(path)) == 1_000_000
        assert tracemalloc.get_traced_memory()[1] < 12 * files.BLOCK
    finally:
        tracemalloc.stop()


def test_the_ending_that_tells_the_format_is_that_before_the_compression():
    assert bare_ending("a/b.c/kyoto.TOK.xz") == ".tok"
    assert bare_ending("a.seg") == ".seg"
    assert bare_ending("plain.gz") == ""
