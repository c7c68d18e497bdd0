"""What is appended stays: triggers, the CHECK and the unique constraints refuse, in the database itself."""

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from tests.ledger.conftest import open_table, sent, win
from tests.lifting import lifted
from zipai_ledger.database import triggers
from zipai_ledger.ledger import record
from zipai_ledger.models import COLUMNS, Event, Payment, Posting

pytestmark = pytest.mark.django_db


@pytest.fixture
def rows(table):
    """An event, a posting and a payment."""
    recorded = record.record_deal(session=table, sent=sent(), fact=win(0))
    event = Event.objects.get(session=table, seq=recorded.event_seq)
    Payment.objects.create(session=table, event=event, payer=1, payee=0, currency="CNY", minor=50)
    return table


def run(sql):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


STATEMENTS = [
    "UPDATE zipai_ledger_event SET body = '{}'",
    "UPDATE zipai_ledger_event SET role = role",
    "DELETE FROM zipai_ledger_event",
    "UPDATE zipai_ledger_posting SET p0 = 0, p1 = 0, p2 = 0",
    "DELETE FROM zipai_ledger_posting",
    "UPDATE zipai_ledger_payment SET minor = 1",
    "DELETE FROM zipai_ledger_payment",
]


@pytest.mark.parametrize("sql", STATEMENTS)
def test_the_database_refuses_to_change_what_was_appended(rows, sql):
    with pytest.raises(IntegrityError, match="append-only"):
        run(sql)


@pytest.mark.parametrize("sql", STATEMENTS[:2] + STATEMENTS[3:])
def test_without_the_triggers_it_would_not(rows, sql):
    with lifted():
        run(sql)
    with pytest.raises(IntegrityError, match="append-only"):
        run("UPDATE zipai_ledger_event SET role = role")


def test_the_orm_is_refused_too(rows):
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(session=rows).update(role="viewer")
    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.filter(session=rows).delete()


def test_a_posting_that_does_not_sum_to_zero_is_refused(rows):
    event = Event.objects.filter(session=rows).latest("seq")
    for column in COLUMNS:
        with pytest.raises(IntegrityError), transaction.atomic():
            Posting.objects.create(session=rows, event=event, deal_key=99, **{column: 1})
    with pytest.raises(IntegrityError), transaction.atomic():
        Posting.objects.create(session=rows, event=event, deal_key=99, p0=3, p1=-2, p7=1)
    Posting.objects.create(session=rows, event=event, deal_key=99, p0=3, p1=-2, p7=-1)


@pytest.mark.parametrize("changes", [{"seq": 99}, {"client_id": "another-id"}])
def test_seq_and_client_id_are_unique_in_a_session_for_ever(table, changes):
    seq = record.record_deal(session=table, sent=sent(client_id="the-first-id"), fact=win(0)).event_seq
    event = columns(Event.objects.get(session=table, seq=seq))
    with (
        pytest.raises(IntegrityError, match="seq" if "client_id" in changes else "client"),
        transaction.atomic(),
    ):
        Event.objects.create(**{**event, **changes})
    Event.objects.create(**{**event, "seq": 99, "client_id": "another-id"})


def columns(event):
    return {
        field.attname: getattr(event, field.attname)
        for field in Event._meta.concrete_fields
        if field.name != "id"
    }


@pytest.mark.parametrize(
    "changes",
    [{"minor": 0}, {"minor": -5}, {"payee": 1}],
)
def test_a_payment_goes_from_one_to_another_and_is_positive(table, changes):
    event = Event.objects.get(session=table, seq=1)
    data = {"payer": 1, "payee": 0, "currency": "CNY", "minor": 50, **changes}
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.create(session=table, event=event, **data)


def problems():
    return [problem.id for problem in run_checks(databases=["default"]) if problem.id == "zipai_ledger.E002"]


def test_a_check_says_when_a_trigger_is_missing():
    assert problems() == []
    with connection.cursor() as cursor:
        on = " ON zipai_ledger_event" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER zipai_ledger_event_no_delete{on}")
    assert triggers.missing(connection) == ["zipai_ledger_event_no_delete"]
    assert problems() == ["zipai_ledger.E002"]
    triggers.install(connection)
    assert problems() == []


def test_installing_twice_changes_nothing():
    triggers.install(connection)
    triggers.install(connection)
    assert triggers.missing(connection) == []


def test_a_failure_while_the_triggers_are_lifted_puts_them_back():
    with pytest.raises(RuntimeError), lifted():
        raise RuntimeError
    assert triggers.missing(connection) == []


def test_a_database_without_tables_wants_no_triggers(monkeypatch):
    monkeypatch.setattr(connection.introspection, "table_names", list)
    assert triggers.missing(connection) == []
    triggers.remove(connection)


@pytest.mark.django_db(transaction=True)
def test_a_table_remade_by_a_migration_gets_its_triggers_back():
    wider = models.CharField(max_length=33, default="")
    wider.set_attributes_from_name("kind")
    wider.model = Event
    narrow = Event._meta.get_field("kind")
    with connection.schema_editor() as editor:
        editor.alter_field(Event, narrow, wider)
    if connection.vendor == "sqlite":
        assert len(triggers.missing(connection)) == 2
    call_command("migrate", verbosity=0, skip_checks=True)
    assert triggers.missing(connection) == []
    table = open_table()
    with pytest.raises(IntegrityError, match="append-only"):
        run("UPDATE zipai_ledger_event SET role = role")
    with connection.schema_editor() as editor:
        editor.alter_field(Event, wider, narrow)
    call_command("migrate", verbosity=0, skip_checks=True)
    record.record_deal(session=table, sent=sent(), fact=win(0))
