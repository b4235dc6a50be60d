import numpy as np
from numpy.typing import NDArray

def log_loss(
    scores: NDArray[np.float64],
    permitted: NDArray[np.int32],
    masks: NDArray[np.uint8],
    observed: NDArray[np.int32],
    sentences: NDArray[np.int64],
    weights: NDArray[np.float64],
    logs: NDArray[np.float64],
    chain: NDArray[np.float64],
    arrivals: NDArray[np.float64],
    margin: float,
    work: NDArray[np.float64],
    residual: NDArray[np.float64],
    expected: NDArray[np.float64],
    counts: NDArray[np.float64],
    losses: NDArray[np.float64],
) -> None: ...
