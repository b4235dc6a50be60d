"""What a trained tagger has learned, in words: its heaviest features, and those that decided a label."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tagshift.decode.tag_decoder import TagDecoder
from tagshift.features.tokens import Tokens

Floats = NDArray[np.float64]


class Weight(NamedTuple):
    """A feature, the label that it speaks for, and how much."""

    feature: str
    label: str
    weight: float


class Decision(NamedTuple):
    """Why a token got its label and not the second best: features and what each added to the difference."""

    token: str
    label: str
    probability: float
    against: str
    reasons: list[tuple[str, float]]


def top(decoder: TagDecoder, count: int) -> list[Weight]:
    """The heaviest features by absolute weight; with two labels a weight is for the second one."""
    names = decoder.inner.names if decoder.columns > 1 else decoder.inner.names[1:]
    found: list[tuple[float, int, int, int, int]] = []
    for block, weights in enumerate(decoder.model.chain.weights):
        flat = np.abs(weights).ravel()
        chosen = np.argsort(-flat, kind="stable")[:count]
        for place in chosen.tolist():
            row, width, label = (int(n) for n in np.unravel_index(place, weights.shape))
            found.append((float(weights[row, width, label]), block, row, width, label))
    found.sort(key=lambda item: -abs(item[0]))
    return [
        Weight(_named(decoder, block, row, width), names[label], round(weight, 4))
        for weight, block, row, width, label in found[:count]
    ]


def explain(decoder: TagDecoder, tokens: Tokens, count: int = 10) -> list[Decision]:
    """For each token of a text its label, the label that came second, and what spoke for either."""
    outer = decoder.inner.outer
    if len(outer) < 2:
        return []
    best, marginals = decoder.best(tokens), decoder.marginals(tokens)
    positions = tokens.positions(decoder.index.gap)
    nodes = decoder.score(tokens).nodes[positions]
    column = tokens.columns[1]
    reasons = _contributions(decoder, tokens)
    found = []
    for n, label in enumerate(best.tolist()):
        second = int(np.argmax(np.where(np.arange(len(outer)) == label, -1.0, marginals[n])))
        pair = [_inner(decoder, nodes[n], one) for one in (label, second)]
        said = [
            (name, float(scores[pair[0]] - scores[pair[1]])) for name, scores in reasons[int(positions[n])]
        ]
        said.sort(key=lambda item: -abs(item[1]))
        kept = [(name, round(weight, 4)) for name, weight in said[:count] if weight]
        token = column.strings[column.ids[n]]
        found.append(Decision(token, outer[label], round(float(marginals[n, label]), 4), outer[second], kept))
    return found


def _contributions(decoder: TagDecoder, tokens: Tokens) -> dict[int, list[tuple[str, Floats]]]:
    """For each position the features that bear on it, each with its scores of the inner labels."""
    found: dict[int, list[tuple[str, Floats]]] = {int(p): [] for p in tokens.positions(decoder.index.gap)}
    for number, block in enumerate(decoder.index.blocks(tokens)):
        weights = decoder.model.chain.weights[number]
        for anchor, row in zip(block.anchors.tolist(), block.ids.tolist(), strict=True):
            for width in range(block.width):
                position = anchor + block.shift + width
                if position in found:
                    scores = weights[row, width].astype(np.float64)
                    if decoder.columns == 1:
                        scores = np.concatenate([[0.0], scores])
                    found[position].append((_named(decoder, number, row, width), scores))
    return found


def _inner(decoder: TagDecoder, nodes: Floats, outer: int) -> int:
    """The inner label behind an outer one that its token speaks for most."""
    behind = np.flatnonzero(decoder.inner.outer_of == outer)
    return int(behind[np.argmax(nodes[behind])])


def _named(decoder: TagDecoder, block: int, row: int, width: int) -> str:
    """A feature, and where it stands from the token that it bears on."""
    shift = list(decoder.index.shapes())[block][2]
    place = -(shift + width)
    name = decoder.index.describe(block, row)
    return f"{name} at {place:+d}" if place else name
