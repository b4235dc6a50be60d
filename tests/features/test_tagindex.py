import numpy as np
import pytest
from tests import reference

from tagshift.errors import ModelError, ParameterError
from tagshift.features.gazetteer import Gazetteer
from tagshift.features.inner import InnerLabels
from tagshift.features.tagindex import TagIndex
from tagshift.features.templates import TemplateSet, load
from tagshift.features.tokens import Tokens

SENTENCES = [
    [["Ada", "met", "Bob", "in", "Bad", "Ems"], ["N", "V", "N", "P", "N", "N"]],
    [["Bob"], ["N"]],
    [[], []],
    [["met", "Ada"], ["V", "N"]],
]
OTHERS = [[["Bob", "met", "Eve"], ["N", "V", "N"]], [["in", "Ems"], ["P", "X"]]]


def templates(*tables):
    return TemplateSet.from_dict({"templates": list(tables)})


EVERYTHING = templates(
    {"each": ["lower", "suffix(2)"], "at": [-2, -1, 0, 1]},
    {"each": ["start"], "at": [-1, 0]},
    {"each": ["end"], "at": [1]},
    {"each": ["token@2"], "at": [-2, 0, 2]},
    {"all": ["token[0]", "token@2[1]"], "at": [-1, 0]},
    {"all": ["case[-1]", "case[0]", "end[1]"], "at": [0]},
    {"each": ["shape"], "within": [-3, -1]},
    {"all": ["shape[0]", "lower[1]"], "within": [0, 1]},
)


def spread(index, blocks, tokens):
    """For each token the names of the attributes that bear on its label, with where they stand."""
    found = [set() for _ in range(len(tokens))]
    token_at = {int(position): n for n, position in enumerate(tokens.positions(index.gap))}
    for number, block in enumerate(blocks):
        for anchor, row in zip(block.anchors.tolist(), block.ids.tolist(), strict=True):
            for step in range(block.width):
                place = token_at.get(anchor + block.shift + step)
                if place is not None:
                    where = "tied" if "shape" in block.name else -(block.shift + step)
                    found[place].add((index.describe(number, row), where))
    return found


@pytest.mark.parametrize("text", [SENTENCES, OTHERS, [], [[[], []]]])
def test_every_label_sees_exactly_the_attributes_that_its_templates_name(text):
    tokens = Tokens.from_sentences(text, (1, 2))
    index = TagIndex(EVERYTHING).fit(Tokens.from_sentences(SENTENCES, (1, 2)))
    known = {name for sentence in reference.attributes(SENTENCES, EVERYTHING) for name, _ in sentence}
    expected = [{a for a in seen if a[0] in known} for seen in reference.attributes(text, EVERYTHING)]
    assert spread(index, index.blocks(tokens), tokens) == expected


def test_rows_fall_within_the_stream_and_never_reach_another_sentence():
    tokens = Tokens.from_sentences(SENTENCES, (1, 2))
    index = TagIndex(EVERYTHING).fit(tokens)
    positions, owner = tokens.positions(index.gap), tokens.sentence_of
    home = dict(zip(positions.tolist(), owner.tolist(), strict=True))
    for block in index.blocks(tokens):
        assert (np.diff(block.anchors) >= 0).all()
        for anchor in block.anchors.tolist():
            first = anchor + block.shift
            assert first >= 0
            assert first + block.width <= tokens.size(index.gap)
            touched = {home[p] for p in range(first, first + block.width) if p in home}
            assert touched <= {home.get(anchor)} or len(touched) == block.width == 1


def test_rare_attributes_are_cut_and_their_strings_forgotten():
    index = TagIndex(templates({"each": ["token"], "min_count": 2})).fit(Tokens.from_sentences(SENTENCES))
    assert sorted(index.tables[0].strings) == ["Ada", "Bob", "met"]


def test_attributes_of_raw_text_are_kept_when_frequent_there():
    raw = Tokens.from_sentences([[["Zoe", "Zoe", "Yan"]]])
    index = TagIndex(templates({"each": ["token"], "min_count": 2})).fit(
        Tokens.from_sentences(SENTENCES), raw, min_raw=2
    )
    assert sorted(index.tables[0].strings) == ["Ada", "Bob", "Zoe", "met"]


