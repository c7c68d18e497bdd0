"""Copies of the whole ledger, taken under writers and put back: whole, nothing doubled, nothing of them lost."""

import random
import shutil
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, closing
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

from tests.faults.oracle import Entries, check, opened, rows, stored
from tests.faults.writers import writing
from tests.live.phones import Phone, comes_true, fresh_id
from tests.servers import Server, environment, free_port, migrated, serving

Start = Callable[[], AbstractContextManager[Server]]
both = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
mostly = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.fault)], indirect=True
)
sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)


@pytest.fixture
def start(tmp_path: Path, collected_static: Path, database: dict[str, str]) -> Start:
    """Starts a server, always at the same address and on the same data."""
    return partial(serving, tmp_path / "data", collected_static, port=free_port(), **database)


def good(server: Server, *arguments: str) -> str:
    """What a command said that did what it should."""
    done = server.manage(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def refused(server: Server, *arguments: str) -> str:
    """What a command said that did not do it."""
    done = server.manage(*arguments)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def newest(folder: Path) -> str:
    return str(max(folder.glob("zipai-ledger-*.zip")))


def more_deals(entries: Entries, count: int) -> None:
    enough = len(entries.acknowledged) + count
    assert comes_true(lambda: len(entries.acknowledged) >= enough)


def send_again(server: Server, phone: Phone, entries: Entries) -> None:
    """What phones were told is saved, and the copy does not have, comes once more."""
    here = stored(server, entries)
    for entry in entries.acknowledged - here.keys():
        entries.acknowledged.discard(entry)
        entries.send_until_saved(phone, entries.sent[entry], entry)


def drill(start: Start, folder: Path, rounds: int, writers: int) -> None:
    """Under so many writers: copied, killed a few deals later, put back, and everything sent again."""
    chance = random.Random(rounds)
    with ExitStack() as over:
        for number in range(rounds):
            with start() as server:
                if not number:
                    phone, entries = opened(server)
                    over.enter_context(writing(phone, entries, writers))
                send_again(server, phone, entries)
                more_deals(entries, 1 + chance.randrange(8))
                good(server, "backup", str(folder))
                more_deals(entries, 1 + chance.randrange(12))
                server.process.kill()
                server.process.wait(60)
            assert "Restored" in good(server, "restore", newest(folder))
        with start() as server:
            send_again(server, phone, entries)
            more_deals(entries, 1)
            over.close()
            assert check(server, entries).keys() == entries.sent.keys()


@both
def test_a_backup_restored_after_a_death_under_writers_loses_and_doubles_nothing(
    start: Start, tmp_path: Path
):
    drill(start, tmp_path / "copies", 1, 2)


@both
@pytest.mark.fault
def test_the_same_twenty_times_under_eight(start: Start, tmp_path: Path):
    drill(start, tmp_path / "copies", 20, 8)


@mostly
def test_what_a_copy_cannot_know_ends_again_and_what_it_replaces_is_kept(start: Start, tmp_path: Path):
    """A guest sent away, a table erased and another key since: only the table waits for the operator's word."""
    copies = tmp_path / "copies"
    with start() as server:
        phone, entries = opened(server)
        entries.send_until_saved(phone, 12)
        other = Phone(server)
        gone = other.open_table()
        made = good(server, "backup", str(copies))
        assert "2 桌 tables" in made
        sent_away = (
            "UPDATE zipai_ledger_grant SET revoked_at = CURRENT_TIMESTAMP WHERE session_id = (SELECT id FROM"
        )
        change(
            server, f"{sent_away} zipai_ledger_gamesession WHERE public_id = '{entries.table.split('/')[2]}')"
        )
        assert phone.ask("GET", entries.table)[0] == 404
        entry = fresh_id()
        name = dict(rows(server, "SELECT public_id, name FROM zipai_ledger_gamesession"))[gone.split("/")[2]]
        assert other.post(f"{gone}purge/", client_id=entry, name=name)[0] == 302
        assert "The server is running" in refused(server, "restore", newest(copies))
    said = good(server, "restore", newest(copies))
    assert "Ended again: 1 请走的手机" in said
    assert "1 tables" in said
    (kept,) = server.data.glob("replaced-*")
    assert any(kept.iterdir())
    with start() as server:
        assert phone.ask("GET", entries.table)[0] == 404
        assert other.ask("GET", gone)[0] == 200
        assert len(stored(server, entries)) == 1
    assert "1 tables" in good(server, "erase_again", str(kept))
    with start() as server:
        assert other.ask("GET", gone)[0] == 404
    said = good(server, "restore", newest(copies), "--end-access")
    codes = [line for line in said.splitlines() if line.startswith(entries.table.split("/")[2])]
    with start() as server:
        assert other.ask("GET", gone)[0] == 404
        back = Phone(server)
        back.ask("GET", "/recover/")
        assert back.post("/recover/", code=codes[0].split()[1])[0] in (201, 302)
        assert back.ask("GET", entries.table)[0] == 200


def change(server: Server, statement: str) -> None:
    if url := server.environment.get("ZIPAI_DATABASE_URL"):
        import psycopg

        with psycopg.connect(url) as connection:
            connection.execute(statement)
        return
    with closing(sqlite3.connect(server.database)) as connection, connection:
        connection.execute(statement)


A_DEAL = (
    "from tests.faults.crowd import open_table, sent, win; from zipai_ledger.ledger import record;"
    "record.record_deal(session=open_table(), sent=sent(), fact=win(1))"
)


@pytest.fixture
def kept(tmp_path: Path, collected_static: Path, database: dict[str, str]) -> tuple[Server, Path]:
    """A server that does not run, with a deal in its ledger, and a copy of it."""
    data = tmp_path / "data"
    data.mkdir()
    if not database:
        shutil.copyfile(migrated(collected_static), data / "ledger.sqlite3")
    server = Server("", data, mock.Mock(), environment(data, collected_static, **database))
    good(server, "shell", "-v0", "-c", A_DEAL)
    good(server, "backup", str(tmp_path / "copies"))
    return server, Path(newest(tmp_path / "copies"))


@sqlite
def test_a_copy_holds_the_key_and_is_its_owner_s_alone(kept: tuple[Server, Path], tmp_path: Path):
    server, copy = kept
    assert copy.stat().st_mode & 0o777 == 0o600
    assert copy.parent.stat().st_mode & 0o777 == 0o700
    with zipfile.ZipFile(copy) as packed:
        assert packed.read("secret_key").decode() == (server.data / "secret_key").read_text()
    good(server, "backup", str(tmp_path / "away"), "--without-key")
    with zipfile.ZipFile(newest(tmp_path / "away")) as packed:
        assert "secret_key" not in packed.namelist()
    (server.data / "secret_key").write_text("another")
    assert "not the one of that time" in good(server, "restore", newest(tmp_path / "away"))
    good(server, "restore", str(copy))
    with zipfile.ZipFile(copy) as packed:
        assert packed.read("secret_key").decode() == (server.data / "secret_key").read_text()


@mostly
def test_what_is_damaged_is_refused_and_nothing_is_touched(kept: tuple[Server, Path], tmp_path: Path):
    server, copy = kept
    before = rows(server, "SELECT hash FROM zipai_ledger_event ORDER BY id")
    content = copy.read_bytes()
    hurt = tmp_path / "hurt.zip"
    chance = random.Random(19)
    for place in chance.sample(range(len(content) // 4, len(content) * 3 // 4), 2):
        hurt.write_bytes(content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :])
        assert "damaged" in refused(server, "restore", str(hurt))
        assert rows(server, "SELECT hash FROM zipai_ledger_event ORDER BY id") == before
    hurt.write_bytes(content[: len(content) // 2])
    assert "Not restored" in refused(server, "restore", str(hurt))
    hurt.write_text("no backup")
    assert "no backup" in refused(server, "restore", str(hurt))
    assert "No such file" in refused(server, "restore", str(tmp_path / "nowhere.zip"))


@mostly
def test_a_ledger_whose_chain_does_not_hold_makes_no_good_copy(kept: tuple[Server, Path], tmp_path: Path):
    server, copy = kept
    change(server, "UPDATE zipai_ledger_gamesession SET head_seq = head_seq + 1")
    assert "No good backup" in refused(server, "backup", str(copy.parent))
    assert newest(copy.parent) == str(copy)
    (damaged,) = copy.parent.glob("*-damaged.zip")
    assert "Not restored" in refused(server, "restore", str(damaged))


@mostly
def test_what_a_newer_program_wrote_is_refused_in_words(kept: tuple[Server, Path], tmp_path: Path):
    server, _copy = kept
    change(
        server,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('zipai_ledger', '9999_later', CURRENT_TIMESTAMP)",
    )
    for command in (("serve", "--port", "1"), ("verify_ledger",), ("backup", str(tmp_path / "copies"))):
        assert "update the program first" in refused(server, *command)


@sqlite
def test_a_copy_that_a_newer_program_made_is_refused_in_words(kept: tuple[Server, Path], tmp_path: Path):
    server, copy = kept
    with zipfile.ZipFile(copy) as packed:
        packed.extract("ledger.sqlite3", tmp_path)
    bare = tmp_path / "ledger.sqlite3"
    assert "Restored and verified" in good(server, "restore", str(bare))
    with closing(sqlite3.connect(bare)) as connection, connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('zipai_ledger', '9999_later', '2030-01-01')"
        )
    assert "update the program first" in refused(server, "restore", str(bare))


@mostly
def test_where_what_was_put_back_does_not_hold_the_ledger_from_before_comes_back(
    kept: tuple[Server, Path], tmp_path: Path
):
    """What only the whole look finds: a posting that no rule gives. The copy holds by its chains."""
    server, _copy = kept
    wrong = "UPDATE zipai_ledger_deal SET disputed = NOT disputed"
    change(server, wrong)
    good(server, "backup", str(tmp_path / "wrong"))
    change(server, wrong)
    assert "what was there is back" in refused(server, "restore", newest(tmp_path / "wrong"))
    good(server, "verify_ledger")
