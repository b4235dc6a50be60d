import pytest

from tagshift.errors import CorpusError
from tagshift.scoring import TokenScorer, score_tokens

GOLD = [(["a", "b", "c"], ["N", "V", "N"]), (["a", "d"], ["N", "V"])]
PREDICTED = [["N", "N", "V"], ["N", "V"]]


def test_a_worked_example():
    scores = score_tokens(GOLD, PREDICTED, {"a", "b"}).scores()
    assert (scores.accuracy, scores.sentence_accuracy) == (60.0, 50.0)
    assert scores.seen_accuracy == pytest.approx(200 / 3)
    assert (scores.unseen_accuracy, scores.unseen_tokens) == (50.0, 2)
    assert (scores.tokens, scores.sentences) == (5, 2)


def test_labels_have_scores_of_their_own():
    labels = score_tokens(GOLD, PREDICTED).scores().labels
    assert (labels["N"].precision, labels["N"].recall) == (pytest.approx(200 / 3),) * 2
    assert (labels["V"].f1, labels["V"].tokens) == (50.0, 2)


def test_confusions_come_most_frequent_first_and_then_by_name():
    scorer = score_tokens([(["x"] * 5, ["A", "A", "B", "C", "C"])], [["B", "B", "A", "A", "C"]])
    assert scorer.confusions() == [("A", "B", 2), ("B", "A", 1), ("C", "A", 1)]
    assert scorer.confusions(top=1) == [("A", "B", 2)]
    assert scorer.matrix["C", "C"] == 1


def test_counts_are_kept_by_sentence():
    assert score_tokens(GOLD, PREDICTED).counts.tolist() == [[3, 3, 1], [2, 2, 2]]


def test_tokens_without_a_gold_label_are_not_scored():
    gold = [(["a", "b"], ["N", None]), (["a"], [None]), ([], [])]
    scores = score_tokens(gold, [["N", "V"], ["V"], []], {"b"}).scores()
    assert (scores.accuracy, scores.tokens, scores.sentences) == (100.0, 1, 1)
    assert (scores.sentence_accuracy, scores.unseen_tokens, scores.seen_accuracy) == (100.0, 1, None)


def test_a_label_never_seen_in_the_gold_is_a_mistake_with_a_row():
    scores = score_tokens([(["a"], ["N"])], [["XX"]]).scores()
    assert (scores.accuracy, scores.labels["XX"].tokens, scores.labels["XX"].precision) == (0.0, 0, 0.0)


def test_without_a_vocabulary_nothing_is_seen_or_unseen():
    scores = score_tokens(GOLD, PREDICTED).scores()
    assert (scores.seen_accuracy, scores.unseen_accuracy, scores.unseen_tokens) == (None, None, None)


def test_an_empty_corpus_scores_zero():
    scores = TokenScorer().scores()
    assert (scores.accuracy, scores.sentence_accuracy, scores.tokens) == (0.0, 0.0, 0)


def test_different_numbers_of_tokens_are_located():
    message = "sentence 1: expected one gold and one predicted label for each of 2 tokens, got 2 and 1"
    with pytest.raises(CorpusError, match=message):
        score_tokens([(["a", "b"], ["N", "V"])], [["N"]])
