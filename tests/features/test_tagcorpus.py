import pytest

from tagshift.data.sentence import TagSentence
from tagshift.errors import CorpusError, LabelError
from tagshift.features.tagcorpus import TagCorpus, label_column
from tagshift.features.tagindex import TagIndex
from tagshift.features.templates import load


def sentence(*labels, **kwargs):
    return TagSentence(([f"w{n}" for n in range(len(labels))],), list(labels), **kwargs)


def corpus(sentences, scheme="auto", **kwargs):
    return TagCorpus.of(sentences, TagIndex(load("toepfer2012")), scheme, **kwargs)


def test_full_labels_become_one_inner_label_each():
    found = corpus([sentence("B-X", "I-X", "O")], fine=True)
    assert found.inner.scheme == "iob2"
    masks = found.encoded.masks[found.encoded.allowed]
    inside = masks[~masks.all(axis=1)]
    assert [found.inner.names[row.argmax()] for row in inside] == ["B-X", "E-X", "O"]
    assert (inside.sum(axis=1) == 1).all()


def test_a_slip_is_mended_and_counted():
    good = [sentence("B-X", "I-X", "I-X")] * 20
    found = corpus([*good, sentence("O", "I-X", "I-X")])
    assert found.repaired == 1
    assert found.inner.scheme == "iob2"


def test_labels_that_do_not_keep_the_scheme_are_taken_as_they_are():
    found = corpus([sentence("I-X", "B-X", "O", "I-X")])
    assert (found.inner.scheme, found.repaired) == ("none", 0)
    assert found.inner.names == ("B-X", "I-X", "O")


def test_a_scheme_that_is_asked_for_is_kept():
    assert corpus([sentence("I-X", "B-X", "O", "I-X")], "iob2").repaired == 2
    with pytest.raises(LabelError, match="sentence 1, token 1"):
        corpus([sentence("S-X", "E-X"), sentence("B-X", "E-X")], "iobes")


def test_partial_labels_stay_partial():
    found = corpus([sentence("B-X", None, "O"), sentence("B-X", "I-X")], fine=True)
    sizes = found.encoded.masks[found.encoded.allowed].sum(axis=1)
    assert sorted(sizes.tolist())[:4] == [1, 1, 1, 2]  # B before an unknown token may be S as well


def test_weights_replace_those_of_the_sentences():
    found = corpus([sentence("N", weight=3.0), sentence("V")], weights=[0.5, 2.0])
    assert found.encoded.weights.tolist() == [0.5, 2.0]
    assert corpus([sentence("N", weight=3.0)]).encoded.weights.tolist() == [3.0]


def test_labels_in_different_columns_are_refused():
    mixed = [sentence("N", extra={"label_column": 2}), sentence("N", extra={"label_column": 3})]
    with pytest.raises(CorpusError, match="different columns"):
        label_column(mixed)
