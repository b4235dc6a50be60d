import os
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tagshift.errors import ModelError, OutputError
from tagshift.persistence import load, peek, save
from tagshift.persistence.model_file import READERS

FIXTURES = Path(__file__).parent / "fixtures"


def same(found, expected):
    return found[0] == expected[0] and all(
        a.dtype == found[1][n].dtype and a.shape == found[1][n].shape and (a == found[1][n]).all()
        for n, a in expected[1].items()
    )


def outcome(path):
    """What was loaded, or None and the message."""
    try:
        return load(path), ""
    except ModelError as error:
        return None, str(error)


def test_what_was_saved_is_loaded_as_it_was_and_in_order(tmp_path, content):
    save(tmp_path / "m", *content)
    found = load(tmp_path / "m")
    assert same(found, content)
    assert list(found[1]) == list(content[1])
    assert peek(tmp_path / "m") == content[0]


def test_loaded_arrays_are_aligned_and_cannot_be_written(tmp_path, content):
    save(tmp_path / "m", *content)
    for array in load(tmp_path / "m")[1].values():
        assert array.ctypes.data % 64 == 0 or not array.size
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_the_same_content_gives_the_same_bytes(tmp_path, content):
    save(tmp_path / "a", *content)
    save(tmp_path / "b", *content)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_foreign_byte_order_and_strides_are_put_straight(tmp_path):
    given_array = np.arange(12, dtype=">i4").reshape(3, 4)[:, ::2]
    save(tmp_path / "m", {}, {"a": given_array, "t": given_array.T})
    found = load(tmp_path / "m")[1]
    assert found["a"].tolist() == [[0, 2], [4, 6], [8, 10]]
    assert found["t"].tolist() == found["a"].T.tolist()


def test_a_model_without_arrays_is_a_model(tmp_path):
    save(tmp_path / "m", {"a": 1}, {})
    assert load(tmp_path / "m") == ({"a": 1}, {})


