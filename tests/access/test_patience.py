"""What can wait for the next request waits for nobody."""

import pytest
from django.db import connection

from zipai_ledger import patience

pytestmark = pytest.mark.django_db


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL queues its writers itself")
def test_the_wait_for_the_database_is_what_is_wanted_and_then_as_ever():
    def seconds() -> float:
        with connection.cursor() as cursor:
            return cursor.execute("PRAGMA busy_timeout").fetchone()[0] / 1000

    usual = seconds()
    with patience.waiting(0):
        assert seconds() == 0
    assert seconds() == usual
    with patience.waiting(-1):
        assert seconds() == 0
