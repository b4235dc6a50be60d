"""What Ctrl-C leaves of a training, beside the model to be: enough to go on."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tagshift import persistence
from tagshift.errors import ModelError
from tagshift.optimize.lbfgs import State

TASK = "resume"


def path_of(output: str) -> str:
    """The name of the checkpoint of a model."""
    return f"{output}.resume"


def save(output: str, provenance: dict[str, Any], state: State, *, weights_only: bool) -> None:
    """Keep the place: all of it, or the weights alone where the rest would be of another training."""
    header: dict[str, Any] = {"task": TASK, "of": provenance, "weights_only": weights_only}
    arrays: dict[str, NDArray[Any]] = {"theta": state.theta}
    if not weights_only:
        header |= {"iteration": state.iteration, "evaluations": state.evaluations, "order": state.order}
        arrays["objectives"] = np.array(state.objectives, np.float64)
        if state.rows is not None:
            arrays["rows"] = state.rows
    persistence.save(path_of(output), header, arrays, force=True)


def load(output: str, provenance: dict[str, Any]) -> State | NDArray[np.float64] | None:
    """Where to go on, None if nothing was kept; a training of other files or options is refused."""
    name = path_of(output)
    if not Path(name).exists():
        return None
    header, arrays = persistence.load(name)
    if header.get("task") != TASK or header.get("of") != provenance:
        changed = sorted(k for k in provenance if (header.get("of") or {}).get(k) != provenance[k])
        raise ModelError(
            f"{name}: is of a training that differs in {', '.join(changed) or 'its kind'}; give the same "
            "files and options, or leave --resume out to start anew"
        )
    try:
        theta = np.array(arrays["theta"], np.float64)
        if header["weights_only"]:
            return theta
        objectives = [float(value) for value in arrays["objectives"]]
        rows = np.array(arrays["rows"], np.float32) if "rows" in arrays else None
        order = [int(n) for n in header["order"]]
        return State(theta, int(header["iteration"]), objectives, rows, order, int(header["evaluations"]))
    except (KeyError, TypeError, ValueError) as missing:
        raise ModelError(f"{name}: lacks {missing}: it is damaged; leave --resume out") from None


def remove(output: str) -> None:
    """The training is done."""
    with suppress(FileNotFoundError):
        Path(path_of(output)).unlink()
