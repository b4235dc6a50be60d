import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Longs = NDArray[np.int64]

class Corpus:
    def __init__(
        self,
        sentences: Longs,
        right: Ints,
        rows: Ints,
        ranges: Ints,
        places: Ints,
        values: NDArray[np.float32],
        permitted: Ints,
        masks: NDArray[np.uint8],
        illegal: Doubles,
        slack: Doubles,
        cost: float,
    ) -> None: ...

class WorkingSets:
    def __init__(
        self,
        heads: Ints,
        nexts: Ints,
        begins: Longs,
        numbers: Doubles,
        totals: Doubles,
        used: Longs,
        pool: Ints,
    ) -> None: ...

class Space:
    def __init__(
        self,
        chain: Doubles,
        scores: Doubles,
        delta: Doubles,
        back: Ints,
        paths: Ints,
        scratch: Doubles,
    ) -> None: ...

def release(order: Ints, corpus: Corpus, sets: WorkingSets, weights: Doubles) -> None: ...
def ascend(order: Ints, corpus: Corpus, sets: WorkingSets, weights: Doubles) -> None: ...
def search(order: Ints, corpus: Corpus, sets: WorkingSets, space: Space, weights: Doubles) -> None: ...
