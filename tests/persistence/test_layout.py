import pytest

from tagshift.errors import ModelError
from tagshift.persistence import layout, load


def entry(**changes):
    return {"name": "a", "dtype": "int8", "shape": [8], "packing": "raw", "offset": 0, "stored": 8} | changes


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": "../../x"}, "is no name for an array"),
        ({"name": "/etc/passwd"}, "is no name for an array"),
        ({"name": 3}, "is no name for an array"),
        ({"dtype": "object"}, "has dtype 'object'; expected one of bool"),
        ({"dtype": "O8"}, "has dtype 'O8'"),
        ({"dtype": ["int8"]}, "has dtype"),
        ({"dtype": "int16"}, "needs 16 bytes, which 8 raw bytes cannot hold"),
        ({"shape": [-8]}, "impossible shape"),
        ({"shape": [8.0]}, "impossible shape"),
        ({"shape": [True, 8]}, "impossible shape"),
        ({"shape": 8}, "impossible shape"),
        ({"shape": [0, 2**52, 2**52]}, "impossible shape"),
        ({"shape": [1] * 9}, "impossible shape"),
        ({"shape": [2**40]}, "needs 1099511627776 bytes"),
        ({"shape": [257], "packing": "planes"}, "needs 257 bytes, which 8 planes bytes cannot hold"),
        ({"packing": "pickle"}, "has packing 'pickle'"),
        ({"packing": []}, "has packing"),
        ({"offset": -64}, "impossible offset"),
        ({"offset": 1}, "overlapping or not aligned"),
        ({"offset": 64}, "the arrays end at byte 72 behind the header, the file at 8"),
        ({"stored": 4, "shape": [4]}, "the arrays end at byte 4"),
        ({"more": 1}, "must have the keys"),
    ],
)
def test_an_entry_that_lies_is_refused(craft, changes, reason):
    with pytest.raises(ModelError, match=rf"crafted.model: .*{reason}"):
        load(craft([entry(**changes)]))


def test_an_entry_must_be_an_object(craft):
    with pytest.raises(ModelError, match="must have the keys"):
        load(craft([["a", "int8"]]))


def test_arrays_may_not_overlap(craft):
    with pytest.raises(ModelError, match="array 'b' begins at 0: overlapping"):
        load(craft([entry(), entry(name="b")]))


def test_an_array_may_not_be_there_twice(craft):
    with pytest.raises(ModelError, match="array 'a' is there twice"):
        load(craft([entry(), entry(offset=64)], bytes(72)))


def test_two_sound_entries_are_read(craft):
    arrays = load(craft([entry(), entry(name="b", offset=64)], bytes(range(72))))[1]
    assert arrays["a"].tolist() == list(range(8))
    assert arrays["b"].tolist() == list(range(64, 72))


@pytest.mark.parametrize(("position", "place"), [(0, 0), (1, 64), (64, 64), (65, 128)])
def test_arrays_begin_at_multiples_of_64(position, place):
    assert layout.aligned(position) == place
