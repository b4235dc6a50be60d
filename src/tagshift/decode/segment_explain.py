"""Why a segmenter cuts where it does: the features that fire at each place, and the heaviest of all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tagshift.data.corpus import Corpus
from tagshift.data.schemes.sixtag import SIXTAG
from tagshift.data.sentence import SegmentSentence
from tagshift.decode.segment_model import SegmentModel
from tagshift.decode.segment_reader import SIX_ENDS
from tagshift.features.encoded import Encoded
from tagshift.features.segmentnames import Namer, namers

Integers = NDArray[np.int64]
Reason = tuple[str, float]


def explain(model: SegmentModel, text: str) -> list[list[Reason]]:
    """For each of the N - 1 places of a text the features that fired and their weights, the heaviest first.

    With two labels the weights of a place add up to its score, above 0 for a cut. With six tags a place has
    the features of the character before it, and each weight is the difference between the best tag that
    ends a word there and the best that does not; what the chain adds is not among them.
    """
    encoded = model.index.encode(Corpus.from_segments([SegmentSentence.raw(text)]))
    found = _fired(model, encoded)
    places = found[int(encoded.starts[0]) :][: max(len(text) - 1, 0)] if len(text) > 1 else []
    return [_reasons(model, fired) for fired in places]


def top(model: SegmentModel, count: int) -> list[Reason]:
    """The ``count`` heaviest weights, whatever their sign; with six tags each is said with its tag."""
    called = namers(model.index)
    best: list[tuple[int, str, int]] = []
    for block, weights in model.weights.items():
        flat = np.abs(weights.astype(np.int32)).ravel()
        chosen = np.argsort(-flat, kind="stable")[:count]
        best += [(int(weights.flat[at]), block, at) for at in chosen.tolist() if flat[at]]
    best.sort(key=lambda item: -abs(item[0]))
    return [
        (_label(called[block], model.weights[block].shape, at), weight / model.scale)
        for weight, block, at in best[:count]
    ]


def _label(called: Namer, shape: tuple[int, ...], at: int) -> str:
    row, place, *tag = (int(n) for n in np.unravel_index(at, shape))
    return f"{called(row, place)} [{SIXTAG.names[tag[0]]}]" if tag else called(row, place)


def _fired(model: SegmentModel, encoded: Encoded) -> list[dict[str, Integers]]:
    """For every position of the stream what fired, by name: whole-numbered weights, one for each column."""
    called = namers(model.index)
    found: list[dict[str, Integers]] = [{} for _ in range(encoded.size)]
    for block in encoded.blocks:
        weights = model.weights[block.name].reshape(block.rows, block.width, encoded.columns).astype(np.int64)
        for anchor, row in zip(block.anchors.tolist(), block.ids.tolist(), strict=True):
            for place in range(block.width):
                if weights[row, place].any():
                    name = called[block.name](row, place)
                    here = found[anchor + block.shift + place]
                    here[name] = here[name] + weights[row, place] if name in here else weights[row, place]
    return found


def _reasons(model: SegmentModel, fired: dict[str, Integers]) -> list[Reason]:
    if model.labels == 2:
        said = [(name, float(weight[0]) / model.scale) for name, weight in fired.items()]
    else:
        total = sum(fired.values(), np.zeros(model.labels))
        ends = np.isin(np.arange(model.labels), SIX_ENDS)
        cut = int(np.argmax(np.where(ends, total, -np.inf)))
        uncut = int(np.argmax(np.where(ends, -np.inf, total)))
        said = [(name, float(weight[cut] - weight[uncut]) / model.scale) for name, weight in fired.items()]
    return sorted(said, key=lambda item: (-abs(item[1]), item[0]))
