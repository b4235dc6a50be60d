"""Segmentations scored against gold, for ``tagshift evaluate``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from tagshift.cli.corpora import Reading
from tagshift.cli.log import Log
from tagshift.data.sentence import UNKNOWN, SegmentSentence
from tagshift.errors import CorpusError
from tagshift.scoring import tables
from tagshift.scoring.counts import Counts, paired
from tagshift.scoring.documents import document_spread
from tagshift.scoring.words import WordScorer, disagreements

Words = Sequence[str]


class WordSystem:
    """One system's scorer, and its mistakes by how often they were made."""

    def __init__(self, vocabulary: Container[str] | None, documents: Sequence[str | None]) -> None:
        self.scorer, self.documents = WordScorer(vocabulary), documents
        self.mistakes: Counter[tuple[str, str]] = Counter()

    def add(self, gold: Words, predicted: Words) -> None:
        """One sentence."""
        self.scorer.add(gold, predicted)
        for expected, found in disagreements(gold, predicted):
            self.mistakes[" ".join(expected), " ".join(found)] += 1

    def top(self, number: int | None) -> list[tuple[str, str, int]]:
        """The most frequent mistakes: what the gold has, what was said, how often."""
        ordered = sorted(self.mistakes.items(), key=lambda item: (-item[1], item[0]))
        return [(gold, said, times) for (gold, said), times in ordered[:number]]

    def as_object(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """For ``--json``."""
        found = tables.words_json(self.scorer.scores())
        if given["mistakes"]:
            rows = self.top(given["mistakes"])
            found["mistakes"] = [{"gold": g, "predicted": p, "times": n} for g, p, n in rows]
        if given["by_document"]:
            spread = document_spread(self.scorer.counts, self.documents)
            found["documents"] = tables.spread_json(spread) if spread else None
        return found

    def further(self, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Titles and tables that were asked for."""
        if given["mistakes"]:
            yield "mistakes", tables.confusions_table(self.top(given["mistakes"]))
        if given["by_document"]:
            spread = document_spread(self.scorer.counts, self.documents)
            yield "documents (F)", tables.spread_table(spread) if spread else "the gold names no documents"


class ScoredWords:
    """Gold words, and the systems scored against them."""

    def __init__(self, paths: Sequence[str], reading: Reading, vocabulary: Container[str] | None) -> None:
        self.reading, self.vocabulary = reading, vocabulary
        self.name = paths[0] if len(paths) == 1 else "the gold files"
        self.gold = reading.segments(paths)
        self.words = [_decided(sentence, n, self.name) for n, sentence in enumerate(self.gold, 1)]
        docs = [sentence.extra.get("doc") for sentence in self.gold]
        self.documents = [doc if isinstance(doc, str) else None for doc in docs]
        self.systems: dict[str, WordSystem] = {}

    def add(self, name: str, model: Any, log: Log) -> None:
        """Score one more system: a model, or the file that the name says."""
        system = self.systems[name] = WordSystem(self.vocabulary, self.documents)
        try:
            pairs = paired(self.words, self._predicted(name, model))
            for gold, predicted in log.progress(pairs, "sentences", len(self.words)):
                system.add(gold, predicted)
        except CorpusError as error:
            raise CorpusError(f"{name} against {self.name}: {error}") from None

    def _predicted(self, name: str, model: Any) -> Iterator[Words]:
        if model is not None:
            found: list[list[str]] = model.predict([sentence.text for sentence in self.gold])
            return iter(found)
        read = self.reading.segments([name])
        return (_decided(sentence, n, name) for n, sentence in enumerate(read, 1))

    def counts(self) -> list[Counts]:
        """What significance looks at, a system each."""
        return [system.scorer.counts for system in self.systems.values()]

    def table(self) -> str:
        """A row for each system."""
        return tables.words_table({name: one.scorer.scores() for name, one in self.systems.items()})


def _decided(sentence: SegmentSentence, number: int, name: str) -> list[str]:
    if UNKNOWN in sentence.cuts:
        place = sentence.cuts.index(UNKNOWN) + 1
        raise CorpusError(
            f"{name}: sentence {number}: place {place} is undecided; scores need words that are all known"
        )
    # A space of the text separates, and is no word.
    return [word for word in sentence.words() if word.strip(" ")]
