import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]

def shuffle(active: Ints, group: int, groups: Ints, state: NDArray[np.int64], order: Ints) -> None: ...
def measure(
    ranges: Ints,
    places: Ints,
    values: NDArray[np.float32],
    positions: Ints,
    found: NDArray[np.int64],
    scratch: Doubles,
    norms: Doubles,
) -> None: ...
def descend(
    order: Ints,
    ranges: Ints,
    places: Ints,
    values: NDArray[np.float32],
    positions: Ints,
    signs: Doubles,
    slack: Doubles,
    norms: Doubles,
    bar: float,
    found: NDArray[np.int64],
    alpha: Doubles,
    weights: Doubles,
    resting: NDArray[np.uint8],
    extremes: Doubles,
) -> None: ...
