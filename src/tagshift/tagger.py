"""The tagger: templates, a learner, a scheme; text in, labels out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from tagshift.data.sentence import Label, TagSentence
from tagshift.decode.tag_batches import Input, Known, batches, columns_of, in_order, labelled
from tagshift.decode.tag_decoder import TagDecoder
from tagshift.decode.tag_model import TagModel
from tagshift.errors import CorpusError, ParameterError
from tagshift.features.gazetteer import Gazetteer
from tagshift.features.inner import SCHEMES
from tagshift.features.tagcorpus import TagCorpus
from tagshift.features.tagindex import TagIndex
from tagshift.features.templates import TemplateSet, load
from tagshift.features.tokens import Tokens
from tagshift.params import Choice, Flag, Parametrized, Real, Rule, Whole
from tagshift.tagger_file import Kept

# What learning and scoring need is imported there: labelling starts without it.
if TYPE_CHECKING:
    from tagshift.learners.base import Callback, Learner
    from tagshift.scoring.tags import TagScorer
    from tagshift.tagger_training import Method

Floats = NDArray[np.float64]
Inputs = Iterable[Input]
Given = Iterable[Sequence[Label]] | None
MIN_RAW = 2
# A log-probability and the labels that have it.
Found = tuple[float, list[str]]


class Tagger(Parametrized):
    """Labels tokens.

    Parameters
    ----------
    templates : str or TemplateSet
        A named set (``default``, ``chunk``, ``suzuki2007``, ``toepfer2012``), a TOML file's path, or a set.
    feature_columns : sequence of int, optional
        Columns that features see beside those that the templates name; columns count from 1.
    learner : str or Learner, optional
        A name of ``tagshift.learners.LEARNERS``: ``crf``, ``observed``, ``maxmargin``, ``perceptron`` and
        ``pa`` (passive-aggressive) over the chain; ``pointwise`` at every token by itself, and ``svm``,
        which separates two labels there. Or a learner of one's own making, which keeps its own
        regularisation and iterations. None is what the templates say (``toepfer2012``: ``observed`` without
        a margin), and ``crf`` where they say nothing.
    scheme : str
        ``auto`` reads it from the labels; ``iob2`` and ``iobes`` forbid what is no span; ``none`` does not.
    fine : bool
        Whether the chain tells ends of spans and spans of one token apart behind labels of IOB2.
    l2 : float, optional
        Regularisation of a learner that has one; None chooses it on ``dev``, and without ``dev`` is 2.
    margin : float, optional
        Softmax-margin of a learner that has one, 0 for plain log-loss; None is what the templates say if
        no learner is named, else 2.
    max_iterations : int, optional
        Of the optimiser, or passes over the corpus; None leaves them to the learner.
    min_raw : int, optional
        How often an attribute must occur in raw target text to be kept; None is 2. For ``fit`` with ``raw``.
    gazetteers : sequence of Gazetteer
        Word lists, each its own features.
    seed : int
        Of learners that draw examples.
    threads : int
        For learning and labelling. Results do not depend on it.

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
        "min_raw": Whole(at_least=1, optional=True),
        "seed": Whole(at_least=0),
        "threads": Whole(at_least=1),
    }

    model_: TagModel
    vocabulary_: frozenset[str]
    header: dict[str, Any]  # of the file that a tagger was loaded from
    learner_: str
    l2_: float | None
    margin_: float | None

    def __init__(
        self,
        *,
        templates: str | TemplateSet = "default",
        feature_columns: Sequence[int] | None = None,
        learner: str | Learner | None = None,
        scheme: str = "auto",
        fine: bool = False,
        l2: float | None = None,
        margin: float | None = None,
        max_iterations: int | None = None,
        min_raw: int | None = None,
        gazetteers: Sequence[Gazetteer] = (),
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self.templates, self.feature_columns = templates, feature_columns
        self.learner, self.scheme, self.fine = learner, scheme, fine
        self.l2, self.margin, self.max_iterations = l2, margin, max_iterations
        self.min_raw, self.gazetteers = min_raw, gazetteers
        self.seed, self.threads = seed, threads

    def fit(
        self,
        sentences: Iterable[TagSentence],
        *,
        dev: Iterable[TagSentence] | None = None,
        sample_weight: Sequence[float] | None = None,
        raw: Iterable[Input] | None = None,
        start: Any = None,
        callback: Callback | None = None,
    ) -> Self:
        """Learn from labelled sentences: fully, partly, ambiguously.

        ``dev`` chooses the regularisation where none is given, and how sure probabilities are; without it
        every twentieth sentence is first held out for that, if the learner has a margin. ``raw`` target text
        adds the attributes that occur in it. ``sample_weight``, one a sentence, stands in place of the
        sentences' own weights. ``start`` and ``callback`` are the learner's.
        """
        from tagshift.tagger_training import Training

        self.check_params()
        sentences = list(sentences)
        if not sentences:
            raise CorpusError("no sentence to learn from")
        if self.min_raw is not None and raw is None:
            raise ParameterError("Tagger: min_raw counts in raw text, and fit got none; leave min_raw out")
        held = None if dev is None else list(dev)
        if held is not None and not held:
            raise CorpusError("the development set has no sentence")
        templates = self._templates()
        method, index = self._method(templates), TagIndex(templates, self.gazetteers)
        target = None if raw is None else Tokens.from_sentences(map(columns_of, raw), index.columns)
        least = MIN_RAW if self.min_raw is None else self.min_raw
        corpus = TagCorpus.of(sentences, index, self.scheme, self.fine, target, least, sample_weight)
        self.vocabulary_, self.repaired_ = corpus.vocabulary, corpus.repaired
        settings: dict[str, Any] = {"start": start, "threads": self.threads, "callback": callback}
        training = Training(method, index, corpus, settings)
        trained = training.alone(sentences) if held is None else training.with_dev(held)
        return self._use(trained.decoder, method.name, trained.l2, method.margin)

    def __call__(self, tokens: Input) -> list[str]:
        """The labels of one sentence."""
        return self.predict([tokens])[0]

    def predict(self, sentences: Inputs, known: Given = None) -> list[list[str]]:
        """The labels of each sentence; ``known`` ones are kept (None where unknown, a tuple for a choice)."""
        return list(self.stream(sentences, known))

    def stream(self, sentences: Inputs, known: Given = None) -> Iterator[list[str]]:
        """As ``predict``, sentence by sentence from a source that may be endless."""
        self.check_fitted("model_")
        return labelled(self.decoder_, sentences, known, self.threads)

    def predict_marginals(self, sentences: Inputs, known: Given = None) -> list[Floats]:
        """For each sentence the probability (tokens, labels) of each of ``labels_``."""

        def split(batch: tuple[Tokens, Known]) -> list[Floats]:
            return np.split(self.decoder_.marginals(*batch), batch[0].offsets[1:-1])

        done = in_order(split, self._batches(sentences, known), self.threads)
        return [part for parts in done for part in parts]

    def nbest(self, sentence: Input, count: int, known: Sequence[Label] | None = None) -> list[Found]:
        """The ``count`` most probable labellings, best first, exactly, with their log-probabilities."""
        return self.nbest_of([sentence], count, None if known is None else [known])[0]

    def nbest_of(self, sentences: Inputs, count: int, known: Given = None) -> list[list[Found]]:
        """As ``nbest``, for each of many sentences."""
        if count < 1:
            raise ParameterError(f"nbest: count must be at least 1, got {count}")
        found = in_order(
            lambda batch: self.decoder_.several(batch[0], count, batch[1]),
            self._batches(sentences, known),
            self.threads,
        )
        return [
            [(log, [self.labels_[k] for k in path]) for log, path in several]
            for batch in found
            for several in batch
        ]

    def log_likelihood(self, sentences: Sequence[TagSentence]) -> Floats:
        """The log-probability of each sentence's own labels; where they are sets, of all that these admit."""
        found = [
            self.decoder_.log_likelihood(tokens, labels or [])
            for tokens, labels in self._batches(sentences, [s.labels for s in sentences])
        ]
        return np.concatenate(found) if found else np.empty(0)

    def score(self, sentences: Iterable[TagSentence]) -> float:
        """F1 of spans in fully labelled sentences, or accuracy of labelled tokens; in percent."""
        return self.evaluate(sentences).percent

    def evaluate(self, sentences: Iterable[TagSentence]) -> TagScorer:
        """Scores of tokens against gold sentences, words of the source apart from others, and of spans."""
        from tagshift.tagger_training import evaluate

        self.check_fitted("model_")
        return evaluate(self.decoder_, list(sentences), self.vocabulary_, self.threads)

    @property
    def report_(self) -> dict[str, Any]:
        """How training went: the optimiser's report, and what it minimised."""
        self.check_fitted("model_")
        return self.model_.chain.report.to_json() | {"l2": self.l2_, "margin": self.margin_}

    @property
    def labels_(self) -> tuple[str, ...]:
        """The labels that the tagger gives."""
        self.check_fitted("model_")
        return self.model_.inner.outer

    def save(
        self, path: str | PathLike[str], *, force: bool = False, provenance: Mapping[str, Any] | None = None
    ) -> None:
        """Write one model file; ``provenance`` says where the model comes from."""
        self.check_fitted("model_")
        trained = self.learner_, self.l2_, self.margin_
        Kept(self.model_, self.vocabulary_, *trained, dict(provenance or {})).write(path, force)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """The tagger of a model file."""
        kept = Kept.read(path)
        tagger = cls(
            templates=kept.model.index.declared,
            learner=kept.learner,
            scheme=kept.model.inner.scheme,
            fine=kept.model.inner.fine,
            l2=kept.l2,
            margin=kept.margin,
            gazetteers=kept.model.index.gazetteers,
        )
        tagger.vocabulary_, tagger.header = kept.vocabulary, kept.header
        return tagger._use(TagDecoder(kept.model), kept.learner, kept.l2, kept.margin)

    def method(self) -> Method:
        """What learns, by what is given here and what the templates say."""
        return self._method(self._templates())

    def check_params(self) -> None:
        """The declared rules, and that the learner has what is asked of it."""
        super().check_params()
        self.method()

    def _method(self, templates: TemplateSet) -> Method:
        from tagshift.tagger_training import Method

        given = {"l2": self.l2, "max_iterations": self.max_iterations, "seed": self.seed}
        return Method.of(templates, self.learner, self.margin, **given)

    def _templates(self) -> TemplateSet:
        templates = self.templates if isinstance(self.templates, TemplateSet) else load(self.templates)
        return templates.with_columns(self.feature_columns or ())

    def _use(self, decoder: TagDecoder, learner: str, l2: float | None, margin: float | None) -> Self:
        self.model_, self.decoder_ = decoder.model, decoder
        self.learner_, self.l2_, self.margin_ = learner, l2, margin
        return self

    def _batches(self, sentences: Inputs, known: Given) -> Iterator[tuple[Tokens, Known]]:
        self.check_fitted("model_")
        return batches(sentences, known, self.model_.index.columns)
