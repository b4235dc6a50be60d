"""Section: from a text file to a model file, beside crfsuite's averaged perceptron; memory and size."""

from __future__ import annotations

import json
from collections.abc import Iterator
from statistics import median

from benchmarks import models
from benchmarks.measure import Run, Settings, Worker, median_ratio, missing, run, tagshift
from benchmarks.table import Row

TITLE = "Training"
PASSES = 100
PEER = "python-crfsuite"
# Corpus, its development file, the share of crfsuite's time that must and may be reached.
CORPORA = (("kwdlc", "jws/kwdlc.dev.seg", 0.45, 0.12), ("pku98", "cws/zx_pku.dev.seg", 0.6, 0.15))
GIGABYTES = 2.5


def rows(settings: Settings) -> Iterator[Row]:
    """Ours as a process from its start, two threads; the peer's ``train`` alone, its features made before."""
    for name, dev, must, aim in CORPORA:
        repeats = settings.repeats if name == "kwdlc" else max(settings.repeats // 3, 1)
        ours, peers = _race(settings, name, repeats)
        ratio = median_ratio([found.seconds for found in ours], peers) if peers else None
        seconds = median(found.seconds for found in ours)
        yield Row(
            f"{name}, text file to model file, 2 threads",
            f"{seconds:.2f} s",
            f"{median(peers):.1f} s (crfsuite, ap, {PASSES} passes)" if peers else missing(PEER),
            ratio,
            ratio,
            must,
            aim,
            note=_note(settings, name, dev, ours),
        )
        peak = max(found.peak for found in ours) / 1000
        must_memory = GIGABYTES if name == "pku98" else None
        yield Row(f"{name}, peak memory", f"{peak:.2f} GB", value=peak, must=must_memory, unit=" GB")
        size = models.segmenter(settings, name).stat().st_size / 1e6
        bars = (12.0, 4.0) if name == "kwdlc" else (None, None)
        yield Row(f"{name}, model file", f"{size:.2f} MB", "no peer", None, size, *bars, unit=" MB")


def _race(settings: Settings, name: str, repeats: int) -> tuple[list[Run], list[float]]:
    """Ours and the peer in turn."""
    ours: list[Run] = []
    peers: list[float] = []
    corpus = settings.data / models.SEGMENTERS[name]
    if missing(PEER):
        return [models.train_segmenter(settings, name)[1] for _ in range(repeats)], []
    request = {
        "model": str(settings.folder / "ap.crfsuite"),
        "algorithm": "ap",
        "parameters": {"max_iterations": PASSES},
    }
    with Worker("crfsuite", corpus) as worker:
        for _ in range(repeats):
            ours.append(models.train_segmenter(settings, name)[1])
            peers.append(worker.ask(**request)["seconds"])
    return ours, peers


def _note(settings: Settings, name: str, dev: str, ours: list[Run]) -> str:
    """What the model that was timed is worth, on a development file; what was timed."""
    model = models.segmenter(settings, name)
    scores = json.loads(run(tagshift("evaluate", model, settings.data / dev, "--json")).output)
    return (
        f"the model timed has F {scores['f1']:.2f} on {dev} (recipes score the test files); "
        f"{median(found.cpu for found in ours):.2f} s of processor time, all threads; {len(ours)} pair(s). "
        "The peer's time is that of `train`, one thread, thirty attributes a boundary, features made outside "
        "the clock; ours has everything in it."
    )
