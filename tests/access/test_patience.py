"""What can wait for the next request waits for nobody."""

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.views.conftest import Table, alice, table  # noqa: F401 - fixtures
from zipai_ledger.database import patience
from zipai_ledger.ledger import queries
from zipai_ledger.models import Device

pytestmark = pytest.mark.django_db


on_sqlite = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues its writers itself")


def seconds() -> float:
    """What the connection waits just now."""
    connection.ensure_connection()
    return connection.connection.execute("PRAGMA busy_timeout").fetchone()[0] / 1000


class Slow:
    """A clock by which every statement takes so long."""

    def __init__(self, took: float) -> None:
        self.now, self._took = 0.0, took

    def __call__(self) -> float:
        self.now += self._took
        return self.now


@on_sqlite
@pytest.mark.parametrize(("took", "left"), [(2.0, [3.0, 1.0, 0.0, 0.0]), (0.01, [5.0, 5.0])])
def test_what_one_statement_waited_the_next_does_not_wait_again(monkeypatch, took: float, left: list[float]):
    monkeypatch.setattr(patience, "monotonic", Slow(took))
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 5)
    found = []
    with patience.together():
        for _ in left:
            Device.objects.exists()
            found.append(seconds())
        with patience.waiting(4):
            assert seconds() == min(4, left[-1])
        assert seconds() == left[-1]
    assert found == left
    assert seconds() == 5


@on_sqlite
def test_every_view_has_one_wait_for_the_database(alice: Client, table: Table, monkeypatch):  # noqa: F811
    monkeypatch.setattr(patience, "monotonic", Slow(2.0))
    waits = set()
    with connection.execute_wrapper(lambda execute, *rest: (waits.add(seconds()), execute(*rest))[1]):
        assert alice.get(table.url("table:show")).status_code == 200
    assert 0 in waits
    assert seconds() == connection.settings_dict["OPTIONS"]["timeout"]


def test_a_database_that_was_waited_for_is_not_asked_again(
    alice: Client,  # noqa: F811
    table: Table,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
):
    statements = []

    def count(execute, *rest):
        statements.append(rest[0])
        return execute(*rest)

    def held(*_: object):
        statements.clear()
        raise OperationalError("database is locked")

    monkeypatch.setattr(queries, "table_view", held)
    with connection.execute_wrapper(count):
        assert alice.get(table.url("table:show")).status_code == 503
    assert statements == []


@on_sqlite
def test_the_wait_for_the_database_is_what_is_wanted_and_then_as_ever():
    usual = seconds()
    with patience.waiting(0):
        assert seconds() == 0
    assert seconds() == usual
    with patience.waiting(-1):
        assert seconds() == 0


@on_sqlite
def test_a_database_that_queues_its_writers_is_told_nothing(monkeypatch: pytest.MonkeyPatch):
    usual = seconds()
    monkeypatch.setattr(patience, "monotonic", Slow(2.0))
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with patience.together():
        Device.objects.exists()
        assert seconds() == usual
        with patience.waiting(0):
            assert seconds() == usual
    assert seconds() == usual
