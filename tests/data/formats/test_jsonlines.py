import io

import pytest

from tagshift.data.formats.base import ReadOptions, Source
from tagshift.data.formats.jsonlines import dump, objects
from tagshift.errors import CorpusError


def found(text):
    return list(objects(Source("demo", io.BytesIO(text.encode()), ReadOptions())))


def test_objects_come_with_their_lines():
    assert found('{"a": 1}\n\n  \n{"b": null}') == [(1, {"a": 1}), (4, {"b": None})]


@pytest.mark.parametrize(
    "line", ["1", "[]", "{", "nonsense", '{"a": Infinity}', "[" * 100_000, '{"a": ' + "9" * 5000 + "}"]
)
def test_anything_else_is_refused_with_its_line(line):
    with pytest.raises(CorpusError, match="demo:2: "):
        found("{}\n" + line)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, b"bytes"])
def test_what_json_cannot_say_is_refused(value):
    with pytest.raises(CorpusError, match="cannot be written as JSON"):
        dump({"a": value})
