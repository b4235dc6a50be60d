import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Masks = NDArray[np.uint8]

def fill(
    scores: Doubles,
    permitted: Ints,
    masks: Masks,
    chain: Doubles,
    cost: float,
    first: int,
    length: int,
    delta: Doubles,
    back: Ints,
) -> None: ...
def finish(bit: int, chain: Doubles, length: int, delta: Doubles, back: Ints, paths: Ints) -> float: ...
def squared_hinge(
    scores: Doubles,
    permitted: Ints,
    masks: Masks,
    chain: Doubles,
    cost: float,
    right: Ints,
    sentences: NDArray[np.int64],
    weights: Doubles,
    delta: Doubles,
    back: Ints,
    paths: Ints,
    residual: Doubles,
    chain_counts: Doubles,
    losses: Doubles,
) -> None: ...
