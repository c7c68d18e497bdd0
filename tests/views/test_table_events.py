"""Lines between the deals: who came and left, who changed seats, who played for whom, and from when on."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from zipai_ledger.ledger import queries
from zipai_ledger.rules.codec import Seat

from .conftest import CALLED, Table, play
from .test_stand_ins import noted

pytestmark = pytest.mark.django_db


def ledger_lines(client: Client, table: Table, before: str = "") -> list[str]:
    """Numbers of deals and the lines between them, newest first."""
    page = client.get(table.url("table:show"), {"before": before} if before else {}).content.decode()
    found = re.findall(r'<span class="no"[^>]*>(\d+)|<div class="event" id="[^"]+"><p>([^<]+)</p>', page)
    return [number or text for number, text in found]


def next_stage(client: Client, table: Table, *people: str) -> None:
    sent = {
        "ruleset": "guilin",
        "shown": "guilin",
        "seats": str(len(people)),
        "player": list(people),
        "dealer": "0",
        "known": str(len(queries.players_of(table.session))),
        "rule-xing_kinds": ["上"],
    }
    assert client.post(table.url("stages:change"), sent).status_code == 302
    table.session.refresh_from_db()


def test_a_newcomer_is_told_of_where_the_stage_begins(bob: Client, table: Table):
    next_stage(bob, table, "老王", "小李", "阿芳", "阿强")
    play(table.session, replace(CALLED, from_=Seat(0)))
    assert ledger_lines(bob, table) == [
        "3",
        "从这里起：老王、小李、阿芳、阿强 打桂林字牌。阿强来了",
        "2",
        "1",
    ]


def test_who_goes_home_is_told_of(bob: Client, table: Table):
    next_stage(bob, table, "小李", "阿芳")
    assert "阿芳 打桂林字牌。老王走了" in bob.get(table.url("table:show")).content.decode()


def test_who_plays_for_whom_stands_where_it_began(bob: Client, table: Table):
    noted(bob, table, **{"player": "2", "by": "new", "name": "大姐", "from": "last"})
    assert ledger_lines(bob, table) == ["2", "从这里起：大姐替阿芳打", "1"]
    noted(bob, table, player="2", by="back")
    assert ledger_lines(bob, table) == ["从这里起：阿芳回来自己打", "2", "从这里起：大姐替阿芳打", "1"]
    play(table.session, CALLED)
    assert ledger_lines(bob, table) == ["3", "从这里起：阿芳回来自己打", "2", "从这里起：大姐替阿芳打", "1"]


def test_a_page_of_older_deals_tells_its_own_lines_only(bob: Client, table: Table):
    noted(bob, table, player="2", by="new", name="大姐")
    play(table.session, CALLED)
    assert ledger_lines(bob, table, before="3") == ["2", "1"]
    assert ledger_lines(bob, table, before="4") == ["3", "从这里起：大姐替阿芳打", "2", "1"]


def test_before_the_first_deal_of_a_stage_it_stands_above_the_stage(bob: Client, table: Table):
    next_stage(bob, table, "小李", "老王", "阿芳")
    noted(bob, table, player="2", by="new", name="大姐")
    play(table.session, CALLED)
    began = "从这里起：小李、老王、阿芳 打桂林字牌。换了座位"
    assert ledger_lines(bob, table) == ["3", "从这里起：大姐替阿芳打", began, "2", "1"]
