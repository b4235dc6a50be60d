"""How a segmenter learns: choose on a development set, calibrate on what was held out, learn from all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import UNKNOWN, SegmentSentence
from tagshift.decode.segment_model import SegmentModel
from tagshift.decode.segment_reader import SegmentReader
from tagshift.errors import CorpusError
from tagshift.features.encoded import Encoded
from tagshift.features.segmentindex import SegmentIndex
from tagshift.features.segmenttemplates import SegmentTemplates
from tagshift.learners.base import Callback, Learner
from tagshift.learners.calibration import fit_sigmoid
from tagshift.learners.crf import CRF
from tagshift.learners.dual import DualSVM
from tagshift.optimize.report import Report
from tagshift.scoring.words import WordScorer

if TYPE_CHECKING:
    from tagshift.segmenter import Segmenter

# Made from regularisation, seed. Each has a default regularisation, and others to choose from.
LEARNERS: dict[str, Callable[[float, int], Learner]] = {
    "svm": lambda l2, seed: DualSVM(l2=l2, seed=seed, tolerance=1.0),
    "crf": lambda l2, seed: CRF(l2=l2),
}
DEFAULTS = {"svm": 10.0, "crf": 1.0}
CHOICES = {"svm": (5.0, 10.0, 20.0), "crf": (0.3, 1.0, 3.0)}
EVERY = 20  # one sentence in so many is held out for the calibration


def train(
    settings: Segmenter,
    templates: SegmentTemplates,
    source: Sequence[SegmentSentence],
    dev: Sequence[SegmentSentence] | None,
    weights: Sequence[float] | None,
    callback: Callback | None,
) -> tuple[SegmentModel, dict[str, Any]]:
    """The model and what is to be said of its making."""
    corpus = Corpus.from_segments(source)
    if weights is not None:
        corpus = corpus.with_weights(weights)
    fit = _Fit(settings, templates, callback)
    candidates = _candidates(settings, dev)
    held = list(source[EVERY // 2 :: EVERY]) if dev is None else list(dev)
    if dev is not None and any(UNKNOWN in sentence.cuts for sentence in dev):
        raise CorpusError("a development set must be cut in full")
    rest = corpus if dev is not None else Corpus.from_segments(s for n, s in enumerate(source) if n % EVERY != EVERY // 2)
    jobs = [(corpus, l2) for l2 in candidates] + ([(rest, candidates[0])] if dev is None else [])
    models = fit.all(jobs)
    calibrator = models[-1] if dev is None and _known(rest) else None
    scores = [] if dev is None else [_f1(model, held) for model, _ in models]
    best = int(np.argmax(scores)) if scores else 0
    model, report = models[best]
    slope, shift = _calibrate(calibrator[0] if calibrator else model, held)
    model = SegmentModel(model.index, model.weights, model.chain, model.scale, (slope, shift))
    return model, _said(report, candidates, best, scores, dev is None)


class _Fit:
    """Trains one model for each regularisation asked for, side by side where threads are free."""

    def __init__(self, settings: Segmenter, templates: SegmentTemplates, callback: Callback | None) -> None:
        self.settings, self.templates, self.callback = settings, templates, callback
        self._encoded: dict[int, tuple[SegmentIndex, Encoded]] = {}

    def all(self, jobs: Sequence[tuple[Corpus, float]]) -> list[tuple[SegmentModel, Report]]:
        for corpus, _ in jobs:
            if id(corpus) not in self._encoded and len(corpus.units):
                self._encoded[id(corpus)] = SegmentIndex.fit(
                    corpus, self.templates, self.settings.words, hide=self.settings.hide, seed=self.settings.seed
                )
        with ThreadPoolExecutor(self.settings.threads) as pool:
            return list(pool.map(self._one, jobs))

    def _one(self, job: tuple[Corpus, float]) -> tuple[SegmentModel, Report]:
        index, encoded = self._encoded[id(job[0])]
        learner = LEARNERS[self.settings.learner](job[1], self.settings.seed)
        learner.fit(encoded, callback=self.callback)
        names = [block.name for block in encoded.blocks]
        return SegmentModel.of(index, learner.model_, names), learner.report_


def _candidates(settings: Segmenter, dev: Sequence[SegmentSentence] | None) -> tuple[float, ...]:
    if settings.l2 is not None:
        return (settings.l2,)
    return (DEFAULTS[settings.learner],) if dev is None else CHOICES[settings.learner]


def _known(corpus: Corpus) -> bool:
    return bool(corpus.allowed.any())


def _f1(model: SegmentModel, gold: Sequence[SegmentSentence]) -> float:
    scorer, reader = WordScorer(), SegmentReader(model)
    for sentence in gold:
        scorer.add(sentence.words(), reader.plain_words(sentence.text))
    return scorer.scores().f1


def _calibrate(model: SegmentModel, held: Sequence[SegmentSentence]) -> tuple[float, float]:
    """Slope and shift from the scores of boundaries to log-odds; chains have probabilities of their own."""
    if not model.is_pointwise:
        return 1.0, 0.0
    reader = SegmentReader(model)
    flat = reader.boundary_scores(SegmentSentence.raw(sentence.text) for sentence in held)
    cuts = np.frombuffer(b"".join(sentence.cuts for sentence in held), np.uint8)
    known = cuts != UNKNOWN
    return fit_sigmoid(flat[known], cuts[known] == 1)


def _said(
    report: Report, candidates: Sequence[float], best: int, scores: Sequence[float], held_out: bool
) -> dict[str, Any]:
    said: dict[str, Any] = {
        "objective": report.objective,
        "gradient_norm": report.gradient_norm,
        "iterations": report.iterations,
        "reason": report.reason,
        "converged": report.converged,
        "l2": candidates[best],
        "calibrated_on": f"every {EVERY}th sentence of the source" if held_out else "the development set",
    }
    if scores:
        said["dev_f1"] = scores[best]
        said["chosen_from"] = {f"{l2:g}": score for l2, score in zip(candidates, scores, strict=True)}
    return said
