"""Word lists given by the user: a file with one word a line, or an installed dictionary package."""

from __future__ import annotations

import importlib
import importlib.util
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tagshift.data.corpus import code_points
from tagshift.data.files import Errors, read_lines
from tagshift.errors import MissingDependencyError
from tagshift.features import mecabdic
from tagshift.features.alphabet import Alphabet
from tagshift.features.lexicon import MOST_CLASSES, Lexicon, type_classes
from tagshift.features.trie import Words

# Packages that hold a compiled MeCab dictionary, and the attribute that says where.
PACKAGES = {"jumandic": "DICDIR", "ipadic": "DICDIR", "unidic_lite": "DICDIR"}


@dataclass(frozen=True)
class WordList:
    """``words``, and for a list that knows parts of speech what each word can be, as a number below
    ``n_classes``.
    """

    name: str
    words: list[str]
    classes: list[int] = field(default_factory=list)
    n_classes: int = 0

    def lexicon(self, alphabet: Alphabet) -> Lexicon:
        """The list in the numbers of an alphabet; words with a character that the alphabet lacks are left
        out.
        """
        units = code_points("".join(self.words))
        lengths = np.array([len(word) for word in self.words], np.int64)
        words = Words(alphabet.ids[units], np.concatenate([[0], np.cumsum(lengths)]))
        if self.n_classes:
            return Lexicon.of(words, np.array(self.classes, np.uint8), self.n_classes)
        filled = words.take(np.flatnonzero(lengths))
        types = alphabet.types[units]
        return Lexicon.of(filled, type_classes(filled, types))

    def texts(self) -> NDArray[np.uint32]:
        return code_points("".join(self.words))


def load(source: str, errors: Errors = "strict") -> WordList:
    """The words of a file, or of a dictionary package named."""
    package = source.replace("-", "_")
    if package in PACKAGES and not Path(source).exists():
        return from_package(package)
    return from_file(source, errors)


def from_file(path: str, errors: Errors = "strict") -> WordList:
    """One word a line; what follows a tab is not part of it; blank lines are passed over."""
    words = (line.split("\t", 1)[0].strip(" ") for _, line in read_lines(path, errors))
    return WordList(Path(path).name, list(dict.fromkeys(word for word in words if word)))


def from_package(package: str) -> WordList:
    """The surfaces of a dictionary with the set of parts of speech that each can have.

    The most frequent sets are classes of their own; the rest share class 0.
    """
    if importlib.util.find_spec(package) is None:
        raise MissingDependencyError(
            f"the word list {package!r} needs a package: pip install {package.replace('_', '-')}"
        )
    folder = Path(getattr(importlib.import_module(package), PACKAGES[package]))
    words: list[str] = []
    sets: list[frozenset[str]] = []
    for word, features in mecabdic.read(folder / "sys.dic"):
        words.append(word)
        sets.append(frozenset(",".join(text.split(",", 2)[:2]) for text in features))
    return WordList(package, words, _classes(sets), MOST_CLASSES)


def _classes(sets: Iterable[frozenset[str]]) -> list[int]:
    sets = list(sets)
    counts = sorted(Counter(sets).items(), key=lambda item: (-item[1], sorted(item[0])))
    numbers = {kinds: n for n, (kinds, _) in enumerate(counts[: MOST_CLASSES - 1], 1)}
    return [numbers.get(kinds, 0) for kinds in sets]
