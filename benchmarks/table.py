"""The table of results: rows, kept by section, and RESULTS.md written from all of them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
KEPT, PAGE = HERE / "results.json", HERE / "RESULTS.md"
HEAD = "| what | ours | peer | ratio | must | aim | holds |\n|---|--:|--:|--:|--:|--:|---|\n"
INTRODUCTION = """# Results

Written by `python -m benchmarks.run`, never by hand. A ratio is ours / peer of the same run: the median of
pairs measured one after the other. Under each section stand the date, the machine and the versions of its
last run; [docs/benchmarks.md](../docs/benchmarks.md) tells how to read the rows.
"""


@dataclass(frozen=True)
class Row:
    """One line. ``value`` is what ``must`` and ``aim`` speak of, a number or a ratio; ``more_is_better`` says
    in which direction. ``peer`` says so itself where a peer is absent."""

    what: str
    ours: str
    peer: str = "no peer"
    ratio: float | None = None
    value: float | None = None
    must: float | None = None
    aim: float | None = None
    unit: str = ""
    more_is_better: bool = False
    note: str = ""

    @property
    def holds(self) -> str:
        """Which of the two bars is reached.

        >>> Row("a", "1 s", "2 s", 0.5, 0.5, 0.6, 0.2).holds
        'must'
        >>> Row("a", "1 s", "absent", must=0.6).holds
        'not measured'
        """
        if self.must is None:
            return ""
        if self.value is None:
            return "not measured"
        if self.aim is not None and self._reaches(self.aim):
            return "aim"
        return "must" if self._reaches(self.must) else "**no**"

    def _reaches(self, bar: float) -> bool:
        assert self.value is not None
        return self.value >= bar if self.more_is_better else self.value <= bar

    def line(self) -> str:
        """The row as Markdown.

        >>> Row("start", "0.1 s", value=0.1, must=0.2, unit=" s").line()
        '| start | 0.1 s | no peer |  | ≤ 0.2 s |  | must |'
        """
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        cells = [
            self.what,
            self.ours,
            self.peer,
            ratio,
            self._bar(self.must),
            self._bar(self.aim),
            self.holds,
        ]
        return f"| {' | '.join(cells)} |"

    def _bar(self, bar: float | None) -> str:
        return "" if bar is None else f"{'≥' if self.more_is_better else '≤'} {bar:g}{self.unit}"


@dataclass(frozen=True)
class Section:
    """What one run of a section found, and where."""

    name: str
    title: str
    machine: dict[str, str]
    rows: list[Row]

    def page(self) -> str:
        notes = "".join(f"- {row.what}: {row.note}\n" for row in self.rows if row.note)
        notes += "\n" if notes else ""
        machine = "; ".join(f"{name} {said}" for name, said in self.machine.items())
        lines = "".join(row.line() + "\n" for row in self.rows)
        return f"## {self.title}\n\n{HEAD}{lines}\n{notes}{machine}.\n"


def keep(section: Section, order: list[str]) -> None:
    """Put a section's new rows in the place of its old ones, and write the page again."""
    kept: dict[str, Any] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    kept[section.name] = asdict(section)
    kept = {name: kept[name] for name in order if name in kept}
    KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")
    PAGE.write_text(render(kept), "utf-8")


def render(kept: dict[str, Any]) -> str:
    """The page of what was kept."""
    sections = [
        Section(found["name"], found["title"], found["machine"], [Row(**row) for row in found["rows"]])
        for found in kept.values()
    ]
    return "\n".join([INTRODUCTION, *(section.page() for section in sections)])
