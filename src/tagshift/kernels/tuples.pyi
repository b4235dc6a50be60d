import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]

def intern(tuples: Ints, rows: Ints, slots: Ints, ids: Ints, known: int) -> int: ...
def find(tuples: Ints, rows: Ints, slots: Ints, ids: Ints) -> None: ...
