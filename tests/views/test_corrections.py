"""Before a correction is made: the deal it is about in words, and what it would be instead."""

import re

import pytest
from django.test import Client

from zipai_ledger.ledger import record
from zipai_ledger.models import Event

from .conftest import Table, sent

pytestmark = pytest.mark.django_db
CALLED = {
    "winner": "1",
    "source": "self_draw",
    "mode": "hu",
    "hu": "22",
    "xing_count": "1",
    "xing_lower": "0",
}


def plain(answer) -> str:
    page = answer.content.decode().split("<main")[1].split("</main>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_a_deal_that_shall_not_count_is_named(bob: Client, table: Table):
    answer = bob.get(table.url("corrections:void", table.keys[1]))
    assert "第 2 盘不算了" in answer.content.decode()
    assert "小李 17 胡 阿芳点炮 3 舵 醒 1 未验牌 改了以后，总数这样变" in plain(answer)


def test_a_deal_that_counts_again_is_named(bob: Client, table: Table):
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[1])
    answer = bob.get(table.url("corrections:restore", table.keys[1]))
    assert "第 2 盘还是算" in answer.content.decode()
    assert "小李 17 胡 阿芳点炮 3 舵 醒 1 未验牌 改了以后，总数这样变" in plain(answer)


def test_what_is_seen_otherwise_stands_before_and_after(bob: Client, table: Table):
    before = Event.objects.count()
    url = f"{table.url('deal_entry:save')}?replace={table.keys[1]}"
    told = plain(bob.post(url, {**CALLED, "client_id": "effect-0123456789"}))
    assert "原来 小李 17 胡、阿芳点炮、3 舵 → 现在 小李 22 胡、自摸" in told
    assert Event.objects.count() == before


def test_a_deal_that_was_forgotten_is_told_in_words(bob: Client, table: Table):
    url = f"{table.url('deal_entry:save')}?before={table.keys[1]}"
    told = plain(bob.post(url, {**CALLED, "client_id": "effect-0123456789"}))
    assert "小李 22 胡 自摸" in told
    assert "原来" not in told


def test_a_deal_that_changes_only_what_comes_later_says_nothing_of_itself(bob: Client, table: Table):
    told = plain(bob.get(table.url("corrections:follow", table.keys[1])))
    assert "原来" not in told


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("{key}/void/", "第 1 盘不算了。"),
        ("save/?replace={key}", "第 1 盘改好了。"),
        ("save/?before={key}", "补上了，排第 1。"),
        ("save/?after={key}", "补上了，排第 2。"),
        ("save/", ""),
    ],
)
def test_the_answer_to_a_script_says_what_was_done(bob: Client, table: Table, path: str, said: str):
    url = table.url("table:show") + "deals/" + path.format(key=table.keys[0])
    data = {**CALLED, "client_id": "effect-0123456789", "confirm": "1"}
    answer = bob.post(url, data, headers={"Accept": "application/json"})
    assert answer.status_code == 201
    assert answer.json()["said"] == said
