"""New names for players and the table."""

import pytest
from django.test import Client

from zipai_ledger.models import GameSession, Player

from .conftest import Table

pytestmark = pytest.mark.django_db


def names(table: Table) -> list[str]:
    return list(Player.objects.filter(session=table.session).order_by("index").values_list("name", flat=True))


def rename(client: Client, table: Table, **fields: str):
    return client.post(table.url("table:names"), fields)


def test_a_scorekeeper_renames_a_player_but_not_the_table(bob: Client, table: Table):
    assert rename(bob, table, **{"player-1": "李四", "name": "偷改"}).status_code == 302
    assert names(table) == ["老王", "李四", "阿芳"]
    assert GameSession.objects.get(pk=table.session.pk).name == "周五老地方"


def test_the_owner_renames_the_table(alice: Client, table: Table):
    rename(alice, table, name="中秋牌局")
    assert GameSession.objects.get(pk=table.session.pk).name == "中秋牌局"


def test_unchanged_names_leave_no_trace(alice: Client, table: Table):
    head = table.head
    rename(alice, table, **{"player-0": "老王", "name": "周五老地方 "})
    assert table.head == head


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "不能空着"), ("阿芳", "有两个"), ("李" * 10_000, "最多 24 个字"), ("李\u200b", "不能用")],
)
def test_a_name_that_cannot_be_stays_in_its_field_with_the_reason(
    alice: Client, table: Table, name: str, message: str
):
    answer = rename(alice, table, **{"player-1": name})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert message in page
    assert f'value="{name}"' in page
    assert names(table) == ["老王", "小李", "阿芳"]


def test_an_entry_under_way_does_not_become_stale(alice: Client, table: Table):
    before = GameSession.objects.get(pk=table.session.pk).ledger_seq
    rename(alice, table, **{"player-1": "李四"})
    assert GameSession.objects.get(pk=table.session.pk).ledger_seq == before
