"""From texts to encoded corpora: everything that a segmenter's features need to be made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.data.corpus import CUT_NAMES, Corpus
from tagshift.data.schemes.sixtag import SIXTAG
from tagshift.errors import ParameterError
from tagshift.features.alphabet import Alphabet, FoldedWords
from tagshift.features.encoded import Block, Encoded, Legal
from tagshift.features.keytable import KeyTable
from tagshift.features.lexicon import (
    MOST_CLASSES,
    ROW_LENGTH,
    Lexicon,
    Matches,
    lattice_block,
    match_block,
    own_lexicon,
)
from tagshift.features.ngrams import Ngrams
from tagshift.features.segmentcheck import check_alphabet, check_keys, check_list, check_templates, require
from tagshift.features.segmenttemplates import SegmentTemplates
from tagshift.features.stream import TextStream
from tagshift.features.terms import term_blocks
from tagshift.features.trie import Words
from tagshift.features.wordlists import WordList

Arrays = dict[str, NDArray[Any]]
GAP = ROW_LENGTH + 1  # no row reaches farther
OWN = "own"
# A list that holds this share of the source's words, counted as often as they come, is a dictionary and
# gets features of its own. Of a list that holds fewer, most matches in the source are chance, and features of
# its own would be distrusted: 300 words of wac as such cost 0.3 F on wac.dev, and bring 0.5 when they join
# the source's own list after training: see recipes/word_lists.py.
DICTIONARY = 0.5
_CUT = 2  # the row of a cut among the label sets of a text corpus


@dataclass(frozen=True, eq=False)
class SegmentIndex:
    """``lexicons``: by name. ``own`` lists the source's ``own_words`` words, and those added to them since;
    the others are dictionaries from outside. ``joined``: names of the lists that were added.
    """

    templates: SegmentTemplates
    alphabet: Alphabet
    ngrams: tuple[Ngrams, ...]
    lexicons: Mapping[str, Lexicon]
    own_words: int
    joined: tuple[str, ...] = ()

    @classmethod
    def fit(
        cls,
        corpus: Corpus,
        templates: SegmentTemplates,
        lists: Sequence[WordList] = (),
        *,
        hide: float = 0.1,
        seed: int = 0,
        raw: Corpus | None = None,
    ) -> tuple[SegmentIndex, Encoded]:
        """The index of a corpus, and the corpus encoded with its word lists withheld.

        Lists of the same name are refused, and so is a list for templates that have no features of lists.
        N-grams that are frequent in ``raw`` alone are kept as well: partial annotation can give them weights.
        """
        _check_lists(templates, lists)
        texts = [corpus.units, *(words.texts() for words in lists)] + ([raw.units] if raw else [])
        alphabet = Alphabet.of(texts, templates.folded)
        stream = TextStream.of(corpus, alphabet, GAP)
        raw_stream = TextStream.of(raw, alphabet, GAP) if raw else None
        fitted = [Ngrams.fit(spec, stream, raw_stream) for spec in templates.ngrams]
        lexicons: dict[str, Lexicon] = {}
        matches: dict[str, Matches] = {}
        lexicons[OWN], own = own_lexicon(stream, *word_places(corpus, stream))
        if templates.lists != "none":
            matches[OWN] = lexicons[OWN].withheld(stream, own, hide, seed)
        added: list[tuple[str, Lexicon]] = []
        for number, words in enumerate(lists, 1):
            lexicon = words.lexicon(alphabet)
            if templates.lists == "words" and own.share(lexicon.holds(lexicons[OWN])) < DICTIONARY:
                plain = replace(words, classes=[], n_classes=0)  # the own list has classes by types alone
                added.append((words.name, plain.lexicon(alphabet)))
            else:
                lexicons[words.name] = lexicon
                matches[words.name] = lexicon.withheld(stream, None, hide, seed + number)
        ngrams = tuple(found for found, _ in fitted)
        index = cls(templates, alphabet, ngrams, lexicons, len(lexicons[OWN]))
        encoded = index._encoded(corpus, stream, [block for _, block in fitted], matches)
        return reduce(lambda found, one: found.with_words(*one), added, index), encoded

    def with_words(self, name: str, words: Lexicon) -> SegmentIndex:
        """More words in the source's own list: they use the weights learned for words it knew."""
        lexicons = {**self.lexicons, OWN: self.lexicons[OWN].joined(words)}
        return replace(self, lexicons=lexicons, joined=(*self.joined, name))

    def encode(self, corpus: Corpus) -> Encoded:
        """A corpus as at labelling time: nothing is withheld."""
        stream = TextStream.of(corpus, self.alphabet, GAP)
        blocks = [ngrams.encode(stream) for ngrams in self.ngrams]
        matches = {name: words.matches(stream) for name, words in self.used_lexicons.items()}
        return self._encoded(corpus, stream, blocks, matches)

    @property
    def used_lexicons(self) -> Mapping[str, Lexicon]:
        """The lists that are features; the source's own words are kept anyway, for scores of unseen words."""
        return self.lexicons if self.templates.lists != "none" else {}

    @property
    def legal(self) -> Legal:
        """Which labels may follow each other, begin and end."""
        return Legal.everything(2) if self.templates.scheme == "boundary" else Legal(*SIXTAG.grammar())

    def vocabulary(self) -> FoldedWords:
        """The source's own words."""
        words = self.lexicons[OWN].words.take(np.arange(self.own_words))
        letters = np.concatenate([np.zeros(2, np.uint32), self.alphabet.characters])[words.ids]
        text = letters.tobytes().decode("utf-32-le", "surrogatepass")
        places = zip(words.offsets[:-1].tolist(), words.offsets[1:].tolist(), strict=True)
        return FoldedWords((text[begin:end] for begin, end in places), self.alphabet.folding)

    def shapes(self) -> dict[str, tuple[int, int]]:
        """Rows and width of every block, by name."""
        empty = self.encode(Corpus.from_segments([]))
        return {block.name: (block.rows, block.width) for block in empty.blocks}

    def _encoded(
        self, corpus: Corpus, stream: TextStream, blocks: list[Block], matches: Mapping[str, Matches]
    ) -> Encoded:
        for name, found in matches.items():
            blocks = blocks + self._list_blocks(name, found, stream)
        boundary = self.templates.scheme == "boundary"
        masks = corpus.label_sets.masks if boundary else SIXTAG.label_sets().masks
        labels = CUT_NAMES if boundary else SIXTAG.names
        return Encoded(
            labels=labels,
            blocks=tuple(blocks),
            size=stream.size,
            starts=stream.starts,
            lengths=np.maximum(stream.lengths - 1, 0) if boundary else stream.lengths,
            allowed=stream.spread(corpus.allowed if boundary else tag_sets(corpus)),
            masks=masks,
            weights=corpus.weights,
            legal=self.legal,
        )

    def _list_blocks(self, name: str, matches: Matches, stream: TextStream) -> list[Block]:
        if self.templates.lists == "terms":
            return term_blocks(name, matches, self.templates.ngrams)
        return [
            match_block(f"{name}.words", matches, self.lexicons[name].n_classes),
            lattice_block(f"{name}.lattice", matches, stream),
        ]

    def to_state(self) -> tuple[dict[str, Any], Arrays]:
        """What a model file keeps."""
        arrays: Arrays = {**self.alphabet.to_arrays()}
        for ngrams in self.ngrams:
            arrays[f"keys.{ngrams.spec.name}"] = ngrams.table.keys
        for number, lexicon in enumerate(self.lexicons.values()):
            arrays[f"list{number}.ids"] = lexicon.words.ids
            arrays[f"list{number}.lengths"] = lexicon.words.lengths.astype(np.uint8)
            arrays[f"list{number}.classes"] = lexicon.classes
        lists = [{"name": name, "classes": lexicon.n_classes} for name, lexicon in self.lexicons.items()]
        header = {
            "templates": self.templates.to_json(),
            "lists": lists,
            "own_words": self.own_words,
            "joined": list(self.joined),
        }
        return header, arrays

    @classmethod
    def from_state(cls, header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> SegmentIndex:
        """The index that ``to_state`` wrote; anything else is a ModelError."""
        templates = SegmentTemplates.from_json(header["templates"])
        check_templates(templates)
        check_alphabet(arrays)
        characters = len(arrays["alphabet"])
        for spec in templates.ngrams:
            check_keys(spec, arrays[f"keys.{spec.name}"], characters)
        ngrams = tuple(Ngrams(spec, KeyTable(arrays[f"keys.{spec.name}"])) for spec in templates.ngrams)
        lexicons = {}
        for number, entry in enumerate(header["lists"]):
            ids, lengths, classes = (arrays[f"list{number}.{part}"] for part in ("ids", "lengths", "classes"))
            check_list(entry["name"], ids, lengths, classes, entry["classes"], characters)
            words = Words(ids, np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]))
            lexicons[entry["name"]] = Lexicon(words, classes, entry["classes"])
        require(OWN in lexicons, "own words are missing")
        own_words, known = header["own_words"], len(lexicons[OWN])
        require(type(own_words) is int and 0 <= own_words <= known, "number of own words is impossible")
        alphabet, joined = Alphabet.from_arrays(dict(arrays)), tuple(map(str, header.get("joined", ())))
        return cls(templates, alphabet, ngrams, lexicons, own_words, joined)


