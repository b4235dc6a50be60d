"""What ``tagshift inspect`` does."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from tagshift import persistence
from tagshift.cli.log import print_json
from tagshift.cli.models import as_tagger, load_model
from tagshift.data.sentence import SegmentSentence
from tagshift.decode import tag_explain
from tagshift.features.tokens import Tokens
from tagshift.scoring.tables import table

if TYPE_CHECKING:
    from tagshift.segmenter import Segmenter
    from tagshift.tagger import Tagger

# Reasons shown for each decision.
REASONS = 8


def run(context: click.Context, path: str, given: Mapping[str, Any]) -> None:
    """Describe the model, or show what was asked of it."""
    model = load_model(path)
    tagger = as_tagger(model)
    kind = OfTagger(tagger) if tagger else OfSegmenter(cast("Segmenter", model))
    found: dict[str, Any] = {}
    if given["top"]:
        found["top"] = kind.top(given["top"])
    if given["explain"] is not None:
        found["explain"] = kind.explain(given["explain"])
    if not found:
        found = described(path, kind)
    if given["as_json"]:
        print_json(found)
    elif "top" in found or "explain" in found:
        click.echo("\n\n".join(kind.shown(name, rows) for name, rows in found.items()))
    else:
        click.echo("\n".join(lines_of(found)))


def described(path: str, kind: OfTagger | OfSegmenter) -> dict[str, Any]:
    """The model file in words and numbers."""
    header = persistence.peek(path)
    report = {key: value for key, value in header.get("report", {}).items() if key != "objectives"}
    return {
        "task": header["task"],
        "bytes": Path(path).stat().st_size,
        "settings": header.get("settings", {}),
        **kind.sizes(),
        "report": report,
        "provenance": header.get("provenance", {}),
    }


def lines_of(found: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Names and values, one a line, what belongs to a name set in."""
    width = max((len(name) for name in found), default=0)
    for name, value in found.items():
        if isinstance(value, dict) and value:
            yield f"{indent}{name}"
            yield from lines_of(value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield f"{indent}{name}"
            for one in value:
                yield indent + "  " + ", ".join(f"{key} {said}" for key, said in one.items())
        else:
            shown = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            yield f"{indent}{name:<{width}}  {shown}"


class OfTagger:
    """A tagger's sizes, features and reasons."""

    def __init__(self, model: Tagger) -> None:
        self.model = model

    def sizes(self) -> dict[str, Any]:
        """Labels, words of the source, and for each template how many attributes it has."""
        index = self.model.model_.index
        return {
            "labels": list(self.model.labels_),
            "source_words": len(self.model.vocabulary_),
            "columns": list(index.columns),
            "word_lists": [gazetteer.name for gazetteer in index.gazetteers],
            "features": {rows.family.name: len(rows.members) for rows in index.rows},
        }

    def top(self, count: int) -> list[dict[str, Any]]:
        """The heaviest features."""
        return [found._asdict() for found in tag_explain.top(self.model.decoder_, count)]

    def explain(self, text: str) -> list[dict[str, Any]]:
        """What decided each token's label."""
        tokens = [token for token in text.split(" ") if token]
        columns = self.model.model_.index.columns
        if columns != (1,):
            raise click.UsageError(
                f"this model looks at the columns {list(columns)}, and --explain gives tokens alone"
            )
        encoded = Tokens.from_sentences([[tokens]], columns)
        return [one._asdict() for one in tag_explain.explain(self.model.decoder_, encoded, REASONS)]

    def shown(self, name: str, rows: list[dict[str, Any]]) -> str:
        """Either as text."""
        if name == "top":
            return table(["feature", "label", "weight"], [list(row.values()) for row in rows], 3)
        return "\n".join(
            f"{row['token']}\t{row['label']} ({row['probability']:.2f}) rather than {row['against']}\n"
            + "\n".join(f"  {weight:+8.3f}  {feature}" for feature, weight in row["reasons"])
            for row in rows
        )


class OfSegmenter:
    """A segmenter's sizes, features and reasons."""

    def __init__(self, model: Segmenter) -> None:
        self.model = model

    def sizes(self) -> dict[str, Any]:
        """Word lists, and of each block of features its rows and how many places each bears on."""
        index = self.model.model_.index
        return {
            "source_words": len(self.model.vocabulary_),
            "characters": len(index.alphabet.characters),
            "word_lists": {name: len(lexicon.classes) for name, lexicon in index.lexicons.items()},
            "joined_lists": list(index.joined),
            "features": {name: f"{rows} x {width}" for name, (rows, width) in index.shapes().items()},
        }

    def top(self, count: int) -> list[dict[str, Any]]:
        """The heaviest features; above 0 they speak for a cut."""
        return [{"feature": name, "weight": round(weight, 4)} for name, weight in self.model.top(count)]

    def explain(self, text: str) -> list[dict[str, Any]]:
        """What spoke for and against a cut at each place."""
        plain = text.replace(" ", "")
        words, sure = self.model(text), self.model.reader_.probabilities([SegmentSentence.raw(plain)])[0]
        ends, end = set(), 0
        for word in words:
            end += len(word)
            ends.add(end)
        return [
            {
                "before": plain[max(place - 4, 0) : place],
                "after": plain[place : place + 4],
                "cut": place in ends,
                "probability": round(float(sure[place - 1]), 4),
                "reasons": [(name, round(weight, 4)) for name, weight in reasons[:REASONS]],
            }
            for place, reasons in enumerate(self.model.explain(plain), 1)
        ]

    def shown(self, name: str, rows: list[dict[str, Any]]) -> str:
        """Either as text."""
        if name == "top":
            return table(["feature", "weight"], [list(row.values()) for row in rows], 3)
        return "\n".join(
            f"{row['before']} {'|' if row['cut'] else '-'} {row['after']}\tP(cut) {row['probability']:.2f}\n"
            + "\n".join(f"  {weight:+8.3f}  {feature}" for feature, weight in row["reasons"])
            for row in rows
        )
