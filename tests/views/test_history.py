"""The trail as people read it."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.ledger.filling import fill
from zipai_ledger.ledger import record
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat

from .conftest import CALLED, WIN, Table, open_by, play, sent

pytestmark = pytest.mark.django_db


def plain(client: Client, table: Table, query: str = "?all=1") -> str:
    html = client.get(table.url("history:show") + query).content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_everything_is_told_newest_first_with_who_and_the_totals(viewer: Client, table: Table):
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[1], reason="记重了")
    text = plain(viewer, table)
    expected = ["第 2 盘作废", "记了第 2 盘", "记了第 1 盘", "阿芳上桌", "开桌"]
    places = [text.index(one) for one in expected]
    assert places == sorted(places)
    assert "定座位和规矩：桂林字牌" in text
    assert "桌主 老王" in text
    assert "为什么： 记重了" in text
    assert "小李 0 → −6" in text
    assert "老王 0 → +12" in text


def test_a_page_of_the_trail_continues_where_the_last_ended(viewer: Client, table: Table):
    fill(table.session, [WIN, CALLED] * 30)
    html = viewer.get(table.url("history:show") + "?all=1").content.decode()
    link = re.search(r'href="([^"]*\?all=1&amp;before=(\d+))"', html)
    assert link
    assert html.count('id="event-') == 40
    older = plain(viewer, table, f"?all=1&before={link[2]}")
    assert "开桌" in older
    rows = viewer.get(unescape(link[1]), headers={"HX-Request": "true"}).content.decode()
    assert rows.count('id="event-') == 27
    assert "<html" not in rows


def test_totals_on_an_older_page_start_where_they_stood(viewer: Client, table: Table):
    play(table.session, WIN)
    text = plain(viewer, table, "?all=1&before=8")
    assert "小李 −6 → 0" in text


def test_the_trail_costs_the_same_however_long_it_is(
    viewer: Client, table: Table, django_assert_max_num_queries
):
    fill(table.session, [WIN, CALLED] * 30)
    for query in ("", "?all=1", "?all=1&before=44"):
        with django_assert_max_num_queries(10):
            viewer.get(table.url("history:show") + query)


def test_a_new_stage_of_the_same_unit_changes_no_totals(viewer: Client, table: Table):
    stage = record.NewStage(ruleset="guilin", seats=[2, 0, 1])
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    newest = plain(viewer, table).split("定座位和规矩")[1].split("桌主")[0]
    assert "→" not in newest


def test_a_new_stage_tells_who_came_and_who_left(viewer: Client, table: Table):
    stage = record.NewStage(ruleset="guilin", seats=[0, 1, "建国"])
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    text = plain(viewer, table)
    assert "定座位和规矩：桂林字牌。建国来了，阿芳走了" in text
    assert text.count("走了") == 1


def test_what_a_round_counts_is_told_too(alice: Client):
    people = {"player": ["老王", "小李", "阿芳", "四叔"], "seats": "three_and_counter", "stake": ""}
    session, _ = open_by(alice, ruleset="bopi", **people)
    won = {"source": "other_draw"}
    play(
        session,
        facts.Win(winner=Seat(0), hu=Count(70), **won),
        facts.Foul(offender=Seat(1)),
        facts.Win(winner=Seat(2), hu=Count(30), **won),
    )
    html = alice.get(f"/t/{session.public_id}/history/?all=1").content.decode()
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
    assert "老王 0 → 70 四叔 0 → 35 胡" in text
    assert "小李 0 → \u221230 胡" in text
    # 阿芳 30, and 四叔 half of it.
    assert "阿芳 0 → 30 四叔 35 → 50 胡" in text


def test_only_what_was_changed_is_told_unless_all_is_asked_for(alice: Client, viewer: Client, table: Table):
    assert "没有改过" in plain(viewer, table, "")
    late = facts.Dead()
    record.insert_deal(session=table.session, sent=sent(table.session), fact=late, before=table.keys[1])
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0], reason="记重了")
    stage = record.NewStage(ruleset="guilin", seats=[2, 0, 1])
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    text = plain(viewer, table, "")
    expected = ["定座位和规矩", "第 1 盘作废", "补记了第 2 盘"]
    assert [text.index(one) for one in expected] == sorted(text.index(one) for one in expected)
    assert text.count("定座位和规矩") == 1
    for ordinary in ("记了第 1 盘", "记了第 3 盘", "阿芳上桌", "开桌", "没有改过"):
        assert ordinary not in text
    everything = plain(viewer, table)
    assert everything.index("补记了第 2 盘") < everything.index("记了第 3 盘") < everything.index("开桌")
