from tagshift.scoring.tags import TagScorer


def test_spans_are_scored_where_labels_mark_some_and_tokens_always():
    scorer = TagScorer({"Ems"}, spans=True)
    scorer.add(["Bad", "Ems", "flows"], ["B-LOC", "I-LOC", "O"], ["B-LOC", "I-LOC", "O"])
    scorer.add(["Ann", "Lee"], ["B-PER", "I-PER"], ["B-PER", "O"])
    assert scorer.percent == scorer.span_scores().f1 == 50.0
    assert (scorer.scores().accuracy, scorer.scores().seen_accuracy) == (80.0, 100.0)
    assert scorer.counts.tolist() == [[1, 1, 1], [1, 1, 0]]


def test_labels_without_spans_are_scored_as_tokens():
    scorer = TagScorer()
    scorer.add(["a", "b"], ["N", "V"], ["N", "N"])
    assert scorer.span_scores() is None
    assert scorer.percent == scorer.scores().accuracy == 50.0
    assert scorer.counts.tolist() == [[2, 2, 1]]


def test_a_sentence_labelled_in_part_has_no_spans_to_score():
    scorer = TagScorer(spans=True)
    scorer.add(["Ann", "Lee"], ["B-PER", None], ["O", "O"])
    assert (scorer.span_scores().spans, scorer.scores().tokens) == (0, 1)
