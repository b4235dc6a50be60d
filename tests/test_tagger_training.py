import pytest

from tagshift.data.sentence import TagSentence
from tagshift.errors import ParameterError
from tagshift.features.templates import TemplateSet, load
from tagshift.features.training import Training
from tagshift.learners import CRF, ObservedCRF
from tagshift.tagger import Tagger
from tagshift.tagger_training import Method, evaluate


def test_the_templates_speak_where_no_learner_is_named_and_it_is_said():
    assert (
        str(Method.of(load("toepfer2012"))) == "learner observed, margin 0 (as the templates toepfer2012 say)"
    )
    assert str(Method.of(load("toepfer2012"), "crf")) == "learner crf, margin 2"
    assert str(Method.of(load("toepfer2012"), "perceptron")) == "learner perceptron"
    assert str(Method.of(load("default"), margin=0.5)) == "learner crf, margin 0.5"


def test_a_margin_of_the_templates_alone_goes_with_the_usual_learner():
    templates = TemplateSet("mine", (), Training(margin=0.5))
    assert str(Method.of(templates)) == "learner crf, margin 0.5 (as the templates mine say)"
    assert str(Method.of(templates, margin=1.0)) == "learner crf, margin 1"


def test_a_learner_is_made_with_what_it_has():
    made = Method.of(load("toepfer2012"), max_iterations=7, seed=3).make(0.5)
    assert isinstance(made, ObservedCRF)
    assert (made.l2, made.margin, made.max_iterations) == (0.5, 0.0, 7)
    own = CRF()
    assert Method.of(load("default"), own, seed=3).make(0.5) is own
    with pytest.raises(ParameterError, match="'perceptron' has no l2"):
        Method.of(load("default"), "perceptron", l2=1.0)


def test_a_sentence_that_is_labelled_in_part_has_no_spans_to_score():
    source = [TagSentence((["Rome", "fell"],), ["B-LOC", "O"]), TagSentence((["it", "rose"],), ["O", "O"])]
    decoder = Tagger(l2=0.01).fit(source).decoder_
    assert evaluate(decoder, source).percent == 100.0
    partly = TagSentence((["it", "rose"],), ["B-LOC", None])
    assert evaluate(decoder, [source[0], partly]).percent == 100.0
