"""Worker: crfsuite trained on a corpus's thirty attributes, which are made before the first request.

``python -m benchmarks.crfsuite CORPUS``; a request names the algorithm, its parameters, the model file.
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pycrfsuite
from numpy.typing import NDArray

from benchmarks import attributes
from benchmarks.measure import answer
from tagshift.features.encoded import Encoded

_STATE = re.compile(r"^  \(0\) (\d+) --> ([01]): (\S+)", re.MULTILINE)
_TRANSITION = re.compile(r"^  \(1\) ([01]) --> ([01]): (\S+)", re.MULTILINE)


def trainer_of(encoded: Encoded) -> Any:
    """A trainer that holds the corpus."""
    trainer = pycrfsuite.Trainer(verbose=False)
    for names, labels in attributes.sentences(encoded):
        trainer.append(names, labels)
    return trainer


def train(trainer: Any, model: Path, algorithm: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Seconds of ``train`` alone; the corpus is already inside."""
    trainer.select(algorithm)
    trainer.set_params(parameters)
    trainer.logparser = type(trainer.logparser)()
    start, cpu = time.perf_counter(), time.process_time()
    trainer.train(str(model))
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    last = trainer.logparser.last_iteration or {}
    return {"seconds": seconds, "cpu": cpu, "iterations": last.get("num", 0), "loss": last.get("loss")}


def theta_of(model: Path, encoded: Encoded) -> NDArray[np.float64]:
    """A model of crfsuite as our parameter vector; it has no scores for starts and ends."""
    theta, first = np.zeros(encoded.n_parameters), encoded.block_starts[-1]
    tagger = pycrfsuite.Tagger()
    tagger.open(str(model))
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as dump:
        tagger.dump(dump.name)
        text = Path(dump.name).read_text("utf-8")
    for number, label, weight in _STATE.findall(text):
        theta[int(number)] += float(weight) if label == "1" else -float(weight)
    for before, after, weight in _TRANSITION.findall(text):
        theta[first + 2 * int(before) + int(after)] = float(weight)
    return theta


def main() -> None:
    trainer = trainer_of(attributes.encode(Path(sys.argv[1])))

    def respond(model: str, algorithm: str, parameters: dict[str, Any]) -> dict[str, Any]:
        return train(trainer, Path(model), algorithm, parameters)

    answer(respond)


if __name__ == "__main__":
    main()
