"""Values of options, and options that do not apply."""

from __future__ import annotations

import click
import pytest

from tagshift.cli import options


def convert(kind, value):
    return kind.convert(value, None, None)


def test_columns_are_numbers_from_1_each_once():
    assert convert(options.Columns(), "2,3,2") == (2, 3)
    for wrong in ("0", "2,", "a", "-1", "1.5", "²"):
        with pytest.raises(click.BadParameter, match=r"expected numbers of columns from 1, such as 2,3"):
            convert(options.Columns(), wrong)


def test_a_choice_is_one_of_its_names():
    kind = options.OneOf(["segment", "tag"])
    assert convert(kind, "tag") == "tag"
    with pytest.raises(click.BadParameter, match="'tags' is not known; did you mean 'tag'"):
        convert(kind, "tags")
    with pytest.raises(click.BadParameter, match="it is one of segment, tag"):
        convert(kind, "xyz")


def test_a_format_is_known_by_its_aliases_too():
    assert convert(options.FormatName(), "conll") == "columns"
    with pytest.raises(click.BadParameter, match=r"no format 'conlu', did you mean 'conll(u)?'"):
        convert(options.FormatName(), "conlu")


def test_a_map_of_labels_is_read_or_refused():
    assert convert(options.LabelMap(), "VBZ=V,NNS=N") == {"VBZ": "V", "NNS": "N"}
    with pytest.raises(click.BadParameter, match="expected OLD=NEW"):
        convert(options.LabelMap(), "VBZ")


def test_there_is_a_processor_to_use():
    assert options.processors() >= 1


@click.command()
@options.together(options.limit, options.force, options.talk)
@click.pass_context
def example(context: click.Context, /, **given: object) -> None:
    options.refuse(context, ["limit", "force"], "this is a test")


def test_an_option_that_does_not_apply_is_named_as_it_is_written():
    with example.make_context("example", []) as context:
        example.invoke(context)
    with (
        example.make_context("example", ["--limit", "3"]) as context,
        pytest.raises(click.UsageError, match="--limit does not apply: this is a test"),
    ):
        example.invoke(context)


def test_options_stand_in_the_help_in_their_order():
    assert [p.name for p in example.params] == ["limit", "force", "quiet", "verbose"]
