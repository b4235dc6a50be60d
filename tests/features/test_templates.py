import pytest

from tagshift.errors import ParameterError
from tagshift.features import templates
from tagshift.features.templates import Family, Source, TemplateSet
from tagshift.features.training import Training


def read(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return templates.load(path)


def test_templates_that_differ_in_place_alone_are_one_family(tmp_path):
    found = read(
        tmp_path,
        '[[templates]]\nall = ["token[-1]", "token[0]"]\n'
        '[[templates]]\nall = ["token[0]", "token[1]"]\n'
        '[[templates]]\nall = ["token[0]", "token[1]"]\nat = [2]\n',
    )
    token = Source("token")
    assert found.families == (Family(((token, 0), (token, 1)), (-1, 0, 2)),)
    assert list(found.families[0].runs()) == [(-1, 0), (2, 2)]


def test_ranges_of_sizes_make_a_family_each(tmp_path):
    found = read(tmp_path, '[[templates]]\neach = ["suffix(2..4)"]\nat = [0, 1]\nmin_count = 3\n')
    assert [f.name for f in found.families] == ["suffix(2)", "suffix(3)", "suffix(4)"]
    assert {f.places for f in found.families} == {(0, 1)}
    assert {f.min_count for f in found.families} == {3}


def test_tied_places_are_one_run_and_survive_the_header(tmp_path):
    found = read(
        tmp_path, '[[templates]]\neach = ["lower"]\nwithin = [-4, -1]\n[[templates]]\neach = ["lower"]\n'
    )
    assert [(f.tied, list(f.runs())) for f in found.families] == [(True, [(-4, -1)]), (False, [(0, 0)])]
    assert TemplateSet.from_dict(found.to_dict()) == found


@pytest.mark.parametrize("name", templates.names())
def test_a_set_survives_the_header_of_a_model(name):
    found = templates.load(name)
    assert TemplateSet.from_dict(found.to_dict()) == found


def test_the_named_sets_are_there_and_read_the_columns_they_should():
    assert templates.names() == ["chunk", "default", "suzuki2007", "toepfer2012"]
    columns = {name: templates.load(name).columns for name in templates.names()}
    assert columns == {"chunk": (1, 2), "default": (1,), "suzuki2007": (1, 2), "toepfer2012": (1,)}


def test_toepfers_features_look_at_the_word_alone():
    found = templates.load("toepfer2012")
    assert [f.name for f in found.families] == ["lower", "suffix(2)", "suffix(3)", "case", "length"]
    assert {f.places for f in found.families} == {(0,)}


def test_suzukis_set_has_every_single_and_pair_of_the_table():
    found = templates.load("suzuki2007")
    places = {f.name: f.places for f in found.families}
    assert places["token"] == places["token@2"] == (-2, -1, 0, 1, 2)
    assert places["token[0] & token[1]"] == places["token@2[0] & token@2[1]"] == (-2, -1, 0, 1)


def test_further_columns_bring_their_values_unless_templates_name_them():
    assert templates.load("chunk").with_columns([1, 2]) == templates.load("chunk")
    wider = templates.load("default").with_columns([1, 3])
    assert wider.columns == (1, 3)


def test_gazetteer_templates_fall_away_without_lists_and_multiply_with_them():
    found = templates.load("default")
    none, two = found.with_lists([]), found.with_lists(["a/LOC", "b/PER"])
    assert len(two.families) == len(none.families) + 2
    assert "gazetteer:b/PER" in [f.name for f in two.families]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[templates]]\neach = ['lower'\n", r"mine\.toml: expected a TOML file"),
        ("", r"mine\.toml: expected at least one \[\[templates\]\]"),
        ("[[templates]]\nat = [1]\n", r"templates 1: expected one of the keys each .* and all"),
        ("[[templates]]\neach = ['lower']\nall = ['lower']\n", r"templates 1: expected one of the keys"),
        ("[[templates]]\neach = []\n", r"templates 1, each: expected a list of atoms, got \[\]"),
        ("[[templates]]\neach = 'lower'\n", r"templates 1, each: expected a list of atoms"),
        ("[[templates]]\neach = ['lower']\nat = [0.5]\n", r"templates 1, at: expected a list of whole"),
        ("[[templates]]\neach = ['lower']\nmin_count = true\n", r"min_count: expected a whole number"),
        ("[[templates]]\neach = ['lower']\nwithin = [1]\n", r"within: expected the first and the last place"),
        (
            "[[templates]]\neach = ['lower']\nwithin = [2, 1]\n",
            r"within: expected the first and the last place",
        ),
        (
            "[[templates]]\neach = ['lower']\nwithin = [0, 1]\nat = [0]\n",
            r"within: expected .* no at beside it",
        ),
        ("[[templates]]\neach = ['lower']\noffset = [0]\n", r"expected the keys .* got 'offset'"),
        ("[[templates]]\neach = ['lowr']\n", r"templates 1, each: expected one of the functions.*'lowr'"),
        ("[[templates]]\neach = ['suffix']\n", r"expected one of the functions .*suffix\(N\)"),
        ("[[templates]]\neach = ['suffix(0)']\n", r"sizes and columns count from 1"),
        ("[[templates]]\neach = ['suffix(4..2)']\n", r"sizes and columns count from 1"),
        ("[[templates]]\neach = ['token@0']\n", r"sizes and columns count from 1"),
        ("[[templates]]\neach = ['start(2)']\n", r"expected one of the functions"),
        ("[[templates]]\neach = ['token[x]']\n", r"expected an atom such as"),
        ("[[templates]]\nall = ['suffix(1..2)']\n", r"all: a range of sizes has no place"),
        ("training = 1\n[[templates]]\neach = ['lower']\n", r"mine\.toml, training: expected a table"),
        (
            "colour = 1\n[[templates]]\neach = ['lower']\n",
            r"expected the keys name, templates and training, got 'colour'",
        ),
    ],
)
def test_a_broken_file_is_located_and_told_what_was_expected(tmp_path, text, message):
    with pytest.raises(ParameterError, match=message):
        read(tmp_path, text)


def test_a_set_may_say_how_its_published_results_were_learned():
    found = templates.load("toepfer2012")
    assert found.training == Training("observed", 0.0)
    for other in (found.with_columns([2]), templates.TemplateSet.from_dict(found.to_dict())):
        assert other.training == found.training
    assert templates.load("default").training == Training()
    assert "training" not in templates.load("default").to_dict()


def test_an_unknown_name_is_answered_with_the_names():
    with pytest.raises(ParameterError, match=r"'defualt': expected one of chunk, default, .* or a TOML file"):
        templates.load("defualt")


def test_bytes_that_are_no_utf8_are_a_clear_error(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes(b"name = '\xe9'\n")
    with pytest.raises(ParameterError, match=r"latin\.toml: expected a TOML file"):
        templates.load(path)
