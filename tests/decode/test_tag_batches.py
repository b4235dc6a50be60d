import pytest

from tagshift.data.sentence import TagSentence
from tagshift.decode import tag_batches
from tagshift.errors import ParameterError


def test_batches_hold_every_sentence_once_and_in_order(monkeypatch):
    monkeypatch.setattr(tag_batches, "BATCH", 3)
    sentences = [["a"], ["b", "c"], [], ["d", "e", "f", "g"], TagSentence((["h"],), [None])]
    found = list(tag_batches.batches(sentences, None, (1,)))
    assert [tokens.lengths.tolist() for tokens, _ in found] == [[1, 2], [0, 4], [1]]
    strings = [tokens.columns[1].strings[i] for tokens, _ in found for i in tokens.columns[1].ids]
    assert "".join(strings) == "abcdefgh"
    assert all(known is None for _, known in found)


def test_what_is_known_goes_with_its_sentence(monkeypatch):
    monkeypatch.setattr(tag_batches, "BATCH", 2)
    found = list(tag_batches.batches([["a", "b"], ["c"]], [["X", None], ["Y"]], (1,)))
    assert [known for _, known in found] == [[["X", None]], [["Y"]]]
    with pytest.raises(ParameterError, match="got fewer"):
        list(tag_batches.batches([["a"], ["b"]], [["X"]], (1,)))


def test_a_source_is_read_as_it_comes(monkeypatch):
    monkeypatch.setattr(tag_batches, "BATCH", 2)

    def endless():
        while True:
            yield ["a", "b"]

    assert len(next(tag_batches.batches(endless(), None, (1,)))[0]) == 2
