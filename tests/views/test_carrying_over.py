"""What one evening did not settle, brought into the next."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.record import carrying
from zipai_ledger.models import Carried, GameSession, Role

from .conftest import NEW, WIN, Table, play

pytestmark = pytest.mark.django_db

NEXT = {**NEW, "client_id": "next-0123456789", "name": "周六", "player": ["阿芳", "老王", "小李"]}


def html_of(client: Client, table: Table, name: str, query: str = "") -> str:
    return client.get(table.url(name) + query).content.decode()


def opened(client: Client, table: Table, **more: object) -> HttpResponse:
    """Open the next evening from this table's own form."""
    sent = {**NEXT, "owed_from": table.public_id, "owed": "1", **more}
    return client.post(table.url("new_table:again"), sent)


def newest() -> GameSession:
    return GameSession.objects.latest("pk")


def owed(session: GameSession) -> tuple[int, ...]:
    return queries.table_view(GameSession.objects.get(pk=session.pk)).settlement.owed["CNY"]


def test_the_owner_is_offered_to_bring_along_what_is_not_paid(alice: Client, table: Table):
    assert f'href="{table.url("new_table:again")}?back=settlement&amp;owed=1"' in html_of(
        alice, table, "settlement:show"
    )
    for query, checked in (("", ""), ("?owed=1", " checked")):
        page = html_of(alice, table, "new_table:again", query)
        assert "“周五老地方”没付清的带过来" in page
        assert "阿芳付老王 6.00 元" in page
        assert f'name="owed" value="1"{checked}>' in page


def test_nobody_else_is_offered_it_nor_can_do_it(bob: Client, viewer: Client, table: Table):
    for client in (bob, viewer):
        assert "?owed=1" not in html_of(client, table, "settlement:show")
        assert "没付清的" not in html_of(client, table, "new_table:again", "?owed=1")
        assert opened(client, table, client_id=f"next-of-{id(client)}").status_code == 302
    assert not Carried.objects.exists()


def test_a_stranger_learns_nothing_of_the_table_he_names(charlie: Client, table: Table):
    page = charlie.post("/new/", {**NEXT, "owed_from": table.public_id, "owed": "1", "player": ["", "", ""]})
    assert "没付清的" not in page.content.decode()
    assert charlie.post("/new/", {**NEXT, "owed_from": table.public_id, "owed": "1"}).status_code == 302
    assert not Carried.objects.exists()


def test_it_is_the_first_row_of_the_new_table_and_part_of_its_settlement(alice: Client, table: Table):
    assert opened(alice, table).status_code == 302
    session = newest()
    assert owed(table.session) == (0, 0, 0)
    assert owed(session) == (-600, 600, 0)
    play(session, WIN)
    page = alice.get(f"/t/{session.public_id}/").content.decode()
    assert "上次没付清的：阿芳 −6.00 元，老王 +6.00 元" in page
    assert page.index("deal-") < page.index("上次没付清的")
    won = queries.table_view(GameSession.objects.get(pk=session.pk)).settlement.money["CNY"]
    assert owed(session) == tuple(a + b for a, b in zip(won, (-600, 600, 0), strict=True))


def test_both_tables_say_where_it_went_and_came_from(alice: Client, viewer: Client, table: Table):
    opened(alice, table)
    session = newest()
    old = html_of(alice, table, "settlement:show")
    assert "没付清的 6.00 元带到了“周六”。" in old
    assert f'href="/t/{session.public_id}/settle/"' in old
    assert "谁也不欠谁。" in old
    new = alice.get(f"/t/{session.public_id}/settle/").content.decode()
    assert "从“周五老地方”带来：阿芳 −6.00 元，老王 +6.00 元" in new
    assert f'href="{table.url("settlement:show")}"' in new
    unknowing = html_of(viewer, table, "settlement:show")
    assert "周六" not in unknowing
    assert session.public_id not in unknowing
    assert "带到了“下一桌”" in unknowing


def test_who_does_not_come_keeps_the_account_where_it_is(alice: Client, table: Table):
    assert opened(alice, table, player=["大伯", "老王", "小李"]).status_code == 302
    assert owed(table.session) == (600, 0, -600)
    assert not Carried.objects.exists()


def test_sent_twice_it_is_carried_once(alice: Client, table: Table):
    assert opened(alice, table).status_code == 302
    assert opened(alice, table).status_code == 302
    assert Carried.objects.filter(session=table.session).count() == 1


def test_a_table_that_keeps_no_money_opens_with_nothing_brought(alice: Client, table: Table):
    answer = opened(alice, table, stake="")
    assert answer.status_code == 422
    assert "上次没付清的带不进来" in answer.content.decode()
    assert newest().pk == table.session.pk
    assert re.search(r'name="owed" value="1" checked', answer.content.decode())
    assert opened(alice, table, stake="", owed="").status_code == 302


def test_what_is_paid_is_not_offered_again(alice: Client, table: Table):
    opened(alice, table)
    assert "?owed=1" not in html_of(alice, table, "settlement:show")
    assert "没付清的" not in html_of(alice, table, "new_table:again", "?owed=1")


@pytest.mark.parametrize("address", ["again", "new"])
def test_a_table_purged_at_that_moment_brings_nothing_along_and_says_so(
    address: str, alice: Client, table: Table, monkeypatch: pytest.MonkeyPatch
):
    def purged(into: GameSession, *more: object) -> bool:
        record.purge(session=table.session, sent=record.Sent(role=Role.OWNER))
        return True

    monkeypatch.setattr(carrying.queries, "keeps_money", purged)
    sent = {**NEXT, "owed_from": table.public_id, "owed": "1"}
    answer = alice.post(table.url("new_table:again") if address == "again" else "/new/", sent)
    assert answer.status_code == 422
    assert "上一桌刚被删掉" in answer.content.decode()
    assert not GameSession.objects.filter(name="周六").exists()


def test_what_was_left_owed_stands_below_the_deals_of_the_table_that_it_came_to_alone(
    alice: Client, table: Table
):
    opened(alice, table)
    row = "上次没付清的："
    next_one = Table(newest(), "", "", ())
    assert row in html_of(alice, next_one, "table:show")
    assert row not in html_of(alice, table, "table:show")
