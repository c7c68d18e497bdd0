"""What somebody gets who installs it: built, put into an empty environment outside the checkout, and played with."""

import json
import lzma
import re
import subprocess
import zipfile
from contextlib import closing
from itertools import groupby
from pathlib import Path

import pytest
from django.template.base import Lexer, Token, TokenType

from tests.live.phones import Phone
from tests.packaging.wheels import build, clean, install, started
from tests.servers import ROOT
from zipai_ledger.http.static_files import JOINED

pytestmark = pytest.mark.external

LARGEST = 1_500_000
"""Bytes."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(wheel, tmp_path_factory.mktemp("installed") / "environment")


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return set(packed.namelist())


def test_a_wheel_is_small_and_holds_no_source_of_anything_else_that_it_holds(wheel: Path):
    assert wheel.stat().st_size <= LARGEST
    assert [name for name in names(wheel) if name.endswith((".po", ".br")) or "/make_" in name] == []


def rendered(template: str) -> list[tuple[str, str]]:
    """What Django makes of a template: its tags and variables, and the text between them; comments make nothing."""
    found = [one for one in Lexer(template).tokenize() if one.token_type is not TokenType.COMMENT]
    kinds = groupby(found, key=lambda one: one.token_type is TokenType.TEXT)
    return [
        (one.token_type.name, one.contents)
        for is_text, run in kinds
        for one in ([Token(TokenType.TEXT, "".join(piece.contents for piece in run))] if is_text else run)
    ]


def test_its_templates_are_those_of_the_sources_but_for_comments(wheel: Path):
    with zipfile.ZipFile(wheel) as packed:
        templates = json.loads(lzma.decompress(packed.read("zipai_ledger/templates.json.xz")))
    folder = ROOT / "templates"
    sources = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert any("{#" in text for text in sources.values())
    assert [name for name, text in templates.items() if "{#" in text] == []
    assert {name: rendered(text) for name, text in templates.items()} == {
        name: rendered(text) for name, text in sources.items()
    }


def test_every_static_file_that_a_page_names_is_in_it_by_its_content_and_compressed(wheel: Path):
    found = names(wheel)
    asked = {
        name
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r'\{% static "([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(asked) > 20
    for name in asked:
        stem, _, kind = name.rpartition(".")
        pattern = re.compile(rf"zipai_ledger/collected/{re.escape(stem)}\.[0-9a-f]{{12}}\.{kind}(\.gz)?")
        (collected,) = filter(pattern.fullmatch, found)
        assert kind == "png" or collected.endswith(".gz")


def test_what_goes_out_joined_is_not_in_it_in_parts_that_nobody_names(wheel: Path):
    found = names(wheel)
    for part in ("js/queue.js", "js/pad.js", "css/forms.css"):
        stem = part.rpartition(".")[0]
        assert part in {one for parts in JOINED.values() for one in parts}
        assert [name for name in found if name.startswith(f"zipai_ledger/collected/{stem}.")] == []


def test_a_picture_that_a_manifest_names_is_in_it(wheel: Path):
    named = {
        name
        for path in (ROOT / "static").glob("*.webmanifest")
        for name in re.findall(r'"src": "([^"]+)"', path.read_text(encoding="utf-8"))
    }
    assert named
    assert {f"zipai_ledger/collected/{name}" for name in named} <= names(wheel)


def test_a_deal_is_there_when_the_server_is_started_again(programs: Path, tmp_path: Path):
    with started(programs, tmp_path) as server:
        phone = Phone(server)
        table = phone.open_table()
        key = phone.record(table)
        pages = [phone.ask("GET", path)[0] for path in ("/", "/help/", "/rules/", "/sw.js", f"{table}share/")]
        assert pages == [200] * 5
        assert (server.data / "static" / "staticfiles.json").exists()
        assert f"Data: {server.data}" in server.log
    with started(programs, tmp_path) as server:
        again = phone.at(server)
        status, _headers, page = again.ask("GET", table)
        assert status == 200
        assert "老王" in page
        assert f'id="deal-{key}"' in page
        status, _headers, refusal = again.ask("GET", f"{table}export/pdf/")
        assert (status, "zipai-ledger[pdf]" in refusal) == (501, True)
        style = re.search(r'href="(/static/css/every-page[^"]+)"', page)
        assert style
        answer, connection = again.begin("GET", style[1], **{"Accept-Encoding": "gzip"})
        with closing(connection), answer:
            assert (answer.status, answer.headers["Content-Encoding"]) == (200, "gzip")


def run(programs: Path, home: Path, *arguments: str, **extra: str) -> "subprocess.CompletedProcess[str]":
    command = [str(programs / "zipai-ledger"), *arguments]
    environment = clean(HOME=str(home), XDG_DATA_HOME="", **extra)
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=home)


def test_any_command_runs_where_nothing_but_the_core_is_installed(programs: Path, tmp_path: Path):
    home, data = tmp_path / "home", tmp_path / "elsewhere"
    home.mkdir()
    done = run(programs, home, "check", ZIPAI_DATA=str(data))
    assert (done.returncode, done.stderr) == (0, "")
    assert (data / "secret_key").exists()
    assert list(home.iterdir()) == []


def test_postgresql_without_its_driver_says_what_to_install(programs: Path, tmp_path: Path):
    done = run(programs, tmp_path, "check", ZIPAI_DATABASE_URL="postgresql://u:geheim@127.0.0.1/n")
    assert done.returncode != 0
    assert "zipai-ledger[postgres]" in done.stderr
    assert "geheim" not in done.stderr
