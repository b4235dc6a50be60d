import numpy as np
from numpy.typing import NDArray

SKIPPED: int
WHOLE: int
PARTIAL: int

def log_loss(
    scores: NDArray[np.float64],
    permitted: NDArray[np.uint8],
    sentences: NDArray[np.int64],
    weights: NDArray[np.float64],
    chain: NDArray[np.float64],
    margin: float,
    work: NDArray[np.float64],
    residual: NDArray[np.float64],
    expected: NDArray[np.float64],
    losses: NDArray[np.float64],
) -> None: ...
