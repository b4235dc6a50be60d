import numpy as np

from tagshift.features.rows import Rows, tuples_of
from tagshift.features.templates import Family, Source
from tagshift.features.tokens import Tokens

TOKEN, TAG = Source("token"), Source("token", None, 2)


def test_a_family_becomes_one_block_for_each_run_of_places():
    rows = Rows(Family(((TOKEN, 0),), (-2, -1, 1)), np.array([[0], [1]], np.int32))
    blocks = list(rows.blocks(np.array([7], np.int32), np.array([1], np.int32)))
    assert [(b.width, b.shift, b.rows) for b in blocks] == [(2, 1, 2), (1, -1, 2)]


def test_conjunctions_stay_within_their_sentence():
    tokens = Tokens.from_sentences([[["a", "b", "c"]], [["d"]], [["e", "f"]]])
    values = {TOKEN: tokens.columns[1].ids}
    first, found = tuples_of(Family(((TOKEN, 0), (TOKEN, 1)), (0,)), values, tokens)
    assert first.tolist() == [0, 1, 4]
    assert found.tolist() == [[0, 1], [1, 2], [4, 5]]


def test_a_conjunction_longer_than_the_text_has_no_event():
    tokens = Tokens.from_sentences([[["a"]]])
    first, found = tuples_of(Family(((TOKEN, 0), (TOKEN, 3)), (0,)), {TOKEN: tokens.columns[1].ids}, tokens)
    assert first.tolist() == []
    assert found.shape == (0, 2)
