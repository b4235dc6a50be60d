"""Section: labelling with a tagger, beside crfsuite with the same templates written in Python."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from benchmarks import models
from benchmarks.measure import Settings, Worker, median_ratio, missing
from benchmarks.table import Row

TITLE = "Labelling with a tagger, one thread"
PEER = "python-crfsuite"
TEST = "chunk/conll2000.test.txt"


def rows(settings: Settings) -> Iterator[Row]:
    """Chunks of CoNLL-2000 from its words and parts of speech; the tokens are Python lists already."""
    absent = missing(PEER)
    arguments = (models.chunker(settings), settings.data / models.CHUNKS, settings.data / TEST)
    speeds: dict[str, list[float]] = {"ours": [], "peer": [], "peer_ready": []}
    with Worker("tagger_worker", *arguments) as worker:
        for _ in range(settings.repeats):
            for who in speeds if not absent else ["ours"]:
                found = worker.ask(who=who)
                speeds[who].append(found["tokens"] / found["seconds"])
    for who, said in (("peer", "features from Python"), ("peer_ready", "features given, not counted")):
        ratio = None if absent else median_ratio(speeds["ours"], speeds[who])
        yield Row(
            f"conll2000.test, lists of tokens to lists of labels; crfsuite with {said}",
            f"{median(speeds['ours']) / 1e6:.2f} M tokens/s",
            absent or f"{median(speeds[who]) / 1e6:.3f} M tokens/s",
            ratio,
            more_is_better=True,
        )
