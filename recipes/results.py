"""What recipes found, kept by name, and RESULTS.md written from all of it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEPT, PAGE = HERE / "results.json", HERE / "RESULTS.md"
INTRODUCTION = """# Results

Written by the recipes, never by hand. Development files choose; a test file is scored with `--test` alone,
with the settings that were chosen. Everything is in percent unless it says otherwise.
"""


@dataclass(frozen=True)
class Score:
    """One figure of a recipe: what was measured, the other figures beside it, what it must be and may be."""

    what: str
    value: float
    beside: str = ""
    must: float | None = None
    aim: float | None = None

    @property
    def holds(self) -> str:
        """Which of the two bars is reached.

        >>> Score("kwdlc.test", 96.6, must=96.5, aim=97.0).holds
        'must'
        """
        if self.must is None:
            return ""
        if self.aim is not None and self.value >= self.aim:
            return "aim"
        return "must" if self.value >= self.must else "**no**"

    def line(self) -> str:
        bars = [f"{bar:g}" if bar is not None else "" for bar in (self.must, self.aim)]
        return f"| {self.what} | {self.value:.2f} | {self.beside} | {' | '.join(bars)} | {self.holds} |"


def keep(recipe: str, title: str, said: str, scores: list[Score]) -> None:
    """Print a recipe's scores, put them in the place of its earlier ones, and write the page again."""
    for score in scores:
        print(f"{score.what}: {score.value:.2f} {score.beside} {score.holds}".rstrip(), flush=True)
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    found = {"title": title, "said": said, "date": date.today().isoformat()}
    kept[recipe] = found | {"scores": [asdict(score) for score in scores]}
    kept = dict(sorted(kept.items()))
    KEPT.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")
    PAGE.write_text(render(kept), "utf-8")


def render(kept: dict[str, dict]) -> str:
    """The page of what was kept."""
    return "\n".join([INTRODUCTION, *(_section(name, found) for name, found in kept.items())])


def _section(recipe: str, found: dict) -> str:
    lines = "".join(Score(**score).line() + "\n" for score in found["scores"])
    head = "| what | found | beside | must | aim | holds |\n|---|--:|---|--:|--:|---|\n"
    script = recipe.partition(" ")[0]
    return f"## {found['title']}\n\n`recipes/{script}.py`, {found['date']}. {found['said']}\n\n{head}{lines}"
