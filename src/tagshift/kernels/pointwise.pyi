import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Masks = NDArray[np.uint8]

def two_labels(
    scores: Doubles,
    permitted: Ints,
    masks: Masks,
    weights: Doubles,
    hinge: bool,
    first: int,
    last: int,
    residual: Doubles,
) -> float: ...
def many_labels(
    scores: Doubles,
    permitted: Ints,
    masks: Masks,
    weights: Doubles,
    hinge: bool,
    first: int,
    last: int,
    residual: Doubles,
) -> float: ...