def test_a_value_cut_by_itself_lives_on_in_a_conjunction():
    declared = templates({"each": ["token"], "min_count": 2}, {"all": ["token[0]", "token[1]"]})
    index = TagIndex(declared).fit(Tokens.from_sentences(SENTENCES))
    assert "in" in index.tables[0].strings
    named = {index.describe(0, row) for row in range(len(index.rows[0].members))}
    assert named == {"token=Ada", "token=Bob", "token=met"}


def test_an_index_survives_the_model_file():
    lists = [Gazetteer.from_lines("towns", ["Bad Ems\tLOC", "Ems\tLOC", "Bob\tPER"], own=True, seed=5)]
    index = TagIndex(load("default"), lists).fit(Tokens.from_sentences(SENTENCES))
    again = TagIndex.from_parts(*index.to_parts())
    tokens = Tokens.from_sentences(OTHERS)
    for one, other in zip(index.blocks(tokens), again.blocks(tokens), strict=True):
        assert (one.name, one.rows, one.width, one.shift) == (
            other.name,
            other.rows,
            other.width,
            other.shift,
        )
        assert np.array_equal(one.ids, other.ids)
        assert np.array_equal(one.anchors, other.anchors)
    assert again.gazetteers[0].own


@pytest.mark.parametrize("harm", ["missing", "beyond", "negative", "repeated", "narrow"])
def test_a_damaged_index_is_refused(harm):
    header, arrays = TagIndex(EVERYTHING).fit(Tokens.from_sentences(SENTENCES, (1, 2))).to_parts()
    rows = arrays["rows.5"].copy()
    if harm == "missing":
        del arrays["rows.5"]
    elif harm == "narrow":
        arrays["rows.5"] = rows[:, :1]
    else:
        rows[0, 0] = {"beyond": 99, "negative": -1, "repeated": rows[1, 0]}[harm]
        rows[0] = rows[1] if harm == "repeated" else rows[0]
        arrays["rows.5"] = rows
    with pytest.raises(ModelError, match="damaged"):
        TagIndex.from_parts(header, arrays)


def test_a_stream_of_new_words_does_not_fill_the_cache():
    index = TagIndex(load("toepfer2012")).fit(Tokens.from_sentences(SENTENCES))
    index.values_of(1).limit = 50
    for start in range(0, 1000, 20):
        batch = [[[f"w{n}" for n in range(start, start + 20)]]]
        index.blocks(Tokens.from_sentences(batch))
        assert len(index.values_of(1)) <= 50


def test_encoded_corpora_hold_sets_at_the_tokens_and_any_in_the_gaps():
    tokens = Tokens.from_sentences(SENTENCES)
    index = TagIndex(load("default")).fit(tokens)
    inner = InnerLabels.of(["N", "V"], "none")
    rows = np.arange(len(tokens), dtype=np.int32) % 3
    masks = np.array([[True, True], [True, False], [False, True]])
    encoded = index.encode(tokens, inner, rows, masks, np.ones(4))
    assert np.array_equal(encoded.allowed[tokens.positions(index.gap)], rows)
    assert encoded.allowed.sum() == rows.sum()
    assert encoded.size == tokens.size(index.gap)


def test_a_word_list_that_no_template_looks_at_is_refused():
    index = TagIndex(load("toepfer2012"), [Gazetteer.from_lines("towns", ["Ems"])])
    with pytest.raises(ParameterError, match="'toepfer2012' have no features of word lists: leave 'towns'"):
        index.fit(Tokens.from_sentences([[["Bob"]]]))


def test_two_word_lists_of_one_name_are_refused():
    lists = [Gazetteer.from_lines("towns", [name]) for name in ("Ems", "Rome")]
    with pytest.raises(ParameterError, match="two word lists are called 'towns'"):
        TagIndex(load("default"), lists).fit(Tokens.from_sentences([[["Bob"]]]))
