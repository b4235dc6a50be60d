"""Tsuboi's dictionary features (table 3.4): is an n-gram there an entry; does an entry start or end there."""

from __future__ import annotations

import numpy as np

from tagshift.features.encoded import Block
from tagshift.features.lexicon import Matches
from tagshift.features.ngrams import NgramSpec


def term_blocks(name: str, matches: Matches, ngrams: tuple[NgramSpec, ...]) -> list[Block]:
    """For every template of characters one weight where the n-gram is an entry; two for starts and ends."""
    blocks = []
    for spec in (spec for spec in ngrams if spec.kind == "char"):
        anchors = matches.begins[matches.lengths == spec.order]
        rows = np.zeros(len(anchors), np.int32)
        blocks.append(Block(f"{name}.entry{spec.order}", 1, spec.width, spec.shift, anchors, rows))
    starts = np.unique(matches.begins - 1)
    ends = np.unique(matches.begins + matches.lengths - 1)
    anchors = np.concatenate([starts, ends])
    rows = np.repeat(np.array([0, 1], np.int32), [len(starts), len(ends)])
    order = np.argsort(anchors, kind="stable")
    return [*blocks, Block(f"{name}.edges", 2, 1, 0, anchors[order].astype(np.int32), rows[order])]
