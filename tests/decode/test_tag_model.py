import numpy as np
import pytest

from tagshift.data.sentence import TagSentence
from tagshift.decode.tag_model import TagModel
from tagshift.errors import ModelError
from tagshift.features.tagcorpus import TagCorpus
from tagshift.features.tagindex import TagIndex
from tagshift.features.templates import load
from tagshift.learners.model import ChainModel


@pytest.fixture
def model(rng):
    source = [TagSentence((["Ada", "saw", "Bad", "Ems"],), ["B-P", "O", "B-L", "I-L"])]
    index = TagIndex(load("default"))
    corpus = TagCorpus.of(source, index, "auto", fine=True)
    theta = rng.normal(size=corpus.encoded.n_parameters)
    return TagModel(index, corpus.inner, ChainModel.from_theta(theta, corpus.encoded))


def test_parts_make_the_same_model_again(model):
    again = TagModel.from_parts(*model.to_parts())
    assert again.inner.names == model.inner.names
    assert again.inner.scheme == "iob2"
    assert np.array_equal(again.chain.theta(), model.chain.theta())
    assert again.chain.report.objectives == model.chain.report.objectives


@pytest.mark.parametrize("harm", ["no weights", "no chain", "narrow", "type", "labels", "scheme", "report"])
def test_parts_that_do_not_fit_together_are_refused(model, harm):
    header, arrays = model.to_parts()
    if harm == "no weights":
        del arrays["weights.3"]
    elif harm == "no chain":
        del arrays["chain.start"]
    elif harm == "narrow":
        arrays["weights.0"] = arrays["weights.0"][:, :, :-1]
    elif harm == "type":
        arrays["weights.0"] = arrays["weights.0"].astype(np.float64)
    elif harm == "labels":
        header["labels"] = ["O", "O"]
    elif harm == "scheme":
        header["scheme"] = "auto"
    else:
        header["report"] = {"mood": "good"}
    with pytest.raises(ModelError, match=r"damaged|no tagger"):
        TagModel.from_parts(header, arrays)