def test_every_format_ever_written_is_still_read():
    for number in READERS:
        header, arrays = load(FIXTURES / f"format{number}.model")
        assert header == {"task": "segment", "labels": ["-", "|"], "made by": f"format {number}"}
        assert arrays["weights"].tolist() == [[0.5, -1.25], [3.0, 0.0]]
        assert arrays["ids"].tolist() == [n // 7 for n in range(2000)]


@pytest.mark.parametrize("arrays", [{"a": np.array(["x"])}, {"a": np.array([{}])}, {"a": np.array([1j])}])
def test_arrays_that_a_file_cannot_hold_are_refused_by_name(tmp_path, arrays):
    with pytest.raises(ModelError, match=r"array 'a' has dtype .* holds only bool, int8"):
        save(tmp_path / "m", {}, arrays)
    assert not list(tmp_path.iterdir())


def test_nan_is_refused_when_saving(tmp_path):
    with pytest.raises(ModelError, match="array 'a' holds NaN"):
        save(tmp_path / "m", {}, {"a": np.array([0, np.nan], np.float16)})
    with pytest.raises(ModelError, match="must be plain JSON"):
        save(tmp_path / "m", {"score": float("nan")}, {})


@pytest.mark.parametrize(
    "name", ["", "../a", "a/b", "/etc/x", "..", "a..b", ".a", "a\n", "C:x", "語", "a" * 201]
)
def test_names_that_could_be_paths_are_refused_when_saving(tmp_path, name):
    with pytest.raises(ModelError, match="is no name for an array"):
        save(tmp_path / "m", {}, {name: np.zeros(1)})


def test_an_existing_file_is_kept_without_force(tmp_path):
    save(tmp_path / "m", {"a": 1}, {})
    with pytest.raises(OutputError, match=r"m: exists already; pass --force"):
        save(tmp_path / "m", {"a": 2}, {})
    assert peek(tmp_path / "m") == {"a": 1}
    save(tmp_path / "m", {"a": 2}, {}, force=True)
    assert peek(tmp_path / "m") == {"a": 2}


SAVE_UNDER_A_LIMIT = """
import resource, signal, sys
import numpy as np
from tagshift.errors import OutputError
from tagshift.persistence import save
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    save(sys.argv[1], {}, {"a": np.random.default_rng(0).random(100_000)}, force=True)
except OutputError as error:
    print(error)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGXFSZ"), reason="the limit that plays the full disk is POSIX")
def test_a_disk_that_fills_up_leaves_what_was_there(tmp_path):
    save(tmp_path / "m", {"a": 1}, {})
    command = [sys.executable, "-c", SAVE_UNDER_A_LIMIT, str(tmp_path / "m")]
    said = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    assert "m: cannot be written (File too large)" in said.stdout, said.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["m"]
    assert peek(tmp_path / "m") == {"a": 1}


def test_files_that_are_no_models_are_named_with_the_reason(tmp_path):
    (tmp_path / "empty").touch()
    (tmp_path / "text").write_text("these are words")
    (tmp_path / "short").write_bytes(b"tagshift\1\0")
    for name, reason in [
        ("empty", "not a tagshift model: expected it to begin with b'tagshift', got b''"),
        ("text", "not a tagshift model"),
        ("short", "cut short: 10 bytes"),
        ("missing", "cannot be read .No such file"),
        (".", "is a directory or device"),
    ]:
        for read in (load, peek):
            with pytest.raises(ModelError, match=rf"{name}.*: {reason}"):
                read(tmp_path / name)


def test_a_device_is_not_read():
    with pytest.raises(ModelError, match=r"/dev/zero: is a directory or device"):
        load("/dev/zero")


def test_a_newer_format_asks_for_an_upgrade(craft):
    with pytest.raises(ModelError, match=r"crafted.model: format 2, while .* reads up to format 1.*upgrade"):
        load(craft([], b"", format=2))


@pytest.mark.parametrize("part", ["start", "header", "body", "end"])
def test_a_flipped_bit_is_found_by_a_checksum(tmp_path, content, part):
    save(tmp_path / "m", *content)
    raw = bytearray((tmp_path / "m").read_bytes())
    raw[{"start": 40, "header": 70, "body": len(raw) // 2, "end": -1}[part]] ^= 4
    (tmp_path / "m").write_bytes(raw)
    with pytest.raises(ModelError, match=r"m: the checksum of the (header|arrays) does not match"):
        load(tmp_path / "m")


@pytest.mark.parametrize("kept", [0, 7, 63, 64, 65, 500, -64, -1])
def test_a_file_cut_short_is_refused(tmp_path, content, kept):
    save(tmp_path / "m", *content)
    (tmp_path / "m").write_bytes((tmp_path / "m").read_bytes()[:kept])
    with pytest.raises(ModelError, match=r"m: (cut short|not a tagshift|expected \d+ bytes, got)"):
        load(tmp_path / "m")


def test_something_behind_the_end_is_refused(tmp_path, content):
    save(tmp_path / "m", *content)
    with (tmp_path / "m").open("ab") as file:
        file.write(b"\0")
    with pytest.raises(ModelError, match=r"m: expected \d+ bytes, got"):
        load(tmp_path / "m")


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_a_damaged_file_gives_a_model_error_and_never_other_content(tmp_path, content, data):
    path = tmp_path / "damaged.model"
    save(path, *content, force=True)
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(raw[: data.draw(st.integers(0, len(raw)) | st.just(len(raw)))])
    found, said = outcome(path)
    assert said.startswith(f"{path}: ") if found is None else same(found, content)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    field=st.sampled_from(["name", "dtype", "shape", "packing", "offset", "stored"]),
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=2),
        max_leaves=6,
    ),
)
def test_a_forged_entry_gives_a_model_error_or_an_array_of_its_bytes(craft, field, value):
    entry = {"name": "a", "dtype": "int8", "shape": [8], "packing": "raw", "offset": 0, "stored": 8}
    path = craft([entry | {field: value}])
    found, said = outcome(path)
    assert said.startswith(f"{path}: ") if found is None else sum(a.nbytes for a in found[1].values()) == 8


def test_huge_claims_allocate_nothing(craft):
    huge = [
        [{"name": "a", "dtype": "int8", "shape": [2**40], "packing": "raw", "offset": 0, "stored": 2**40}],
        [{"name": "a", "dtype": "int8", "shape": [2**40], "packing": "planes", "offset": 0, "stored": 8}],
        [
            {
                "name": "a",
                "dtype": "float64",
                "shape": [2**30, 2**30],
                "packing": "raw",
                "offset": 0,
                "stored": 8,
            }
        ],
    ]
    load(craft([], b""))  # what is imported or cached on first use is not counted
    for entries in huge:
        path = craft(entries)
        tracemalloc.start()
        try:
            with pytest.raises(ModelError):
                load(path)
            assert tracemalloc.get_traced_memory()[1] < 1_000_000
        finally:
            tracemalloc.stop()


def test_a_loaded_model_does_not_follow_its_file(tmp_path):
    save(tmp_path / "m", {}, {"a": np.arange(5000.0)})
    array = load(tmp_path / "m")[1]["a"]
    os.truncate(tmp_path / "m", 0)
    assert array[-1] == 4999
