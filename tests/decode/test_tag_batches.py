import threading
from itertools import count

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


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_come_in_the_order_of_the_items_however_long_each_takes(threads):
    turn = [threading.Event() for _ in range(6)]
    turn[-1].set()

    def late(number):  # of two neighbours the second is done first
        if threads > 1 and number % 2 == 0:
            assert turn[number + 1].wait(10)
        turn[number].set()
        return number

    assert list(tag_batches.in_order(late, range(6), threads)) == list(range(6))


def test_few_items_are_read_ahead():
    read = []
    found = tag_batches.in_order(abs, (read.append(n) or n for n in count()), threads=2)
    assert [next(found), next(found)] == [0, 1]
    assert len(read) <= 6
    found.close()
    with pytest.raises(ParameterError, match="threads must be at least 1, got 0"):
        next(tag_batches.in_order(abs, [1], threads=0))


def test_a_source_is_read_as_it_comes(monkeypatch):
    monkeypatch.setattr(tag_batches, "BATCH", 2)

    def endless():
        while True:
            yield ["a", "b"]

    assert len(next(tag_batches.batches(endless(), None, (1,)))[0]) == 2


def test_a_text_is_no_list_of_tokens():
    with pytest.raises(ParameterError, match="expected a list of tokens, got a text: 'Ada went'"):
        tag_batches.columns_of("Ada went")
