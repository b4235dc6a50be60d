"""How a tagger learns: by which method, with which regularisation, and how sure its probabilities are."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from tagshift.data.sentence import TagSentence
from tagshift.decode.tag_batches import columns_of, labelled
from tagshift.decode.tag_decoder import TagDecoder
from tagshift.decode.tag_model import TagModel
from tagshift.errors import ParameterError
from tagshift.features.tagcorpus import TagCorpus
from tagshift.features.tagindex import TagIndex
from tagshift.features.templates import TemplateSet
from tagshift.features.tokens import Tokens
from tagshift.learners import LEARNERS
from tagshift.learners.base import Learner
from tagshift.learners.calibration import fit_slope
from tagshift.params import Choice
from tagshift.scoring.spans import are_spans
from tagshift.scoring.tags import TagScorer

# Regularisations that ``dev`` chooses from, the strongest first: each starts from what the one before found.
CHOICES = (4.0, 2.0, 1.0, 0.5)
DEFAULT = 2.0
LEARNER, MARGIN = "crf", 2.0
# Without dev every so-manieth sentence is held out once, for the slope of probabilities.
HELD = 20


@dataclass(frozen=True)
class Method:
    """What learns: a learner ready made, or the name of one and what to make it with.

    >>> str(Method.of(TemplateSet("mine", ())))
    'learner crf, margin 2'
    """

    learner: str | Learner
    margin: float | None
    given: dict[str, Any]
    because: str = ""

    @classmethod
    def of(
        cls,
        templates: TemplateSet,
        learner: str | Learner | None = None,
        margin: float | None = None,
        **given: Any,
    ) -> Method:
        """What is named stands; for the rest the templates may speak, if no learner is named."""
        if isinstance(learner, Learner):
            for name, value in {"margin": margin, **given}.items():
                if value is not None and name != "seed":
                    raise ParameterError(
                        f"Tagger: the learner {learner!r} keeps its own {name}; leave it out"
                    )
            return cls(learner, None, {})
        said, who, because = templates.training, "Tagger", ""
        if learner is None and (said.learner or (said.margin is not None and margin is None)):
            because, who = f" (as the templates {templates.name} say)", f"the templates {templates.name}"
        if learner is None:
            learner, margin = said.learner or LEARNER, said.margin if margin is None else margin
        expected = Choice(*LEARNERS).check(learner)
        if expected is not None:
            raise ParameterError(f"{who}: learner must be {expected}, got {learner!r}")
        has = LEARNERS[learner]().get_params()
        for name, value in {"margin": margin, **given}.items():
            if value is not None and name != "seed" and name not in has:
                raise ParameterError(f"{who}: the learner {learner!r} has no {name}; leave it out")
        if "margin" in has:
            margin = MARGIN if margin is None else margin
        return cls(learner, margin, given, because)

    def __str__(self) -> str:
        margin = "" if self.margin is None else f", margin {self.margin:g}"
        return f"learner {self.name}{margin}{self.because}"

    @property
    def name(self) -> str:
        """The learner's name, or that of its kind."""
        return self.learner if isinstance(self.learner, str) else type(self.learner).__name__

    def has(self, name: str) -> bool:
        """Whether the learner is made here and has a parameter of that name."""
        return isinstance(self.learner, str) and name in LEARNERS[self.learner]().get_params()

    def make(self, l2: float) -> Learner:
        """The learner."""
        if isinstance(self.learner, Learner):
            return self.learner
        given = {**self.given, "l2": l2, "margin": self.margin}
        kind = LEARNERS[self.learner]
        return kind(**{name: value for name, value in given.items() if value is not None and self.has(name)})


class Trained(NamedTuple):
    """A decoder, and the regularisation of its model if its learner was made with one."""

    decoder: TagDecoder
    l2: float | None


class Training:
    """One method on one corpus; ``settings`` are the ``start``, ``threads`` and ``callback`` of learners."""

    def __init__(self, method: Method, index: TagIndex, corpus: TagCorpus, settings: dict[str, Any]) -> None:
        self.method, self.index, self.corpus, self.settings = method, index, corpus, settings
        self.l2 = method.given.get("l2")

    def with_dev(self, dev: Sequence[TagSentence]) -> Trained:
        """Learn with less and less regularisation as long as ``dev`` gains by it, or with the one given."""
        chooses = self.l2 is None and self.method.has("l2")
        best = -1.0
        for l2 in CHOICES if chooses else [DEFAULT if self.l2 is None else self.l2]:
            trained = self._learn(self.corpus, l2)
            reached = evaluate(trained.decoder, dev).percent
            if reached <= best:
                break
            best, kept = reached, trained
        kept.decoder.model.slope = slope_of(kept.decoder, dev)
        return kept

    def alone(self, sentences: Sequence[TagSentence]) -> Trained:
        """Learn from everything; the slope of probabilities is found on a twentieth first held out."""
        l2, slope = DEFAULT if self.l2 is None else self.l2, 1.0
        if self.method.margin and len(sentences) >= 2 * HELD:
            held = np.arange(len(sentences)) % HELD == HELD - 1
            encoded = self.corpus.encoded
            rest = replace(encoded, weights=np.where(held, 0.0, encoded.weights))
            first = self._learn(replace(self.corpus, encoded=rest), l2)
            slope = slope_of(first.decoder, [s for s, out in zip(sentences, held, strict=True) if out])
        trained = self._learn(self.corpus, l2)
        trained.decoder.model.slope = slope
        return trained

    def _learn(self, corpus: TagCorpus, l2: float) -> Trained:
        """Learn, and let what is learned next start from there."""
        learner = self.method.make(l2).fit(corpus.encoded, **self.settings)
        decoder = TagDecoder(TagModel(self.index, corpus.inner, learner.model_))
        if learner.uses_start:
            self.settings = {**self.settings, "start": learner.model_.theta()}
        return Trained(decoder, l2 if self.method.has("l2") else None)


def slope_of(decoder: TagDecoder, sentences: Sequence[TagSentence]) -> float:
    """The slope under which labels that training has not seen are most likely."""
    tokens = Tokens.from_sentences(map(columns_of, sentences), decoder.index.columns)
    likelihoods = decoder.likelihoods(tokens, [s.labels for s in sentences])

    def total(slope: float) -> float:
        found = likelihoods(slope)
        return float(found[np.isfinite(found)].sum())

    return fit_slope(total)


def evaluate(
    decoder: TagDecoder,
    sentences: Sequence[TagSentence],
    vocabulary: Container[str] | None = None,
    threads: int = 1,
) -> TagScorer:
    """A scorer that has seen all sentences; of spans too where the decoder's labels mark some."""
    scorer = TagScorer(vocabulary, spans=are_spans(decoder.inner.outer))
    for sentence, found in zip(sentences, labelled(decoder, sentences, threads=threads), strict=True):
        gold = [label if isinstance(label, str) else None for label in sentence.labels]
        scorer.add(sentence.tokens, gold, found)
    return scorer
