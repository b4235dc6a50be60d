"""JSON objects, one a line: what the formats made of them share."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from tagshift.data.formats.base import Source
from tagshift.errors import CorpusError

_SURROGATE = re.compile("[\ud800-\udfff]")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def objects(source: Source) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's object and number; blank lines are passed over."""
    for number, line in source.lines():
        if not line.strip():
            continue
        try:
            item = json.loads(line, parse_constant=_no_constant)
        except RecursionError:
            raise source.error(number, "the JSON is nested too deeply") from None
        except ValueError as error:
            raise source.error(
                number, f"expected one JSON object a line, got {line[:60]!r}: {error}"
            ) from None
        if not isinstance(item, dict):
            raise source.error(number, f"expected a JSON object, got {line[:60]!r}")
        yield number, item


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def dump(item: dict[str, Any]) -> str:
    """An object as one line of readable UTF-8; lone surrogates are escaped, and survive.

    >>> print(dump({"text": "外\\ud800"}))
    {"text": "外\\ud800"}
    """
    try:
        line = json.dumps(item, ensure_ascii=False, allow_nan=False)
    except (ValueError, TypeError, RecursionError) as error:
        raise CorpusError(f"cannot be written as JSON: {error}") from None
    if _PAIR.search(line):
        # Escaped side by side they would be read back as one character, and all cuts after it would shift.
        raise CorpusError(
            "two lone surrogates side by side, which JSON cannot tell from the character they make"
        )
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", line)
