import importlib

import pytest
from sentences import read, written

from tagshift.data.formats.docbin import FORMAT
from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError, MissingDependencyError

SENTENCE = TagSentence((["Laura", "flew", "to", "New", "York"],), ["B-PERSON", None, "O", "B-LOC", "I-LOC"])


def test_spacy_is_named_where_it_is_missing(monkeypatch):
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(MissingDependencyError, match="pip install spacy"):
        read(FORMAT, b"")
    with pytest.raises(MissingDependencyError, match="pip install spacy"):
        written(FORMAT, [SENTENCE])


def test_words_and_entities_are_read_back_as_they_were_written():
    pytest.importorskip("spacy")
    assert read(FORMAT, written(FORMAT, [SENTENCE, SENTENCE])) == [SENTENCE, SENTENCE]


def test_iobes_becomes_iob2():
    pytest.importorskip("spacy")
    data = written(FORMAT, [TagSentence((["a", "b", "c"],), ["S-X", "B-X", "E-X"])])
    assert read(FORMAT, data)[0].labels == ["B-X", "B-X", "I-X"]


@pytest.mark.parametrize("label", ["NN", ("O", "B-X")])
def test_what_it_cannot_hold_is_refused(label):
    pytest.importorskip("spacy")
    with pytest.raises(CorpusError, match=r"sentence 1: .*holds words and IOB2 or IOBES spans"):
        written(FORMAT, [TagSentence((["a"],), [label])])


@pytest.mark.parametrize("data", [b"", b"nonsense", b"\x78\x9c" * 20])
def test_foreign_bytes_are_refused(data):
    pytest.importorskip("spacy")
    with pytest.raises(CorpusError, match="demo:1: expected a spaCy DocBin"):
        read(FORMAT, data)
