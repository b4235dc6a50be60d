"""The header of a model file: JSON that says the same to everybody, or a clear refusal."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import Any, NoReturn

from tagshift.errors import ModelError
from tagshift.persistence.layout import HEADER_LIMIT, BrokenFileError, Entry

DEPTH_LIMIT = 32


def header_bytes(header: dict[str, Any], entries: list[Entry]) -> bytes:
    """The header as JSON, refused when it could not be read back as it is."""
    whole = {"header": header, "arrays": [asdict(e) for e in entries]}
    try:
        text = json.dumps(whole, allow_nan=False, separators=(",", ":"))
        check_depth(whole)
    except (TypeError, ValueError, BrokenFileError, RecursionError) as error:
        raise ModelError(f"the header of a model must be plain JSON: {error}") from error
    raw = text.encode("ascii")
    if len(raw) > HEADER_LIMIT:
        raise ModelError(
            f"the header has {len(raw)} bytes, over {HEADER_LIMIT}: put long lists in arrays (pack_strings)"
        )
    return raw


def parse_header(raw: bytes) -> tuple[dict[str, Any], list[Any]]:
    """The caller's header and the unchecked list of arrays; hostile JSON is refused, whatever the manner."""
    try:
        found = json.loads(
            raw.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_constant, parse_float=_finite
        )
    except (ValueError, RecursionError) as error:
        raise BrokenFileError(f"the header is no readable JSON ({str(error) or 'too deep'})") from error
    check_depth(found)
    if not isinstance(found, dict) or set(found) != {"header", "arrays"}:
        raise BrokenFileError("the header must have the keys 'header' and 'arrays' and no other")
    header, arrays = found["header"], found["arrays"]
    if not isinstance(header, dict) or not isinstance(arrays, list):
        raise BrokenFileError("in the header, 'header' must be an object and 'arrays' a list")
    return header, arrays


def check_depth(value: Any) -> None:
    """Refuse what is nested too deep for others to walk, and keys that JSON would turn into strings."""
    level = [value]
    for _ in range(DEPTH_LIMIT):
        inner: list[Any] = []
        for item in level:
            if isinstance(item, dict):
                wrong = [key for key in item if not isinstance(key, str)]
                if wrong:
                    raise BrokenFileError(f"the key {wrong[0]!r} is no string")
                inner.extend(item.values())
            elif isinstance(item, (list, tuple)):
                inner.extend(item)
        if not inner:
            return
        level = inner
    raise BrokenFileError(f"the header is nested more than {DEPTH_LIMIT} deep")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text} is out of range")
    return value
