import numpy as np
from numpy.typing import NDArray

class Workspace:
    def __init__(
        self,
        ids: NDArray[np.uint16],
        small: NDArray[np.uint8],
        whole: NDArray[np.int32],
        lanes: NDArray[np.int32],
        lines: NDArray[np.int64],
    ) -> None: ...

def read_lines(
    codes: NDArray[np.uint32],
    work: Workspace,
    text: NDArray[np.uint8],
    at: int,
    strict: bool,
    lines: bool,
) -> int: ...
def write_lines(work: Workspace, text: NDArray[np.uint8], out: NDArray[np.uint8], to: int) -> int: ...
