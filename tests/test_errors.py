"""The tree of errors: each is also the built-in kind that a caller would expect."""

import inspect

import pytest

from tagshift import errors

KINDS = [kind for kind in vars(errors).values() if inspect.isclass(kind)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_caught_as_a_tagshift_error_and_says_what_it_is(kind):
    assert issubclass(kind, errors.TagshiftError)
    assert kind.__doc__


@pytest.mark.parametrize(
    ("kind", "builtin"),
    [
        (errors.CorpusError, ValueError),
        (errors.ParameterError, ValueError),
        (errors.ModelError, ValueError),
        (errors.LabelError, ValueError),
        (errors.OutputError, OSError),
        (errors.NotFittedError, AttributeError),
        (errors.MissingDependencyError, ImportError),
        (errors.ProcessorError, ImportError),
    ],
)
def test_an_error_is_also_the_builtin_kind_that_fits(kind, builtin):
    with pytest.raises(builtin, match="what came"):
        raise kind("what came")


def test_the_drawing_of_the_tree_names_every_error():
    assert all(kind.__name__ in (errors.__doc__ or "") for kind in KINDS)
