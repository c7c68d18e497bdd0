"""不留痕迹: a purged table leaves no row, no name and no byte, and its address is one that never was."""

import sqlite3

import pytest
from django.apps import apps
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext

from tests.exports.conftest import evening  # noqa: F401 - a fixture
from tests.ledger.conftest import open_table, sent, win
from zipai_ledger.database import triggers
from zipai_ledger.ledger import record
from zipai_ledger.ledger.record import Sent, Stake
from zipai_ledger.ledger.verify import database_damages, verify
from zipai_ledger.live import bell
from zipai_ledger.models import Device, Event, GameSession, Grant, Link

pytestmark = pytest.mark.django_db


def models_of_a_table():
    found = apps.get_app_config("zipai_ledger").get_models()
    return [m for m in found if any(field.name == "session" for field in m._meta.concrete_fields)]


@pytest.fixture
def full(evening):  # noqa: F811
    """An evening with a row in every table that a session has."""
    stake = Stake(currency="CNY", minor_per_unit=50)
    made = record.pay(session=evening, sent=sent(), payer=0, payee=1, currency="CNY", minor=5)
    record.cancel_payment(session=evening, sent=sent(), payment=made.event_seq)
    record.stand_in(session=evening, sent=sent(), player=2, by="二嫂")
    following = open_table(players=4, stake=stake, options={"seats": 4})
    record.carry_over(session=evening, sent=sent(), into=following, players={n: n for n in range(4)})
    device = Device.objects.create(token_hash="x", last_seen=evening.opened_at)
    grant = Grant.objects.create(session=evening, device=device, role="owner")
    Link.objects.create(session=evening, kind=Link.Kind.TRANSFER, secret_hash="y", role="owner", moves=grant)
    return GameSession.objects.get(pk=evening.pk), following


def test_no_row_is_left_and_the_other_table_is_whole(full):
    session, following = full
    tables = (
        "Event",
        "Posting",
        "Payment",
        "Carried",
        "StandIn",
        "Deal",
        "Hu",
        "Stage",
        "Player",
        "Grant",
        "Link",
    )
    for model in models_of_a_table():
        if model.__name__ in tables:
            assert model._default_manager.filter(session=session).exists(), model
    record.purge(session=session, sent=sent())
    for model in models_of_a_table():
        assert not model._default_manager.filter(session_id=session.pk).exists(), model
    assert not GameSession.objects.filter(public_id=session.public_id).exists()
    assert database_damages() == ()
    assert verify(following).damages == ()


def test_the_trail_of_others_stays_append_only(full):
    session, following = full
    record.purge(session=session, sent=sent())
    assert triggers.missing(connection) == []
    with pytest.raises(IntegrityError, match="append-only"):
        Event.objects.filter(session=following).update(role="viewer")


@pytest.mark.parametrize("role", ["viewer", "scorekeeper", ""])
def test_only_the_owner_purges(table, role):
    with pytest.raises(PermissionDenied):
        record.purge(session=table, sent=Sent(role=role))
    assert GameSession.objects.filter(pk=table.pk).exists()


def test_a_purge_that_fails_leaves_everything_as_it_was(full, monkeypatch):
    session, _ = full
    monkeypatch.setattr(GameSession, "delete", lambda self: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        record.purge(session=session, sent=sent())
    assert verify(session).damages == ()
    assert triggers.missing(connection) == []


@pytest.mark.django_db(transaction=True)
def test_whoever_looks_at_it_is_told(django_capture_on_commit_callbacks):
    table, calls = open_table(), []
    leave = bell.listen(table.public_id, lambda public_id, seq: calls.append((public_id, seq)))
    try:
        record.purge(session=table, sent=sent())
    finally:
        leave()
    assert calls == [(table.public_id, table.head_seq + 1)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="reads a SQLite file")
def test_no_byte_of_a_name_or_a_note_is_left_in_the_file():
    table = open_table()
    record.rename_player(session=table, sent=sent(), player=0, name="欧阳没人知道")
    for number in range(30):
        record.record_deal(session=table, sent=sent(), fact=win(number % 3, note=f"只有我们晓得 {number}"))
    texts = [text.encode() for text in ("欧阳没人知道", "只有我们晓得", table.public_id)]
    assert all(text in _bytes() for text in texts)
    record.erase_player(session=table, sent=sent(), player=0)
    assert [text in _bytes() for text in texts] == [False, True, True]
    record.purge(session=table, sent=sent())
    assert not any(text in _bytes() for text in texts)


def _bytes() -> bytes:
    """The whole database as it lies on the disk, or would."""
    connection.ensure_connection()
    raw = connection.connection
    assert isinstance(raw, sqlite3.Connection)
    return bytes(raw.serialize())


def test_a_purge_locks_the_table_before_it_touches_what_others_write(full):
    """Whoever writes at the table holds its row and goes on to the events: the same order, or both wait for ever."""
    session, _ = full
    with CaptureQueriesContext(connection) as captured:
        record.purge(session=session, sent=sent())
    statements = [query["sql"] for query in captured.captured_queries]
    locks = next(n for n, sql in enumerate(statements) if sql.startswith("SELECT") and "gamesession" in sql)
    lifts = next(n for n, sql in enumerate(statements) if sql.startswith("DROP TRIGGER"))
    assert locks < lifts


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite keeps old pages in a log of its own")
def test_a_name_that_is_erased_is_in_no_journal_either(table):
    with CaptureQueriesContext(connection) as captured:
        record.erase_player(session=table, sent=sent(), player=0)
    assert captured.captured_queries[-1]["sql"] == "PRAGMA wal_checkpoint(TRUNCATE)"
