from __future__ import annotations

import numpy as np
import pytest

from tagshift.kernels.lines import Workspace, read_lines, write_lines

SIZES, CUTS, REACH = 1, 2, 8


def room(most=600):
    return Workspace(
        np.full(most, 77, np.uint16),
        np.full((4, most), 77, np.uint8),
        np.full((8, most), 77, np.int32),
        np.zeros((16, 576), np.int32),
        np.zeros((64, 4), np.int64),
    )


def codes():
    """Every character is its own number, as far as 16 bits go; types are 0."""
    return np.arange(0x110000, dtype=np.uint32) & np.uint32(0xFFFF)


def through(data, strict=True, lines=True):
    """What is read and written back without any cut but those known; or what the reader says."""
    text, out, work = np.frombuffer(data, np.uint8), np.zeros(2 * len(data) + 8, np.uint8), room()
    at = to = 0
    while at < len(data):
        at = read_lines(codes(), work, text, at, strict, lines)
        if at < 0:
            return at
        to = write_lines(work, text, out, to)
    return bytes(out[:to])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a",
        b"\n",
        b"a\n\nb",
        b"\r\n",
        b"a\r\nb\r\n",
        b"a\rb\n",
        "é外𠀀\0\n".encode(),
        b"\n" * 200 + b"x",
    ],
)
def test_lines_come_out_as_they_went_in(data):
    assert through(data) == data


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b" a  b ", b"a b"),
        (b"a b", b"a b"),
        (b"  \n a\n", b"\na\n"),
        (b"a \r\nb", b"a\r\nb"),
        ("外 国\u3000人".encode(), "外 国\u3000人".encode()),
    ],
)
def test_spaces_are_known_cuts_that_come_out_once(data, expected):
    assert through(data) == expected


def test_a_text_that_is_no_line_keeps_its_line_feeds():
    assert through(b"a\nb\r\n", lines=False) == b"a\nb\r\n"


BROKEN = [b"\xff", b"\x80", b"\xc1\x81", b"\xe3\x81", b"\xe3\x81a", b"\xe0\x80\x80", b"\xf4\x90\x80\x80"]
BROKEN += [b"\xf0\x80\x80\x80", b"\xf5\x80\x80\x80", b"\xc3", b"\xf0\x9f\x98"]


@pytest.mark.parametrize("broken", BROKEN)
def test_bytes_that_are_no_utf8_are_located(broken):
    assert through(b"ab\n c" + broken + b"\n") == -1 - 5
    assert through(b"ab\n c" + broken) == -1 - 5


def test_every_character_is_read_as_python_reads_it():
    characters = [chr(c) for c in (0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)]
    work = room()
    text = np.frombuffer("".join(characters).encode(), np.uint8)
    assert read_lines(codes(), work, text, 0, True, True) == len(text)
    assert through("".join(characters).encode()) == "".join(characters).encode()


def test_surrogates_are_characters_unless_strict():
    data = "a\ud800".encode("utf-8", "surrogatepass")
    assert through(data, strict=False) == data
    assert through(data) == -2


def test_many_short_lines_are_read_in_several_goes():
    data = "".join(f"{n}\n" for n in range(500)).encode()
    assert through(data) == data
