import pytest
from hypothesis import given
from hypothesis import strategies as st
from seqeval.metrics.sequence_labeling import get_entities, precision_recall_fscore_support

from tagshift.errors import CorpusError, LabelError
from tagshift.scoring import SpanScorer, are_spans, read_spans, score_spans

MARKED = [f"{mark}-{kind}" for mark in "BIES" for kind in ("LOC", "PER-X")]
LABELS = st.sampled_from(["O", *MARKED])
PAIRS = st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=9)


@given(st.lists(LABELS, min_size=1, max_size=12))
def test_spans_of_any_labels_equal_those_of_seqeval(labels):
    assert read_spans(labels) == [(a, b + 1, kind) for kind, a, b in get_entities(labels)]


@given(st.lists(st.sampled_from([*"OBIES"]), min_size=1, max_size=12))
def test_spans_without_a_type_equal_those_of_seqeval(labels):
    assert read_spans(labels) == [(a, b + 1, kind) for kind, a, b in get_entities(labels)]


@given(st.lists(PAIRS, min_size=1, max_size=4))
def test_scores_equal_those_of_seqeval(pairs):
    gold = [[g for g, _ in sentence] for sentence in pairs]
    predicted = [[p for _, p in sentence] for sentence in pairs]
    scores = score_spans(gold, predicted).scores()
    total = precision_recall_fscore_support(gold, predicted, average="micro", zero_division=0)
    assert (scores.precision, scores.recall, scores.f1) == pytest.approx([100 * n for n in total[:3]])
    by_kind = precision_recall_fscore_support(gold, predicted, average=None, zero_division=0)
    found = [(k.precision, k.recall, k.f1, k.spans) for k in scores.kinds.values()]
    expected = [(100 * p, 100 * r, 100 * f, n) for p, r, f, n in zip(*by_kind, strict=True)]
    assert found == [pytest.approx(row) for row in expected]


SAME_SPANS = {
    "IOB1": "I-LOC I-LOC B-LOC O I-PER I-LOC",
    "IOB2": "B-LOC I-LOC B-LOC O B-PER B-LOC",
    "IOBES": "B-LOC E-LOC S-LOC O S-PER S-LOC",
    "BILUO": "B-LOC L-LOC U-LOC O U-PER U-LOC",
    "BMES": "B-LOC E-LOC S-LOC O S-PER S-LOC",
}


@pytest.mark.parametrize("labels", SAME_SPANS.values(), ids=SAME_SPANS)
def test_every_dialect_says_the_same(labels):
    assert read_spans(labels.split()) == [(0, 2, "LOC"), (2, 3, "LOC"), (4, 5, "PER"), (5, 6, "LOC")]


@pytest.mark.parametrize("inside", ["B-A I-A I-A E-A", "B-A I-A I-A L-A", "B-A M-A M-A E-A"])
def test_the_inside_of_a_long_span_has_a_letter_of_its_own_in_each_dialect(inside):
    assert read_spans(inside.split()) == [(0, 4, "A")]


def test_a_wrong_type_is_one_too_many_and_one_missed():
    scorer = score_spans([["B-LOC"]], [["B-PER"]])
    assert scorer.counts.tolist() == [[1, 1, 0]]


def test_spans_do_not_cross_sentences():
    assert score_spans([["B-A"], ["I-A"]], [["B-A"], ["I-A"]]).scores().spans == 2


@pytest.mark.parametrize("label", ["NN", "X-LOC", "", "-", "OTHER", "O-LOC", "-DOCSTART-"])
def test_a_label_that_marks_no_span_is_named(label):
    with pytest.raises(LabelError, match=f"'{label}' is no label of a span"):
        read_spans(["O", label])


def test_sides_of_different_length_are_located():
    with pytest.raises(CorpusError, match="sentence 2: expected 2 labels as in the gold, got 1"):
        score_spans([["O"], ["O", "O"]], [["O"], ["O"]])


def test_an_empty_corpus_scores_zero():
    scores = SpanScorer().scores()
    assert (scores.f1, scores.spans, scores.kinds) == (0.0, 0, {})


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["O", "B-LOC", "I-LOC"], True),
        (["U-X", "L-X", "M-X"], True),
        (["B", "I", "O"], True),
        (["NN", "VB"], False),
        (["I", "S"], False),
        (["B-", "O"], False),
        (["O"], False),
        ([], False),
    ],
)
def test_labels_of_spans_are_told_from_others(labels, expected):
    assert are_spans(labels) is expected
