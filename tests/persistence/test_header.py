import pytest

from tagshift.errors import ModelError
from tagshift.persistence import load, peek, save
from tagshift.persistence.header import DEPTH_LIMIT
from tagshift.persistence.layout import HEADER_LIMIT


def wrapped(text: str) -> bytes:
    return b'{"header": {"a": %s}, "arrays": []}' % text.encode()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("NaN", "NaN is no JSON number"),
        ("-Infinity", "-Infinity is no JSON number"),
        ("1e999", "1e999 is out of range"),
        ('{"b": 1, "b": 2}', "a key is there twice"),
        ("9" * 5000, "the header is no readable JSON"),
        ("[" * 50 + "]" * 50, "nested more than 32 deep"),
        ("[" * 100_000 + "]" * 100_000, "the header is no readable JSON"),
        ('{"b":' * 100_000 + "1" + "}" * 100_000, "the header is no readable JSON"),
        ("'x'", "the header is no readable JSON"),
        ("1}, 2", "the header is no readable JSON"),
    ],
)
def test_hostile_json_is_refused(craft, text, reason):
    path = craft(wrapped(text), b"")
    for read in (load, peek):
        with pytest.raises(ModelError, match=rf"crafted.model: .*{reason}"):
            read(path)


@pytest.mark.parametrize(
    "raw", [b"\xff\xfe", b"[]", b"3", b'{"header": 1, "arrays": []}', b'{"arrays": []}', b"{}"]
)
def test_a_header_of_another_shape_is_refused(craft, raw):
    with pytest.raises(ModelError, match=r"crafted.model: .*header"):
        load(craft(raw, b""))


def test_an_enormous_header_is_refused_unread(craft):
    with pytest.raises(ModelError, match=r"the header claims \d+ bytes; at most"):
        load(craft(wrapped('"' + "a" * HEADER_LIMIT + '"'), b""))


@pytest.mark.parametrize("claimed", [128, 64 * 10**6, 2**64 - 64, 63])
def test_a_header_length_beyond_the_file_is_refused(craft, claimed):
    with pytest.raises(ModelError, match="the header claims"):
        load(craft(b"{}", b"", header_length=claimed))


def test_a_header_too_long_to_be_read_is_not_written(tmp_path):
    with pytest.raises(ModelError, match="put long lists in arrays"):
        save(tmp_path / "m", {"words": ["word"] * HEADER_LIMIT}, {})


def test_a_header_as_deep_as_is_read_can_be_written_and_no_deeper(tmp_path):
    value = 1
    for _ in range(DEPTH_LIMIT - 3):
        value = [value]
    save(tmp_path / "m", {"a": value}, {})
    assert peek(tmp_path / "m") == {"a": value}
    with pytest.raises(ModelError, match="nested more than"):
        save(tmp_path / "n", {"a": [value]}, {})


@pytest.mark.parametrize("header", [{1: "a"}, {"a": {None: 1}}, {"a": {1, 2}}, {"a": b"x"}])
def test_a_header_that_json_would_change_is_refused(tmp_path, header):
    with pytest.raises(ModelError, match="must be plain JSON"):
        save(tmp_path / "m", header, {})
