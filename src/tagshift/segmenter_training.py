"""How a segmenter learns: choose on a development set, calibrate on what was held out, learn from all."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import UNKNOWN, SegmentSentence
from tagshift.decode.segment_model import SegmentModel
from tagshift.decode.segment_reader import SegmentReader
from tagshift.errors import CorpusError, ParameterError
from tagshift.features.encoded import Encoded
from tagshift.features.segmentindex import SegmentIndex
from tagshift.features.segmenttemplates import SegmentTemplates
from tagshift.learners import LEARNERS, DualSVM, Learner, Pointwise
from tagshift.learners.base import Callback
from tagshift.learners.calibration import fit_sigmoid, fit_slope
from tagshift.learners.model import ChainModel
from tagshift.optimize.report import Report
from tagshift.scoring.words import WordScorer

if TYPE_CHECKING:
    from tagshift.segmenter import Segmenter

# How closely the machine is fitted: the model, and the one whose scores are only to be calibrated (its slope
# differs by 2 % from that of a close fit, in a third of the time).
CLOSE, ROUGH = 1.0, 4.0
# Regularisations to choose from on a development set, and the one that stands without. Online learners have
# none.
CHOICES: dict[str, tuple[float, ...]] = {
    "svm": (5.0, 10.0, 20.0),
    "pointwise": (0.3, 1.0, 3.0),
    "crf": (0.3, 1.0, 3.0),
    "observed": (0.3, 1.0, 3.0),
    "maxmargin": (3.0, 10.0, 30.0),
    "perceptron": (0.0,),
    "pa": (0.0,),
}
DEFAULTS = {
    "svm": 5.0,
    "pointwise": 1.0,
    "crf": 1.0,
    "observed": 1.0,
    "maxmargin": 3.0,
    "perceptron": 0.0,
    "pa": 0.0,
}
# The squared hinge of six labels does not leave 0 under more.
CHOICES_OF_SIX = CHOICES | {"svm": (0.3, 1.0, 3.0)}
DEFAULTS_OF_SIX = DEFAULTS | {"svm": 1.0}
SEEDS_APART = 1_000_003  # between the draws of one seed
EVERY = 20  # one sentence in so many is held out for the calibration


class Task(NamedTuple):
    """A corpus, a regularisation, which draw of what is withheld, and whether a rough fit will do."""

    corpus: Corpus
    l2: float
    draw: int
    rough: bool = False

    @property
    def key(self) -> tuple[int, float, int]:
        return id(self.corpus), self.l2, self.draw


class Trained(NamedTuple):
    """A model, and how its training went."""

    model: SegmentModel
    report: Report


def train(
    settings: Segmenter,
    templates: SegmentTemplates,
    source: Sequence[SegmentSentence],
    dev: Sequence[SegmentSentence] | None,
    weights: Sequence[float] | None,
    callback: Callback | None,
    raw: Sequence[SegmentSentence] | None = None,
) -> tuple[SegmentModel, dict[str, Any]]:
    """The model and what is to be said of its making."""
    corpus = Corpus.from_segments(source)
    if weights is not None:
        corpus = corpus.with_weights(weights)
    fit = _Fit(settings, templates, callback, None if raw is None else Corpus.from_segments(raw))
    candidates = _candidates(settings, templates, dev)
    if dev is not None:
        return _chosen(fit, corpus, candidates, dev)
    l2 = candidates[0]
    rest, held = _held_out(source, corpus)
    whole = [Task(corpus, l2, draw) for draw in range(settings.draws_)]
    apart = Task(rest, l2, 0, rough=True)
    fit.learn([*whole, apart] if held else whole)
    model, report = fit.mean(whole)
    said = _said(report, l2)
    if held:
        said["calibrated_on"] = f"every {EVERY}th sentence of the source"
        model = replace(model, slope=_slope(fit.mean([apart]).model, settings.learner, held))
    return model, said


def _chosen(
    fit: _Fit, corpus: Corpus, candidates: Sequence[float], dev: Sequence[SegmentSentence]
) -> tuple[SegmentModel, dict[str, Any]]:
    """The regularisation that is best on ``dev`` by the first draw, then all draws with that one."""
    _check_dev(dev)
    first = [Task(corpus, l2, 0) for l2 in candidates]
    fit.learn(first)
    scores = [_f1(fit.mean([task]).model, dev) for task in first]
    best = candidates[int(np.argmax(scores))]
    tasks = [Task(corpus, best, draw) for draw in range(fit.settings.draws_)]
    fit.learn(tasks)
    model, report = fit.mean(tasks)
    said = _said(report, best) | {
        "calibrated_on": "the development set",
        "dev_f1": _f1(model, dev),
        "chosen_from": {f"{l2:g}": score for l2, score in zip(candidates, scores, strict=True)},
    }
    return replace(model, slope=_slope(model, fit.settings.learner, dev)), said


class _Fit:
    """Learns tasks side by side where threads are free, and each one once."""

    def __init__(
        self,
        settings: Segmenter,
        templates: SegmentTemplates,
        callback: Callback | None,
        raw: Corpus | None = None,
    ) -> None:
        self.settings, self.templates, self.callback, self.raw = settings, templates, callback, raw
        self.stopped = False
        self._encoded: dict[tuple[int, int], tuple[SegmentIndex, Encoded]] = {}
        self._learned: dict[tuple[int, float, int], Learner] = {}

    def learn(self, tasks: Sequence[Task]) -> None:
        """Do those of the tasks that are not done yet."""
        new = [task for task in tasks if task.key not in self._learned]
        drawn = {(id(task.corpus), task.draw): task.corpus for task in new}
        drawn = {number: corpus for number, corpus in drawn.items() if number not in self._encoded}
        with ThreadPoolExecutor(self.settings.threads) as pool:
            try:
                encoded = pool.map(lambda number: self._encode(drawn[number], number[1]), drawn)
                self._encoded.update(zip(drawn, encoded, strict=True))
                self._learned.update(zip((task.key for task in new), pool.map(self._learn, new), strict=True))
            except BaseException:
                self.stopped = True  # Ctrl-C comes to this thread alone; the others stop at their next step
                raise

    def mean(self, tasks: Sequence[Task]) -> Trained:
        """The mean of the models of tasks that differ in their draws alone."""
        learners = [self._learned[task.key] for task in tasks]
        index, encoded = self._encoded[id(tasks[0].corpus), tasks[0].draw]
        names = [block.name for block in encoded.blocks]
        theta = np.mean([learner.theta_ for learner in learners], axis=0)
        model = ChainModel.from_theta(theta, encoded)
        return Trained(SegmentModel.of(index, model, names), learners[0].report_)

    def _encode(self, corpus: Corpus, draw: int) -> tuple[SegmentIndex, Encoded]:
        settings = self.settings
        seed = settings.seed + draw * SEEDS_APART
        return SegmentIndex.fit(
            corpus, self.templates, settings.words, hide=settings.hide, seed=seed, raw=self.raw
        )

    def _learn(self, task: Task) -> Learner:
        _, encoded = self._encoded[id(task.corpus), task.draw]
        seed = self.settings.seed + task.draw * SEEDS_APART
        learner = made(self.settings.learner, len(encoded.labels), task.l2, seed)
        if isinstance(learner, DualSVM):
            learner.set_params(tolerance=ROUGH if task.rough else CLOSE)
        return learner.fit(encoded, callback=self._told)

    def _told(self, report: Report) -> bool | None:
        return self.stopped or (self.callback(report) if self.callback else None)


def made(name: str, labels: int, l2: float, seed: int) -> Learner:
    """The learner of that name."""
    if name == "svm" and labels > 2:  # the same loss
        return Pointwise(loss="squared_hinge", l2=l2)
    kind = LEARNERS[name]
    has = kind().get_params()
    return kind(**{key: value for key, value in (("l2", l2), ("seed", seed)) if key in has})


def _candidates(
    settings: Segmenter, templates: SegmentTemplates, dev: Sequence[SegmentSentence] | None
) -> tuple[float, ...]:
    boundary = templates.scheme == "boundary"
    choices = (CHOICES if boundary else CHOICES_OF_SIX)[settings.learner]
    if settings.l2 is None and dev is not None:
        return choices
    if settings.l2 is None:
        return ((DEFAULTS if boundary else DEFAULTS_OF_SIX)[settings.learner],)
    if choices == (0.0,):
        raise ParameterError(f"the learner {settings.learner!r} has no regularisation: leave l2 out")
    return (settings.l2,)


def _check_dev(dev: Sequence[SegmentSentence]) -> None:
    if not any(len(sentence.text) > 1 for sentence in dev):
        raise CorpusError("the development set has no sentence of two characters or more")
    if any(UNKNOWN in sentence.cuts for sentence in dev):
        raise CorpusError("a development set must be cut in full; give partial annotation as a source")


def _held_out(source: Sequence[SegmentSentence], corpus: Corpus) -> tuple[Corpus, list[SegmentSentence]]:
    """The source without what is held out, and that; nothing where either would teach nothing."""
    inside = np.arange(len(source)) % EVERY != EVERY // 2
    held = [sentence for sentence, kept in zip(source, inside, strict=True) if not kept]
    rest = Corpus.from_segments(sentence for sentence, kept in zip(source, inside, strict=True) if kept)
    rest = rest.with_weights(corpus.weights[inside])
    known = any(set(sentence.cuts) - {UNKNOWN} for sentence in held)
    return rest, held if known and rest.allowed.any() else []


def _f1(model: SegmentModel, gold: Sequence[SegmentSentence]) -> float:
    scorer, reader = WordScorer(), SegmentReader(model)
    for sentence in gold:
        scorer.add(sentence.words(), reader.plain_words(sentence.text))
    return scorer.scores().f1


def _slope(model: SegmentModel, learner: str, held: Sequence[SegmentSentence]) -> float:
    """From scores to log-odds; random fields have probabilities of their own."""
    if learner in ("crf", "observed"):
        return 1.0
    reader = SegmentReader(model)
    if not model.is_pointwise:
        known = [sentence for sentence in held if set(sentence.cuts) - {UNKNOWN}]
        return fit_slope(lambda slope: float(reader.log_likelihoods(known, slope).sum()))
    flat = reader.boundary_scores(SegmentSentence.raw(sentence.text) for sentence in held)
    cuts = np.frombuffer(b"".join(sentence.cuts for sentence in held), np.uint8)
    sure = cuts != UNKNOWN
    return fit_sigmoid(flat[sure], cuts[sure] == 1)


def _said(report: Report, l2: float) -> dict[str, Any]:
    return report.to_json() | {"l2": l2}
