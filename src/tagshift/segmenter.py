"""The segmenter: features, a learner, a scheme; texts in, words out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from tagshift import persistence
from tagshift.data.files import Errors
from tagshift.data.sentence import UNKNOWN, SegmentSentence
from tagshift.decode.segment_model import SegmentModel
from tagshift.decode.segment_reader import SegmentReader
from tagshift.errors import CorpusError, ModelError, ParameterError
from tagshift.features.alphabet import FoldedWords
from tagshift.features.segmenttemplates import SegmentTemplates, named
from tagshift.features.wordlists import WordList
from tagshift.learners import NAMES
from tagshift.params import Choice, Parametrized, Real, Rule, Whole

# What learning and scoring need is imported there: labelling starts without it.
if TYPE_CHECKING:
    from tagshift.learners.base import Callback
    from tagshift.scoring.words import WordScorer

Floats = NDArray[np.float64]
# Templates and words are in the model itself; threads change nothing in it, and so are not kept with it.
NOT_KEPT = ("templates", "words", "threads")
TASK = "segment"


class Segmenter(Parametrized):
    """Cuts texts into words.

    Parameters
    ----------
    templates : str or SegmentTemplates
        A named set (``default``, ``tsuboi2009``, ``gao2010``), or a set.
    learner : str
        ``svm``, a squared hinge at every place, calibrated afterwards; ``pointwise``, the log-loss there;
        or over the chain of labels ``crf``, ``observed``, ``maxmargin``, ``perceptron`` and ``pa``
        (passive-aggressive): the names of ``tagshift.learners.LEARNERS``.
    words : sequence of WordList
        Word lists, each its own features, beside the list of the source's own words. A model that was
        loaded holds its lists itself and shows none here.
    hide : float
        The share of its sentences in which training hides each listed word.
    draws : int, optional
        How many times what is withheld is drawn anew; the model is the mean of one trained on each. None:
        2 for ``svm``, 1 for the others.
    l2 : float, optional
        Regularisation; None chooses it on ``dev``, and takes the learner's usual one without ``dev``.
    min_count : int, optional
        How often an n-gram must occur in the source, or in raw text of the target, to be kept; None is what
        the templates say, and the named sets keep all.
    seed : int
        Of the order of examples and of what is hidden.
    threads : int
        For learning (models are trained side by side, for the choice of ``l2`` and for the calibration) and
        for ``label_stream``. Results do not depend on it.

    >>> news = [SegmentSentence.from_words(words.split()) for words in ("ab cd", "cd ab ab", "ab", "cd cd")]
    >>> Segmenter(hide=0.0).fit(news)("abcdcd")
    ['ab', 'cd', 'cd']
    """

    constraints: ClassVar[Mapping[str, Rule]] = {
        "learner": Choice(*NAMES),
        "hide": Real(at_least=0, at_most=1),
        "draws": Whole(at_least=1, optional=True),
        "l2": Real(above=0, optional=True),
        "min_count": Whole(at_least=1, optional=True),
        "seed": Whole(at_least=0),
        "threads": Whole(at_least=1),
    }

    model_: SegmentModel
    report_: dict[str, Any]
    header: dict[str, Any]  # of the file that a segmenter was loaded from
    _reader: SegmentReader | None = None

    def __init__(
        self,
        *,
        templates: str | SegmentTemplates = "default",
        learner: str = "svm",
        words: Sequence[WordList] = (),
        hide: float = 0.1,
        draws: int | None = None,
        l2: float | None = None,
        min_count: int | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self.templates, self.learner, self.words = templates, learner, words
        self.hide, self.draws = hide, draws
        self.l2, self.min_count, self.seed, self.threads = l2, min_count, seed, threads

    @property
    def draws_(self) -> int:
        """How many times what is withheld is drawn."""
        return self.draws or (2 if self.learner == "svm" and self.hide else 1)

    def fit(
        self,
        sentences: Iterable[SegmentSentence],
        *,
        dev: Iterable[SegmentSentence] | None = None,
        raw: Iterable[str] | None = None,
        sample_weight: Sequence[float] | None = None,
        callback: Callback | None = None,
    ) -> Self:
        """Learn from sentences cut in full or in part.

        ``dev`` chooses the regularisation and calibrates probabilities; without it a twentieth of the
        source, evenly spaced, is held out for the calibration, and the model then learns from all.
        ``raw`` texts of the target keep the n-grams that are too rare in the source alone.
        ``sample_weight``, one a sentence, stands in place of the sentences' own weights.
        """
        from tagshift.segmenter_training import train

        self.check_params()
        source = list(sentences)
        if not any(set(sentence.cuts) - {UNKNOWN} for sentence in source):
            raise CorpusError("no sentence to learn from: no boundary between two characters is known")
        templates = self._templates()
        if raw is not None and not templates.drops:
            raise ParameterError(
                "Segmenter: raw keeps n-grams that min_count would drop, and it drops none; give a min_count"
            )
        held = None if dev is None else list(dev)
        target = None if raw is None else [SegmentSentence.spaced(text) for text in _several(raw)]
        self.model_, self.report_ = train(self, templates, source, held, sample_weight, callback, target)
        return self

    def __getstate__(self) -> dict[str, Any]:
        """For pickles and copies: what segments is made anew there."""
        return {name: value for name, value in vars(self).items() if name != "_reader"}

    def _templates(self) -> SegmentTemplates:
        templates = named(self.templates) if isinstance(self.templates, str) else self.templates
        return templates if self.min_count is None else templates.with_min_count(self.min_count)

    @property
    def reader_(self) -> SegmentReader:
        """What segments, made when it is first needed."""
        self.check_fitted("model_")
        if self._reader is None or self._reader.model is not self.model_:
            self._reader = SegmentReader(self.model_)
        return self._reader

    @property
    def vocabulary_(self) -> FoldedWords:
        """The words of the source, width and case aside."""
        self.check_fitted("model_")
        return self.model_.index.vocabulary()

    def __call__(self, text: str) -> list[str]:
        """The words of one text; a space in it is a cut."""
        if not isinstance(text, str):
            raise ParameterError(f"expected one text, got {type(text).__name__}; predict takes several")
        return self.reader_.words(text)

    def predict(self, texts: Iterable[str]) -> list[list[str]]:
        """The words of each text."""
        return list(self.reader_.words_of(_several(texts)))

    def predict_marginals(self, texts: Iterable[str]) -> list[Floats]:
        """The probability of a cut at each of the N - 1 places of each text; a space is no character, but a
        known cut.
        """
        return self.reader_.probabilities([SegmentSentence.spaced(text) for text in _several(texts)])

    def predict_known(self, sentences: Iterable[SegmentSentence]) -> list[list[str]]:
        """The words of each sentence, where the cuts already known stay."""
        return self.reader_.best(list(sentences))

    def nbest(self, text: str | SegmentSentence, count: int) -> list[tuple[float, list[str]]]:
        """The ``count`` most probable segmentations, best first, with their log-probabilities."""
        if count < 1:
            raise ParameterError(f"nbest: count must be at least 1, got {count}")
        return self.reader_.nbest(SegmentSentence.spaced(text) if isinstance(text, str) else text, count)

    def explain(self, text: str) -> list[list[tuple[str, float]]]:
        """For each of the N - 1 places of a text what spoke for a cut (above 0) and against, the heaviest
        first.

        >>> words = ("ab cd", "cd ab ab", "ab", "cd cd")
        >>> segmenter = Segmenter(hide=0.0).fit(SegmentSentence.from_words(line.split()) for line in words)
        >>> dict(segmenter.explain("abcd")[1])["b|c"] > 0
        True
        """
        from tagshift.decode import segment_explain

        self.check_fitted("model_")
        return segment_explain.explain(self.model_, text)

    def top(self, count: int) -> list[tuple[str, float]]:
        """The heaviest features and their weights, above 0 for a cut."""
        from tagshift.decode import segment_explain

        self.check_fitted("model_")
        return segment_explain.top(self.model_, count)

    def score(self, sentences: Iterable[SegmentSentence]) -> float:
        """F1 of words in sentences that are cut in full; in percent."""
        return self.evaluate(sentences).scores().f1

    def evaluate(self, sentences: Iterable[SegmentSentence]) -> WordScorer:
        """Word scores against gold sentences, which must be cut in full."""
        from tagshift.scoring.words import WordScorer

        scorer = WordScorer(self.vocabulary_)
        for number, sentence in enumerate(sentences, 1):
            if UNKNOWN in sentence.cuts:
                raise CorpusError(f"sentence {number}: a sentence to score against must be cut in full")
            scorer.add(sentence.words(), self.reader_.plain_words(sentence.text))
        return scorer

    def label_stream(
        self,
        source: BinaryIO,
        target: BinaryIO,
        *,
        name: str = "<stdin>",
        errors: Errors = "strict",
    ) -> None:
        """Segment UTF-8 line by line, words separated by one space, in bounded memory."""
        self.reader_.stream(source, target, name=name, errors=errors, threads=self.threads)

    def save(
        self, path: str | PathLike[str], *, force: bool = False, provenance: Mapping[str, Any] | None = None
    ) -> None:
        """Write the model file."""
        self.check_fitted("model_")
        header, arrays = self.model_.to_parts()
        settings = {name: value for name, value in self.get_params().items() if name not in NOT_KEPT}
        header |= {
            "task": TASK,
            "settings": settings,
            "report": self.report_,
            "provenance": dict(provenance or {}),
        }
        persistence.save(path, header, arrays, force=force)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """Read a model file."""
        header, arrays = persistence.load(path)
        if header.get("task") != TASK:
            raise ModelError(f"{path}: holds a model for the task {header.get('task')!r}, not a segmenter")
        try:
            segmenter = cls(**header["settings"])
            segmenter.check_params()
            segmenter.model_ = SegmentModel.from_parts(header, arrays)
            segmenter.templates = segmenter.model_.index.templates
            segmenter.report_ = dict(header["report"])
        except ModelError as wrong:
            raise ModelError(f"{path}: {wrong}") from None
        except (AttributeError, KeyError, TypeError, ValueError) as wrong:
            raise ModelError(f"{path}: not a whole segmenter ({wrong}): the file is damaged") from None
        segmenter.header = header
        return segmenter


def _several(texts: Iterable[str]) -> Iterable[str]:
    """Texts; one alone would be read as many of one character."""
    if isinstance(texts, str):
        raise ParameterError(
            "expected several texts, got one; put it in a list, or call the segmenter with it"
        )
    return texts
