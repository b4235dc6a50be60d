import json

import numpy as np
import pytest

from tagshift.scoring import compare_systems, document_spread, score_spans, score_tokens, score_words, tables
from tagshift.scoring.tables import table, width

WORDS = score_words([["外国", "人"], ["a"]], [["外国人"], ["a"]], {"人", "a"})
TOKENS = score_tokens([(["a", "b"], ["B-X", "O"])], [["B-X", "B-X"]], {"a"})
SPANS = score_spans([["B-X", "O"]], [["B-X", "B-X"]])


def test_columns_are_as_wide_as_their_widest_cell_on_a_terminal():
    lines = table(["name", "n"], [["語彙的", 3], ["é", 12345]]).split("\n")
    assert {width(line) for line in lines} == {13}


@pytest.mark.parametrize(
    ("text", "columns"), [("ｱ", 1), ("Ａ", 2), ("한", 2), ("か\u3099", 2), ("\u200b", 0)]
)
def test_widths_follow_unicode(text, columns):
    assert width(text) == columns


def test_a_table_without_rows_is_its_head():
    assert table(["a", "bc"], []) == "a  bc"


def test_no_line_ends_with_blanks():
    assert not any(line.endswith(" ") for line in table(["a", "b"], [["x", "y"], ["x", "long"]]).split("\n"))


def test_json_of_segmenters_has_the_keys_that_programs_rely_on():
    found = tables.words_json(WORDS.scores())
    first = ["precision", "recall", "f1", "unseen_recall", "seen_recall", "words", "sentences"]
    assert list(found)[:7] == first
    assert [found[k] for k in first] == [50.0, 33.3333, 40.0, 0.0, 50.0, 3, 2]
    assert found["boundary_recall"] == 0.0


def test_json_of_taggers_has_the_keys_that_programs_rely_on():
    found = tables.tags_json(TOKENS.scores(), SPANS.scores())
    keys = ["accuracy", "sentence_accuracy", "tokens", "unseen_accuracy", "precision", "recall", "f1"]
    assert [found[k] for k in keys] == [50.0, 0.0, 2, 0.0, 50.0, 100.0, 66.6667]
    assert found["kinds"] == {"X": {"precision": 50.0, "recall": 100.0, "f1": 66.6667, "spans": 1}}
    assert found["sentences"] == 1


def test_json_of_other_tags_has_labels_and_no_spans():
    found = tables.tags_json(TOKENS.scores())
    assert "precision" not in found
    assert set(found["labels"]) == {"B-X", "O"}


def test_every_json_is_json():
    compared = compare_systems(["a", "b"], [WORDS.counts, WORDS.counts], samples=10)
    spread = document_spread(WORDS.counts, ["d", "e"])
    for found in [
        tables.words_json(WORDS.scores()),
        tables.tags_json(TOKENS.scores(), SPANS.scores()),
        tables.comparisons_json(compared),
        tables.spread_json(spread),
    ]:
        assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_tiny_p_values_keep_their_digits_in_json():
    counts = np.tile([4, 4, 2], (200, 1))
    compared = compare_systems(["a", "b"], [counts, counts + np.array([0, 0, 1])], samples=10)
    assert 0 < tables.comparisons_json(compared)[0]["p_wilcoxon"] < 1e-20


def test_tables_show_every_system_and_what_is_not_known_as_a_dash():
    shown = tables.words_table({"ours": WORDS.scores(), "彼ら": score_words([["a"]], [["a"]]).scores()})
    assert shown.split("\n")[1].split() == [
        "ours",
        *["50.00", "33.33", "40.00", "0.00", "50.00", "0.00", "0.00", "0.00", "3", "2"],
    ]
    assert shown.split("\n")[2].split()[4:6] == ["–", "–"]


def test_spans_have_columns_only_where_there_are_some():
    both = tables.tags_table({"a": (TOKENS.scores(), SPANS.scores()), "b": (TOKENS.scores(), None)})
    assert both.split("\n")[0].split()[:4] == ["system", "P", "R", "F"]
    assert both.split("\n")[2].split()[1:4] == ["–", "–", "–"]
    assert "P" not in tables.tags_table({"b": (TOKENS.scores(), None)}).split("\n")[0].split()


def test_the_other_tables_have_a_row_for_each_thing():
    assert tables.kinds_table(SPANS.scores().kinds).split("\n")[1].split() == [
        "X",
        "50.00",
        "100.00",
        "66.67",
        "1",
    ]
    assert tables.kinds_table(TOKENS.scores().labels).count("\n") == 2
    assert tables.confusions_table(TOKENS.confusions()).split("\n")[1].split() == ["O", "B-X", "1"]
    spread = tables.spread_table(document_spread(WORDS.counts, ["d", "e"]))
    assert spread.split("\n")[1].split()[0] == "2"
    assert spread.split("\n")[-1].split() == ["e", "100.00"]
    compared = compare_systems(["a", "b"], [WORDS.counts, WORDS.counts], samples=10)
    assert "+0.00 to +0.00" in tables.comparisons_table(compared)
