"""Labels of tokens scored against gold, for ``tagshift evaluate``."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tagshift.cli.corpora import Reading
from tagshift.cli.log import Log
from tagshift.errors import CorpusError
from tagshift.scoring import tables
from tagshift.scoring.counts import Counts, paired
from tagshift.scoring.documents import document_spread
from tagshift.scoring.spans import are_spans
from tagshift.scoring.tags import TagScorer


class TagSystem(TagScorer):
    """One system's scorer, and how its scores are shown."""

    def __init__(
        self, vocabulary: Container[str] | None, spans: bool, documents: Sequence[str | None]
    ) -> None:
        super().__init__(vocabulary, spans=spans)
        self.documents = documents

    def as_object(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """For ``--json``."""
        found = tables.tags_json(self.scores(), self.span_scores())
        if given["mistakes"]:
            rows = self.tokens.confusions(given["mistakes"])
            found["mistakes"] = [{"gold": g, "predicted": p, "times": n} for g, p, n in rows]
        if given["by_document"]:
            spread = document_spread(self.counts, self.documents)
            found["documents"] = tables.spread_json(spread) if spread else None
        return found

    def further(self, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Titles and tables that were asked for."""
        spans = self.span_scores()
        if given["by_label"] and spans is not None:
            yield "types", tables.kinds_table(spans.kinds)
        elif given["by_label"]:
            yield "labels", tables.kinds_table(self.scores().labels)
        if given["mistakes"]:
            yield "mistakes", tables.confusions_table(self.tokens.confusions(given["mistakes"]))
        if given["by_document"]:
            spread = document_spread(self.counts, self.documents)
            what = "F" if spans is not None else "accuracy"
            shown = tables.spread_table(spread) if spread else "the gold names no documents"
            yield f"documents ({what})", shown


class ScoredTags:
    """Gold labels, and the systems scored against them."""

    def __init__(self, paths: Sequence[str], reading: Reading, vocabulary: Container[str] | None) -> None:
        self.reading, self.vocabulary = reading, vocabulary
        self.name = paths[0] if len(paths) == 1 else "the gold files"
        self.gold = reading.tags(paths)
        self.labels = [[label if isinstance(label, str) else None for label in s.labels] for s in self.gold]
        known = Counter(label for labels in self.labels for label in labels if label is not None)
        if not known and self.gold:
            raise CorpusError(f"{self.name}: no token has a label to score against")
        self.known, self.spans = known, are_spans(known)
        self.documents = [sentence.doc for sentence in self.gold]
        self.systems: dict[str, TagSystem] = {}

    def add(self, name: str, model: Any, log: Log) -> None:
        """Score one more system: a model, or the file that the name says."""
        system = self.systems[name] = TagSystem(self.vocabulary, self.spans, self.documents)
        predicted = self._of_file(name) if model is None else self._of_model(name, model)
        try:
            pairs = paired(zip(self.gold, self.labels, strict=True), predicted)
            for (sentence, gold), found in log.progress(pairs, "sentences", len(self.gold)):
                system.add(sentence.tokens, gold, found)
        except CorpusError as error:
            raise CorpusError(f"{name} against {self.name}: {error}") from None

    def _of_model(self, name: str, model: Any) -> Iterator[list[str]]:
        mapping = self.reading.map_labels
        can = {mapping.get(label, label) for label in model.labels_}
        never = [f"{label!r} ({times})" for label, times in self.known.most_common() if label not in can]
        if never:
            said = f"{name} cannot give these labels of the gold: {', '.join(never)}"
            warnings.warn(said + self._read_otherwise(model), stacklevel=2)
        for labels in model.stream(self.gold):
            yield [mapping.get(label, label) for label in labels]

    def _read_otherwise(self, model: Any) -> str:
        """A reason that labels may be strange: the model learned from another column."""
        learned = model.header.get("provenance", {}).get("options", {}).get("label_column")
        if learned in (None, self.reading.label_column):
            return ""
        return f"; the model learned from --label-column {learned}"

    def _of_file(self, name: str) -> Iterator[list[str]]:
        read = replace(self.reading, map_labels={}).tags([name])
        sentences = enumerate(paired(self.gold, read), 1)
        for number, (gold, found) in sentences:
            _check_tokens(gold.tokens, found.tokens, f"sentence {number}")
            yield [self._label(label, number) for label in found.labels]

    def _label(self, label: object, number: int) -> str:
        if not isinstance(label, str):
            raise CorpusError(f"sentence {number}: a token without one label; expected a label for each")
        return self.reading.map_labels.get(label, label)

    def counts(self) -> list[Counts]:
        """What significance looks at, a system each."""
        return [system.counts for system in self.systems.values()]

    def table(self) -> str:
        """A row for each system."""
        rows = {name: (one.scores(), one.span_scores()) for name, one in self.systems.items()}
        return tables.tags_table(rows)


def _check_tokens(gold: Iterable[str], found: Iterable[str], where: str) -> None:
    gold, found = list(gold), list(found)
    if gold == found:
        return
    pairs = enumerate(zip(gold, found, strict=False), 1)
    place = next((n for n, (a, b) in pairs if a != b), min(len(gold), len(found)) + 1)
    expected, got = (repr(tokens[place - 1]) if place <= len(tokens) else "none" for tokens in (gold, found))
    raise CorpusError(
        f"{where}: gold and prediction have different tokens from token {place} on: expected {expected}, "
        f"got {got}. Score the output of a tool on the gold file's own tokens"
    )
