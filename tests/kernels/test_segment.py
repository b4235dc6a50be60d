from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from segmenting import SENTENCES, SMALL, random_model

from tagshift.data.corpus import Corpus
from tagshift.data.sentence import SegmentSentence
from tagshift.decode.compiled import compile_tables, workspace
from tagshift.kernels.segment import segment


def chain_of(model):
    g, start, end = model.chain[:4], model.chain[4:6], model.chain[6:]
    return [*g.tolist(), int(start[1] - start[0]), int(end[1] - end[0])]


def cut(model, text, lines=False):
    """The kernel's own output."""
    tables = compile_tables(model.index, model.weights, chain_of(model))
    data = np.frombuffer(text.encode(), np.uint8)
    out = np.zeros(2 * len(data) + 8, np.uint8)
    size = segment(tables, workspace(tables, len(data)), data, out, True, lines)
    return bytes(out[:size]).decode()


def best_path(model, scores):
    """The score of the best labelling of places with these scores, by the definition."""
    follow, start, end = model.chain[:4].reshape(2, 2), model.chain[4:6], model.chain[6:]
    size = len(scores)
    found = []
    for path in np.ndindex(*(2,) * size):
        score = sum(scores[p] for p in range(size) if path[p])
        score += sum(follow[a, b] for a, b in pairwise(path))
        found.append(score + start[path[0]] + end[path[-1]])
    return max(found)


def scores_of(model, text):
    """The score of each place, one event after the other."""
    encoded = model.index.encode(Corpus.from_segments([SegmentSentence.raw(text)]))
    scores = np.zeros(encoded.size, int)
    for block in encoded.blocks:
        for anchor, row in zip(block.anchors.tolist(), block.ids.tolist(), strict=True):
            scores[anchor + block.shift : anchor + block.shift + block.width] += model.weights[block.name][
                row
            ]
    begin = int(encoded.starts[0])
    return scores[begin : begin + len(text) - 1].tolist()


@pytest.mark.parametrize("templates", [SMALL, "tsuboi2009"])
@pytest.mark.parametrize("lists", [False, True])
def test_a_place_is_cut_where_the_features_add_up_to_more_than_0(templates, lists):
    model = random_model(5, templates, lists=lists)
    for text in ("外国人参政権", "長い長い長い名前を", "アアアアアアア", "xa二"):
        scores = scores_of(model, text)
        expected = "".join(c + " " * (p < len(scores) and scores[p] > 0) for p, c in enumerate(text))
        assert cut(model, text) == expected


def test_the_chain_takes_the_best_of_all_paths():
    model = random_model(6, SMALL, chained=True, largest=15)
    for text in ("外国人参政権", "アアアカ", "人a"):
        score = best_path(model, scores_of(model, text))
        taken = cut(model, text)
        marks, place = [], 0
        for word in taken.split(" ")[:-1]:
            place += len(word)
            marks.append(place)
        found = tuple(int(p + 1 in marks) for p in range(len(text) - 1))
        scores = scores_of(model, text)
        follow, start, end = model.chain[:4].reshape(2, 2), model.chain[4:6], model.chain[6:]
        reached = sum(s for s, label in zip(scores, found, strict=True) if label)
        reached += sum(follow[a, b] for a, b in pairwise(found))
        assert reached + start[found[0]] + end[found[-1]] == score


def test_lines_are_cut_each_by_itself():
    model = random_model(7, SMALL, lists=True)
    lines = [line.replace(" ", "") for line in SENTENCES]
    assert cut(model, "\n".join(lines), lines=True) == "\n".join(cut(model, line) for line in lines)
