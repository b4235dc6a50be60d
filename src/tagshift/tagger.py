"""The tagger: templates, a learner, a scheme; text in, labels out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from tagshift import persistence
from tagshift.data.sentence import Label, TagSentence
from tagshift.decode.tag_batches import Input, Known, batches, columns_of
from tagshift.decode.tag_decoder import TagDecoder
from tagshift.decode.tag_model import TagModel
from tagshift.errors import CorpusError, ModelError, ParameterError
from tagshift.features.gazetteer import Gazetteer
from tagshift.features.inner import SCHEMES
from tagshift.features.tagcorpus import TagCorpus
from tagshift.features.tagindex import TagIndex
from tagshift.features.templates import TemplateSet, load
from tagshift.features.tokens import Tokens
from tagshift.learners import LEARNERS
from tagshift.learners.base import Callback, Learner
from tagshift.learners.calibration import fit_slope
from tagshift.params import Choice, Flag, Parametrized, Real, Rule, Whole
from tagshift.scoring.spans import are_spans, score_spans
from tagshift.scoring.tokens import score_tokens

Floats = NDArray[np.float64]

# Regularisations that ``dev`` chooses from, the strongest first: each starts from what the one before found.
CHOICES = (4.0, 2.0, 1.0, 0.5)
DEFAULT = 2.0
MARGIN = 2.0
# Without dev every so-manieth sentence is held out once, for the slope of probabilities.
HELD = 20


class Tagger(Parametrized):
    """Labels tokens.

    Parameters
    ----------
    templates : str or TemplateSet
        A named set (``default``, ``chunk``, ``suzuki2007``, ``toepfer2012``), a TOML file's path, or a set.
    feature_columns : sequence of int, optional
        Columns that features see beside those that the templates name; columns count from 1.
    learner : str or Learner
        A name of ``tagshift.learners.LEARNERS`` (``crf``, ``maxmargin``, ``perceptron``, ...), or a learner
        of one's own making, which keeps its own regularisation and iterations.
    scheme : str
        ``auto`` reads it from the labels; ``iob2`` and ``iobes`` forbid what is no span; ``none`` does not.
    fine : bool
        Whether the chain tells ends of spans and spans of one token apart behind labels of IOB2.
    l2 : float, optional
        Regularisation of a learner that has one; None chooses it on ``dev``, and without ``dev`` is 2.
    margin : float, optional
        Softmax-margin of the learner ``crf``, 0 for plain log-loss; None is 2.
    max_iterations : int, optional
        Of the optimiser, or passes over the corpus; None leaves them to the learner.
    min_raw : int
        With raw target text: how often an attribute must occur there to be kept.
    gazetteers : sequence of Gazetteer
        Word lists, each its own features.
    seed : int
        Of learners that draw examples.

    >>> news = [TagSentence((["Rosa", "sang"],), ["N", "V"]), TagSentence((["Ben", "ran"],), ["N", "V"])]
    >>> tagger = Tagger(l2=0.1).fit(news)
    >>> tagger(["Rosa", "ran"])
    ['N', 'V']
    """

    constraints: ClassVar[Mapping[str, Rule]] = {
        "scheme": Choice(*SCHEMES),
        "fine": Flag(),
        "l2": Real(at_least=0, optional=True),
        "margin": Real(at_least=0, optional=True),
        "max_iterations": Whole(at_least=0, optional=True),
        "min_raw": Whole(at_least=1),
    }

    model_: TagModel
    vocabulary_: frozenset[str]
    provenance_: dict[str, Any]

    def __init__(
        self,
        *,
        templates: str | TemplateSet = "default",
        feature_columns: Sequence[int] | None = None,
        learner: str | Learner = "crf",
        scheme: str = "auto",
        fine: bool = False,
        l2: float | None = None,
        margin: float | None = None,
        max_iterations: int | None = None,
        min_raw: int = 2,
        gazetteers: Sequence[Gazetteer] = (),
        seed: int = 0,
    ) -> None:
        self.templates, self.feature_columns = templates, feature_columns
        self.learner, self.scheme, self.fine = learner, scheme, fine
        self.l2, self.margin, self.max_iterations = l2, margin, max_iterations
        self.min_raw, self.gazetteers, self.seed = min_raw, gazetteers, seed

    def fit(
        self,
        sentences: Iterable[TagSentence],
        dev: Sequence[TagSentence] | None = None,
        *,
        sample_weight: Sequence[float] | None = None,
        raw: Iterable[Input] | None = None,
        start: Any = None,
        threads: int = 1,
        callback: Callback | None = None,
    ) -> Self:
        """Learn from labelled sentences: fully, partly, ambiguously.

        ``dev`` chooses the regularisation where none is given, and how sure probabilities are; without it
        every twentieth sentence is first held out for that, if the learner has a margin. ``raw`` target text
        adds the attributes that occur in it. ``start`` and ``callback`` are the learner's.
        """
        self.check_params()
        sentences = list(sentences)
        if not sentences:
            raise CorpusError("no sentence to learn from")
        index = TagIndex(self._templates(), self.gazetteers)
        target = None if raw is None else Tokens.from_sentences(map(columns_of, raw), index.columns)
        corpus = TagCorpus.of(sentences, index, self.scheme, self.fine, target, self.min_raw, sample_weight)
        self.vocabulary_, self.repaired_ = corpus.vocabulary, corpus.repaired
        settings: dict[str, Any] = {"start": start, "threads": threads, "callback": callback}
        if dev:
            return self._learn_with(index, corpus, dev, settings)
        return self._learn_alone(index, corpus, sentences, settings)

    def __call__(self, tokens: Input) -> list[str]:
        """The labels of one sentence."""
        return self.predict([tokens])[0]

    def predict(
        self, sentences: Iterable[Input], known: Iterable[Sequence[Label]] | None = None
    ) -> list[list[str]]:
        """The labels of each sentence; ``known`` ones are kept (None where unknown, a tuple for a choice)."""
        return list(self.stream(sentences, known))

    def stream(
        self, sentences: Iterable[Input], known: Iterable[Sequence[Label]] | None = None
    ) -> Iterator[list[str]]:
        """As ``predict``, sentence by sentence from a source that may be endless."""
        names = np.array(self.labels_, object)
        for tokens, labels in self._batches(sentences, known):
            found = names[self.decoder_.best(tokens, labels)].tolist()
            for begin, end in zip(tokens.offsets[:-1].tolist(), tokens.offsets[1:].tolist(), strict=True):
                yield found[begin:end]

    def predict_marginals(
        self, sentences: Iterable[Input], known: Iterable[Sequence[Label]] | None = None
    ) -> list[Floats]:
        """For each sentence the probability (tokens, labels) of each of ``labels_``."""
        return [
            part
            for tokens, labels in self._batches(sentences, known)
            for part in np.split(self.decoder_.marginals(tokens, labels), tokens.offsets[1:-1])
        ]

    def nbest(
        self, sentences: Iterable[Input], count: int, known: Iterable[Sequence[Label]] | None = None
    ) -> list[list[tuple[list[str], float]]]:
        """For each sentence its ``count`` best labellings, exactly, each with its log-probability."""
        if count < 1:
            raise ParameterError(f"count must be at least 1, got {count}")
        return [
            [([self.labels_[k] for k in path], log) for log, path in several]
            for tokens, labels in self._batches(sentences, known)
            for several in self.decoder_.several(tokens, count, labels)
        ]

    def log_likelihood(self, sentences: Sequence[TagSentence]) -> Floats:
        """The log-probability of each sentence's own labels; where they are sets, of all that these admit."""
        found = [
            self.decoder_.log_likelihood(tokens, labels or [])
            for tokens, labels in self._batches(sentences, [s.labels for s in sentences])
        ]
        return np.concatenate(found) if found else np.empty(0)

    def score(self, sentences: Sequence[TagSentence]) -> float:
        """F1 of spans in fully labelled sentences, or accuracy of labelled tokens; in percent."""
        predicted = self.predict(sentences)
        gold = [[label if isinstance(label, str) else None for label in s.labels] for s in sentences]
        if are_spans(self.labels_):
            whole = [(g, p) for g, p in zip(gold, predicted, strict=True) if None not in g]
            return score_spans([[str(k) for k in g] for g, _ in whole], [p for _, p in whole]).scores().f1
        pairs = zip([s.tokens for s in sentences], gold, strict=True)
        return score_tokens(pairs, predicted).scores().accuracy

    @property
    def labels_(self) -> tuple[str, ...]:
        """The labels that the tagger gives."""
        self.check_fitted("model_")
        return self.model_.inner.outer

    def save(
        self, path: str | PathLike[str], *, provenance: Mapping[str, Any] | None = None, force: bool = False
    ) -> None:
        """Write one model file; ``provenance`` says where the model comes from."""
        self.check_fitted("model_")
        header, arrays = self.model_.to_parts()
        settings = {
            "learner": self.learner if isinstance(self.learner, str) else type(self.learner).__name__,
            "templates": self.model_.index.declared.name,
            "columns": list(self.model_.index.columns),
            "l2": self.l2_,
            "margin": self._margin(),
        }
        arrays["vocabulary.text"], arrays["vocabulary.ends"] = persistence.pack_strings(
            sorted(self.vocabulary_)
        )
        head = {"task": "tag", "settings": settings, "provenance": dict(provenance or {}), **header}
        persistence.save(path, head, arrays, force)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """The tagger of a model file."""
        header, arrays = persistence.load(path)
        if header.get("task") != "tag":
            raise ModelError(f"{path}: expected a tagger, got a model for {header.get('task')!r}")
        try:
            return cls._from_parts(header, arrays)
        except ModelError as error:
            raise ModelError(f"{path}: {error}") from None

    @classmethod
    def _from_parts(cls, header: dict[str, Any], arrays: dict[str, Any]) -> Self:
        settings = header.get("settings")
        if not isinstance(settings, dict):
            raise ModelError("the model says nothing of its settings: the file is damaged")
        model = TagModel.from_parts(header, arrays)
        tagger = cls(
            templates=model.index.declared,
            learner=str(settings.get("learner", "crf")),
            scheme=model.inner.scheme,
            fine=model.inner.fine,
            l2=settings.get("l2"),
            margin=settings.get("margin", None),
            gazetteers=model.index.gazetteers,
        )
        try:
            packed = arrays["vocabulary.text"], arrays["vocabulary.ends"]
        except KeyError:
            raise ModelError("the model has no vocabulary: the file is damaged") from None
        tagger.vocabulary_ = frozenset(persistence.unpack_strings(*packed, "vocabulary"))
        tagger.provenance_ = header.get("provenance", {})
        return tagger._use(model, settings.get("l2"))

    def _learn_with(
        self, index: TagIndex, corpus: TagCorpus, dev: Sequence[TagSentence], settings: dict[str, Any]
    ) -> Self:
        """Learn with less and less regularisation as long as ``dev`` gains by it, or with the one given."""
        chooses = self.l2 is None and self._has("l2")
        best = -1.0
        for l2 in CHOICES if chooses else [DEFAULT if self.l2 is None else self.l2]:
            reached = self._learn(index, corpus, l2, settings).score(dev)
            if reached <= best:
                break
            best, kept = reached, (self.model_, self.l2_)
            settings = {**settings, "start": self.model_.chain.theta()}
        self._use(*kept).model_.slope = self._slope(dev)
        return self

    def _learn_alone(
        self, index: TagIndex, corpus: TagCorpus, sentences: list[TagSentence], settings: dict[str, Any]
    ) -> Self:
        """Learn from everything; the slope of probabilities is found on a twentieth first held out."""
        l2, slope = DEFAULT if self.l2 is None else self.l2, 1.0
        if self._margin() and len(sentences) >= 2 * HELD:
            held = np.arange(len(sentences)) % HELD == HELD - 1
            rest = replace(corpus.encoded, weights=np.where(held, 0.0, corpus.encoded.weights))
            self._learn(index, replace(corpus, encoded=rest), l2, settings)
            slope = self._slope([s for s, out in zip(sentences, held, strict=True) if out])
            settings = {**settings, "start": self.model_.chain.theta()}
        self._learn(index, corpus, l2, settings).model_.slope = slope
        return self

    def _slope(self, sentences: Sequence[TagSentence]) -> float:
        """The slope under which labels that training has not seen are most likely."""
        tokens = Tokens.from_sentences(map(columns_of, sentences), self.model_.index.columns)
        likelihoods = self.decoder_.likelihoods(tokens, [s.labels for s in sentences])

        def total(slope: float) -> float:
            found = likelihoods(slope)
            return float(found[np.isfinite(found)].sum())

        return fit_slope(total)

    def _learn(self, index: TagIndex, corpus: TagCorpus, l2: float, settings: dict[str, Any]) -> Self:
        learner = self._learner(l2).fit(corpus.encoded, **settings)
        return self._use(TagModel(index, corpus.inner, learner.model_), l2 if self._has("l2") else None)

    def _templates(self) -> TemplateSet:
        templates = self.templates if isinstance(self.templates, TemplateSet) else load(self.templates)
        return templates.with_columns(self.feature_columns or ())

    def check_params(self) -> None:
        """The declared rules, and that the learner has what is asked of it."""
        super().check_params()
        if isinstance(self.learner, Learner):
            return
        expected = Choice(*LEARNERS).check(self.learner)
        if expected is not None:
            raise ParameterError(f"Tagger: learner must be {expected}, got {self.learner!r}")
        for name, unset in (("l2", None), ("margin", None), ("max_iterations", None)):
            if getattr(self, name) != unset and not self._has(name):
                raise ParameterError(f"Tagger: the learner {self.learner!r} has no {name}; leave it out")

    def _margin(self) -> float | None:
        """The softmax-margin of a learner that has one and is made here."""
        return (MARGIN if self.margin is None else self.margin) if self._has("margin") else None

    def _has(self, name: str) -> bool:
        """Whether the learner is made here and has a parameter of that name."""
        return isinstance(self.learner, str) and name in LEARNERS[self.learner]().get_params()

    def _learner(self, l2: float) -> Learner:
        if isinstance(self.learner, Learner):
            return self.learner
        given = {"l2": l2, "margin": self._margin(), "max_iterations": self.max_iterations, "seed": self.seed}
        kind = LEARNERS[self.learner]
        return kind(**{name: value for name, value in given.items() if value is not None and self._has(name)})

    def _use(self, model: TagModel, l2: float | None) -> Self:
        self.model_, self.l2_, self.decoder_ = model, l2, TagDecoder(model)
        return self

    def _batches(
        self, sentences: Iterable[Input], known: Iterable[Sequence[Label]] | None
    ) -> Iterator[tuple[Tokens, Known]]:
        self.check_fitted("model_")
        return batches(sentences, known, self.model_.index.columns)
