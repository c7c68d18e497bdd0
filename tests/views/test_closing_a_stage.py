"""收场: two close what they have played, and a low win is raised then."""

import pytest
from django.test import Client

from zipai_ledger.ledger.queries import deal_count_of
from zipai_ledger.models import GameSession

from .conftest import CALLED, Table, open_by, play

pytestmark = pytest.mark.django_db

LOW = {
    "seats": "2",
    "player": ["老王", "小李"],
    "rule-seats": "2",
    "rule-xing": "none",
    "rule-low_below": "10",
    "rule-low_times": "2",
}


@pytest.fixture
def table(alice: Client) -> Table:
    session, code = open_by(alice, **LOW)
    alice.post(
        f"/t/{session.public_id}/deals/save/",
        {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "17"},
    )
    return Table(session, code, "", ())


def page(client: Client, table: Table, name: str) -> str:
    return client.get(table.url(name)).content.decode()


def total(table: Table) -> list[int]:
    from zipai_ledger.ledger.standing import Standing

    return list(Standing.of(GameSession.objects.get(pk=table.session.pk)).totals[0])


def test_closing_says_what_the_low_win_is_raised_to(alice: Client, table: Table):
    assert total(table) == [3, -3]
    text = page(alice, table, "deal_entry:close")
    assert "小李付老王" in text
    assert alice.post(table.url("deal_entry:close"), {}).status_code == 303
    assert total(table) == [6, -6]


def test_the_table_leads_to_it_before_it_is_closed(alice: Client, table: Table):
    assert table.url("deal_entry:close") in page(alice, table, "table:show")
    assert f"{table.url('deal_entry:close')}?then=close" in page(alice, table, "settlement:show")


def test_once_closed_only_another_stage_is_offered(alice: Client, table: Table):
    assert "已收场" not in page(alice, table, "table:show")
    alice.post(table.url("deal_entry:close"), {})
    html = page(alice, table, "table:show")
    assert table.url("deal_entry:new") not in html
    assert "再打一段" in html
    assert "已收场" in html
    assert "第 3 盘" not in html.partition('class="middle"')[2].partition("</div>")[0]
    assert f"{table.url('deal_entry:close')}?then=close" not in page(alice, table, "settlement:show")


def test_a_table_of_three_has_no_such_thing(alice: Client):
    session, code = open_by(alice)
    table = Table(session, code, "", ())
    play(session, CALLED)
    assert table.url("deal_entry:close") not in page(alice, table, "table:show")
    answer = alice.post(table.url("deal_entry:close"), {})
    assert answer.status_code == 422
    assert "两个人打才这样收场" in answer.content.decode()


def test_an_evening_of_so_many_deals_is_counted_on_the_table(alice: Client):
    session, code = open_by(alice, **{"rule-evening_deals": "2"})
    table = Table(session, code, "", ())
    assert "还剩 2 盘" in page(alice, table, "table:show")
    play(session, CALLED)
    assert "还剩 1 盘" in page(alice, table, "table:show")
    play(session, CALLED)
    assert "说好的 2 盘打满了" in page(alice, table, "table:show")


def test_until_then_the_settlement_says_that_a_low_win_is_raised(alice: Client, table: Table):
    assert "收桌时另算" in page(alice, table, "settlement:show")
    alice.post(table.url("deal_entry:close"), {"then": "close"})
    assert total(table) == [6, -6]
    assert "收桌时另算" not in page(alice, table, "settlement:show")


def test_closing_is_a_line_of_the_ledger_and_no_deal(alice: Client, table: Table):
    alice.post(table.url("deal_entry:close"), {})
    assert deal_count_of(GameSession.objects.get(pk=table.session.pk)).counted == 1
