"""有异议: from the mark to the word that settles it, by everybody at the table."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.ledger.filling import fill
from zipai_ledger.ledger import queries, record
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import Deal, Event, GameSession, Role
from zipai_ledger.presenters.settlement import MOST_WEIGHED
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.views import disputes

from .conftest import CALLED, Table, client_with, open_by, play, sent
from .test_rounds import FOUR, won

pytestmark = pytest.mark.django_db


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def deal_page(client: Client, table: Table, number: int = 1) -> str:
    return client.get(table.url("deal:show", table.keys[number])).content.decode()


def tap(client: Client, table: Table, verb: str = "dispute", number: int = 1, **data: str):
    return client.post(table.url(f"disputes:{verb}", table.keys[number]), data)


def doubted(table: Table) -> list[int]:
    return [dispute.position for dispute in queries.disputes_of(table.session)]


def kinds(table: Table) -> list[str]:
    return list(Event.objects.filter(session=table.session).order_by("seq").values_list("kind", flat=True))


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCOREKEEPER, Role.OWNER])
def test_anybody_at_the_table_may_doubt_a_deal_and_take_that_back(role: str, table: Table):
    client = client_with(table.session, role, 2)
    row = client.get(table.url("table:show")).content.decode()
    (address,) = set(re.findall(rf'href="([^"]+/{table.keys[1]}/dispute/)"', row))
    html = client.get(address).content.decode()
    assert f'href="{table.url("deal:show", table.keys[1])}" aria-label="第 2 盘"' in html
    assert "桌上每台手机都看得到" in html
    assert doubted(table) == []
    (client_id,) = re.findall(r'name="client_id" value="([^"]+)"', html)
    answer = client.post(address, {"client_id": client_id, "note": "那张不是我打的"})
    assert (answer.status_code, answer.headers["Location"]) == (303, table.url("deal:show", table.keys[1]))
    assert doubted(table) == [2]
    page = client.get(table.url("table:show")).content.decode()
    assert '<span class="tag warn">有异议</span>' in page
    assert "第 2 盘有异议" in plain(page.split('id="doubted"')[1].split("</header>")[0])
    assert f'href="{address}"' not in page
    body = deal_page(client, table)
    assert "“ 那张不是我打的 ”" in plain(body)
    assert ("收回异议" in body, "说好了，照旧" in body) == (True, False)
    assert tap(client, table, "take_back").status_code == 303
    assert doubted(table) == []


def test_a_deal_that_is_doubted_already_is_asked_about_in_other_words(
    viewer: Client, bob: Client, table: Table
):
    tap(viewer, table)
    html = bob.get(table.url("disputes:dispute", table.keys[1])).content.decode()
    assert "已经有人提了，再说一句。" in html
    assert "桌上每台手机都看得到" not in html


def test_the_story_names_the_player_whose_phone_it_was(viewer: Client, table: Table):
    tap(viewer, table, note="多算了")
    for text in (
        plain(deal_page(viewer, table)),
        plain(viewer.get(table.url("history:show")).content.decode()),
    ):
        entry = text[text.index("阿芳 第 2 盘有异议") :]
        assert "看的" in text
        assert "多算了" in entry


def test_both_totals_stand_side_by_side_in_units_and_money(viewer: Client, table: Table):
    # 老王 won 12; then 小李 won 6 from 阿芳.
    tap(viewer, table, number=0)
    rows = re.findall(r"<tr><th.*?</tr>", deal_page(viewer, table, 0))
    assert [plain(row).split() for row in rows] == [
        ["老王", "+12", "+6.00", "元", "0", "0.00", "元"],
        ["小李", "0", "0.00", "元", "+6", "+3.00", "元"],
        ["阿芳", "−12", "−6.00", "元", "−6", "−3.00", "元"],
    ]


def test_what_the_deal_does_to_later_ones_is_in_the_totals_without_it(alice: Client, table: Table):
    session, _ = open_by(alice, client_id="rounds-0123456", **FOUR)
    keys = play(session, won(0, 70), won(0, 36), won(1, 20, giver=0))
    alice.post(reverse("disputes:dispute", args=[session.public_id, keys[0]]))
    text = plain(alice.get(reverse("deal:show", args=[session.public_id, keys[0]])).content.decode())
    assert "算上 不算 老王 +25 0 小李 −11 0" in text
    assert "不算的话，后面的第 3 盘也跟着变" in text


def test_a_second_tap_is_no_second_doubt(viewer: Client, table: Table):
    assert {tap(viewer, table).status_code for _ in range(3)} == {303}
    assert kinds(table).count("deal_disputed") == 1


def test_the_same_form_sent_twice_is_stored_once(viewer: Client, table: Table):
    for _ in range(2):
        assert tap(viewer, table, note="不对", client_id="doubt-0123456789").status_code == 303
    assert kinds(table).count("deal_disputed") == 1
    assert tap(viewer, table, note="别的", client_id="doubt-0123456789").status_code == 409


def test_somebody_else_may_say_something_too(viewer: Client, bob: Client, table: Table):
    tap(viewer, table)
    tap(bob, table, note="我也觉得")
    assert kinds(table).count("deal_disputed") == 2
    assert [one.note for one in queries.disputes_of(table.session)] == ["我也觉得"]


def test_a_scorekeeper_settles_it_as_it_stands(viewer: Client, bob: Client, table: Table):
    tap(viewer, table)
    assert "说好了，照旧" in deal_page(bob, table)
    assert "说好了，照旧" not in deal_page(viewer, table)
    assert tap(bob, table, "resolve").status_code == 303
    assert doubted(table) == []
    assert "第 2 盘说好了，照旧" in plain(deal_page(viewer, table))
    assert tap(viewer, table, "resolve").status_code == 403


def test_who_raised_it_may_take_it_back_and_nobody_else(viewer: Client, table: Table):
    other = client_with(table.session, Role.VIEWER, 0)
    tap(viewer, table)
    assert "收回异议" in deal_page(viewer, table)
    assert "收回异议" not in deal_page(other, table)
    refused = tap(other, table, "take_back")
    assert refused.status_code == 422
    assert "要由提的人收回" in refused.content.decode()
    assert doubted(table) == [2]
    assert tap(viewer, table, "take_back").status_code == 303
    assert doubted(table) == []


def test_who_joins_in_a_doubt_cannot_take_it_back_for_the_other(viewer: Client, table: Table):
    other = client_with(table.session, Role.VIEWER, 0)
    tap(viewer, table, note="多算了")
    tap(other, table, note="我看看")
    for client in (viewer, other):
        assert "收回异议" not in deal_page(client, table)
        refused = tap(client, table, "take_back")
        assert refused.status_code == 422
        assert "还有别的手机" in refused.content.decode()
    assert doubted(table) == [2]


def test_a_doubt_settled_before_is_nobody_elses_any_more(viewer: Client, bob: Client, table: Table):
    other = client_with(table.session, Role.VIEWER, 0)
    tap(viewer, table)
    tap(bob, table, "resolve")
    tap(other, table)
    assert "收回异议" in deal_page(other, table)
    assert tap(other, table, "take_back").status_code == 303
    tap(viewer, table)
    mended = facts.Win(winner=Seat(1), source="self_draw", hu=Count(22), xing=facts.Xing(count=Count(1)))
    record.replace_deal(session=table.session, sent=sent(table.session), deal=table.keys[1], fact=mended)
    tap(other, table)
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0])
    assert tap(other, table, "take_back").status_code == 303
    assert doubted(table) == []


def test_a_correction_settles_it_too_and_says_what_changed(viewer: Client, bob: Client, table: Table):
    tap(viewer, table)
    mended = facts.Win(
        winner=Seat(1), source="self_draw", hu=Count(22), xing=facts.Xing(count=Count(1)), note="看错了"
    )
    record.replace_deal(
        session=table.session, sent=sent(table.session), deal=table.keys[1], fact=mended, reason="再数了一遍"
    )
    assert doubted(table) == []
    text = plain(deal_page(viewer, table))
    entry = text[text.index("更正第 2 盘") :]
    assert "原来 小李 17 胡、阿芳点炮、3 舵 → 现在 小李 22 胡、自摸" in entry
    assert "附注 看错了" in entry
    assert "再数了一遍" in entry
    assert verify(table.session).damages == ()


def test_a_void_deal_and_a_closed_table_offer_no_doubt(alice: Client, viewer: Client, table: Table):
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[1])
    assert "dispute" not in deal_page(viewer, table)
    assert viewer.get(table.url("disputes:dispute", table.keys[1])).status_code == 303
    assert tap(viewer, table).status_code == 422
    record.close(session=table.session, sent=sent(table.session))
    assert "dispute" not in viewer.get(table.url("table:show")).content.decode()
    assert tap(viewer, table, number=0).status_code == 423
    # A tap on a page that was open still leads to the deal, which says how it stands.
    late = viewer.get(table.url("disputes:dispute", table.keys[0]))
    assert late.headers["Location"] == table.url("deal:show", table.keys[0])
    assert kinds(table).count("deal_disputed") == 0


def test_a_note_that_is_too_long_comes_back_with_its_reason(viewer: Client, table: Table):
    answer = tap(viewer, table, note="长" * 501)
    assert answer.status_code == 422
    assert "最多 500 个字" in answer.content.decode()
    assert "长" * 501 in answer.content.decode()
    assert 'aria-describedby="hint_note error-note" aria-invalid="true"' in answer.content.decode()
    assert 'id="error-note" role="alert"' in answer.content.decode()
    assert doubted(table) == []


def test_one_phone_cannot_fill_the_ledger_with_doubts(
    viewer: Client, bob: Client, table: Table, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(disputes, "MOST", 3)
    for _ in range(3):
        assert tap(viewer, table, note="不对").status_code == 303
    refused = tap(viewer, table, note="还是不对")
    assert refused.status_code == 429
    assert "当面说" in refused.content.decode()
    assert kinds(table).count("deal_disputed") == 3
    assert tap(bob, table, note="我看看").status_code == 303


def test_many_doubts_cost_the_settling_page_no_more_than_some(alice: Client, table: Table):
    keys = [*table.keys, *fill(table.session, [CALLED] * 8)]

    def count_queries() -> int:
        with CaptureQueriesContext(connection) as queries_made:
            page = alice.get(table.url("settlement:show")).content.decode()
        assert page.count('<table class="both">') == MOST_WEIGHED
        assert page.count("盘有异议") >= len(doubted(table))
        return len(queries_made)

    for key in keys[:MOST_WEIGHED]:
        record.dispute_deal(session=table.session, sent=sent(table.session), key=key)
    some = count_queries()
    for key in keys[MOST_WEIGHED:]:
        record.dispute_deal(session=table.session, sent=sent(table.session), key=key)
    assert count_queries() == some


def test_strangers_and_unknown_deals_are_404(charlie: Client, viewer: Client, table: Table):
    for verb in ("dispute", "resolve", "take_back"):
        assert tap(charlie, table, verb).status_code == 404
    assert viewer.post(table.url("disputes:dispute", 999)).status_code == 404


def test_a_doubt_leaves_the_ledger_where_it_is_for_everybody_who_writes(bob: Client, table: Table):
    base = GameSession.objects.get(pk=table.session.pk).ledger_seq
    tap(bob, table)
    entry = record.Sent(role=Role.SCOREKEEPER, base=base)
    record.record_deal(session=table.session, sent=entry, fact=CALLED)
    assert Deal.objects.filter(session=table.session).count() == 3


def test_an_open_page_is_sent_the_row_and_the_band_alone(viewer: Client, table: Table):
    table.session.refresh_from_db()
    seen = table.session.head_seq
    tap(viewer, table)
    news = viewer.get(table.url("live:news"), {"rev": seen, "show": "table"}).content.decode()
    assert "第 2 盘有异议" in news.split('data-into="doubted"')[1]
    assert "data-whole" not in news
    assert f'id="deal-{table.keys[1]}"' in news
    assert f'id="deal-{table.keys[0]}"' not in news


def test_a_quiet_line_says_who_doubts_what(bob: Client, viewer: Client, table: Table):
    table.session.refresh_from_db()
    seen = table.session.head_seq
    tap(viewer, table)
    news = bob.get(table.url("live:news"), {"rev": seen, "show": "line"}).content.decode()
    assert "刚才：阿芳说第 2 盘有异议" in news


def test_the_trail_holds_the_words_and_nothing_else(viewer: Client, table: Table):
    tap(viewer, table, note="  多算了  ")
    body = canonical.parse(Event.objects.get(session=table.session, kind="deal_disputed").body)
    assert {name: body[name] for name in ("deal", "note")} == {"deal": table.keys[1], "note": "多算了"}


def test_somebody_who_came_to_stand_in_keeps_no_page_of_a_doubted_deal_from_opening(
    alice: Client, viewer: Client, table: Table
):
    record.stand_in(session=table.session, sent=sent(table.session), player=2, by="二嫂")
    tap(viewer, table, note="多算了")
    for page in (table.url("deal:show", table.keys[1]), table.url("settlement:show")):
        assert alice.get(page).status_code == 200
