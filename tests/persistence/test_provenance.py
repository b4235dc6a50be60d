import json
from hashlib import blake2b

import pytest

import tagshift
from tagshift.errors import CorpusError
from tagshift.persistence import provenance


def test_files_are_told_by_base_name_size_and_hash(tmp_path):
    (tmp_path / "a.seg").write_bytes(b"x" * 3_000_000)
    found = provenance([tmp_path / "a.seg", "-"], seed=3)
    expected = blake2b(b"x" * 3_000_000, digest_size=16).hexdigest()
    assert found["corpora"][0] == {"name": "a.seg", "bytes": 3_000_000, "blake2b": expected}
    assert found["corpora"][1] == {"name": "-", "bytes": None, "blake2b": None}
    assert (found["seed"], found["tagshift"]) == (3, tagshift.__version__)
    assert str(tmp_path) not in json.dumps(found)


def test_a_corpus_that_is_gone_is_named(tmp_path):
    with pytest.raises(CorpusError, match=r"gone.seg: cannot be read \(No such file"):
        provenance([tmp_path / "gone.seg"])
