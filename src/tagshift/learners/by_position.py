"""The events of a corpus seen from its positions: which weights bear on each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tagshift.errors import ParameterError
from tagshift.features.encoded import Block, Encoded, Ints
from tagshift.learners.stream import NO_VALUES, check_block


@dataclass(frozen=True)
class ByPosition:
    """For each of some positions the events that bear on it, a range in each block.

    ``ranges`` (positions, blocks, 2); event e of position p means weight ``places[e] + p`` (times columns),
    its value ``values[e]``, 1 where ``values`` is empty. ``most`` is the largest number of events on one
    position.
    """

    positions: Ints
    ranges: Ints
    places: Ints
    values: NDArray[np.float32]
    most: int

    @classmethod
    def of(cls, encoded: Encoded, positions: NDArray[np.int64]) -> ByPosition:
        if encoded.block_starts[-1] >= 2**31 or sum(len(block.ids) for block in encoded.blocks) >= 2**31:
            raise ParameterError("more than 2 thousand million weights or events; cut rare attributes off")
        ranges = np.empty((len(positions), len(encoded.blocks), 2), np.int32)
        places, before = [], 0
        for number, (block, begin) in enumerate(zip(encoded.blocks, encoded.block_starts, strict=False)):
            check_block(block, encoded.size)
            ranges[:, number] = _event_ranges(block, positions, encoded.size)
            ranges[:, number] += before
            before += len(block.ids)
            at = begin // encoded.columns - block.shift - block.anchors.astype(np.int64)
            places.append((at + block.ids.astype(np.int64) * block.width).astype(np.int32))
        most = int((ranges[:, :, 1] - ranges[:, :, 0]).sum(axis=1).max(initial=0))
        joined = np.concatenate(places) if places else np.empty(0, np.int32)
        return cls(positions.astype(np.int32), ranges, joined, joined_values(encoded.blocks), most)


def _event_ranges(block: Block, positions: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """First and last event whose row covers each position."""
    counts = np.bincount(block.anchors, minlength=size)
    firsts = np.concatenate([[0], np.cumsum(counts)])
    low = np.clip(positions - block.shift - block.width + 1, 0, size)
    high = np.clip(positions - block.shift + 1, 0, size)
    return np.stack([firsts[low], firsts[high]], axis=1)


def joined_values(blocks: tuple[Block, ...]) -> NDArray[np.float32]:
    if all(block.values is None for block in blocks):
        return NO_VALUES
    ones = [np.ones(len(block.ids), np.float32) if block.values is None else block.values for block in blocks]
    return np.concatenate(ones)
