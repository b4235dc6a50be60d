"""The reader of MeCab's dictionaries, on small ones written by hand byte for byte."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tagshift.errors import CorpusError
from tagshift.features import mecabdic

MAGIC = 0xEF718F77
HEADER = "<10I32s"


def double_array(values):
    """A Darts double array of some byte strings: each level's bases tried one after the other."""
    units = {0: [1, 0]}
    starts = {0, 1}

    def place(prefix, at):
        rest = {key[len(prefix) :] for key in values if key.startswith(prefix)}
        codes = sorted({key[0] + 1 if key else 0 for key in rest})
        base = 1 if not prefix else next(n for n in range(1, 1 << 16) if free(n, codes))
        starts.add(base)
        units[at][0] = base
        for code in codes:
            units[base + code] = [-values[prefix] - 1 if code == 0 else 0, base]
        for code in filter(None, codes):
            place(prefix + bytes((code - 1,)), base + code)

    def free(base, codes):
        return base not in starts and not any(base + code in units for code in codes)

    place(b"", 0)
    size = max(*units, 1) + 1  # there is a unit for the root's children, if it has none
    return b"".join(struct.pack("<iI", *units.get(n, (0, 0))) for n in range(size))


def dictionary(words, charset="utf-8"):
    """The bytes of a ``sys.dic``: surfaces with the features of their tokens."""
    tokens, features, values = b"", b"", {}
    for surface in sorted(words):
        values[surface] = len(tokens) // 16 << 8 | len(words[surface])
        for feature in words[surface]:
            tokens += struct.pack("<HHHhII", 1, 2, 3, -4, len(features), 0)
            features += feature.encode(charset) + b"\0"
    arrays = double_array(values)
    sizes = (len(arrays), len(tokens), len(features))
    total = struct.calcsize(HEADER) + sum(sizes)
    name = charset.encode().ljust(32, b"\0")
    return struct.pack(HEADER, MAGIC ^ total, 102, 0, len(values), 1, 1, *sizes, 0, name) + (
        arrays + tokens + features
    )


def read(folder: Path, data):
    path = folder / "sys.dic"
    path.write_bytes(data)
    return dict(mecabdic.read(path))


@pytest.mark.parametrize("charset", ["utf-8", "euc-jp", "shift_jis"])
def test_every_surface_comes_with_the_features_of_its_tokens(charset, tmp_path):
    words = {
        "外": ["名詞,一般"],
        "外国": ["名詞,一般,*", "名詞,固有"],
        "人": ["接尾辞,", "名詞", "名詞,数"],
        "あ": [""],
        "a": ["記号"],
    }
    encoded = {word.encode(charset): features for word, features in words.items()}
    assert read(tmp_path, dictionary(encoded, charset)) == words


@settings(max_examples=50)
@given(st.dictionaries(st.text("ab外\0\xff", max_size=4), st.lists(st.text("x,外"), max_size=3)))
def test_any_dictionary_is_read_as_it_was_written(tmp_path_factory, words):
    data = dictionary({word.encode(): features for word, features in words.items()})
    assert read(tmp_path_factory.getbasetemp(), data) == words


def test_surfaces_that_are_no_text_are_left_out(tmp_path):
    words = {"外".encode(): ["名詞"], "外".encode()[:2]: ["破損"], b"\xff": ["破損"]}
    assert read(tmp_path, dictionary(words)) == {"外": ["名詞"]}


def test_features_that_are_no_text_are_read_as_far_as_they_are(tmp_path):
    data = dictionary({b"a": ["外"]})
    assert read(tmp_path, data[:-4] + b"\xffxy\0") == {"a": ["\ufffdxy"]}


@pytest.mark.parametrize("kept", [0, 10, 71])
def test_a_file_shorter_than_a_header_is_named(kept, tmp_path):
    with pytest.raises(CorpusError, match=r"sys\.dic: too short for a MeCab dictionary"):
        read(tmp_path, dictionary({b"a": ["x"]})[:kept])


def test_a_file_that_is_cut_off_or_something_else_is_named(tmp_path):
    data = dictionary({b"a": ["x"]})
    for damaged in (data[:-1], data + b"\0", b"\0" + data[1:], b"PK" * 60):
        with pytest.raises(CorpusError, match=r"sys\.dic: not a MeCab dictionary"):
            read(tmp_path, damaged)


@pytest.mark.parametrize(
    ("at", "value", "what"),
    [
        (72, 10**6, "out of bounds"),  # where the root's children are
        (72, 0x80000000, "no tree"),
        (72 + 8 * 99, 1, "no tree"),  # a leads back to the root
        (72 + 8 * 100 + 8, 10**6, "not found"),  # where the feature is
    ],
)
def test_a_dictionary_whose_insides_are_damaged_is_named(at, value, what, tmp_path):
    data = bytearray(dictionary({b"a": ["x"]}))
    assert struct.unpack_from("<i", data, 72 + 8 * 99)[0] == 2
    struct.pack_into("<I", data, at, value)
    with pytest.raises(CorpusError, match=rf"sys\.dic: a damaged MeCab dictionary \(.*{what}"):
        read(tmp_path, data)


def test_an_unknown_charset_is_named(tmp_path):
    data = dictionary({b"a": ["x"]}).replace(b"utf-8\0", b"utf-9\0")
    with pytest.raises(CorpusError, match=r"damaged MeCab dictionary \(unknown encoding: utf-9\)"):
        read(tmp_path, data)


def test_an_installed_dictionary_has_a_surface_for_each_of_its_tokens():
    installed = pytest.importorskip("ipadic")
    path = Path(installed.DICDIR) / "sys.dic"
    with path.open("rb") as file:
        *_, entries, _, _, _, _, _, _, _ = struct.unpack(HEADER, file.read(72))
    found = dict(mecabdic.read(path))
    assert sum(map(len, found.values())) == entries
    assert any(text.startswith("助詞,") for text in found["は"])
