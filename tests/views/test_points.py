"""A table of 打林 through the same pages: opened with its own bands, entered, shown, corrected, settled."""

import csv
import io
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.exports import table_csv
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Deal, GameSession, Stage
from zipai_ledger.presenters.deals import DealLine, Roster, WorkedLine, deal_row
from zipai_ledger.rules import registry
from zipai_ledger.rules.options import Words
from zipai_ledger.rules.points import PointsAsk, PointsGame

from .conftest import client_with

pytestmark = pytest.mark.django_db

NEW = {
    "client_id": "points-0123456789",
    "ruleset": "dalin",
    "player": ["老王", "小李", "阿芳", "四叔"],
    "dealer": "0",
    "name": "打林",
    "stake": "",
}
BANDS = {"rule-bands.end": ["155", "", " "], "rule-bands.worth": ["−2", "3", ""]}


def opened(client: Client, **more) -> GameSession:
    answer = client.post(reverse("new_table:new"), {**NEW, **more})
    assert answer.status_code == 302, answer.content.decode()
    return GameSession.objects.latest("pk")


def url(session: GameSession, name: str, *arguments: object) -> str:
    return reverse(name, args=[session.public_id, *arguments])


def save(client: Client, session: GameSession, **data: str):
    number = GameSession.objects.get(pk=session.pk).head_seq
    sent = {"client_id": f"deal-{number:010}", "base": "", **data}
    return client.post(url(session, "deal_entry:save"), sent)


def text(answer) -> str:
    return answer.content.decode()


def key(session: GameSession, position: int) -> int:
    return Deal.objects.get(session=session, position=position).key


def deltas(session: GameSession) -> list[list[int]]:
    return [canonical.parse(deal.outcome)["deltas"] for deal in Deal.objects.filter(session=session)]


@pytest.fixture
def session(alice: Client) -> GameSession:
    return opened(alice)


# ---- a house rule that is a table --------------------------------------------------------------------------------


def test_the_bands_stand_in_the_form_row_by_row_the_last_one_open(alice: Client):
    page = text(alice.get(reverse("new_table:new"), {"ruleset": "dalin"}))
    assert page.count('name="rule-bands.end"') == page.count('name="rule-bands.worth"') == 12
    assert 'value="355"' in page
    assert 'value="640"' not in page
    assert "比如抓了 380，抠底 20 × 4，共 460 分" in page
    assert "＝ +5 分" in page


def test_bands_are_edited_as_a_whole(alice: Client):
    session = opened(alice, **BANDS)
    options = canonical.parse(Stage.objects.get(session=session).options)
    usual = canonical.parse(canonical.to_text(registry.get("dalin").options.resolve({})))
    assert options == {**usual, "bands": [[155, -2], [640, 3]]}


def test_a_form_without_the_table_keeps_the_usual_one(session: GameSession):
    options = canonical.parse(Stage.objects.get(session=session).options)
    assert options["bands"][0] == [20, -5]


def test_the_example_follows_the_bands_while_they_are_edited(alice: Client):
    page = text(alice.post(reverse("new_table:examples"), {**NEW, **BANDS}))
    assert "＝ +3 分" in page
    assert "自己定的" in page
    assert "积分表自己定的" in page


@pytest.mark.parametrize(
    ("ends", "message"),
    [(["x", ""], "0 到 640"), (["155", "155"], "有两行到同一个数")],
)
def test_wrong_bands_are_told_beside_them_and_stay_as_they_were_typed(alice: Client, ends, message):
    wrong = {"rule-bands.end": ends, "rule-bands.worth": ["-2", "3"]}
    answer = alice.post(reverse("new_table:new"), {**NEW, **wrong})
    assert answer.status_code == 422
    assert message in text(answer)
    assert f'value="{ends[0]}"' in text(answer)
    assert not GameSession.objects.exists()


# ---- entering ----------------------------------------------------------------------------------------------------


def test_the_first_deal_asks_who_deals_and_offers_no_gongzhu(alice: Client, session: GameSession):
    page = text(alice.get(url(session, "deal_entry:new")))
    assert "头一盘谁坐庄？" in page
    content = re.sub(r"<template data-unsettled>.*?</template>", "", page)
    assert 'name="gongzhu"' not in content
    assert save(alice, session, points_100="0", dealer="1").status_code == 303
    page = text(alice.get(url(session, "deal_entry:new")))
    assert "头一盘谁坐庄？" not in page
    assert 'name="gongzhu"' in page
    assert "小李、四叔" in page
    assert "打 10" in page


