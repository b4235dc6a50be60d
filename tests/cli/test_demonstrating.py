"""What the demo is made of."""

from __future__ import annotations

import pytest

from tagshift.cli.demonstrating import folder_of, parted


def test_what_is_scored_is_not_learned_from():
    learned, held = parted(list(range(23)))
    assert not set(learned) & set(held)
    assert sorted(learned + held) == list(range(23))
    assert len(held) == 4


def test_a_folder_nobody_asked_for_goes_away(desk):
    with folder_of(None, False) as folder:
        (folder / "a").write_text("")
        kept = folder
    assert not kept.exists()
    with folder_of("deep/er", False) as folder:
        assert folder.is_dir()
    assert folder.is_dir()


def test_an_error_leaves_no_temporary_folder():
    with pytest.raises(ValueError, match="oops"), folder_of(None, False) as folder:
        raise ValueError("oops")
    assert not folder.exists()
