from __future__ import annotations

import gzip
import sys
from collections import Counter

import numpy as np
import pytest
from dictionaries import dictionary
from hypothesis import given
from hypothesis import strategies as st
from streams import alphabet_of, spelled

from tagshift.errors import CorpusError, MissingDependencyError
from tagshift.features import chartypes, wordlists
from tagshift.features.lexicon import MOST_CLASSES
from tagshift.features.wordlists import WordList, from_file, from_package, load


def written(folder, data, name="towns.txt"):
    path = folder / name
    path.write_bytes(data)
    return str(path)


# Files


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", []),
        (b"\n\n  \n", []),
        (b"a", ["a"]),
        ("\ufeff京都\n大阪".encode(), ["京都", "大阪"]),  # a byte order mark is no part of the first word
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"b\na\nb\n\na\n", ["b", "a"]),  # each once, in the order of the first
        (b"a\tN\t3\n\tN\nb\t\n", ["a", "b"]),  # what follows a tab is said of the word
        (b"  a  \n a b \n", ["a", "a b"]),
        ("\u3000a\n".encode(), ["\u3000a"]),  # U+3000 is a character like any other
        ("a\x85b\u2028c\rd\n".encode(), ["a\x85b\u2028c\rd"]),
        (b"\0\n", ["\0"]),
    ],
)
def test_a_file_has_one_word_a_line(data, words, tmp_path):
    found = from_file(written(tmp_path, data))
    assert found == WordList("towns.txt", words)


@given(st.lists(st.text("ab外 \u3000", max_size=3)))
def test_the_words_of_a_file_are_those_written_each_once(tmp_path_factory, lines):
    path = written(tmp_path_factory.getbasetemp(), "\n".join(lines).encode())
    expected = list(dict.fromkeys(line.strip(" ") for line in lines if line.strip(" ")))
    assert from_file(path).words == expected


def test_a_compressed_file_is_read_like_any_other(tmp_path):
    assert from_file(written(tmp_path, gzip.compress(b"a\nb\n"), "towns.txt.gz")).words == ["a", "b"]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CorpusError, match=r"nowhere\.txt: no such file; check the path"):
        load(str(tmp_path / "nowhere.txt"))


def test_a_line_that_is_not_utf8_is_located(tmp_path):
    with pytest.raises(CorpusError, match=r"towns\.txt:2: .*UTF-8"):
        from_file(written(tmp_path, b"a\n\xff\n"))
    assert load(written(tmp_path, b"a\n\xff\n"), "replace").words == ["a", "\ufffd"]


# Packages


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An installed dictionary package, made here in the place of a real one."""
    words = {
        "外": ["名詞,一般,*", "名詞,一般,x", "接頭,名詞"],
        "外国": ["名詞,一般"],
        "国": ["名詞,一般,y"],
        "人": ["接頭,名詞", "名詞,一般,z"],
        "を": ["助詞"],
    }
    (tmp_path / "sys.dic").write_bytes(dictionary({word.encode(): said for word, said in words.items()}))
    (tmp_path / "unidic_lite.py").write_text(f"DICDIR = {str(tmp_path)!r}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "unidic_lite", raising=False)
    yield "unidic_lite"
    sys.modules.pop("unidic_lite", None)


@pytest.mark.parametrize("source", ["unidic_lite", "unidic-lite"])
def test_the_words_of_a_package_are_told_apart_by_the_parts_of_speech_they_can_have(source, package):
    found = load(source)
    assert (found.name, found.n_classes) == (package, MOST_CLASSES)
    classes = dict(zip(found.words, found.classes, strict=True))
    # Two sets come twice each and so stand first, that with the earlier name foremost; the third comes once.
    assert classes == {"外国": 1, "国": 1, "外": 2, "人": 2, "を": 3}


def test_a_file_named_like_a_package_is_the_file(package, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    written(tmp_path, b"a\n", "unidic_lite")
    assert load("unidic_lite").words == ["a"]


def test_a_package_that_is_not_installed_is_named_with_the_way_to_install_it(monkeypatch):
    monkeypatch.setitem(wordlists.PACKAGES, "no_such_dictionary", "DICDIR")
    with pytest.raises(
        MissingDependencyError, match=r"'no_such_dictionary' .* pip install no-such-dictionary"
    ):
        load("no-such-dictionary")


def test_more_sets_than_classes_leave_the_rarest_in_class_0(tmp_path, monkeypatch):
    sets = [f"k{n}" for n in range(70) for _ in range(2 if n % 2 else 1)]
    words = {f"w{n:03}".encode(): [kind] for n, kind in enumerate(sets)}
    (tmp_path / "sys.dic").write_bytes(dictionary(words))
    (tmp_path / "many_sets.py").write_text(f"FOLDER = {str(tmp_path)!r}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(wordlists.PACKAGES, "many_sets", "FOLDER")
    found = from_package("many_sets")
    sys.modules.pop("many_sets")
    kinds = {(sets[int(word[1:])], n) for word, n in zip(found.words, found.classes, strict=True)}
    twice = {n for kind, n in kinds if int(kind[1:]) % 2}
    assert twice == set(range(1, 36))  # the sets that come twice stand first
    once = Counter(n for kind, n in kinds if int(kind[1:]) % 2 == 0)
    assert once == {0: 70 - (MOST_CLASSES - 1), **dict.fromkeys(range(36, MOST_CLASSES), 1)}


# In the numbers of an alphabet


def test_a_list_without_classes_has_those_of_the_types_of_its_characters():
    alphabet = alphabet_of("アa漢")
    lexicon = WordList("x", ["アア", "", "a漢", "漢", "カ", "a"]).lexicon(alphabet)
    assert spelled(lexicon.words, alphabet) == [
        "アア",
        "a漢",
        "漢",
        "a",
    ]  # カ is unknown, the second is empty
    katakana, han, latin = chartypes.KATAKANA, chartypes.HAN, chartypes.LATIN
    assert lexicon.classes.tolist() == [katakana, 0, han, latin]
    assert lexicon.n_classes == chartypes.COUNT


def test_a_list_with_classes_keeps_them():
    alphabet = alphabet_of("ab")
    lexicon = WordList("x", ["ab", "c", "b", "", "ab"], [5, 4, 3, 2, 1], 6).lexicon(alphabet)
    assert spelled(lexicon.words, alphabet) == ["ab", "b"]
    assert (lexicon.classes.tolist(), lexicon.n_classes) == ([5, 3], 6)


@pytest.mark.parametrize("words", [[], [""], ["x"], ["\ud800"]])
def test_a_list_of_which_nothing_is_left_is_a_lexicon_of_nothing(words):
    found = WordList("x", words)
    assert len(found.lexicon(alphabet_of("ab"))) == 0
    assert np.array_equal(found.texts(), [ord(c) for c in "".join(words)])
