"""Databases of released versions: each is brought up to date, killed midway and again, with the same outcome."""

import json
import lzma
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.live.phones import Phone
from tests.released import FOLDER
from tests.servers import environment, run, serving
from zipai_ledger import __version__

RELEASED = sorted(path.name.removesuffix(".sqlite3.xz") for path in FOLDER.glob("*.sqlite3.xz"))
MOMENT = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?")
MIGRATE = ["tests/faults/migrating.py", "migrate", "--verbosity", "0"]


def test_this_version_has_its_database():
    """`python -m tests.released` makes it, when the version changes."""
    assert __version__ in {name.removesuffix("-early") for name in RELEASED}


def unpacked(name: str, data: Path) -> dict[str, Any]:
    """A data folder as that version left it; what has to stay true."""
    told: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    data.mkdir()
    (data / "ledger.sqlite3").write_bytes(lzma.decompress((FOLDER / f"{name}.sqlite3.xz").read_bytes()))
    (data / "secret_key").write_text(told["secret_key"], encoding="ascii")
    return told


def migrate(data: Path, static: Path, die_at: int = 0) -> int:
    """How many statements it took; 0 where it died."""
    done = run(MIGRATE, environment(data, static, DIE_AT=str(die_at)))
    if die_at:
        assert done.returncode == -9, done.stderr
        return 0
    assert done.returncode == 0, done.stderr
    return int(re.findall(r"statements: (\d+)", done.stdout)[-1])


def content(data: Path, began: str) -> dict[str, object]:
    """Everything that stands in a database; a moment since ``began`` is when it was migrated."""
    with closing(sqlite3.connect(data / "ledger.sqlite3")) as database:
        made = database.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()
        tables = [name for kind, name, _sql in made if kind == "table" and not name.startswith("sqlite_")]
        found: dict[str, object] = {"": made}
        for table in tables:
            columns = "app, name" if table == "django_migrations" else "*"
            rows = database.execute(f'SELECT {columns} FROM "{table}"').fetchall()
            found[table] = sorted((tuple(dated(value, began) for value in row) for row in rows), key=repr)
        return found


def dated(value: object, began: str) -> object:
    return "now" if isinstance(value, str) and MOMENT.fullmatch(value) and value >= began else value


@pytest.mark.parametrize("name", RELEASED)
def test_it_is_migrated_whenever_it_dies_with_the_same_outcome(
    name: str, tmp_path: Path, collected_static: Path
):
    began = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
    told = unpacked(name, tmp_path / "once")
    unpacked(name, tmp_path / "killed")
    steps = migrate(tmp_path / "once", collected_static)
    for die_at in (steps // 4, steps // 3):  # the second begins where the first one came to
        migrate(tmp_path / "killed", collected_static, die_at)
    migrate(tmp_path / "killed", collected_static)
    assert content(tmp_path / "killed", began) == content(tmp_path / "once", began)
    with serving(tmp_path / "killed", collected_static) as server:
        phone = Phone(server, {"zipai": told["token"]})
        assert phone.ask("GET", told["circle"])[0] == 200
        status, _, page = phone.ask("GET", told["table"])
        assert (status, [name for name in told["shown"] if name not in page]) == (200, [])
        checked = server.manage("verify_ledger", told["table"].split("/")[2])
        assert checked.returncode == 0, checked.stdout
        assert f"ok, {told['events']} events, head {told['head'][:16]}" in checked.stdout
