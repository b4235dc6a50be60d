"""Small random encoded corpora: what learners and kernels are tested on."""

from __future__ import annotations

import numpy as np

from tagshift.features.encoded import Block, Encoded, Legal


def random_block(rng, name, size, gap, lengths, starts, *, rows=5, width=1, shift=0, valued=False, per=2):
    """``per`` events on each anchor from which a row touches some sentence."""
    anchors = [
        position
        for start, length in zip(starts, lengths, strict=True)
        for position in range(start - gap + 2, start + length + gap - 2)
        if start - width < position + shift < start + length
    ]
    anchors = np.sort(np.repeat(np.array(anchors, np.int32), per))
    ids = rng.integers(0, rows, len(anchors)).astype(np.int32)
    values = rng.uniform(0.5, 2, len(anchors)).astype(np.float32) if valued else None
    return Block(name, rows, width, shift, anchors, ids, values)


def random_masks(labels):
    """Any label, each label alone, and all but the last."""
    return np.vstack([np.ones(labels, bool), np.eye(labels, dtype=bool), np.arange(labels) < labels - 1])


def random_encoded(
    rng,
    labels=3,
    lengths=(3, 0, 1, 4),
    kinds="mixed",
    width=3,
    valued=False,
    legal=None,
    weights=None,
    rows=5,
):
    """``kinds``: "whole" (one label each), "mixed" (one, some or all), "none" (all)."""
    gap = 8
    lengths = np.array(lengths, np.int64)
    starts = gap + np.concatenate([[0], np.cumsum(lengths + gap)[:-1]]).astype(np.int64)
    size = int(lengths.sum() + gap * (len(lengths) + 1))
    inside = np.zeros(size, bool)
    for start, length in zip(starts, lengths, strict=True):
        inside[start : start + length] = True
    masks = random_masks(labels)
    allowed = np.zeros(size, np.int32)
    if kinds == "whole":
        allowed[inside] = rng.integers(1, labels + 1, inside.sum())
    elif kinds == "mixed":
        allowed[inside] = rng.integers(0, len(masks), inside.sum())
    shape = (size, gap, lengths, starts)
    blocks = (
        random_block(rng, "plain", *shape, rows=rows, valued=valued),
        random_block(rng, "wide", *shape, rows=4, width=width, shift=-1, per=1),
    )
    return Encoded(
        labels=tuple("ABCDEFGHI"[:labels]),
        blocks=blocks,
        size=size,
        starts=starts,
        lengths=lengths,
        allowed=allowed,
        masks=masks,
        weights=np.ones(len(lengths)) if weights is None else np.asarray(weights, np.float64),
        legal=legal or Legal.everything(labels),
    )


def node_scores(encoded, theta):
    """Scores (size, K) by the definition, one event at a time; two labels: 0 and the column."""
    columns = encoded.columns
    scores = np.zeros((encoded.size, columns))
    for block, begin in zip(encoded.blocks, encoded.block_starts, strict=False):
        rows = theta[begin : begin + block.rows * block.width * columns].reshape(
            block.rows, block.width, columns
        )
        for event, (anchor, row) in enumerate(zip(block.anchors, block.ids, strict=True)):
            value = 1.0 if block.values is None else float(block.values[event])
            for j in range(block.width):
                scores[anchor + block.shift + j] += value * rows[row, j]
    return np.hstack([np.zeros_like(scores), scores]) if columns == 1 else scores
