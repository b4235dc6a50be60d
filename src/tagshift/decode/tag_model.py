"""A trained tagger as data: the attribute index, the labels before and behind, the chain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ModelError
from tagshift.features.inner import SCHEMES, InnerLabels
from tagshift.features.tagindex import TagIndex
from tagshift.learners.model import ChainModel
from tagshift.optimize.report import Report

Arrays = dict[str, NDArray[Any]]


@dataclass
class TagModel:
    """What labelling needs.

    ``slope`` multiplies all scores where probabilities are asked for; it changes no decision.
    """

    index: TagIndex
    inner: InnerLabels
    chain: ChainModel
    slope: float = 1.0

    def to_parts(self) -> tuple[dict[str, Any], Arrays]:
        """A header and arrays for the model file."""
        header, arrays = self.index.to_parts()
        for n, weights in enumerate(self.chain.weights):
            arrays[f"weights.{n}"] = weights
        arrays |= {f"chain.{name}": getattr(self.chain, name) for name in ("transitions", "start", "end")}
        labels = {
            "labels": list(self.inner.outer),
            "scheme": self.inner.scheme,
            "fine": self.inner.fine,
            "slope": self.slope,
        }
        return {"index": header, **labels, "report": self.chain.report.to_json()}, arrays

    @classmethod
    def from_parts(cls, header: dict[str, Any], arrays: Arrays) -> TagModel:
        """The model that ``to_parts`` wrote; parts that do not fit together are a ModelError."""
        try:
            labels, scheme = [str(label) for label in header["labels"]], header["scheme"]
            fine, slope = bool(header["fine"]), float(header["slope"])
            report = Report.from_json(header["report"])
            index = TagIndex.from_parts(header["index"], arrays)
            chain = {
                name: np.array(arrays[f"chain.{name}"], float) for name in ("transitions", "start", "end")
            }
            weights = [arrays[f"weights.{n}"] for n in range(sum(1 for _ in index.shapes()))]
        except (AttributeError, KeyError, TypeError, ValueError) as missing:
            if isinstance(missing, ModelError):
                raise
            raise ModelError(
                f"the model lacks {missing}, or has it in another form: it is no tagger"
            ) from None
        if not 0 < slope < float("inf"):
            raise ModelError(f"slope {slope} cannot be: the file is damaged")
        if scheme not in SCHEMES[1:] or len(set(labels)) != len(labels) or not labels:
            raise ModelError(f"labels {labels[:5]} of scheme {scheme!r} cannot be: the file is damaged")
        inner = InnerLabels.of(labels, scheme, fine)
        model = ChainModel(inner.names, weights, legal=inner.legal, report=report, **chain)
        _check_shapes(model, index)
        return cls(index, inner, model, slope)


def _check_shapes(model: ChainModel, index: TagIndex) -> None:
    labels = len(model.labels)
    columns = 1 if labels == 2 else labels
    shapes = [(rows, width, columns) for rows, width, _ in index.shapes()]
    chain = [(labels, labels), (labels,), (labels,)]
    found = [w.shape for w in model.weights] + [a.shape for a in (model.transitions, model.start, model.end)]
    if found != [*shapes, *chain] or any(w.dtype != np.float32 for w in model.weights):
        raise ModelError("the model's weights do not fit its attributes and labels: the file is damaged")
