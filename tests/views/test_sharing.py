"""发图: the picture and the text of an evening, for whoever may see the table."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.lifting import lifted
from tests.views.conftest import client_with, open_by, play
from zipai_ledger.exports.summary import summary_of
from zipai_ledger.ledger import record
from zipai_ledger.ledger.queries import DealCount
from zipai_ledger.ledger.settlement import MethodChoice, settling
from zipai_ledger.models import Event, GameSession, Role
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat

pytestmark = pytest.mark.django_db
GUEST = "大姐"
SVG = "{http://www.w3.org/2000/svg}"


def texts_of(answer):
    root = ElementTree.fromstring(answer.content)
    return [element.text for element in root.iter(f"{SVG}text")]


def test_members_share_and_strangers_find_nothing(table, alice, viewer, charlie):
    for name in ("sharing:show", "sharing:picture"):
        assert alice.get(table.url(name)).status_code == viewer.get(table.url(name)).status_code == 200
        assert charlie.get(table.url(name)).status_code == Client().get(table.url(name)).status_code == 404


def test_the_picture_tells_who_stands_where_the_best_hand_rules_and_head(table, alice):
    answer = alice.get(table.url("sharing:picture"))
    assert answer["Content-Type"].startswith("image/svg+xml")
    body = texts_of(answer)
    session = GameSession.objects.get(pk=table.session.pk)
    assert {"周五老地方", "老王", "小李", "阿芳", "最大一手", "第 1 盘", "记", "账"} <= set(body)
    assert "起胡 10 ・ 每舵 5 胡 ・ 自摸加 1 ・ 点炮付两家 ・ 翻醒上下" in body
    assert not any("guilin-" in text or "几个人" in text for text in body)
    head = session.head_hash[:12]
    assert f"账首 {head[:4]} {head[4:8]} {head[8:]}" in body


def test_the_picture_and_the_text_say_who_pays_whom_and_that_all_is_paid(table, alice):
    due = settling(GameSession.objects.get(pk=table.session.pk), MethodChoice()).dues[0]
    texts, chat = (
        texts_of(alice.get(table.url("sharing:picture"))),
        alice.get(table.url("sharing:show")).context["text"],
    )
    assert {"还没付", "阿芳 → 老王 6.00 元"} <= set(texts)
    assert "还没付：\n阿芳 → 老王 6.00 元" in chat
    paid = {"payer": due.payer, "payee": due.payee, "currency": due.currency, "minor": due.minor}
    record.pay(session=table.session, sent=record.Sent(role=Role.OWNER), **paid)
    texts, chat = (
        texts_of(alice.get(table.url("sharing:picture"))),
        alice.get(table.url("sharing:show")).context["text"],
    )
    assert "都付清了" in texts
    assert "都付清了" in chat.splitlines()


def test_the_seal_is_in_the_readers_script_and_not_on_an_english_picture(table, alice):
    found = {
        lang: alice.get(table.url("sharing:picture"), headers={"accept-language": lang}).content.decode()
        for lang in ("zh-hans", "zh-hant", "en")
    }
    for lang, character in (("zh-hans", "记"), ("zh-hant", "記")):
        assert f">{character}</text>" in found[lang]
        assert 'height="196"' in found[lang]
    assert 'height="196"' not in found["en"]


def test_the_picture_stands_alone(table, alice):
    """As an image a phone fetches nothing for it, and the pages forbid styles within."""
    text = alice.get(table.url("sharing:picture")).content.decode()
    root = ElementTree.fromstring(text)
    known = {element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href") for element in root.iter(f"{SVG}use")}
    assert used
    assert {href.removeprefix("#") for href in used} <= known
    assert "var(" not in text
    assert "style" not in text


def test_a_name_that_looks_like_markup_is_only_a_name(alice):
    session, _code = open_by(alice, player=["<b>&\"'", "小李", "阿芳"], name="</svg>")
    text = texts_of(alice.get(f"/t/{session.public_id}/share/picture.svg"))
    assert {"<b>&\"'", "</svg>"} <= set(text)


def test_the_dark_picture_has_the_colours_of_the_dark_pages(table, alice):
    assert b"#15120e" in alice.get(table.url("sharing:picture") + "?look=dark").content
    alice.cookies["theme"] = "dark"
    assert b"#15120e" in alice.get(table.url("sharing:picture")).content
    assert b"#f4eddf" in alice.get(table.url("sharing:picture") + "?look=light").content


@pytest.mark.parametrize(
    ("look", "red", "green"), [("light", "#8f1d14", "#17503e"), ("dark", "#ffa08c", "#93d3b8")]
)
def test_whoever_wants_wins_in_green_has_them_so_in_the_picture_too(table, alice, look, red, green):
    url = table.url("sharing:picture") + f"?look={look}"
    won = r'fill="{}">\+'
    usual = alice.get(url).content.decode()
    assert re.search(won.format(red), usual)
    alice.cookies["signs"] = "green-wins"
    turned = alice.get(url).content.decode()
    assert re.search(won.format(green), turned)
    assert not re.search(won.format(red), turned)
    assert re.search(rf'fill="{red}">−', turned)
    lines = re.compile(r'stroke="(#[0-9a-f]{6})"')
    assert lines.findall(turned) == lines.findall(usual)
    assert "signs=green-wins" in alice.get(table.url("sharing:show")).content.decode()


def test_the_text_says_who_pays_whom_in_a_few_lines(table, alice):
    text = alice.get(table.url("sharing:show")).context["text"]
    session = GameSession.objects.get(pk=table.session.pk)
    summary = summary_of(session)
    for due in summary.settlement.dues:
        assert f"{summary.players[due.payer]} → {summary.players[due.payee]} {due.minor / 100:.2f} 元" in text
    assert text.startswith("【周五老地方】")
    assert "规矩：起胡 10 ・ 每舵 5 胡 ・ 自摸加 1 ・ 点炮付两家 ・ 翻醒上下" in text
    assert "guilin-" not in text
    assert max(map(len, text.splitlines())) <= 60
    assert len(text) < 500


def test_a_table_without_a_deal_can_be_shared_too(alice):
    session, _code = open_by(alice, name="周六", stake="")
    answer = alice.get(f"/t/{session.public_id}/share/")
    assert answer.status_code == 200
    assert "桂林字牌" in answer.context["text"]
    assert "最大一手" not in texts_of(alice.get(f"/t/{session.public_id}/share/picture.svg"))


def test_a_round_that_is_not_over_stands_beside_the_totals_that_have_nothing_of_it(alice: Client):
    session, _code = open_by(alice, ruleset="paohuzi_tally:loudi", stake="")
    assert "还没结的一轮" not in alice.get(f"/t/{session.public_id}/share/").context["text"]
    play(session, facts.Win(winner=Seat(0), source="self_draw", hu=Count(21)), facts.Foul(offender=Seat(1)))
    line = "还没结的一轮：老王 42 胡、小李 −30 胡"
    assert line in alice.get(f"/t/{session.public_id}/share/").context["text"].splitlines()
    assert line in alice.get(f"/t/{session.public_id}/export/print/").content.decode()


def test_what_was_struck_out_is_no_best_hand(table):
    owner = record.Sent(role=Role.OWNER)
    session = GameSession.objects.get(pk=table.session.pk)
    assert summary_of(session).best.position == 1
    record.void_deal(session=session, sent=owner, deal=table.keys[0], reason="记错了")
    summary = summary_of(GameSession.objects.get(pk=session.pk))
    assert (summary.best.position, summary.wins, summary.deals) == (2, (0, 1, 0), DealCount(1, 0, 1))


def test_the_summary_takes_as_many_queries_at_two_deals_as_at_thirty(table, django_assert_num_queries):
    # The count is kept as long as nothing is written.
    play(table.session, facts.Dead())
    with CaptureQueriesContext(connection) as found:
        summary_of(GameSession.objects.get(pk=table.session.pk))
    play(table.session, *[facts.Dead()] * 27)
    with django_assert_num_queries(len(found)):
        assert summary_of(GameSession.objects.get(pk=table.session.pk)).deals == DealCount(30, 28)


def test_nothing_is_shared_of_a_ledger_that_does_not_hold(table, alice):
    with lifted():
        Event.objects.filter(session=table.session, seq=3).update(body="{}")
        for name in ("sharing:show", "sharing:picture"):
            assert alice.get(table.url(name)).status_code == 409


def test_a_phone_in_english_gets_an_english_picture(table):
    client = client_with(table.session, Role.VIEWER)
    answer = client.get(table.url("sharing:picture"), headers={"accept-language": "en"})
    assert "Best hand" in texts_of(answer)


def test_who_pays_whom_is_told_in_the_way_this_phone_settles_the_table(table, alice):
    play(table.session, facts.Win(winner=1, source="self_draw", hu=17, xing=facts.Xing(count=0)))
    fewest = alice.get(table.url("sharing:show")).context["text"]
    alice.get(table.url("settlement:show") + "?way=cashier&by=0")
    for name in ("sharing:show", "sharing:paper"):
        page = alice.get(table.url(name)).content.decode()
        assert all("老王" in line for line in page.splitlines() if " → " in line)
    assert alice.get(table.url("sharing:show")).context["text"] != fewest
    drawn = [text for text in texts_of(alice.get(table.url("sharing:picture"))) if " → " in text]
    assert len(drawn) > 1
    assert all("老王" in text for text in drawn)


def test_wins_count_for_whoever_played_as_figures_do(table, alice):
    """Sharing and figures are one count: what somebody wins while sitting in for 老王 is not 老王's win."""
    session = GameSession.objects.get(pk=table.session.pk)
    record.stand_in(session=session, sent=record.Sent(role=Role.OWNER), player=0, by=GUEST)
    play(table.session, facts.Win(winner=0, source="self_draw", hu=12, xing=facts.Xing(count=0)))
    summary = summary_of(GameSession.objects.get(pk=session.pk))
    by_name = dict(zip(summary.players, summary.wins, strict=True))
    assert (by_name["老王"], by_name[GUEST]) == (1, 1)
    page = alice.get(table.url("table:figures"))
    assert page.status_code == 200


