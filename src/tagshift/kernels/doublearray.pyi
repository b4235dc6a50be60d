import numpy as np
from numpy.typing import NDArray

def place_nodes(
    firsts: NDArray[np.int64],
    symbols: NDArray[np.uint16],
    order: NDArray[np.int64],
    bases: NDArray[np.int32],
    used: NDArray[np.uint8],
    free: NDArray[np.int32],
) -> int: ...
