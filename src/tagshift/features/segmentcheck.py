"""What features in a model file must be: compiled loops look at no bounds, so nothing else may reach them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift.data import fold
from tagshift.errors import ModelError
from tagshift.features import chartypes
from tagshift.features.alphabet import FIRST, MOST
from tagshift.features.lexicon import LONGEST as LONGEST_WORD
from tagshift.features.lexicon import MOST_CLASSES, ROW_LENGTH
from tagshift.features.ngrams import BITS, LONGEST, NgramSpec
from tagshift.features.segmenttemplates import SegmentTemplates

Array = NDArray[Any]


def require(holds: object, what: str) -> None:
    """Refuse a model in which something does not hold."""
    if not holds:
        raise ModelError(f"the segmenter's {what}: the file is damaged")


def check_templates(templates: SegmentTemplates) -> None:
    """Known kinds, and no row that reaches over the gap between sentences."""
    require(templates.scheme in ("boundary", "sixtag"), "scheme is unknown")
    require(templates.lists in ("words", "terms", "none"), "use of word lists is unknown")
    names = [spec.name for spec in templates.ngrams]
    require(len(set(names)) == len(names), "n-grams are declared twice")
    for spec in templates.ngrams:
        whole = all(type(value) is int for value in (spec.order, spec.shift, spec.width))
        require(whole and 1 <= spec.order <= LONGEST, "n-grams have no possible order")
        require(
            spec.kind in ("char", "type") and spec.types in chartypes.MAPS, "n-grams are of no known kind"
        )
        inside = spec.shift >= -ROW_LENGTH and spec.width >= 1 and spec.shift + spec.width <= ROW_LENGTH + 1
        require(inside, "n-grams reach too far")


def check_alphabet(arrays: Mapping[str, Array]) -> None:
    """Characters and folding within Unicode, types that exist."""
    for name in ("alphabet", "fold_from", "fold_to"):
        found = arrays[name]
        require(found.dtype == np.uint32 and found.ndim == 1, f"{name} is not a list of characters")
        require((found < fold.SIZE).all(), f"{name} reaches beyond Unicode")
    for name in ("alphabet", "fold_from"):
        require(_ascends(arrays[name]), f"{name} does not ascend")
    require(len(arrays["alphabet"]) <= MOST, "alphabet is too long")
    require(len(arrays["fold_from"]) == len(arrays["fold_to"]), "folding is incomplete")
    begins, values = arrays["type_begins"], arrays["type_values"]
    require(begins.dtype == np.int32 and values.dtype == np.uint8, "types have the wrong form")
    require(begins.ndim == values.ndim == 1 and len(begins) == len(values) > 0, "types are incomplete")
    require(begins[0] == 0 and begins[-1] < fold.SIZE and _ascends(begins), "types do not cover Unicode")
    require((values < chartypes.COUNT).all(), "types are unknown")


def check_keys(spec: NgramSpec, keys: Array, characters: int) -> None:
    """Packed n-grams of the order declared, of characters that exist."""
    require(keys.dtype == np.uint64 and keys.ndim == 1, f"{spec.name} n-grams have the wrong form")
    require(_ascends(keys) and (not len(keys) or keys[0] > 0), f"{spec.name} n-grams do not ascend")
    if spec.order * BITS < 64:
        require((keys >> np.uint64(spec.order * BITS) == 0).all(), f"{spec.name} n-grams are too long")
    limit = FIRST + characters if spec.kind == "char" else len(chartypes.NAMES[spec.types])
    for place in range(spec.order):
        symbols = (keys >> np.uint64(place * BITS)) & np.uint64(0xFFFF)
        require((symbols < limit).all(), f"{spec.name} n-grams hold unknown symbols")


def check_list(
    name: str, ids: Array, lengths: Array, classes: Array, n_classes: Any, characters: int
) -> None:
    """Words of known characters, each with a class that exists."""
    what = f"word list {name!r}"
    forms = ids.dtype == np.uint16 and lengths.dtype == np.uint8 and classes.dtype == np.uint8
    require(forms and ids.ndim == lengths.ndim == classes.ndim == 1, f"{what} has the wrong form")
    require(((lengths > 0) & (lengths <= LONGEST_WORD)).all(), f"{what} has words of no possible length")
    require(int(lengths.sum(dtype=np.int64)) == len(ids), f"{what} is incomplete")
    require(((ids >= FIRST) & (ids < FIRST + characters)).all(), f"{what} holds unknown characters")
    require(type(n_classes) is int and 1 <= n_classes <= MOST_CLASSES, f"{what} has no possible classes")
    require(len(classes) == len(lengths) and (classes < n_classes).all(), f"{what} has unknown classes")


def _ascends(values: Array) -> bool:
    return bool((values[1:] > values[:-1]).all())
