import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int32]

def find_words(
    ids: NDArray[np.uint16],
    slots: NDArray[np.uint64],
    children: Numbers,
    words: Numbers,
    anchors: Numbers,
    found: Numbers,
) -> int: ...
