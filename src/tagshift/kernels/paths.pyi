import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]

def best(
    nodes: Doubles,
    transitions: Doubles,
    start: Doubles,
    end: Doubles,
    spans: NDArray[np.int64],
    delta: Doubles,
    back: Ints,
    labels: Ints,
    scores: Doubles,
) -> None: ...
def best_several(
    nodes: Doubles,
    transitions: Doubles,
    start: Doubles,
    end: Doubles,
    first: int,
    delta: Doubles,
    back: Ints,
    labels: Ints,
    scores: Doubles,
) -> int: ...
