"""The page of a table."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.ledger.filling import fill
from tests.markup import attribute, elements, only, words
from zipai_ledger.ledger import record
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.codec import Seat

from .conftest import CALLED, WIN, Table, open_by, play, sent

pytestmark = pytest.mark.django_db


def page(client: Client, table: Table, query: str = "", **headers: str) -> str:
    return client.get(table.url("table:show") + query, headers=headers).content.decode()


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def test_a_deal_opens_to_its_explanation(alice: Client, table: Table):
    text = plain(page(alice, table))
    assert "老王 22 胡" in text
    assert "自摸 6 舵 醒 2" in text
    assert "碰五 1 胡" in text
    assert "开舵伍 9 胡" in text
    assert "共 22 胡" in text
    assert "22 胡：起胡 10 得 1，再每满 5 胡加 1 3 舵" in text
    assert "翻醒八：醒 2 张 +2 舵" in text
    assert "小李、阿芳各付老王 6 舵" in text


def test_a_hand_of_cards_is_marked_as_checked_a_called_one_says_in_its_lines_that_it_is_not(
    alice: Client, table: Table
):
    called, checked = (plain(str(row)) for row in elements(page(alice, table), "details", class_="deal"))
    assert "小李 17 胡 阿芳点炮 3 舵 醒 1 老王 0" in called
    assert (called.count("未验牌"), called.count("验过牌"), checked.count("验过牌")) == (1, 0, 1)
    assert "小李 正 6 +6 阿芳 负 6 −6" in called
    assert "点炮付两家 ×2" in called
    assert "胡的那张 共 22 胡" in checked
    assert "验过牌" in words(only(page(alice, table), class_="legend"))


def test_a_deal_that_was_corrected_says_so_beside_its_number(alice: Client, table: Table):
    assert "改过" not in [words(one).strip() for one in elements(page(alice, table), class_="mended")]
    fact = replace(CALLED, from_=Seat(0))
    record.replace_deal(session=table.session, sent=sent(table.session), deal=table.keys[1], fact=fact)
    (row,) = (row for row in elements(page(alice, table), "summary") if elements(row, class_="mended"))
    assert words(only(row, class_="no")).strip() == "2"


def test_cards_carry_a_text_for_readers_of_screens(alice: Client, table: Table):
    html = page(alice, table)
    assert 'aria-label="碰小五"' in html
    assert 'aria-label="开舵大伍"' in html


def test_totals_stand_at_the_seats_and_the_middle_names_the_dealer(alice: Client, table: Table):
    html = page(alice, table)
    assert re.search(r'data-at="0"[^>]*>(?:(?!data-at).)*老王(?:(?!data-at).)*>\+12<', html, re.DOTALL)
    assert re.search(r'data-at="1"[^>]*>.*?庄.*?小李', html, re.DOTALL)
    assert "第 3 盘 小李 坐庄" in plain(html)


def test_everybody_sees_the_same_deals_from_their_own_seat(viewer: Client, table: Table):
    below = only(page(viewer, table), data_at="0")
    assert words(below).split() == ["阿芳", "我", "−12"]
    assert attribute(only(below, "i"), "data-seal") == "芳"


def test_a_void_deal_stays_with_its_reason(alice: Client, table: Table):
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[1], reason="记重了 <b>")
    html = page(alice, table)
    assert 'class="deal void"' in html
    assert "作废：记重了 &lt;b&gt;" in html
    assert "+12" in html


def test_another_dealer_than_the_rule_would_have_is_said(alice: Client, table: Table):
    play(table.session, facts.Dead(dealer=Seat(2)))
    assert "照规矩该小李坐庄" in page(alice, table)


def test_a_dead_deal_a_foul_and_an_adjustment_are_named(alice: Client, table: Table):
    play(table.session, facts.Dead(), facts.Foul(offender=Seat(2)))
    record.adjust(session=table.session, sent=sent(table.session), deltas=(5, -5, 0), note="请客")
    text = plain(page(alice, table))
    assert "黄庄" in text
    assert "阿芳诈胡" in text
    assert "商定" in text
    assert "请客" in text


def test_only_those_who_may_record_are_offered_to(alice: Client, bob: Client, viewer: Client, table: Table):
    for client, offered in ((alice, True), (bob, True), (viewer, False)):
        html = page(client, table)
        assert ("记一盘" in html and "撤第 2 盘" in html) is offered


def test_a_closed_table_offers_its_owner_to_open_it_again(alice: Client, bob: Client, table: Table):
    record.close(session=table.session, sent=sent(table.session))
    assert "再打开" in page(alice, table)
    assert "再打开" not in page(bob, table)
    assert not elements(page(bob, table), "footer")


def test_older_deals_come_with_a_plain_link(alice: Client, table: Table):
    fill(table.session, [WIN, CALLED] * 15)
    html = page(alice, table)
    assert html.count('<details class="deal') == 20
    link = re.search(r'href="([^"]*\?before=13)"', html)
    assert link
    older = alice.get(link[1]).content.decode()
    assert older.count('<details class="deal') == 12
    assert "<html" in older
    assert "?before=" not in older


def test_for_htmx_only_the_rows_come(alice: Client, table: Table):
    fill(table.session, [WIN, CALLED] * 15)
    html = page(alice, table, "?before=13", **{"HX-Request": "true"})
    assert html.count('<details class="deal') == 12
    assert "<html" not in html
    assert 'class="desk' not in html


@pytest.mark.parametrize("before", ["", "x", "-1", "0", "9" * 30, "٣"])
def test_a_strange_place_to_start_from_breaks_nothing(alice: Client, table: Table, before: str):
    assert alice.get(table.url("table:show"), {"before": before}).status_code == 200


def test_a_line_says_where_a_stage_began(alice: Client, table: Table):
    stage = record.NewStage(ruleset="guilin", seats=[0, 1, "大伯"], options={})
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    assert "从这里起：老王、小李、大伯 打桂林字牌" in page(alice, table)
    play(table.session, facts.Dead())
    html = page(alice, table)
    assert (
        '<div class="event" id="stage-1"><p>从这里起：老王、小李、大伯 打桂林字牌。大伯来了，阿芳走了</p>'
        in html
    )
    assert plain(html).index("从这里起") < plain(html).index("小李 17 胡")


def test_a_tap_on_a_seat_begins_with_that_seat(alice: Client, table: Table):
    stage = record.NewStage(ruleset="guilin", seats=[2, 0, 1], options={})
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    mine = only(page(alice, table), data_at="0")
    assert (attribute(mine, "href") or "").endswith("?winner=1")
    assert words(mine).split() == ["老王", "我", "+12", "，胡了就点"]


def test_a_row_that_is_kept_follows_every_change(alice: Client, viewer: Client, table: Table):
    assert ">更正</a>" in page(alice, table)
    assert ">更正</a>" not in page(viewer, table)
    assert ">经过</a>" in page(viewer, table)
    record.rename_player(session=table.session, sent=sent(table.session), player=0, name="王五")
    assert "王五 22 胡" in plain(page(alice, table))
    alice.post("/preferences/", {"language": "en"})
    assert "self-draw" in page(alice, table)
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0], reason="first")
    assert "Void: first" in page(alice, table)
    record.restore_deal(session=table.session, sent=sent(table.session), deal=table.keys[0])
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0], reason="second")
    assert "Void: second" in page(alice, table)


def test_ids_of_stored_entries_are_told_to_the_phone(alice: Client, table: Table):
    entry = record.Sent(role="owner", client_id="entry-0123456789")
    record.record_deal(session=table.session, sent=entry, fact=facts.Dead())
    assert "entry-0123456789" in page(alice, table)


def test_names_are_escaped_and_isolated(alice: Client):
    session, _ = open_by(alice, player=["<i>王", "小李", "阿芳"], client_id="escape-0123456")
    html = alice.get(f"/t/{session.public_id}/").content.decode()
    assert "<bdi>&lt;i&gt;王</bdi>" in html
    assert "<i>王" not in html


def test_the_page_costs_the_same_at_ten_and_at_three_hundred_deals(
    alice: Client, table: Table, django_assert_num_queries
):
    def measured(count: int) -> None:
        with django_assert_num_queries(QUERIES):
            assert page(alice, table).count('<details class="deal') == count

    fill(table.session, [WIN, CALLED] * 4)
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.deal(10).key, reason="错")
    measured(10)
    fill(table.session, [WIN, CALLED] * 145)
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.deal(300).key, reason="错")
    measured(20)


QUERIES = 16
"""The grant, the head, the stages, the players, the deals, why some are void, what was paid and carried,
whether the newest events hold, what the last correction changed,
which deals were corrected, who doubts a deal, the ids stored last, who asks to keep
score, whether wrong tries have ended the code that is said aloud, whether the recovery code was asked for."""


def test_a_table_whose_rules_are_gone_is_shown_and_goes_on_with_another_game(
    alice: Client, table: Table, monkeypatch: pytest.MonkeyPatch
):
    known = {slug: found for slug, found in registry.all_rulesets().items() if slug != "guilin"}
    monkeypatch.setattr(registry, "all_rulesets", lambda: known)
    page = alice.get(table.url("table:show")).content.decode()
    assert table.url("deal_entry:new") not in page
    assert table.url("stages:change") in page
    for name in (
        "table:figures",
        "what_if:show",
        "rescoring:rescore",
        "settlement:show",
        "stages:change",
        "stand_ins:change",
        "history:show",
        "exports:csv",
        "sharing:show",
        "sharing:paper",
    ):
        assert alice.get(table.url(name)).status_code == 200
    assert alice.get(table.url("deal:show", table.keys[0])).status_code == 404
    assert alice.get(table.url("deal_entry:new")).status_code == 404
