"""A trained segmenter as data: the index, whole-numbered weights, the chain, and how scores become
probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tagshift.decode.compiled import compile_tables
from tagshift.decode.compiled_trie import SHORT
from tagshift.errors import ModelError
from tagshift.features.keytable import KeyTable
from tagshift.features.ngrams import Ngrams
from tagshift.features.segmentcheck import require
from tagshift.features.segmentindex import SegmentIndex
from tagshift.kernels.segment import Tables

if TYPE_CHECKING:
    from tagshift.learners.model import ChainModel

Arrays = dict[str, NDArray[Any]]
Floats = NDArray[np.float64]

# One unit of a saved weight is 1 / SCALE; n-grams whose weights are all below FEWEST units are left out.
# Chosen on development files: see recipes/quantisation.py.
SCALE = 256
FEWEST = 3
MOST_SUM = 32000.0  # of the weights in a row: it has 16 bits
MOST_CHAIN = 1 << 40
SIX = 6


@dataclass(frozen=True, eq=False)
class SegmentModel:
    """``weights``: by block name, (rows, width) or, with six labels, (rows, width, labels), int16.

    ``chain``: transitions (K, K), then start (K,) and end (K,), flat, in the same units. ``slope``: from
    scores (in units of 1) to log-odds.
    """

    index: SegmentIndex
    weights: dict[str, NDArray[np.int16]]  # in the order of the index's blocks
    chain: NDArray[np.int64]
    scale: float
    slope: float = 1.0

    @classmethod
    def of(cls, index: SegmentIndex, model: ChainModel, names: Sequence[str]) -> SegmentModel:
        """Round the weights of a learned chain; ``names`` of its blocks, in their order."""
        scale = _scale_for(model, names)
        weights = {
            name: np.rint(found * scale).astype(np.int16)
            for name, found in zip(names, model.weights, strict=True)
        }
        kept: list[Ngrams] = []
        for ngrams in index.ngrams:
            name = ngrams.spec.name
            rows = np.abs(weights[name]).reshape(len(ngrams.table), -1).max(axis=1, initial=0) >= FEWEST
            kept.append(replace(ngrams, table=KeyTable(ngrams.table.keys[rows])))
            weights[name] = weights[name][rows]
        chain = np.concatenate([model.transitions.ravel(), model.start, model.end]) * scale
        if len(model.labels) == 2:
            weights = {name: found[..., 0] for name, found in weights.items()}
        return cls(replace(index, ngrams=tuple(kept)), weights, np.rint(chain).astype(np.int64), scale)

    @cached_property
    def labels(self) -> int:
        return round(float(np.sqrt(len(self.chain) + 1)) - 1)

    @property
    def is_pointwise(self) -> bool:
        return self.labels == 2 and not self.chain.any()

    def __getstate__(self) -> dict[str, Any]:
        """For pickles and copies, which compile their tables anew."""
        return {name: value for name, value in vars(self).items() if name != "tables"}

    @cached_property
    def tables(self) -> Tables:
        """Compiled; for two labels."""
        if self.labels != 2:
            raise ModelError("a segmenter of six tags is not compiled into tables")
        g, start, end = self.chain[:4], self.chain[4:6], self.chain[6:]
        return compile_tables(
            self.index, self.weights, [*g.tolist(), int(start[1] - start[0]), int(end[1] - end[0])]
        )

    def theta(self) -> Floats:
        """The weights as a parameter vector of an encoded corpus, still in whole units: sums of them are
        exact.
        """
        parts = [found.ravel().astype(np.float64) for found in self.weights.values()]
        return np.concatenate([*parts, self.chain.astype(np.float64)])

    def to_parts(self) -> tuple[dict[str, Any], Arrays]:
        """A header and arrays for the model file."""
        header, arrays = self.index.to_state()
        arrays |= {f"weights.{name}": _small(found) for name, found in self.weights.items()}
        arrays["chain"] = self.chain
        return {"index": header, "scale": self.scale, "slope": self.slope}, arrays

    @classmethod
    def from_parts(cls, header: Mapping[str, Any], arrays: Arrays) -> SegmentModel:
        """The model that ``to_parts`` wrote; parts that do not fit together are a ModelError."""
        try:
            index = SegmentIndex.from_state(header["index"], arrays)
            prefix = "weights."
            weights = {
                name.removeprefix(prefix): whole(found).astype(np.int16)
                for name, found in arrays.items()
                if name.startswith(prefix)
            }
            model = cls(
                index,
                weights,
                whole(arrays["chain"]).astype(np.int64),
                float(header["scale"]),
                float(header["slope"]),
            )
            model._check()
            model = replace(model, weights={name: weights[name] for name in index.shapes()})
        except (KeyError, TypeError, ValueError, IndexError) as wrong:
            if isinstance(wrong, ModelError):
                raise
            raise ModelError(
                f"the parts of the segmenter do not fit together ({wrong}): the file is damaged"
            ) from None
        return model

    def _check(self) -> None:
        labels = 2 if self.index.templates.scheme == "boundary" else SIX
        shapes = self.index.shapes()
        require(set(shapes) == set(self.weights), "weights are not those of its features")
        for name, shape in shapes.items():
            expected = shape if labels == 2 else (*shape, labels)
            found = self.weights[name].shape
            require(found == expected, f"weights of {name} have shape {found}, expected {expected}")
        require(self.chain.shape == (labels * (labels + 2),), "chain has not the size of its labels")
        require((np.abs(self.chain) < MOST_CHAIN).all(), "chain has impossible scores")
        require(isfinite(self.scale) and self.scale > 0, "scale is impossible")
        require(isfinite(self.slope) and self.slope > 0, "slope is impossible")


def _scale_for(model: ChainModel, names: Sequence[str]) -> float:
    """The usual scale, or a smaller one where weights are so large that their sums would not fit 16 bits.

    A row that is looked up holds at most one n-gram of each order and ``SHORT`` words of each list.
    """
    largest = [float(np.abs(found).max(initial=0.0)) for found in model.weights]
    most = sum(n * (SHORT if name.endswith(".words") else 1) for n, name in zip(largest, names, strict=True))
    return min(float(SCALE), MOST_SUM / most) if most > 0 else float(SCALE)


def _small(found: NDArray[np.int16]) -> NDArray[Any]:
    """In eight bits where they suffice."""
    return found.astype(np.int8) if np.abs(found).max(initial=0) <= np.iinfo(np.int8).max else found


def whole(found: NDArray[Any]) -> NDArray[Any]:
    """The array, which must be of whole numbers with a sign."""
    require(found.dtype in (np.int8, np.int16, np.int64), "weights are no whole numbers")
    return found
