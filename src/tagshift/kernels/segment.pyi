import numpy as np
from numpy.typing import NDArray

from tagshift.kernels.lines import Workspace as Workspace

class Tables:
    lists: int
    def __init__(
        self,
        codes: NDArray[np.uint32],
        units: NDArray[np.uint64],
        rows: NDArray[np.int16],
        type_rows: NDArray[np.int16],
        marks: NDArray[np.uint8],
        classes: NDArray[np.uint8],
        match_rows: NDArray[np.int16],
        lattice: NDArray[np.int16],
        chain: NDArray[np.int64],
        shift: int,
        type_order: int,
    ) -> None: ...

def segment(
    tables: Tables,
    work: Workspace,
    text: NDArray[np.uint8] | memoryview,
    out: NDArray[np.uint8] | memoryview,
    strict: bool,
    lines: bool,
) -> int: ...
def score(tables: Tables, work: Workspace, text: NDArray[np.uint8], scores: NDArray[np.int32]) -> int: ...
