from dataclasses import replace

import pytest

from tagshift.data.sentence import TagSentence
from tagshift.errors import ModelError
from tagshift.persistence import load, save
from tagshift.tagger import Tagger
from tagshift.tagger_file import Kept

SOURCE = [TagSentence((["Rosa", "sang"],), ["N", "V"]), TagSentence((["Ben", "ran"],), ["N", "V"])]


@pytest.fixture
def path(tmp_path):
    Tagger(l2=0.1).fit(SOURCE).save(tmp_path / "a.model", provenance={"seed": 1})
    return tmp_path / "a.model"


def test_what_is_read_is_written_again_byte_by_byte(path, tmp_path):
    kept = Kept.read(path)
    assert (kept.learner, kept.l2, kept.margin, kept.provenance) == ("crf", 0.1, 2.0, {"seed": 1})
    assert kept.vocabulary == {"Rosa", "sang", "Ben", "ran"}
    kept.write(tmp_path / "b.model", force=False)
    assert path.read_bytes() == (tmp_path / "b.model").read_bytes()
    replace(kept, l2=0.2).write(tmp_path / "b.model", force=True)
    assert Kept.read(tmp_path / "b.model").l2 == 0.2


def test_settings_that_are_no_table_are_damage(path, tmp_path):
    header, arrays = load(path)
    save(tmp_path / "b.model", {**header, "settings": [1]}, arrays)
    with pytest.raises(ModelError, match=r"b\.model: the model says nothing of its settings"):
        Kept.read(tmp_path / "b.model")
