"""Taggers and segmenters that survive a change of domain."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tagshift.segmenter import Segmenter
    from tagshift.tagger import Tagger

__version__ = "0.1.0"
__all__ = ["Segmenter", "Tagger", "__version__"]

_HOMES = {"Segmenter": "tagshift.segmenter", "Tagger": "tagshift.tagger"}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'tagshift' has no attribute {name!r}")
