import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Basis = NDArray[np.float32]

def dot(x: Doubles, y: Doubles, first: int, last: int) -> float: ...
def distance(x: Doubles, penalties: Doubles, first: int, last: int) -> float: ...
def times(x: Doubles, factors: Doubles, first: int, last: int, result: Doubles) -> None: ...
def products(
    basis: Basis,
    move: int,
    bend: int,
    gradient: Doubles,
    first: int,
    last: int,
    work: Doubles,
    sums: Doubles,
) -> None: ...
def combine(
    basis: Basis,
    factors: Doubles,
    gradient: Doubles,
    share: float,
    first: int,
    last: int,
    result: Doubles,
) -> None: ...
def step(x: Doubles, direction: Doubles, size: float, first: int, last: int, result: Doubles) -> None: ...
def remember(after: Doubles, before: Doubles, row: int, first: int, last: int, basis: Basis) -> None: ...
def lean(
    x: Doubles, gradient: Doubles, penalties: Doubles, first: int, last: int, result: Doubles
) -> None: ...
def agree(pseudo: Doubles, first: int, last: int, direction: Doubles) -> None: ...
def stay(x: Doubles, pseudo: Doubles, first: int, last: int, trial: Doubles) -> None: ...
