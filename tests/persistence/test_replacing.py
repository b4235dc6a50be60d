import os
import stat
import subprocess
import sys

import pytest

from tagshift.errors import OutputError
from tagshift.persistence import replacing


def test_a_block_that_ends_well_makes_the_file(tmp_path):
    with replacing(tmp_path / "a") as file:
        file.write(b"text")
        assert not (tmp_path / "a").exists()
    assert (tmp_path / "a").read_bytes() == b"text"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("kind", [KeyboardInterrupt, ValueError])
def test_an_interrupted_block_leaves_what_was_there(tmp_path, kind):
    (tmp_path / "a").write_bytes(b"old")

    def interrupted():
        with replacing(tmp_path / "a", force=True) as file:
            file.write(b"new")
            raise kind

    with pytest.raises(kind):
        interrupted()
    assert (tmp_path / "a").read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_name_taken_while_writing_is_kept(tmp_path):
    with pytest.raises(OutputError, match="exists already"), replacing(tmp_path / "a"):
        (tmp_path / "a").write_bytes(b"theirs")
    assert (tmp_path / "a").read_bytes() == b"theirs"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_missing_folder_is_named(tmp_path):
    with (
        pytest.raises(OutputError, match=r"none.a: cannot be written \(No such file"),
        replacing(tmp_path / "none" / "a"),
    ):
        pass


def test_a_directory_or_a_device_is_never_replaced(tmp_path):
    with pytest.raises(OutputError, match="is a directory"), replacing(tmp_path, force=True):
        pass
    with pytest.raises(OutputError, match="no ordinary file"), replacing("/dev/null", force=True):
        pass


def test_a_name_that_no_disk_takes_is_an_output_error(tmp_path):
    with (
        pytest.raises(OutputError, match=r"cannot be written \(File name too long"),
        replacing(tmp_path / ("a" * 300)),
    ):
        pass


def test_a_folder_that_is_a_file_is_an_output_error(tmp_path):
    (tmp_path / "a").touch()
    with (
        pytest.raises(OutputError, match=r"cannot be written \(Not a directory"),
        replacing(tmp_path / "a" / "b"),
    ):
        pass


def test_the_file_has_the_mode_that_the_user_s_umask_gives(tmp_path):
    before = os.umask(0o027)
    try:
        with replacing(tmp_path / "a"):
            pass
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


AS_SOMEBODY_ELSE = """
import os, sys
from tagshift.errors import OutputError
from tagshift.persistence import replacing
if os.getuid() == 0:
    os.setuid(65534)
try:
    with replacing(sys.argv[1]) as file:
        file.write(b"x")
except OutputError as error:
    print(error)
"""


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="folders without a right to write are POSIX")
def test_an_unwritable_folder_is_named(tmp_path):
    (tmp_path / "locked").mkdir(mode=0o555)
    for folder in [tmp_path, *tmp_path.parents[:2]]:
        folder.chmod(0o755)  # pytest's folders are closed to others, and then nobody would even find it
    command = [sys.executable, "-c", AS_SOMEBODY_ELSE, str(tmp_path / "locked" / "a")]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "a: cannot be written (Permission denied)" in said.stdout, said.stderr
