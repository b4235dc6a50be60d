"""What is there is handed on before more is waited for."""

from __future__ import annotations

import os

import pytest

from tagshift.data.files import lines_of
from tagshift.data.pipes import Pipe, as_it_comes, batches, must_wait


@pytest.fixture
def ends():
    """A pipe: what is read, wrapped, and where it is written."""
    reading, writing = os.pipe()
    with open(reading, "rb") as source, open(writing, "wb", buffering=0) as sink:
        yield as_it_comes(source), sink


def test_a_pipe_hands_on_what_it_has(ends):
    source, sink = ends
    assert must_wait(source)
    sink.write(b"one\ntwo")
    assert not must_wait(source)
    assert source.read(1 << 20) == b"one\ntwo"
    assert must_wait(source)


def test_the_end_needs_no_waiting(ends):
    source, sink = ends
    sink.close()
    assert not must_wait(source)
    assert source.read(9) == b""


def test_lines_that_nobody_has_taken_are_there(ends):
    source, sink = ends
    sink.write(b"one\ntwo\n")
    lines = lines_of(source, "<stdin>")
    assert next(lines) == (1, "one")
    assert not must_wait(source)
    assert next(lines) == (2, "two")
    assert must_wait(source)


def test_a_regular_file_is_read_as_it_is(tmp_path):
    (tmp_path / "a").write_bytes(b"one\n")
    with open(tmp_path / "a", "rb") as file:
        assert as_it_comes(file) is file
        assert not must_wait(file)


def test_a_pipe_is_wrapped_once(ends):
    source, _ = ends
    assert as_it_comes(source) is source


def test_a_system_that_cannot_tell_counts_as_waiting():
    class Odd:
        read = None

        def fileno(self):
            return -1

    assert Pipe(Odd()).must_wait()


def test_a_batch_ends_where_the_next_item_must_be_waited_for(ends):
    source, sink = ends
    flushed = []
    sink.write(b"a\nb\nc\n")
    found = batches(lines_of(source, "<stdin>"), 2, lambda: source, lambda: flushed.append(True))
    assert [line for _, line in next(found)] == ["a", "b"]
    assert [line for _, line in next(found)] == ["c"]
    assert not flushed
    sink.write(b"d\n")
    sink.close()
    assert [line for _, line in next(found)] == ["d"]
    assert list(found) == []
