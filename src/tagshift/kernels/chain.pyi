import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int32]
Spans = NDArray[np.int64]

def forward(
    nodes: Doubles,
    transitions: Doubles,
    start: Doubles,
    end: Doubles,
    spans: Spans,
    alpha: Doubles,
    log_partition: Doubles,
) -> None: ...
def backward(nodes: Doubles, transitions: Doubles, end: Doubles, spans: Spans, beta: Doubles) -> None: ...
def marginals(
    alpha: Doubles, beta: Doubles, log_partition: Doubles, spans: Spans, gamma: Doubles
) -> None: ...
def edge_sums(
    nodes: Doubles,
    transitions: Doubles,
    alpha: Doubles,
    beta: Doubles,
    log_partition: Doubles,
    spans: Spans,
    weights: Doubles,
    sums: Doubles,
) -> None: ...
def edges(
    nodes: Doubles,
    transitions: Doubles,
    alpha: Doubles,
    beta: Doubles,
    log_partition: float,
    first: int,
    pairs: NDArray[np.float64],
) -> None: ...
def path_scores(
    nodes: Doubles,
    transitions: Doubles,
    start: Doubles,
    end: Doubles,
    spans: Spans,
    labels: Ints,
    scores: Doubles,
) -> None: ...
