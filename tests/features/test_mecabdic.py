"""The reader of MeCab's dictionaries, on small ones written by hand byte for byte."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from dictionaries import HEADER, dictionary
from hypothesis import given, settings
from hypothesis import strategies as st

from tagshift.errors import CorpusError
from tagshift.features import mecabdic


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
