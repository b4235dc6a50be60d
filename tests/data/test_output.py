import gzip
import io
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.data.files import lines_of, read_lines
from tagshift.data.output import Writer, check_writable, open_writer
from tagshift.errors import CorpusError, OutputError


def put(path, *lines, force=False):
    put_all(path, lines, force)


def put_all(path, lines, force=False):
    with open_writer(path, force) as writer:
        for line in lines:
            writer.line(line)


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n"))))
def test_lines_are_read_back_as_they_were_written(texts):
    stream = io.BytesIO()
    writer = Writer(stream, "demo")
    for text in texts:
        writer.line(text)
    assert [line for _, line in lines_of(io.BytesIO(stream.getvalue()), "demo")] == texts


@pytest.mark.parametrize("ending", ["", ".gz", ".bz2", ".xz"])
def test_a_file_is_written_by_its_ending(tmp_path, ending):
    path = tmp_path / f"out.seg{ending}"
    put(path, "外国 人", "")
    assert [line for _, line in read_lines(path)] == ["外国 人", ""]
    assert os.listdir(tmp_path) == [path.name]


def test_the_same_text_gives_the_same_compressed_bytes(tmp_path):
    put(tmp_path / "a.gz", "text")
    put(tmp_path / "b.gz", "text")
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.gz").read_bytes()) == b"text\n"


def test_zstandard_is_written_where_it_is_installed(tmp_path):
    pytest.importorskip("zstandard")
    put(tmp_path / "a.seg.zst", "text")
    assert list(read_lines(tmp_path / "a.seg.zst")) == [(1, "text")]


def test_an_output_that_exists_is_kept_unless_forced(tmp_path):
    path = tmp_path / "out.seg"
    path.write_text("old\n")
    with pytest.raises(OutputError, match=r"out\.seg: exists already; pass --force"):
        put(path, "new")
    assert path.read_text() == "old\n"
    put(path, "new", force=True)
    assert path.read_text() == "new\n"


@pytest.mark.parametrize("stop", [KeyboardInterrupt, CorpusError, GeneratorExit])
def test_nothing_half_written_is_left_behind(tmp_path, stop):
    path = tmp_path / "out.seg.gz"

    def broken():
        with open_writer(path) as writer:
            writer.line("half")
            raise stop

    with pytest.raises(stop):
        broken()
    assert os.listdir(tmp_path) == []


def test_a_forced_output_survives_a_writing_that_fails(tmp_path):
    path = tmp_path / "out.seg"
    path.write_text("old\n")
    with pytest.raises(CorpusError):
        put(path, "one", "two\nlines", force=True)
    assert path.read_text() == "old\n"
    assert os.listdir(tmp_path) == ["out.seg"]


def test_what_appeared_in_the_meantime_is_kept(tmp_path):
    path = tmp_path / "out.seg"
    late = (path.write_text("theirs\n") and "ours" for _ in range(1))
    with pytest.raises(OutputError, match="exists already"):
        put_all(path, late)
    assert path.read_text() == "theirs\n"
    assert os.listdir(tmp_path) == ["out.seg"]


def test_a_link_stays_a_link(tmp_path):
    target, link = tmp_path / "target.seg", tmp_path / "link.seg"
    target.write_text("old\n")
    link.symlink_to(target)
    put(link, "new", force=True)
    assert link.is_symlink()
    assert target.read_text() == "new\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs the device that is always full")
def test_a_full_disk_is_said_plainly():
    with pytest.raises(OutputError, match="/dev/full: cannot be written: No space left"):
        put("/dev/full", "text" * 10_000)


def test_a_disk_that_fills_up_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match=r"out\.seg: cannot be written .No space left on device"):
        put(tmp_path / "out.seg", "text")
    assert os.listdir(tmp_path) == []


def test_folders_that_are_not_there_or_closed_are_named(tmp_path, monkeypatch):
    with pytest.raises(OutputError, match="is a directory"):
        check_writable(tmp_path, force=True)
    with pytest.raises(OutputError, match=r"the folder .*missing does not exist"):
        check_writable(tmp_path / "missing" / "out.seg")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(OutputError, match="may not be written by this user"):
        put(tmp_path / "out.seg", "text")


def test_a_device_is_written_to_without_force():
    put(os.devnull, "text")
    check_writable("-")


def test_a_hyphen_is_the_standard_output(monkeypatch):
    stream = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(stream, encoding="utf-8"))
    put("-", "外")
    assert stream.getvalue() == "外\n".encode()


def test_a_closed_pipe_is_the_callers_affair():
    class Closed(io.BytesIO):
        def write(self, data):
            raise BrokenPipeError(32, "Broken pipe")

    with pytest.raises(BrokenPipeError):
        Writer(Closed(), "<stdout>").line("text")


def test_a_lone_surrogate_has_no_utf8_form_and_the_error_names_jsonl():
    writer = Writer(io.BytesIO(), "demo")
    writer.line("a")
    with pytest.raises(CorpusError, match=r"demo:2: .*U\+D800 .*jsonl"):
        writer.line("\ud800")


def test_a_line_feed_inside_a_text_is_refused():
    with pytest.raises(CorpusError, match=r"demo:1: a line feed"):
        Writer(io.BytesIO(), "demo").line("a\nb")