def test_a_game_without_gongzhu_is_asked_for_none_and_says_itself_who_deals_first(
    alice: Client, session: GameSession, monkeypatch: pytest.MonkeyPatch
):
    ruleset = registry.get("dalin")
    game = ruleset.game(ruleset.options.resolve({})).of_kind(PointsGame)
    own = Words("掷骰子", "By dice")

    def asks(*where) -> PointsAsk:
        return replace(game.asks(*where), gongzhu=False, first_dealer=own)

    monkeypatch.setattr(ruleset, "game", lambda options: replace(game, asks=asks), raising=False)
    first = text(alice.get(url(session, "deal_entry:new")))
    assert "掷骰子" in first
    assert "明牌" not in first
    assert save(alice, session, points_100="0", dealer="1").status_code == 303
    for page in (first, text(alice.get(url(session, "deal_entry:new")))):
        assert 'name="gongzhu"' not in page


def test_only_what_the_game_knows_is_offered_beside_a_win(alice: Client, session: GameSession):
    page = text(alice.get(url(session, "deal_entry:new")))
    assert "黄庄" not in page
    assert "诈胡" not in page
    assert alice.get(url(session, "deal_entry:dead")).status_code == 302


def test_an_empty_form_says_what_comes_first(alice: Client, session: GameSession):
    assert 'data-why="先点抓了多少分"' in text(alice.get(url(session, "deal_entry:new")))


def test_the_preview_tells_total_band_level_and_tribute(alice: Client, session: GameSession):
    sent = {"points_100": "300", "points_10": "80", "kitty_cards": "4", "kitty_points_10": "20"}
    band = text(alice.post(url(session, "deal_entry:preview"), sent))
    assert 'data-ready="1"' in band
    for sentence in ("<b>460</b> 分", "闲家 +5，闲家赢", "下一盘小李坐庄", "对方从 5 打起", "进 4 张贡"):
        assert sentence in band
    assert not Deal.objects.exists()


def test_looking_first_stores_nothing_and_keeps_the_form(alice: Client, session: GameSession):
    answer = save(alice, session, points_100="100", points_10="60", points_5="5", look="1")
    assert answer.status_code == 200
    page = text(answer)
    assert 'name="points_100" value="100" checked' in page
    assert 'name="points_10" value="60" checked' in page
    assert 'name="points_5" value="5" checked' in page
    assert "<b>165</b> 分" in page
    assert not Deal.objects.exists()


def test_what_is_wrong_is_said_and_the_form_stays(alice: Client, session: GameSession):
    answer = save(alice, session, points_100="400", points_10="50", kitty_cards="2")
    assert answer.status_code == 422
    assert 'name="points_100" value="400" checked' in text(answer)
    assert "底牌几分？" in text(answer)
    assert not Deal.objects.exists()


def test_sent_twice_it_is_stored_once(alice: Client, session: GameSession):
    sent = {"client_id": "the-same-deal-01", "base": "", "points_100": "0"}
    for _ in range(2):
        assert alice.post(url(session, "deal_entry:save"), sent).status_code == 303
    assert Deal.objects.count() == 1


# ---- shown and corrected -----------------------------------------------------------------------------------------


def evening(client: Client, session: GameSession) -> None:
    """T 0: +5 老王 阿芳. T 160: −1 小李's side, which wins it. 公主 T 180: 老王's side +1, 四叔's side keeps the deal."""
    assert save(client, session, points_100="0").status_code == 303
    assert save(client, session, points_100="100", points_10="60").status_code == 303
    assert save(client, session, points_100="100", points_10="80", gongzhu="1").status_code == 303


def deal_lines(session: GameSession) -> list[DealLine]:
    """The lines of the ledger, newest first, as their template is given them."""
    view = queries.table_view(GameSession.objects.get(pk=session.pk))
    names = [player.name for player in view.players]
    return [deal_row(each, Roster(names, range(len(names)))) for each in view.deals]


