"""Downloads: who gets them, what they are called, and that a long one is handed on in blocks."""

import datetime
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.exports.conftest import exported
from tests.lifting import lifted
from tests.views.conftest import alice, bob, charlie, client_with, table, viewer  # noqa: F401 - fixtures
from zipai_ledger.exports import snapshot
from zipai_ledger.keeping import shelf
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Sent
from zipai_ledger.models import Deal, Event, GameSession, Role
from zipai_ledger.views import exports as downloads

pytestmark = pytest.mark.django_db

FORMATS = ("csv", "json", "archive")
SENT = Sent(role=Role.OWNER)


def url(session, name):
    return reverse(f"exports:{name}", args=[session.public_id])


@pytest.mark.parametrize("name", FORMATS)
def test_any_member_may_take_the_table_out(table, viewer, charlie, name):  # noqa: F811
    answer = viewer.get(url(table.session, name))
    assert answer.status_code == 200
    assert answer.content.decode() == exported(table.session, name)
    assert answer["Cache-Control"] == "no-store"
    assert int(answer["Content-Length"]) == len(answer.content)
    assert (
        charlie.get(url(table.session, name)).status_code
        == Client().get(url(table.session, name)).status_code
        == 404
    )
    assert viewer.post(url(table.session, name)).status_code == 405


def test_a_file_is_named_after_the_table_its_day_and_the_ledgers_head(table, alice):  # noqa: F811
    table.session.opened_at = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)
    table.session.save()
    answer = alice.get(url(table.session, "csv"))
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    kind, _, name = answer["Content-Disposition"].partition("filename*=utf-8''")
    assert kind == "attachment; "
    head = GameSession.objects.get(pk=table.session.pk).head_hash[:8]
    assert unquote(name) == f"周五老地方 2026-11-21 {head}.csv"
    answer = alice.get(url(table.session, "archive"))
    assert answer["Content-Disposition"].endswith(f"2026-11-21%20{head}.archive.json")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("../../etc/passwd", "etc passwd 2026-11-20"),
        ('a"; filename=b.exe', "a ; filename=b.exe 2026-11-20"),
        (".hidden", "hidden 2026-11-20"),
        ("<|>?*:\\", "2026-11-20"),
        ("𠮷 周五", "𠮷 周五 2026-11-20"),
    ],
)
def test_no_name_of_a_table_leads_anywhere(name, kept):
    opened = datetime.datetime(2026, 11, 20, 12, 0, tzinfo=datetime.UTC)
    session = GameSession(name=name, opened_at=opened, time_zone="Asia/Shanghai")
    assert downloads.file_name(session) == kept


def test_the_table_is_in_the_readers_language(table, alice):  # noqa: F811
    answer = alice.get(url(table.session, "csv"), headers={"accept-language": "en"})
    assert answer.content.decode().startswith("\ufeffNo.,Time")


@pytest.mark.parametrize("name", FORMATS)
def test_a_damaged_ledger_says_so_and_stays(table, alice, name):  # noqa: F811
    with lifted():
        Event.objects.filter(session=table.session, seq=3).update(body="{}")
        answer = alice.get(url(table.session, name))
    assert answer.status_code == 409
    assert "账本从第 3 步起对不上" in answer.content.decode()
    assert "Content-Disposition" not in answer


def test_a_long_file_is_handed_on_in_blocks(table, alice, monkeypatch):  # noqa: F811
    monkeypatch.setattr(downloads, "IN_MEMORY", 100)
    monkeypatch.setattr(downloads.Download, "block_size", 64)
    answer = alice.get(url(table.session, "json"))
    blocks = list(answer)
    assert b"".join(blocks).decode() == exported(table.session)
    assert {len(block) for block in blocks[:-1]} == {64}
    assert int(answer["Content-Length"]) == sum(map(len, blocks))


def test_an_export_is_of_one_moment_though_somebody_writes_meanwhile(table):  # noqa: F811
    writes = iter(["周六", "周日"])

    def pieces(session):
        for name in writes:
            record.rename_session(session=session, sent=SENT, name=name)
            yield "torn"
            return
        yield session.name

    with snapshot.snapshot(table.session, pieces) as file:
        assert file.read() == "周日".encode()


def test_where_somebody_writes_all_the_time_the_writers_wait_once(table):  # noqa: F811
    names = iter(str(number) for number in range(3))

    def pieces(session):
        name = next(names, "")
        if name:
            record.rename_session(session=session, sent=SENT, name=name)
        yield f"{session.name}, {name or 'locked'}"

    with snapshot.snapshot(table.session, pieces) as file:
        assert file.read() == b"2, locked"


def test_what_only_looks_damaged_because_somebody_wrote_is_read_again(table):  # noqa: F811
    attempts = []

    def pieces(session):
        attempts.append(session.head_seq)
        if len(attempts) == 1:
            record.rename_session(session=session, sent=SENT, name="周六")
            raise record.Damaged(())
        yield "whole"

    with snapshot.snapshot(table.session, pieces) as file:
        assert file.read() == b"whole"
    assert attempts[1] == attempts[0] + 1


def test_what_a_document_cannot_say_is_told_and_the_archive_offered(table, alice):  # noqa: F811
    Deal.objects.filter(session=table.session, position=1).update(
        agreed=True, outcome='{"tally":[1,2,3],"deltas":[0,0,0]}'
    )
    answer = alice.get(url(table.session, "json"))
    assert answer.status_code == 409
    assert "请导出存档" in answer.content.decode()
    assert alice.get(url(table.session, "archive")).status_code == 200


@pytest.mark.parametrize(
    ("nightly", "age", "expected"),
    [
        (True, 1, "每夜备份，上一份是"),
        (True, 8, "一个多星期了。自己导出一份存档"),
        (True, None, "第一份还没到时候"),
        (False, None, "自己不备份"),
    ],
)
def test_an_owner_reads_when_the_last_backup_was_made(
    table,  # noqa: F811
    alice,  # noqa: F811
    bob,  # noqa: F811
    settings,
    tmp_path,
    nightly,
    age,
    expected,
):
    settings.BACKUPS = tmp_path if nightly else None
    if age:
        (tmp_path / shelf.name_of(timezone.now() - datetime.timedelta(days=age))).touch()
    assert expected in alice.get(url(table.session, "index")).content.decode()
    assert "备份" not in bob.get(url(table.session, "index")).content.decode()
