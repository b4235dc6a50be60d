import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]

def steps(gamma: Doubles, pairs: Doubles, first: int, single: Doubles, following: Doubles) -> None: ...
def expected_scores(
    nodes: Doubles,
    transitions: Doubles,
    start: Doubles,
    end: Doubles,
    gamma: Doubles,
    pairs: Doubles,
    first: int,
    before: Doubles,
    after: Doubles,
) -> float: ...
def deviations(
    nodes: Doubles,
    transitions: Doubles,
    gamma: Doubles,
    pairs: Doubles,
    first: int,
    before: Doubles,
    after: Doubles,
    mean: float,
    residual: Doubles,
    sums: Doubles,
) -> None: ...
