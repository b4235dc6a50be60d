import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Numbers = NDArray[np.int32]

def intern(keys: Keys, slots: Keys, numbers: Numbers, known: int, found: Numbers) -> int: ...
def find(keys: Keys, slots: Keys, numbers: Numbers, found: Numbers) -> None: ...
