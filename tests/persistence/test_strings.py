import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tagshift.errors import ModelError
from tagshift.persistence import pack_strings, unpack_strings


@given(st.lists(st.text(st.characters(exclude_categories=[]))))
def test_any_strings_come_back(strings):
    assert unpack_strings(*pack_strings(strings)) == strings


@pytest.mark.parametrize(
    ("text", "ends", "reason"),
    [
        (b"abc", [1, 2], "do not ascend to the 3 bytes"),
        (b"abc", [2, 1, 3], "do not ascend"),
        (b"abc", [-1, 3], "do not ascend"),
        (b"abc", [], "do not ascend"),
        (b"abc", [1, 10**12], "do not ascend"),
        ("é".encode(), [1, 2], "no UTF-8 at byte 0"),
    ],
)
def test_arrays_that_are_no_strings_are_refused_by_name(text, ends, reason):
    with pytest.raises(ModelError, match=f"words: .*{reason}"):
        unpack_strings(np.frombuffer(text, np.uint8), np.array(ends, np.int64), "words")


def test_arrays_of_other_types_are_refused():
    with pytest.raises(ModelError, match="expected bytes and 64-bit ends, got float64"):
        unpack_strings(np.zeros(3), np.array([3]))
