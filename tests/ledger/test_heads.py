"""Heads that were noted elsewhere: what the chain, which has no key, cannot show by itself."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.exports.conftest import exported, imported
from tests.ledger.conftest import open_table, recorded, sent, win
from zipai_ledger.ledger import record
from zipai_ledger.models import GameSession

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(db) -> GameSession:
    opened = open_table()
    recorded(opened, win(0), win(1))
    return GameSession.objects.get(pk=opened.pk)


def run(*options: str) -> str:
    output = io.StringIO()
    try:
        call_command("verify_ledger", *options, stdout=output)
    except CommandError as error:
        output.write(f"{error}")
    return output.getvalue()


@pytest.fixture
def noted(table: GameSession, tmp_path: Path) -> Path:
    file = tmp_path / "heads.txt"
    file.write_text(run("--print-heads"), encoding="utf-8")
    return file


def cut(table: GameSession, before: str) -> None:
    """In the table's place what its archive of then comes to, as whoever can write the file may have it."""
    shorter = imported(before)
    GameSession.objects.filter(pk=table.pk).update(public_id="moved-away")
    GameSession.objects.filter(pk=shorter.pk).update(public_id=table.public_id)


def test_a_table_that_went_on_is_as_it_was_noted(table: GameSession, noted: Path):
    assert noted.read_text() == f"{table.public_id} {table.head_seq} {table.head_hash}\n"
    recorded(table, win(2))
    output = run("--heads", str(noted))
    assert f"{table.public_id}: ok" in output
    assert "as noted: 1" in output


def test_a_trail_that_was_cut_holds_and_is_not_as_it_was_noted(
    table: GameSession, noted: Path, tmp_path: Path
):
    before = exported(table, "archive")
    recorded(table, win(2))
    later = tmp_path / "later.txt"
    later.write_text(run("--print-heads"), encoding="utf-8")
    cut(table, before)
    assert f"{table.public_id}: ok" in run()
    assert "as noted: 1" in run("--heads", str(noted))
    output = run("--heads", str(later))
    assert f"{table.public_id}: {table.head_seq + 1} events were noted, not so many are here" in output
    assert "1 damages found" in output


def test_a_trail_that_was_written_anew_is_not_as_it_was_noted(table: GameSession, noted: Path):
    other = open_table()
    recorded(other, win(1), win(1), win(1))
    cut(table, exported(other, "archive"))
    output = run("--heads", str(noted))
    assert f"{table.public_id}: event {table.head_seq}: the head is " in output
    assert "1 damages found" in output


def test_a_head_from_a_printed_page_will_do(table: GameSession, tmp_path: Path):
    printed, file = table.head_hash[:12], tmp_path / "printed.txt"
    recorded(table, win(2))
    file.write_text(f"# 周五\n\n{table.public_id} {printed}  # page 2\n")
    assert "as noted: 1" in run("--heads", str(file))
    file.write_text(f"{table.public_id} {'0' * 12}\n")
    assert f"{table.public_id}: never had the noted head {'0' * 12}" in run("--heads", str(file))


def test_a_table_that_was_purged_is_named_and_no_damage(table: GameSession, noted: Path):
    record.purge(session=table, sent=sent())
    output = run("--heads", str(noted))
    assert f"{table.public_id}: not here any more" in output
    assert "damages" not in output


@pytest.mark.parametrize(
    "line", ["nonsense", "a b c d", "table 5 XYZ", "table 5 abc", "table -1 0123456789ab"]
)
def test_a_line_that_is_no_head_is_named(line: str, tmp_path: Path):
    file = tmp_path / "heads.txt"
    file.write_text(f"# kept\n{line}\n")
    assert "line 2: expected ID EVENTS HEAD or ID HEAD" in run("--heads", str(file))


def test_a_list_that_cannot_be_read_is_a_sentence(tmp_path: Path):
    assert "No such file" in run("--heads", str(tmp_path / "absent"))
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in run("--heads", str(tmp_path / "binary"))
