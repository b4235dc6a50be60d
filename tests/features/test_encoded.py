"""The shape of encoded corpora: where each weight stands, and events seen by row."""

import numpy as np
import pytest

from tagshift.features.encoded import Block, Encoded, Legal


def block(rows, ids, width=1, anchors=None):
    anchors = np.arange(len(ids)) if anchors is None else anchors
    return Block("b", rows, width, 0, np.asarray(anchors, np.int32), np.asarray(ids, np.int32))


def encoded(labels, blocks):
    nothing = np.zeros(0, np.int64)
    return Encoded(
        labels=labels,
        blocks=tuple(blocks),
        size=4,
        starts=nothing,
        lengths=nothing,
        allowed=np.zeros(4, np.int32),
        masks=np.ones((1, len(labels)), bool),
        weights=np.zeros(0),
        legal=Legal.everything(len(labels)),
    )


def test_events_by_row_are_all_events_each_under_its_own_row_in_their_order(rng):
    ids = rng.integers(0, 5, size=40)
    indptr, order = block(7, ids).by_row
    assert len(indptr) == 8
    for row in range(7):
        assert order[indptr[row] : indptr[row + 1]].tolist() == np.flatnonzero(ids == row).tolist()


def test_a_block_without_events_has_empty_rows():
    indptr, order = block(3, []).by_row
    assert indptr.tolist() == [0, 0, 0, 0]
    assert len(order) == 0


@pytest.mark.parametrize(("labels", "columns"), [(("-", "|"), 1), (("a", "b", "c"), 3)])
def test_weights_stand_block_after_block_then_transitions_start_and_end(labels, columns):
    corpus = encoded(labels, [block(5, [0, 4]), block(2, [1], width=4)])
    size = len(labels)
    assert corpus.columns == columns
    assert corpus.block_starts == [0, 5 * columns, 5 * columns + 8 * columns]
    assert corpus.n_parameters == 13 * columns + size * size + 2 * size


def test_where_everything_is_legal_nothing_is_forbidden():
    legal = Legal.everything(3)
    assert legal.first.all()
    assert legal.last.all()
    assert legal.follow.shape == (3, 3)
    assert legal.follow.all()
