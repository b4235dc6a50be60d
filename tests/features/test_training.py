import pytest

from tagshift.errors import ParameterError
from tagshift.features.training import Training


@pytest.mark.parametrize(
    "said", [{"learner": "observed"}, {"margin": 0.0}, {"learner": "crf", "margin": 1.5}]
)
def test_what_is_read_is_written_again(said):
    assert Training.from_dict(said, "mine.toml").to_dict() == said


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ([], r"mine\.toml, training: expected a table with learner, margin or both, got \[\]"),
        ({}, r"expected a table"),
        ({"l2": 1}, r"expected a table .* got 'l2'"),
        ({"learner": 3}, r"training, learner: expected a learner's name, got 3"),
        ({"margin": "0"}, r"training, margin: expected a number at least 0, got '0'"),
        ({"margin": True}, r"training, margin: expected a number at least 0, got True"),
        ({"margin": -1}, r"training, margin: expected a number at least 0, got -1"),
        ({"margin": float("nan")}, r"training, margin: expected a number at least 0, got nan"),
    ],
)
def test_a_broken_table_is_told_what_was_expected(said, message):
    with pytest.raises(ParameterError, match=message):
        Training.from_dict(said, "mine.toml")
