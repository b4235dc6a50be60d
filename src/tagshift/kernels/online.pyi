import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

def learn(
    order: Ints,
    blocks: Longs,
    ranges: Ints,
    anchors: Ints,
    ids: Ints,
    values: NDArray[np.float32],
    permitted: Ints,
    masks: NDArray[np.uint8],
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
