"""Section: the conditional random field alone, one thread, beside crfsuite's L-BFGS to the same objective."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks import models
from benchmarks.measure import Settings, Worker, missing
from benchmarks.table import Row

TITLE = "The learner alone"
PEER = "python-crfsuite"
L2 = 0.1
ITERATIONS = 150
WHAT = "kwdlc, thirty attributes a boundary, one thread, to the objective of crfsuite "


def rows(settings: Settings) -> Iterator[Row]:
    """crfsuite first, which says what is to be reached; then ours. Speed is the peer's time over ours."""
    bars: dict[str, Any] = {"must": 3.0, "aim": 10.0, "more_is_better": True}
    what = WHAT + ("at its own stop" if settings.long else f"after {ITERATIONS} iterations")
    if missing(PEER):
        yield Row(what, "", missing(PEER), **bars)
        return
    iterations = 100_000 if settings.long else ITERATIONS
    request = {"l2": L2, "iterations": iterations}
    pairs: list[tuple[dict[str, Any], dict[str, Any]]] = []
    corpus = settings.data / models.SEGMENTERS["kwdlc"]
    with Worker("learner_worker", corpus, settings.folder / "lbfgs.crfsuite") as worker:
        for _ in range(1 if settings.long else max(settings.repeats - 1, 1)):
            peer = worker.ask(who="peer", both_labels=True, **request)
            pairs.append((worker.ask(who="ours", l2=L2, target=peer["objective"]), peer))
        small = worker.ask(who="peer", both_labels=False, l2=L2, iterations=20)
    ours, peer = pairs[-1]
    speed = median(right["seconds"] / left["seconds"] for left, right in pairs)
    yield Row(
        what,
        f"{median(left['seconds'] for left, _ in pairs):.1f} s, {ours['iterations']} iterations",
        f"{median(right['seconds'] for _, right in pairs):.1f} s, {peer['iterations']} iterations",
        1 / speed,
        speed,
        unit=" times faster",
        note=_note(ours, peer, small),
        **bars,
    )


def _note(ours: dict[str, Any], peer: dict[str, Any], small: dict[str, Any]) -> str:
    each = peer["seconds"] / max(peer["iterations"], 1)
    smaller = small["seconds"] / max(small["iterations"], 1)
    return (
        f"l2 = c2 = {L2:g}. Our objective at crfsuite's weights is {peer['objective']:.3f} "
        f"(its own figure, {peer['loss']:.3f}, counts the penalty of the four transitions twice); "
        f"ours stops at the first iteration that is no higher, tolerance 0: {ours['objective']:.3f} "
        f"(a thousandth above after {ours['near'][0]} iterations, a ten-thousandth after {ours['near'][1]}). "
        "Seconds are those of the processor. crfsuite has weights for both labels of an attribute, "
        f"so that its objective is ours, at {each:.3f} s an iteration; with "
        f"weights only for the pairs that it saw, which is another objective, it takes {smaller:.3f} s."
    )
