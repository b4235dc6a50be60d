"""What an older processor is told."""

import pytest

from tagshift import kernels
from tagshift.errors import ProcessorError


@pytest.fixture
def old(tmp_path):
    cpuinfo = tmp_path / "cpuinfo"
    cpuinfo.write_text("processor\t: 0\nflags\t\t: fpu sse2 avx\n\nprocessor\t: 1\n", encoding="ascii")
    return cpuinfo


@pytest.fixture
def note(tmp_path):
    return tmp_path / "processor.txt"


def test_an_older_processor_is_told_what_it_lacks_and_what_to_do(old, note):
    note.write_text("avx avx2 fma\n", encoding="ascii")
    with pytest.raises(
        ProcessorError, match=r"with avx2, fma, which this one has not\..*TAGSHIFT_MARCH=x86-64 in"
    ):
        kernels.check_processor(note, old)


def test_a_processor_with_all_that_is_needed_passes(old, note):
    note.write_text("avx\n", encoding="ascii")
    kernels.check_processor(note, old)


def test_kernels_that_note_nothing_pass_everywhere(old, note):
    kernels.check_processor(note, old)


def test_a_system_that_does_not_describe_its_processor_passes(note, tmp_path):
    note.write_text("avx2\n", encoding="ascii")
    kernels.check_processor(note, tmp_path / "none")
