import numpy as np
from numpy.typing import NDArray

def add_scores(
    weights: NDArray[np.float64],
    length: int,
    columns: int,
    offset: int,
    anchors: NDArray[np.int32],
    ids: NDArray[np.int32],
    values: NDArray[np.float32],
    lowest: int,
    highest: int,
    scores: NDArray[np.float64],
) -> None: ...
def sum_residuals(
    residual: NDArray[np.float64],
    length: int,
    columns: int,
    offset: int,
    indptr: NDArray[np.int64],
    anchors: NDArray[np.int32],
    values: NDArray[np.float32],
    first: int,
    last: int,
    gradient: NDArray[np.float64],
) -> None: ...
