"""What the recipes of segmentation share: their corpora, and training and scoring on them."""

from __future__ import annotations

import argparse
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from results import Score

from tagshift import Segmenter
from tagshift.data import formats
from tagshift.features.wordlists import WordList

Bars = tuple[float | None, float | None]
DATA = Path(os.environ.get("TAGSHIFT_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")


@dataclass(frozen=True)
class Corpora:
    """A source, the files that choose, and the files scored at the end with what they must and may reach."""

    name: str
    source: str
    dev: tuple[str, ...]
    tests: dict[str, Bars]


KWDLC = Corpora(
    "kwdlc",
    "jws/kwdlc.train.seg.gz",
    ("jws/kwdlc.dev.seg", "jws/fkc.dev.seg", "jws/wac.dev.seg"),
    {"jws/kwdlc.test.seg": (96.5, 97.0), "jws/fkc.test.seg": (94.9, 95.6), "jws/wac.test.seg": (93.9, 94.8)},
)
PKU98 = Corpora(
    "pku98",
    "cws/pku98.train.seg.gz",
    ("cws/zx_pku.dev.seg",),
    {"cws/pku.test.seg": (95.1, 95.8), "cws/zx_pku.test.seg": (84.7, 86.5), "cws/pt.test.seg": (88.1, 89.5)},
)
SOURCES = {corpora.name: corpora for corpora in (KWDLC, PKU98)}
SETTINGS = {"l2": float, "hide": float, "learner": str, "templates": str}


def parser(description: str, settings: dict[str, type] = SETTINGS) -> argparse.ArgumentParser:
    """The options of every recipe that trains."""
    found = argparse.ArgumentParser(description=description)
    found.add_argument("data", type=Path, nargs="?", default=DATA, help="the folder of corpora")
    found.add_argument(
        "--test", action="store_true", help="score the test files too, with the settings chosen"
    )
    found.add_argument("--threads", type=int, default=2)
    for name, kind in settings.items():
        found.add_argument(
            f"--{name}", type=kind, help="another value than the chosen one; development files only"
        )
    return found


def parse(
    parser: argparse.ArgumentParser, settings: dict[str, type] = SETTINGS
) -> tuple[argparse.Namespace, dict[str, Any]]:
    """The options, and the settings among them that differ; a test file never sees such settings."""
    options = parser.parse_args()
    tried = {name: getattr(options, name) for name in settings if getattr(options, name) is not None}
    if options.test and tried:
        parser.error(f"--test goes with the chosen settings alone, not with {', '.join(tried)}")
    return options, tried


def train(
    data: Path, corpora: Corpora, words: tuple[WordList, ...] = (), **settings: Any
) -> tuple[Segmenter, str]:
    """A segmenter learned from the source alone, and what is to be said of it."""
    start = time.perf_counter()
    source = formats.read(data / corpora.source, task="segment")
    segmenter = Segmenter(words=words, **settings).fit(source)
    seconds = time.perf_counter() - start
    report = segmenter.report_
    said = f"Source `{corpora.source}`; {segmenter.learner}, l2 {report['l2']:g}, hide {segmenter.hide:g}; "
    return segmenter, said + f"{report['iterations']} iterations, {report['reason']}; {seconds:.1f} s."


def score(segmenter: Segmenter, data: Path, file: str, bars: Bars = (None, None)) -> Score:
    """Word F of a file, with precision, recall and the recall of words that the source has not."""
    found = segmenter.evaluate(formats.read(data / file, task="segment")).scores()
    beside = f"P {found.precision:.2f}, R {found.recall:.2f}"
    if found.unseen_recall is not None:
        beside += f", unseen {found.unseen_recall:.2f}"
    return Score(f"{file}, F", found.f1, beside, *bars)
