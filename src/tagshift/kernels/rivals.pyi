import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Masks = NDArray[np.uint8]

def best_pair(
    scores: Doubles,
    permitted: Ints,
    masks: Masks,
    chain: Doubles,
    cost: float,
    first: int,
    length: int,
    delta: Doubles,
    back: Ints,
    paths: Ints,
    best: Doubles,
) -> None: ...
def squared_hinge(
    scores: Doubles,
    permitted: Ints,
    masks: Masks,
    chain: Doubles,
    cost: float,
    sentences: Longs,
    weights: Doubles,
    delta: Doubles,
    back: Ints,
    paths: Ints,
    residual: Doubles,
    chain_counts: Doubles,
    losses: Doubles,
) -> None: ...
def learn(
    order: Ints,
    blocks: Longs,
    ranges: Ints,
    anchors: Ints,
    ids: Ints,
    values: Singles,
    permitted: Ints,
    masks: Masks,
    sentences: Longs,
    illegal: Doubles,
    rule: int,
    limit: float,
    seen: int,
    scores: Doubles,
    delta: Doubles,
    back: Ints,
    paths: Ints,
    chain: Doubles,
    scratch: Doubles,
    weights: Doubles,
    history: Doubles,
) -> int: ...