def test_a_row_is_called_by_its_points_and_tells_level_and_tribute(alice: Client, session: GameSession):
    evening(alice, session)
    assert deltas(session) == [[5, -5, 5, -5], [1, -1, 1, -1], [1, -1, 1, -1]]
    lines = deal_lines(session)
    assert [line.title for line in lines] == ["公主 180 分", "闲家 160 分", "闲家 0 分"]
    assert [line.about for line in lines] == [
        ("庄家赢", "打 5", "不进贡"),
        ("闲家赢", "打 10", "不进贡"),
        ("庄家赢", "打 5", "进贡 3"),
    ]
    worked = lines[1].lines
    assert WorkedLine("照积分表，闲家每人付 1，庄家方每人得 1", "−1 分") in worked
    assert WorkedLine("赢归闲家，积分却是 −1：两张表这样印的，都照算", "") in worked
    page = text(alice.get(url(session, "table:show")))
    assert all(line.title in page for line in lines)
    assert lines[0].results == (WorkedLine("小李、四叔各付，老王、阿芳各得", "1 分"),)


def test_the_table_says_who_plays_which_level_and_a_seat_begins_no_entry(alice: Client, session: GameSession):
    page = text(alice.get(url(session, "table:show")))
    assert "老王、阿芳打 5" in page
    assert "直接点胡的人" not in page
    assert "?winner=" not in page
    evening(alice, session)
    assert "小李、四叔打 10" in text(alice.get(url(session, "table:show")))
    alice.post(url(session, "closing:close"), {"client_id": "close-0123456789", "base": ""})
    assert "小李、四叔打 10" not in text(alice.get(url(session, "table:show")))


def test_the_page_of_one_deal_explains_it(alice: Client, session: GameSession):
    evening(alice, session)
    page = text(alice.get(url(session, "deal:show", key(session, 1))))
    assert "老王、阿芳打过 5，升到 10" in page
    assert "下一盘小李、四叔进 3 张贡，小李多一张" in page


def test_a_correction_starts_from_what_stands_there(alice: Client, session: GameSession):
    save(alice, session, points_100="300", points_10="80", kitty_cards="4", kitty_points_10="20")
    page = alice.get(f"{url(session, 'deal_entry:new')}?replace={key(session, 1)}")
    for checked in (
        'name="points_100" value="300" checked',
        'name="points_10" value="80" checked',
        'name="kitty_cards" value="4" data-kitty checked',
        'name="kitty_points_10" value="20" checked',
        "<b>460</b> 分",
    ):
        assert checked in text(page)


def test_a_correction_moves_levels_and_dealers_and_a_gongzhu_that_comes_first_is_blocked(
    alice: Client, session: GameSession
):
    evening(alice, session)
    answer = alice.post(
        f"{url(session, 'deal_entry:save')}?replace={key(session, 1)}",
        {"client_id": "mend-0123456789", "points_100": "200"},
    )
    assert re.search(r"第 2 盘\s+庄家", re.sub(r"<[^>]+>", " ", text(answer)))
    void = url(session, "corrections:void", key(session, 1))
    alice.post(void, {"client_id": "void-0123456789", "confirm": "1"})
    blocked = alice.post(
        url(session, "corrections:void", key(session, 2)), {"client_id": "void-1123456789", "confirm": "1"}
    )
    assert blocked.status_code == 409
    assert "头一盘不能打公主" in text(blocked)


def test_an_evening_settles(alice: Client, session: GameSession):
    evening(alice, session)
    page = text(alice.get(url(session, "settlement:show")))
    assert page.count("7 分") == 2


def test_whoever_only_looks_sees_the_same_without_buttons(alice: Client, session: GameSession):
    evening(alice, session)
    page = text(client_with(session, "viewer").get(url(session, "table:show")))
    assert "公主 180 分" in page
    assert "记一盘" not in page


def test_the_exported_table_calls_a_deal_as_the_page_does(alice: Client, session: GameSession):
    evening(alice, session)
    written = "".join(table_csv.write(GameSession.objects.get(pk=session.pk), "zh-hans"))
    rows = list(csv.DictReader(io.StringIO(written.removeprefix("\ufeff"))))
    assert [row["结果"] for row in rows[:3]] == ["闲家 0 分", "闲家 160 分", "公主 180 分"]
