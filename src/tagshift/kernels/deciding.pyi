import numpy as np
from numpy.typing import NDArray

from tagshift.kernels.lines import Workspace

def decide(work: Workspace, chain: NDArray[np.int64], chained: bool) -> None: ...
