import numpy as np
from numpy.typing import NDArray

def add_narrow(
    weights: NDArray[np.float64],
    width: int,
    offset: int,
    anchors: NDArray[np.int32],
    ids: NDArray[np.int32],
    values: NDArray[np.float32],
    lowest: int,
    highest: int,
    scores: NDArray[np.float64],
) -> None: ...
