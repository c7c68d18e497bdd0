"""docs/rules/: what the code names of it is there, every game has its page, and what a page states is what comes out."""

import re
from pathlib import Path

import pytest

from tests import rules_pages
from tests.servers import ROOT
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.rulebook import SOURCES
from zipai_ledger.rules.ruleset import Ruleset

FOLDERS = {"zipai_ledger": "*.py", "tests": "*.py", "templates": "*.html", "docs": "*.md"}
OTHERS = ("README.md", "CHANGELOG.md")
DIGEST = re.compile(r"\brules \d\b")
"""How the code once named pages that no clone has."""
DEFINED = re.compile(r"^(?:class|def) (\w+)", re.MULTILINE)

each_ruleset = pytest.mark.parametrize("ruleset", all_rulesets().values(), ids=lambda ruleset: ruleset.slug)


def files() -> list[Path]:
    """All but the page whose game is made up: tests/test_add_a_game.py holds that one."""
    found = [path for folder, names in FOLDERS.items() for path in (ROOT / folder).rglob(names)]
    found = [path for path in found if path.name != "add-a-game.md"]
    return sorted(found) + [ROOT / name for name in OTHERS]


def test_every_page_and_anchor_that_a_file_names_is_there():
    named = [(path.name, *found) for path in files() for found in rules_pages.references(path)]
    assert [each for each in named if not rules_pages.resolves(*each[1:])] == []
    assert len({page for _name, page, _anchor in named}) > len(all_rulesets())


@pytest.mark.parametrize("page", rules_pages.pages())
def test_every_link_of_a_page_leads_somewhere(page: str):
    links = list(rules_pages.links(page))
    assert [link for link in links if not rules_pages.resolves(*link)] == []
    assert links


@pytest.mark.parametrize("page", rules_pages.pages())
def test_an_anchor_stands_once_on_its_page(page: str):
    found = rules_pages.ANCHOR.findall(rules_pages.text(page))
    assert sorted(found) == sorted(rules_pages.anchors(page))


def test_a_reference_that_leads_nowhere_is_found(tmp_path: Path):
    file = tmp_path / "module.py"
    named = ("guilin.md#xing", "chess.md", "guilin.md#not-there")
    file.write_text(", ".join(f"docs/rules/{each}" for each in named), encoding="utf-8")
    known = [rules_pages.resolves(*found) for found in rules_pages.references(file)]
    assert known == [True, False, False]


def test_no_docstring_names_a_page_that_no_clone_has():
    code = [path for path in files() if path.suffix == ".py"]
    assert [path.name for path in code if DIGEST.search(path.read_text(encoding="utf-8"))] == []


@each_ruleset
def test_a_game_has_a_page_that_the_list_and_its_module_name(ruleset: Ruleset):
    page = f"{ruleset.slug}.md"
    assert page in rules_pages.pages()
    assert f"]({page})" in rules_pages.text("index.md")
    assert ruleset.name.zh in rules_pages.text("index.md")
    module = ROOT / "zipai_ledger" / "rules" / "games" / f"{ruleset.slug}.py"
    assert (page, "") in set(rules_pages.references(module))


@each_ruleset
def test_what_a_page_names_of_the_code_is_there(ruleset: Ruleset):
    names = rules_pages.code_names(f"{ruleset.slug}.md")
    rules = ROOT / "zipai_ledger" / "rules"
    module = (rules / "games" / f"{ruleset.slug}.py").read_text(encoding="utf-8")
    assert f"zipai_ledger/rules/games/{ruleset.slug}.py" in names
    there = {f"{path.parent.relative_to(ROOT)}/" for path in rules.rglob("*.py")}
    there |= {str(path.relative_to(ROOT)) for path in rules.rglob("*.py")}
    there |= {path.name for path in rules.rglob("*.py")} | set(DEFINED.findall(module))
    assert [name for name in names if name not in there] == []


@each_ruleset
def test_a_page_has_a_row_for_every_option_with_its_default_and_choices(ruleset: Ruleset):
    rows = [*rules_pages.HEAD, *map(rules_pages.option_row, ruleset.options.options)]
    table = "\n".join(rows)
    found = f"\n{table}\n\n" in rules_pages.text(f"{ruleset.slug}.md")
    assert found, f"{ruleset.slug}.md is to have this table of options, with an empty line after it:\n{table}"


@each_ruleset
def test_a_page_has_worked_examples(ruleset: Ruleset):
    assert len(rules_pages.examples(f"{ruleset.slug}.md")) >= 7


@pytest.mark.parametrize("page", rules_pages.pages())
def test_an_example_comes_to_what_its_page_states(page: str):
    examples = rules_pages.examples(page)
    other = {
        each.about: got for each in examples if (got := rules_pages.comes_to(page, each.told)) != each.stated
    }
    assert other == {}


def test_every_source_has_its_place_in_the_list_of_sources():
    places = {source: source.lower().replace(" ", "-") for source in SOURCES}
    there = rules_pages.anchors("index.md")
    assert [source for source, place in places.items() if place not in there] == []
