"""Prepared queries give what their query sets give, each time they are asked."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.models import F, QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.views.conftest import alice, bob, table  # noqa: F401 - fixtures
from zipai_ledger.database.prepared import prepared
from zipai_ledger.models import GameSession, Grant, Player

pytestmark = pytest.mark.django_db


@prepared
def players_at(session: int) -> QuerySet[Player]:
    return Player.objects.filter(session=session).annotate(seat=F("index") + 1).order_by("index")


@prepared
def names_at(session: int, least: int) -> QuerySet[Player, str]:
    return (
        Player.objects.filter(session=session, index__gte=least)
        .order_by("-index")
        .values_list("name", flat=True)
    )


@prepared
def pairs_at(session: int) -> QuerySet[Player, tuple[int, str]]:
    return Player.objects.filter(session=session).order_by("index").values_list("index", "name")[:2]


@prepared
def grants_since(public_id: str, since: datetime) -> QuerySet[Grant]:
    found = Grant.objects.select_related("session", "device").filter(session__public_id=public_id)
    return found.filter(created__gt=since).order_by("pk")


@prepared
def opened_lately() -> QuerySet[GameSession]:
    return GameSession.objects.filter(opened_at__gt=timezone.now() - timedelta(days=1))


@prepared
def as_dicts(session: int) -> QuerySet[Player, dict[str, object]]:
    return Player.objects.filter(session=session).values("name")


def test_rows_are_objects_as_those_of_a_query_set(table):  # noqa: F811
    for _ in range(2):
        found = players_at(table.session.pk)
        assert found == list(Player.objects.filter(session=table.session).order_by("index"))
        assert [one.seat for one in found] == [1, 2, 3]  # type: ignore[attr-defined]
        assert [one.name for one in found] == [one.name for one in Player.objects.order_by("index")]
    assert players_at(0) == []
    found[0].name = "老赵"
    found[0].save()
    assert players_at(table.session.pk)[0].name == "老赵"


def test_rows_are_values_and_tuples_where_the_query_set_has_those(table):  # noqa: F811
    names = [player.name for player in players_at(table.session.pk)]
    assert names_at(table.session.pk, 0) == names[::-1]
    assert names_at(table.session.pk, least=2) == names[2:]
    assert pairs_at(table.session.pk) == list(enumerate(names[:2]))


def test_what_is_selected_with_a_row_comes_with_it_in_one_query(table, alice):  # noqa: F811
    now = timezone.now()
    with CaptureQueriesContext(connection) as queries:
        found = grants_since(table.session.public_id, now - timedelta(days=1))
        assert {one.session for one in found} == {table.session}
        assert all(one.device.token_hash for one in found)
    assert len(queries) == 1
    assert grants_since(table.session.public_id, now + timedelta(days=1)) == []


def test_a_clock_that_is_read_while_a_query_is_built_is_refused():
    with pytest.raises(ValueError, match="opened_lately"):
        opened_lately()


def test_rows_that_nothing_makes_are_refused():
    with pytest.raises(TypeError, match="ValuesIterable"):
        as_dicts(1)
