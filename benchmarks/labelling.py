"""Section: characters a second, one thread, beside Vaporetto, fugashi, sudachipy and jieba."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import Any

from benchmarks import models
from benchmarks.measure import Settings, Worker, median_ratio, missing
from benchmarks.table import Row

TITLE = "Labelling, one thread"
JAPANESE = ("jws/kwdlc.extra.raw", "jws/fkc.train.raw", "jws/wac.train.raw.gz")
CHINESE = ("cws/zx.train.raw", "cws/pt.train.raw.gz")
TIMES = 3  # so often does the text stand in the file


def rows(settings: Settings) -> Iterator[Row]:
    """Pairs of ours and a peer, one after the other, several times."""
    text = models.text(settings, "japanese.txt", JAPANESE, TIMES)
    kytea = str(settings.data / "peers" / "kwdlc.kytea.model.xz")
    with Worker("labelling_worker", models.segmenter(settings, "kwdlc"), text) as worker:
        race = Race(settings, worker)
        vaporetto = ("Vaporetto", "vaporetto")
        to_file, to_list = ("ours_file", "file to file"), ("ours_list", "lines to lists of words")
        strings = ("vaporetto_string", "KyTea's model, lines to strings")
        lists = ("vaporetto_list", "KyTea's model, lists")
        yield race.pair(to_file, vaporetto, strings, must=0.8, aim=1.5, model=kytea)
        yield race.pair(to_list, vaporetto, lists, must=0.8, aim=1.2, model=kytea)
        yield race.pair(("ours_call", "one call a line, list of words back"), vaporetto, lists, model=kytea)
        yield race.pair(to_file, ("fugashi", "fugashi", "ipadic"), ("fugashi_string", "ipadic, -Owakati"))
        yield race.pair(
            to_list, ("sudachipy", "sudachipy", "sudachidict_core"), ("sudachipy_list", "core, lists")
        )
    text = models.text(settings, "chinese.txt", CHINESE, 1)
    with Worker("labelling_worker", models.segmenter(settings, "pku98"), text) as worker:
        jieba = ("jieba_list", "Chinese, lists")
        yield Race(settings, worker).pair(("ours_list", "Chinese, lists of words"), ("jieba", "jieba"), jieba)


class Race:
    """Two jobs of one worker in turn."""

    def __init__(self, settings: Settings, worker: Worker) -> None:
        self.settings, self.worker = settings, worker

    def pair(
        self,
        ours: tuple[str, str],
        tool: tuple[str, ...],
        peer: tuple[str, str],
        must: float | None = None,
        aim: float | None = None,
        **arguments: Any,
    ) -> Row:
        """``ours``, ``peer``: a job and what it is called; ``tool``: the peer's name, its packages."""
        absent = missing(*tool[1:])
        left: list[float] = []
        right: list[float] = []
        for _ in range(2 * self.settings.repeats + 1):
            left.append(self._speed(ours[0]))
            if not absent:
                right.append(self._speed(peer[0], **arguments))
        ratio = None if absent else median_ratio(left, right)
        return Row(
            f"{ours[1]}, against {tool[0]}",
            _rate(left),
            absent or f"{_rate(right)} ({peer[1]})",
            ratio,
            ratio,
            must,
            aim,
            more_is_better=True,
        )

    def _speed(self, who: str, **arguments: Any) -> float:
        found = self.worker.ask(who=who, **arguments)
        return float(found["characters"] / found["seconds"])


def _rate(speeds: list[float]) -> str:
    return f"{median(speeds) / 1e6:.2f} M characters/s"
