"""From a total down to the deals that made it, for everybody at the table."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.ledger.filling import fill
from zipai_ledger.ledger import record
from zipai_ledger.models import GameSession, Role
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat

from .conftest import CALLED, WIN, Table, client_with, open_by, play, sent

pytestmark = pytest.mark.django_db

ROUND = {
    "ruleset": "bopi",
    "seats": "three_and_counter",
    "player": ["老王", "小李", "阿芳", "四叔"],
    "stake": "",
}


def page(client: Client, session: GameSession, player: int, query: str = "") -> str:
    return client.get(reverse("breakdown:show", args=[session.public_id, player]) + query).content.decode()


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def links(html: str) -> list[str]:
    return re.findall(r'href="[^"]*/why/\d+/(\?[^"]+)"', html)


def figures(html: str) -> list[list[str]]:
    """The two figures of each row: what it brought, and what had come together."""
    rows = re.findall(r"<summary>(.*?)</summary>", html, re.DOTALL)
    found = [re.sub(r'<span class="visually-hidden">[^<]*</span>', "", row) for row in rows]
    return [re.findall(r'class="num[^"]*">([^<]*)</span>', row) for row in found]


def test_every_deal_stands_with_what_it_brought_and_the_sum_so_far(viewer: Client, table: Table):
    html = page(viewer, table.session, 0)
    assert figures(html) == [["+12", "+12"], ["0", "+12"]]
    assert figures(page(viewer, table.session, 2)) == [["−6", "−6"], ["−6", "−12"]]
    text = plain(html)
    assert "老王的数怎么来的" in text
    assert "+12 舵 × 0.50 元 = +6.00 元" in text


def test_a_deal_opens_to_its_melds_and_shares(viewer: Client, table: Table):
    text = plain(page(viewer, table.session, 0))
    assert "小李、阿芳各付老王 6 舵" in text
    assert "共" in text


def test_a_void_deal_brings_nothing_and_says_so(viewer: Client, table: Table):
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0], reason="记重了")
    html = page(viewer, table.session, 0)
    assert figures(html) == [["0", "0"], ["0", "0"]]
    assert "记重了" in html


def test_many_deals_come_in_stretches_that_add_up(viewer: Client, table: Table):
    fill(table.session, [WIN, CALLED] * 40)
    html = page(viewer, table.session, 0)
    text = plain(html)
    assert links(html) == ["?stage=0&amp;from=1", "?stage=0&amp;from=41", "?stage=0&amp;from=81"]
    assert "第 41–80 盘" in text
    third = page(viewer, table.session, 0, "?stage=0&from=81")
    before = int(re.findall(r"前面的加起来 \+(\d+)", plain(third))[0])
    total = int(re.findall(r'class="why-sums"><span class="num plus">\+(\d+)', third)[0])
    assert before + sum(int(brought) for brought, _sum in figures(third)) == total
    assert figures(third)[-1][1] == f"+{total}"


def test_a_game_of_rounds_is_told_round_by_round(alice: Client):
    session, _ = open_by(alice, **ROUND)
    won = {"source": "other_draw"}
    play(
        session,
        facts.Win(winner=Seat(0), hu=Count(70), **won),
        facts.Win(winner=Seat(0), hu=Count(36), **won),
        facts.Win(winner=Seat(1), from_=Seat(0), hu=Count(20), **won),
        facts.Win(winner=Seat(1), hu=Count(10), **won),
    )
    html = page(alice, session, 0)
    assert "第 1 轮 第 1–3 盘" in plain(html)
    assert "第 2 轮 第 4 盘" in plain(html)
    first = page(alice, session, 0, links(html)[0].replace("&amp;", "&"))
    # Three deals that count towards the round, and what settled it.
    assert figures(first) == [["+70", "0"], ["+36", "0"], ["0", ""], ["+25", "+25"]]
    assert plain(first).index("小李 20 胡") < plain(first).index("老王 106 胡，11 皮")
    second = page(alice, session, 0, links(html)[1].replace("&amp;", "&"))
    assert "前面的加起来 +25" in plain(second)
    # 数算: half of 小李’s ten.
    assert figures(second) == [["+5", "+25"]]


def test_several_stages_stand_side_by_side_and_open_one_by_one(viewer: Client, table: Table):
    stage = record.NewStage(ruleset="guilin", seats=[2, 0, 1])
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    play(table.session, CALLED)
    html = page(viewer, table.session, 0)
    assert links(html) == ["?stage=0", "?stage=1"]
    assert ("第 1 段：桂林字牌" in html, "第 2 段：桂林字牌" in html) == (True, True)
    assert figures(page(viewer, table.session, 0, "?stage=0")) == [["+12", "+12"], ["0", "+12"]]
    assert len(figures(page(viewer, table.session, 0, "?stage=1"))) == 1


def test_who_came_later_had_nothing_before(alice: Client, table: Table):
    stage = record.NewStage(ruleset="guilin", seats=[0, 1, "大伯"], options={})
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    html = page(alice, table.session, 3, "?stage=0")
    assert figures(html) == [["0", "0"], ["0", "0"]]


@pytest.mark.parametrize("query", ["?stage=7", "?stage=x", "?stage=0&from=2", "?from=99", "?stage=-1"])
def test_what_is_not_there_is_404(query: str, viewer: Client, table: Table):
    assert viewer.get(table.url("breakdown:show", 0) + query).status_code == 404


def test_a_player_who_is_not_there_is_404(viewer: Client, table: Table):
    assert viewer.get(table.url("breakdown:show", 3)).status_code == 404


def test_an_empty_table_says_so(alice: Client):
    session, _ = open_by(alice)
    assert "还没有记" in plain(page(alice, session, 0))


def test_it_costs_the_same_however_many_deals_there_are(table: Table, django_assert_max_num_queries):
    client = client_with(table.session, Role.VIEWER)
    fill(table.session, [WIN, CALLED] * 60)
    for query in ("", "?stage=0&from=41"):
        with django_assert_max_num_queries(11):
            page(client, table.session, 1, query)


def test_money_is_told_down_to_payments_and_what_was_carried(alice: Client, table: Table):
    assert "还要" not in plain(page(alice, table.session, 2))
    paid = {"payer": 2, "payee": 0, "currency": "CNY", "minor": 250}
    record.pay(session=table.session, sent=sent(table.session), **paid)
    text = plain(page(alice, table.session, 2))
    assert "打牌输赢 −6.00 元 付给老王 +2.50 元 还要付 −3.50 元" in text
    assert "打牌输赢 +6.00 元 收阿芳的 −2.50 元 还要收 +3.50 元" in plain(page(alice, table.session, 0))
    later, _ = open_by(alice, client_id="next-evening-01")
    record.carry_over(session=table.session, sent=sent(table.session), into=later, players={0: 0, 1: 1, 2: 2})
    assert "付给老王 +2.50 元 带到下一桌 +3.50 元 清了 0.00 元" in plain(page(alice, table.session, 2))
    assert "上一桌没结清的 −3.50 元 还要付 −3.50 元" in plain(page(alice, later, 2))


def test_a_payment_that_was_taken_back_is_not_counted(alice: Client, table: Table):
    paid = {"payer": 2, "payee": 0, "currency": "CNY", "minor": 250}
    made = record.pay(session=table.session, sent=sent(table.session), **paid)
    record.cancel_payment(session=table.session, sent=sent(table.session), payment=made.event_seq)
    assert "付给" not in plain(page(alice, table.session, 2))