def test_two_games_in_one_evening_show_the_hand_and_the_line_of_the_longer_one(table):
    owner = record.Sent(role=Role.OWNER)
    record.open_stage(
        session=table.session, sent=owner, stage=record.NewStage(ruleset="tuozi", seats=(0, 1, 2))
    )
    for winner in (0, 1, 2):
        record.record_deal(
            session=table.session,
            sent=owner,
            fact=facts.Win(winner=winner, source="self_draw", hu=60 + winner),
        )
    summary = summary_of(GameSession.objects.get(pk=table.session.pk))
    assert (summary.best.winner, summary.best.hu, summary.best.position) == (2, 62, 5)
    assert summary.course.unit == summary.rules[1].ruleset.unit.zh
    assert [rules.code.partition("-")[0] for rules in summary.rules] == ["guilin", "tuozi"]


def test_a_game_is_called_as_its_place_calls_it(alice: Client):
    session, _code = open_by(alice, ruleset="paohuzi_tally:loudi")
    play(session, facts.Win(winner=0, hu=20, source="self_draw", counts=facts.CardCounts(red=5)))
    assert (
        "娄底放炮罚，算了 1 盘"
        in alice.get(reverse("sharing:show", args=[session.public_id])).context["text"]
    )
    why = alice.get(reverse("breakdown:show", args=[session.public_id, 0])).content.decode()
    assert "娄底放炮罚" in why
    rows = alice.get(reverse("exports:csv", args=[session.public_id])).getvalue().decode()
    assert "规矩,娄底放炮罚," in rows
    for text in (why, rows.partition("规矩,")[2]):
        assert "跑胡子记胡" not in text
