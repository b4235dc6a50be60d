"""Model files made by hand, byte by byte: as an attacker would, with every checksum right."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

Craft = Callable[..., Path]
Model = tuple[dict[str, Any], dict[str, NDArray[Any]]]


def checksum(raw: bytes) -> bytes:
    return blake2b(raw, digest_size=16).digest()


@pytest.fixture
def craft(tmp_path: Path) -> Craft:
    """Writes a file from a header (text, or entries to put in one) and a body; any number can be forged."""

    def make(
        header: bytes | list[dict[str, Any]],
        body: bytes = bytes(8),
        *,
        format: int = 1,
        length: int | None = None,
        header_length: int | None = None,
    ) -> Path:
        if not isinstance(header, bytes):
            header = json.dumps({"header": {}, "arrays": header}).encode()
        header = header.ljust(-(-len(header) // 64) * 64)
        claimed = len(header) if header_length is None else header_length
        total = 64 + len(header) + len(body) if length is None else length
        numbers = struct.pack("<8sIIQQ", b"tagshift", format, 0, claimed, total)
        path = tmp_path / "crafted.model"
        path.write_bytes(numbers + checksum(numbers + header) + checksum(body) + header + body)
        return path

    return make


@pytest.fixture
def content(rng: np.random.Generator) -> Model:
    """A header and arrays of every kind that a model has: small, packed, empty, scalar, truth values."""
    header = {
        "task": "segment",
        "labels": ["-", "|"],
        "語": "\ud800",
        "l2": 0.1,
        "none": None,
        "deep": [[{}]],
    }
    arrays = {
        "weights": rng.laplace(0, 20, (3000, 4)).round().astype(np.int16),
        "floats": rng.normal(size=(5, 2)),
        "ids": np.cumsum(rng.integers(1, 9, 4000)).astype(np.uint64),
        "mask": rng.random(17) < 0.5,
        "nothing": np.empty((0, 3), np.float32),
        "one": np.array(-np.inf),
        "block.1-rows": np.zeros(100_000, np.float32),
    }
    return header, arrays
