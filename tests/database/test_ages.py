"""A database of a newer program is refused before anything of it is touched."""

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from zipai_ledger.database import ages

pytestmark = pytest.mark.django_db


def test_a_database_that_has_seen_a_later_migration_is_refused_by_its_name():
    ages.refuse_younger(connection)
    recorder = MigrationRecorder(connection)
    recorder.record_applied(ages.APP, "0000_of_a_side_line")
    recorder.record_applied("another_app", "9998_of_somebody_else")
    ages.refuse_younger(connection)
    recorder.record_applied(ages.APP, "9999_of_tomorrow")
    with pytest.raises(ages.TooYoung) as caught:
        ages.refuse_younger(connection)
    assert caught.value.names == ("9999_of_tomorrow",)
    assert "9999_of_tomorrow" in str(caught.value)
