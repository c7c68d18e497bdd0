"""Files and tests that a page names in backticks: are they there?"""

import ast
import functools
import re
from pathlib import Path

from tests.servers import ROOT

IN_BACKTICKS = re.compile(r"`([^`\s]+)`")
TEST = re.compile(r"test_\w+")
FOLDERS = (".packaging", ".requirements", "zipai_ledger", "tests", "static", "templates", "docs")


@functools.cache
def kept() -> tuple[str, ...]:
    """Every file of the project by its path from the root, with a slash before it."""
    found = [*ROOT.glob("*.*"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*.*"))]
    return tuple(f"/{path.relative_to(ROOT).as_posix()}" for path in found)


@functools.cache
def tests_in(path: Path) -> frozenset[str]:
    """The names of a module's tests, without running it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return frozenset(node.name for node in functions if node.name.startswith("test_"))


def files(text: str) -> list[str]:
    """What a page names that looks like a file of ours, whole or by the end of its path."""
    named = (found.partition("::")[0] for found in IN_BACKTICKS.findall(text))
    return [name for name in named if re.fullmatch(r"[\w./-]+\.(py|js|html|md|toml|txt)", name)]


def missing(text: str) -> list[str]:
    """Files that are not there, and tests: ``path::name``, or a name alone that any module may have."""
    absent = [name for name in files(text) if not any(path.endswith(f"/{name}") for path in kept())]
    return absent + [found for found in IN_BACKTICKS.findall(text) if not is_there(found)]


def is_there(named: str) -> bool:
    """Whether a test is, where it is one that is named."""
    path, colons, name = named.partition("::")
    if colons:
        return (ROOT / path).is_file() and name in tests_in(ROOT / path)
    return not TEST.fullmatch(named) or named in all_tests()


@functools.cache
def all_tests() -> frozenset[str]:
    """The names of all tests."""
    modules = (ROOT / path[1:] for path in kept() if re.fullmatch(r"/tests/(.+/)?test_\w+\.py", path))
    return frozenset(
        re.findall(r"def (test_\w+)", "\n".join(one.read_text(encoding="utf-8") for one in modules))
    )
