"""Small models, made once by the command itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import done


@pytest.fixture(scope="session")
def models(tmp_path_factory, samples) -> dict[str, Path]:
    """A segmenter and a tagger of the samples' sources."""
    folder = tmp_path_factory.mktemp("models")
    found = {"words": folder / "ja.model", "tags": folder / "en.model"}
    done("train", samples / "ja.source.seg", "-o", found["words"], "--quiet")
    done("train", samples / "en.source.tsv", "-o", found["tags"], "--quiet", "--max-iterations", 25)
    return found


@pytest.fixture
def desk(tmp_path, monkeypatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
