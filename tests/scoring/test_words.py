import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st

from tagshift.errors import CorpusError
from tagshift.scoring import WordScorer, disagreements, score_words

TEXTS = st.text("あい人x\u3000", min_size=0, max_size=8)


@st.composite
def two_segmentations(draw):
    text = draw(TEXTS)
    return [reference.cut(text, draw(st.sets(st.integers(1, 7)))) for _ in range(2)]


def test_a_worked_example():
    """東京 都 に 住む against 東 京都 に 住む: two words of four, the cut inside 東京都 in another place."""
    scores = score_words(
        [["東京", "都", "に", "住む"]], [["東", "京都", "に", "住む"]], {"都", "に"}
    ).scores()
    assert (scores.precision, scores.recall, scores.f1) == (50.0, 50.0, 50.0)
    assert (scores.seen_recall, scores.unseen_recall, scores.unseen_words) == (50.0, 50.0, 2)
    assert (scores.boundary_precision, scores.boundary_recall) == (pytest.approx(200 / 3),) * 2
    assert (scores.words, scores.sentences) == (4, 1)


@given(st.lists(two_segmentations(), max_size=4), st.sets(TEXTS))
def test_scores_equal_those_of_the_plain_twin(pairs, vocabulary):
    scores = score_words([g for g, _ in pairs], [p for _, p in pairs], vocabulary).scores()
    for name, expected in reference.word_scores(pairs, vocabulary).items():
        assert getattr(scores, name) == (None if expected is None else pytest.approx(expected)), name


@given(st.lists(two_segmentations(), min_size=1, max_size=4))
def test_gold_and_prediction_swapped_swap_precision_and_recall(pairs):
    there = score_words([g for g, _ in pairs], [p for _, p in pairs]).scores()
    back = score_words([p for _, p in pairs], [g for g, _ in pairs]).scores()
    assert (there.precision, there.recall, there.f1) == (back.recall, back.precision, back.f1)
    assert (there.boundary_precision, there.boundary_f1) == (back.boundary_recall, back.boundary_f1)


def test_sums_are_over_the_corpus_and_kept_by_sentence():
    scorer = score_words([["ab"], ["c", "d", "e"]], [["a", "b"], ["c", "d", "e"]])
    assert scorer.counts.tolist() == [[1, 2, 0], [3, 3, 3]]
    assert scorer.scores().recall == 75.0


def test_without_a_vocabulary_nothing_is_seen_or_unseen():
    scores = score_words([["a"]], [["a"]]).scores()
    assert (scores.seen_recall, scores.unseen_recall, scores.unseen_words) == (None, None, None)


def test_no_unseen_words_means_no_recall_of_them():
    scores = score_words([["a"]], [["a"]], {"a"}).scores()
    assert (scores.seen_recall, scores.unseen_recall, scores.unseen_words) == (100.0, None, 0)


def test_an_empty_corpus_scores_zero():
    scores = WordScorer().scores()
    assert (scores.precision, scores.recall, scores.f1, scores.words, scores.sentences) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize("blank", [[], [""]])
def test_a_blank_line_is_a_sentence_without_words(blank):
    scorer = score_words([blank, ["a"]], [[], ["a"]], {"a"})
    assert scorer.counts.tolist() == [[0, 0, 0], [1, 1, 1]]
    assert scorer.scores().sentences == 2


def test_words_of_white_space_are_words():
    assert score_words([["a", "\u3000", "b"]], [["a", "\u3000", "b"]]).scores().words == 3


@pytest.mark.parametrize(
    ("predicted", "message"),
    [
        (["外国", "犬"], r"sentence 2: .* from character 3 on: expected '人', got '犬'"),
        (["外国"], r"sentence 2: .* from character 3 on: expected '人', got ''"),
        (["外国人", "も"], r"sentence 2: .* from character 4 on: expected '', got 'も'"),
    ],
)
def test_different_text_is_located(predicted, message):
    with pytest.raises(CorpusError, match=message):
        score_words([["a"], ["外国", "人"]], [["a"], predicted])


@given(two_segmentations())
def test_disagreements_are_minimal_and_of_the_same_text(pair):
    for left, right in disagreements(*pair):
        assert left != right
        assert "".join(left) == "".join(right)
        assert not set(reference.ends(left)[:-1]) & set(reference.ends(right)[:-1])
    assert bool(disagreements(*pair)) == (pair[0] != pair[1])
