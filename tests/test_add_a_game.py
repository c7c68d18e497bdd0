"""docs/add-a-game.md: its small game is put beside the others, and held to the laws that all of them are held to."""

import doctest
import os
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from shutil import copy2, copytree, ignore_patterns

import pytest

from tests import cited
from tests.rules.test_recorded_tables import FOLDER
from tests.servers import ROOT
from zipai_ledger.rules.registry import all_rulesets

PAGE = ROOT / "docs" / "add-a-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([\w./-]*)#?([\w-]*)\)")
PYTHON = ".venv/bin/python"
PROSE = BLOCK.sub("", TEXT)
LAWS = (
    "tests/rules/test_conformance.py",
    "tests/rules/test_brief.py",
    "tests/rules/test_rulebook.py",
    "tests/presenters/test_rule_sections.py",
    "tests/test_rules_pages.py",
)
NEEDED = (
    "zipai_ledger",
    "tests/rules",
    "tests/ledger",
    "tests/presenters",
    "tests/views",
    "tests/data",
    "docs/rules",
    "tests/*.py",
    "tests/__pycache__",
    "pyproject.toml",
)


def files() -> dict[str, str]:
    """What each file of the page is to hold, its blocks one after the other."""
    parts: dict[str, list[str]] = defaultdict(list)
    for _language, path, code in BLOCK.findall(TEXT):
        if path:
            parts[path].append(code)
    return {path: "\n\n".join(found) for path, found in parts.items()}


def commands() -> list[str]:
    return [
        line
        for language, _path, code in BLOCK.findall(TEXT)
        if language == "sh"
        for line in code.splitlines()
    ]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules and their tests, compiled as they are here, with the files of the page; one that is there has its row added."""
    root = tmp_path_factory.mktemp("clone")
    for path in (found for name in NEEDED for found in ROOT.glob(name)):
        there = root / path.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            copytree(path, there, ignore=ignore_patterns("locale"))
        else:
            copy2(path, there)
    for name, text in files().items():
        with (root / name).open("a", encoding="utf-8") as file:
            file.write(text)
    return root


def run(clone: Path, *command: str) -> str:
    environment = {
        **os.environ,
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_ADDOPTS": "-q -rp -p no:cacheprovider",
    }
    done = subprocess.run(
        [sys.executable, *command], cwd=clone, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_game_is_one_module_one_test_file_and_its_page():
    there = {path for path in files() if (ROOT / path).exists()}
    assert there == {"docs/rules/index.md"}
    (slug,) = {Path(path).stem.removeprefix("test_") for path in files().keys() - there}
    assert files().keys() - there == {
        f"zipai_ledger/rules/games/{slug}.py",
        f"tests/rules/test_{slug}.py",
        f"docs/rules/{slug}.md",
    }


def test_every_block_is_a_file_a_command_or_a_session():
    kinds = {(language, bool(path)) for language, path, _code in BLOCK.findall(TEXT)}
    assert kinds == {("python", True), ("markdown", True), ("sh", False), ("pycon", False)}
    assert len(BLOCK.findall(TEXT)) == TEXT.count("\n```") / 2


@pytest.mark.external
def test_the_small_game_keeps_the_laws_of_all_games(clone: Path):
    for command in commands():
        python, *arguments = command.split()
        assert python == PYTHON
        passed = set(re.findall(r"^PASSED ([\w/.]+)::", run(clone, *arguments), re.MULTILINE))
        assert passed >= {*LAWS, *(path for path in files() if path.startswith("tests/"))}


@pytest.mark.external
def test_the_small_game_is_written_in_the_style_of_all_others(clone: Path):
    modules = [path for path in files() if path.endswith(".py")]
    run(clone, "-m", "ruff", "check", "--no-cache", *modules)
    run(clone, "-m", "ruff", "format", "--check", "--no-cache", *modules)


def test_the_sessions_of_the_page_answer_as_it_says():
    sessions = "\n".join(code for language, _path, code in BLOCK.findall(TEXT) if language == "pycon")
    examples = doctest.DocTestParser().get_doctest(sessions, {}, PAGE.name, str(PAGE), 0)
    assert len(examples.examples) > 4
    assert doctest.DebugRunner().run(examples).failed == 0


def test_what_the_page_links_to_and_names_is_there():
    for path, anchor in LINK.findall(PROSE):
        file = (PAGE.parent / path).resolve() if path else PAGE
        assert file.exists(), path
        assert not anchor or f'<a id="{anchor}"></a>' in file.read_text(encoding="utf-8"), (path, anchor)
    assert set(cited.missing(PROSE)) <= files().keys()
    assert len(cited.files(PROSE)) > 20


def test_what_each_game_explains_and_asks_is_recorded():
    """Of a game that is new by ``python -m tests.rules.test_recorded_tables``."""
    assert {path.stem for path in FOLDER.iterdir()} == set(all_rulesets())
