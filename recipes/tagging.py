"""What the recipes of tagging share: their settings, and training, scoring and keeping."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from results import Score, keep
from segmenting import Bars

from tagshift import Tagger
from tagshift.data.sentence import TagSentence

SETTINGS = {"l2": float, "margin": float, "learner": str, "templates": str}


def train(
    source: Sequence[TagSentence],
    dev: Sequence[TagSentence] | None = None,
    *,
    threads: int,
    **settings: Any,
) -> tuple[Tagger, str]:
    """A tagger learned from the source alone, and what is to be said of it."""
    start = time.perf_counter()
    tagger = Tagger(**settings, threads=threads).fit(source, dev=dev)
    seconds = time.perf_counter() - start
    report = tagger.model_.chain.report
    said = f"{tagger.method()}, templates {tagger.model_.index.declared.name}, l2 {tagger.l2_:g}; "
    return tagger, said + f"{report.iterations} iterations, {report.reason}; {seconds:.1f} s."


def score(tagger: Tagger, what: str, gold: Sequence[TagSentence], bars: Bars = (None, None)) -> Score:
    """F1 of spans, or accuracy where labels mark none, with the other figures beside."""
    found = tagger.evaluate(gold)
    spans, tokens = found.span_scores(), found.scores()
    if spans is not None:
        return Score(f"{what}, F1", spans.f1, f"P {spans.precision:.2f}, R {spans.recall:.2f}", *bars)
    return Score(f"{what}, accuracy", tokens.accuracy, f"unseen {tokens.unseen_accuracy:.2f}", *bars)


def tell(tried: dict[str, Any], name: str, title: str, said: str, scores: list[Score]) -> None:
    """Keep what the chosen settings give; of others that are being tried only print it."""
    if tried:
        print(f"with {tried}: {', '.join(f'{found.what} {found.value:.2f}' for found in scores)}", flush=True)
    else:
        keep(name, title, said, scores)
