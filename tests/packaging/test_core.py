"""The core needs no compiler: what may have to be compiled is an extra."""

import ast
import re
import sys
import tomllib
from importlib.metadata import distribution

import pytest

from tests.packaging.wheels import pinned
from tests.servers import ROOT
from zipai_ledger.__main__ import with_command
from zipai_ledger.http import deadlines

CORE = pinned("core.txt")
ON_WINDOWS = {"tzdata"}


def files_of_lock(lock: str) -> dict[str, int]:
    """Name → of how many files of that version one may be installed."""
    text = (ROOT / ".requirements" / lock).read_text(encoding="ascii").replace("\\\n", " ")
    return {
        entry.partition("==")[0].partition("[")[0]: entry.count("--hash=")
        for entry in text.splitlines()
        if entry
    }


def test_of_everything_in_the_core_there_is_one_wheel_for_all_machines():
    """A wheel, and the source that it was made from: whatever is compiled comes as dozens."""
    assert {name: count for name, count in files_of_lock("core.txt").items() if count > 2} == {}
    assert files_of_lock("run.txt")["cryptography"] > 2, "else this test looks for nothing"


@pytest.mark.parametrize("name", sorted(CORE.keys() - ON_WINDOWS))
def test_a_package_of_the_core_is_installed_without_anything_compiled(name: str):
    found = distribution(name)
    assert found.version == CORE[name]
    assert re.findall(r"^Tag: (.+)$", found.read_text("WHEEL") or "", re.MULTILINE)[-1].endswith("-none-any")


def test_the_locks_of_servers_hold_every_extra_but_those_of_work_on_the_code():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for name in extras.keys() - {"build", "dev"}:
        wanted = {re.match(r"[\w-]+", one)[0] for one in extras[name]}
        assert wanted <= pinned("postgres.txt" if name == "postgres" else "run.txt").keys()
        assert wanted.isdisjoint(CORE)


UNIX_ONLY = {
    "crypt",
    "fcntl",
    "grp",
    "nis",
    "ossaudiodev",
    "pty",
    "pwd",
    "resource",
    "spwd",
    "syslog",
    "termios",
    "tty",
}


def test_no_module_needs_what_windows_has_not():
    found = [
        f"{path.relative_to(ROOT)}: {alias.name}"
        for path in (ROOT / "zipai_ledger").rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name in UNIX_ONLY
    ]
    assert found == []


def test_windows_has_no_limit_of_descriptors(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert deadlines.raise_descriptors() == deadlines.MOST


@pytest.mark.parametrize(
    ("line", "run"),
    [
        (["zipai-ledger"], ["zipai-ledger", "serve"]),
        (["zipai-ledger", "--port", "9000"], ["zipai-ledger", "serve", "--port", "9000"]),
        (["zipai-ledger", "score", "-"], ["zipai-ledger", "score", "-"]),
        (["zipai-ledger", "--help"], ["zipai-ledger", "--help"]),
    ],
)
def test_without_a_command_it_serves(line: list[str], run: list[str]):
    assert with_command(line) == run
