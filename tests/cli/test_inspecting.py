"""How a description is laid out."""

from __future__ import annotations

from tagshift.cli.inspecting import lines_of


def test_what_belongs_to_a_name_is_set_in():
    found = {
        "task": "tag",
        "sizes": {"a": 1, "long name": [2]},
        "files": [{"name": "x", "bytes": 3}],
        "none": {},
    }
    assert list(lines_of(found)) == [
        "task   tag",
        "sizes",
        "  a          1",
        "  long name  [2]",
        "files",
        "  name x, bytes 3",
        "none   {}",
    ]
