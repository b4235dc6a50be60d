"""Word lists for taggers: which tokens stand inside a listed name.

A list is a file with one name a line, tokens between U+0020, and after a tab its type if it has one. The
longest name from the left wins, for each type by itself; its first token is marked B, the others I.

A list made of the source's own names would teach the model to trust it blindly, for every name of the
training text is in it and hardly one of the next text. So an ``own`` list is withheld while training: a
name that the source has once is unknown there, and every other one is hidden in a tenth of the sentences.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError
from tagshift.features.tokens import Tokens
from tagshift.scoring.spans import are_spans, read_spans

Ints = NDArray[np.int32]
Name = tuple[str, ...]

MARKS = ("B", "I")
UNTYPED = "name"
HIDDEN_SHARE = 0.1


@dataclass
class Gazetteer:
    """Names by type, and whether they are the source's own.

    >>> towns = Gazetteer.from_lines("towns", ["Bad Ems\\tLOC", "Ems\\tLOC"])
    >>> tokens = Tokens.from_sentences([[["Bad", "Ems", "on", "Ems"]]])
    >>> towns.marks(tokens, "LOC").tolist()
    [0, 1, -1, 0]
    """

    name: str
    names: dict[str, list[Name]]
    own: bool = False
    seed: int = 0
    tries: dict[str, dict[Any, Any]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.tries = {kind: _trie(names) for kind, names in self.names.items()}

    @classmethod
    def from_lines(cls, name: str, lines: Iterable[str], **kwargs: Any) -> Gazetteer:
        names: defaultdict[str, list[Name]] = defaultdict(list)
        for number, line in enumerate(lines, 1):
            if not line:
                continue
            listed, _, kind = line.partition("\t")
            tokens = tuple(token for token in listed.split(" ") if token)
            if not tokens or "\t" in kind:
                raise CorpusError(f"{name}:{number}: expected a name, or name<TAB>type, got {line!r}")
            names[kind or UNTYPED].append(tokens)
        return cls(name, dict(names), **kwargs)

    def with_own(self, sentences: Iterable[TagSentence]) -> Gazetteer:
        """The list and the names that the source has of its types, withheld in training.

        A list of another domain has hardly a name that the source has too, so by itself it learns nothing to
        be trusted by: the source's own names are its examples. Names without a type are of any. A source
        whose labels are no spans has no names.

        >>> source = [TagSentence((["Bad", "Ems"],), ["B-LOC", "I-LOC"])]
        >>> Gazetteer.from_lines("towns", ["Oslo\\tLOC"]).with_own(source).names
        {'LOC': [('Oslo',), ('Bad', 'Ems')]}
        """
        found = {kind: dict.fromkeys(names) for kind, names in self.names.items()}
        for sentence in sentences:
            labels = [label if isinstance(label, str) else "O" for label in sentence.labels]
            for start, end, kind in read_spans(labels) if are_spans(labels) else ():
                for listed in {kind, UNTYPED} & found.keys():
                    found[listed][tuple(sentence.tokens[start:end])] = None
        return Gazetteer(self.name, {kind: list(names) for kind, names in found.items()}, True, self.seed)

    @property
    def sources(self) -> list[str]:
        """``list/type`` for each type: what templates spell out."""
        return [f"{self.name}/{kind}" for kind in self.names]

    def marks(self, tokens: Tokens, kind: str, training: bool = False) -> Ints:
        """For each token the number of its mark, -1 outside every name; withheld if own and training."""
        found = list(_matches(tokens, self.tries[kind]))
        if training and self.own:
            found = self._withheld(found, tokens)
        marks = np.full(len(tokens), -1, np.int32)
        for start, name in found:
            marks[start] = 0
            marks[start + 1 : start + len(name)] = 1
        return marks

    def _withheld(self, found: list[tuple[int, Name]], tokens: Tokens) -> list[tuple[int, Name]]:
        occurrences = Counter(name for _, name in found)
        return [
            (start, name)
            for start, name in found
            if occurrences[name] > 1 and not self._hidden(name, int(tokens.sentence_of[start]))
        ]

    def _hidden(self, name: Name, sentence: int) -> bool:
        """A draw that depends on the name, the sentence and the seed, never on the order of the list."""
        drawn = crc32(f"{self.seed} {sentence} {' '.join(name)}".encode("utf-8", "surrogatepass"))
        return drawn < HIDDEN_SHARE * 2**32


def _trie(names: Iterable[Name]) -> dict[Any, Any]:
    """Nested dictionaries by token; the key None ends a name."""
    root: dict[Any, Any] = {}
    for name in names:
        node = root
        for token in name:
            node = node.setdefault(token, {})
        node[None] = True
    return root


def _matches(tokens: Tokens, trie: Mapping[Any, Any]) -> Iterator[tuple[int, Name]]:
    """The names in a text, longest first from the left, as (first token, name)."""
    column = tokens.columns[1]
    opens = np.array([string in trie for string in column.strings], bool)
    free = 0
    for start in np.flatnonzero(opens[column.ids]).tolist() if len(opens) else ():
        if start >= free:
            end = int(tokens.offsets[tokens.sentence_of[start] + 1])
            words = [column.strings[i] for i in column.ids[start:end]]
            size = _longest(words, trie)
            if size:
                yield start, tuple(words[:size])
                free = start + size


def _longest(words: list[str], trie: Mapping[Any, Any]) -> int:
    """How many of the first words make the longest name, 0 if none does."""
    longest = 0
    for size, word in enumerate(words, 1):
        if word not in trie:
            break
        trie = trie[word]
        if None in trie:
            longest = size
    return longest
