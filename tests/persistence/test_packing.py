import zlib

import numpy as np
import pytest

from tagshift.errors import ModelError
from tagshift.persistence import load
from tagshift.persistence.layout import ITEM_SIZES, Entry
from tagshift.persistence.packing import EXPANSION_LIMIT, pack, unpack


@pytest.mark.parametrize("dtype", ITEM_SIZES)
def test_packed_arrays_of_every_type_come_back(dtype, rng):
    array = rng.integers(0, 2, (700, 9)).astype(dtype)
    packing, stored = pack(array)
    entry = Entry("a", dtype, array.shape, packing, 0, len(stored))
    assert packing == "planes"
    assert (unpack(entry, np.frombuffer(stored, np.uint8)) == array).all()


def test_noise_is_stored_as_it_is(rng):
    assert pack(rng.integers(0, 256, 10_000).astype(np.uint8))[0] == "raw"


def test_weights_and_sorted_ids_become_smaller(rng):
    weights = rng.laplace(0, 20, 50_000).round().astype(np.int16)
    ids = np.cumsum(rng.integers(1, 50, 50_000)).astype(np.int32)
    assert len(pack(weights)[1]) < 0.6 * weights.nbytes
    assert len(pack(ids)[1]) < 0.4 * ids.nbytes


def test_nothing_packs_smaller_than_a_reader_accepts():
    zeros = np.zeros(1_000_000, np.int8)
    packing, stored = pack(zeros)
    assert (packing, len(stored)) == ("planes", -(-1_000_000 // EXPANSION_LIMIT))
    entry = Entry("a", "int8", zeros.shape, packing, 0, len(stored))
    assert not unpack(entry, np.frombuffer(stored, np.uint8)).any()


def planes(raw, size, dtype="int8"):
    return [
        {"name": "a", "dtype": dtype, "shape": [size], "packing": "planes", "offset": 0, "stored": len(raw)}
    ], raw


@pytest.mark.parametrize(
    ("raw", "size", "reason"),
    [
        (b"no zlib at all", 8, "cannot be unpacked"),
        (zlib.compress(bytes(100))[:-5], 100, "does not unpack to the 100 bytes"),
        (zlib.compress(bytes(99)), 100, "does not unpack to the 100 bytes"),
        (zlib.compress(bytes(101)), 100, "does not unpack to the 100 bytes"),
        (zlib.compress(bytes(10**7)), 100, "does not unpack to the 100 bytes"),
        (zlib.compress(bytes(100)) + b"more", 100, "does not unpack to the 100 bytes"),
        (b"", 0, "does not unpack to the 0 bytes"),
    ],
)
def test_packed_bytes_that_are_not_the_array_are_refused(craft, raw, size, reason):
    with pytest.raises(ModelError, match=f"array 'a' .*{reason}"):
        load(craft(*planes(raw, size)))


def test_nan_and_foreign_truth_values_are_refused(craft):
    raw = np.array([1, np.nan], np.float32).tobytes()
    entry = {"name": "a", "dtype": "float32", "shape": [2], "packing": "raw", "offset": 0, "stored": 8}
    with pytest.raises(ModelError, match="array 'a' holds NaN"):
        load(craft([entry], raw))
    with pytest.raises(ModelError, match="array 'a' holds truth values other than 0 and 1"):
        load(craft([entry | {"dtype": "bool", "shape": [8]}], b"\0\1\2\0\0\0\0\0"))