def _check_lists(templates: SegmentTemplates, lists: Sequence[WordList]) -> None:
    names = [OWN, *(words.name for words in lists)]
    if lists and templates.lists == "none":
        raise ParameterError(
            f"the templates {templates.name!r} have no features of word lists; leave {names[1]!r} out"
        )
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ParameterError(f"two word lists are called {twice[0]!r}; rename one of the files")
    if templates.lists == "words" and any(words.n_classes > MOST_CLASSES for words in lists):
        raise ParameterError(f"a word list may have at most {MOST_CLASSES} classes")


def word_places(corpus: Corpus, stream: TextStream) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where in the stream each word that is certain begins and ends: a cut or an edge on both sides, no
    doubt inside.
    """
    marks = stream.spread(corpus.allowed)
    filled = stream.lengths > 0
    firsts, lasts = stream.starts[filled], (stream.starts + stream.lengths)[filled] - 1
    marks[lasts] = _CUT
    ends = np.flatnonzero(marks == _CUT)
    begins = np.concatenate([[0], ends[:-1] + 1])
    place = np.searchsorted(ends, lasts)  # a sentence's first word begins where the sentence does
    begins[np.concatenate([[0], place[:-1] + 1])[: len(firsts)]] = firsts
    doubts = np.concatenate([[0], np.cumsum((marks == 0) & (stream.ids != 0))])
    certain = doubts[ends + 1] == doubts[begins]
    return begins[certain], ends[certain] + 1


def tag_sets(corpus: Corpus) -> NDArray[np.int32]:
    """For every character the row of six-tag sets that the cuts on its two sides leave."""
    after = corpus.allowed.copy()
    lengths = corpus.lengths
    last = corpus.offsets[1:][lengths > 0] - 1
    after[last] = _CUT
    before = np.concatenate([[_CUT], after[:-1]]) if len(after) else after
    return (3 * before + after).astype(np.int32)
