"""What a row is called where somebody looks at it: in an error, in a shell, in a log."""

from datetime import UTC, date, datetime

import pytest
from django.apps import apps
from django.db.models import Model

from zipai_ledger import models as tables

AT = datetime(2026, 11, 20, 21, 40, tzinfo=UTC)
CALLED: list[tuple[Model, str]] = [
    (tables.GameSession(name="周五"), "周五"),
    (tables.Stage(index=0, ruleset="guilin"), "0: guilin"),
    (tables.Player(name="老王"), "老王"),
    (tables.Event(seq=1, kind="session_opened"), "1 session_opened"),
    (tables.Deal(position=3), "3"),
    (tables.Hu(winner=0, hu=17), "0: 17"),
    (tables.Posting(deal_key=6, p0=6, p1=-3, p2=-3), "6: (6, -3, -3, 0, 0, 0, 0, 0)"),
    (tables.Payment(payer=1, payee=0, minor=150), "1 → 0: 150"),
    (tables.Carried(currency="CNY", p0=5, p1=-5), "CNY: (5, -5, 0, 0, 0, 0, 0, 0)"),
    (tables.StandIn(player=2, by=3), "2 ← 3"),
    (tables.Device(pk=7), "7"),
    (tables.RunningDay(date=date(2026, 11, 20)), "2026-11-20"),
    (tables.RecoveryCode(pk=7), "7"),
    (tables.Link(label="给小李", kind="invite"), "给小李"),
    (tables.CircleLink(kind="spoken"), "spoken"),
    (tables.Grant(role="owner"), "owner"),
    (tables.CircleGrant(role="member"), "member"),
    (tables.OpenEntry(grant_id=7, until=AT), f"7 until {AT}"),
    (tables.FailedCode(at=AT), f"{AT}"),
    (tables.AccessRecord(kind="link_made", at=AT), f"link_made {AT}"),
    (tables.CircleAccessRecord(kind="link_made", at=AT), f"link_made {AT}"),
    (tables.Circle(name="巷口"), "巷口"),
    (tables.Person(name="老王"), "老王"),
    (tables.Evening(pk=7), "7"),
    (tables.Attendance(player_id=1, person_id=2), "1: 2"),
    (tables.DailyOpening(day=date(2026, 11, 20), kind="table", count=3), "2026-11-20 table: 3"),
    (tables.OwnRules(name="永福规矩"), "永福规矩"),
    (tables.RulesName(name="永福规矩"), "永福规矩"),
]


@pytest.mark.parametrize(("row", "called"), CALLED, ids=lambda each: type(each).__name__)
def test_a_row_has_a_name_for_people(row: Model, called: str):
    assert str(row) == called


def test_no_table_is_without_one():
    assert {type(row) for row, _called in CALLED} == set(apps.get_app_config("zipai_ledger").get_models())
