"""What README.md, CONTRIBUTING.md and docs/ tell a reader to do works as written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import documentation
import pytest
from documentation import PAGES, PYTHON, ROOT, SHELL, blocks, commands

NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]


@pytest.fixture
def desk(tmp_path, samples, monkeypatch):
    """A folder with the small files that the pages name."""
    documentation.lay_out(tmp_path, samples)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_examples_of_a_page_run_one_after_the_other(page, desk):
    environment = documentation.shell_environment(desk)
    names: dict[str, object] = {"__name__": "example"}
    for block in blocks(page, SHELL | PYTHON):
        if block.language in PYTHON:
            wrong = documentation.run_python(block, names)
            assert wrong is None, f"{page.name}:{block.line}: {wrong}"
            continue
        for command in commands(block):
            wrong = documentation.run_command(command, desk, environment)
            assert wrong is None, f"{page.name}:{block.line}: {command}: {wrong}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_the_links_of_a_page_inside_the_project_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in target and not target.startswith("#"):
            assert (page.parent / target.partition("#")[0]).exists(), f"{page.name} links to {target}"


def test_figures_of_the_readme_stand_in_the_results():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.partition("## What comes out")[2].partition("\n## ")[0]
    results = "".join(
        (ROOT / room / "RESULTS.md").read_text(encoding="utf-8") for room in ("recipes", "benchmarks")
    )
    figures = re.findall(r"\d+\.\d+", table)
    assert len(figures) > 5
    assert [figure for figure in figures if f"| {figure} |" not in results] == []


def test_every_page_of_the_documentation_is_reached_from_its_index():
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    missing = [
        p.name for p in PAGES if p.parent == ROOT / "docs" and p.name != "index.md" and p.name not in index
    ]
    assert not missing


def test_every_command_has_its_place_in_the_documentation_and_a_help():
    from tagshift.cli import main

    context = main.make_context("tagshift", [], resilient_parsing=True)
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert command.help, name
        assert f"tagshift {name}" in text, f"no page shows tagshift {name}"


def test_a_block_gives_its_commands_with_continued_lines_joined(tmp_path):
    page = Path(tmp_path / "page.md")
    page.write_text(
        "Text\n\n```sh\n# first\nls \\\n  -l\npwd\n```\n\n```console\n$ id\nroot\n```\n", encoding="utf-8"
    )
    found = [shlex.split(command) for block in blocks(page, SHELL) for command in commands(block)]
    assert found == [["ls", "-l"], ["pwd"], ["id"]]


@pytest.mark.parametrize(
    ("command", "wrong"),
    [
        ("pip install '.[all]'", ""),
        ("pip install '.[all,everything]'", "there is no extra 'everything'"),
        ("make PYTHON=python3.12 test  # with another Python", ""),
        ("make brew", "there is no target of make 'brew'"),
        ("scripts/check --lint", ""),
        ("python -m benchmarks.run labelling", ""),
        ("python recipes/segmentation.py ../shared/data", ""),
        ("python recipes/soup.py", "there is no file 'recipes/soup.py'"),
        ("python -m pytest tests/kitchen", "there is no file 'tests/kitchen'"),
        ("tagshift --help", None),
    ],
)
def test_commands_about_the_clone_are_compared_with_what_it_has(command, wrong):
    assert documentation.about_the_clone(command) == wrong
