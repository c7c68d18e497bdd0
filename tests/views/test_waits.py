"""听牌、放流 after the hand: reached from the deal, told in the words of the game."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.ledger import record
from zipai_ledger.ledger.queries import kept
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Seat

from .conftest import WIN, Table, client_with, play, sent

pytestmark = pytest.mark.django_db
MANY = {
    "exposed": [{"kind": "peng", "cards": "捌捌捌"}, {"kind": "peng", "cards": "五五五"}],
    "concealed": "壹贰叁一二三肆伍六六柒柒柒陆",
    "winning_card": "陆",
    "source": "other_draw",
}
"""It waits for 五, 六, 叁, 陆, 柒 and 捌, which is the greatest, but wins by its own draw alone."""


def won(**hand: str) -> facts.Win:
    whole = {**MANY, **hand}
    source = whole["source"]
    from_ = None if source == "self_draw" else Seat(1)
    xing = facts.Xing(flipped=("柒",))
    return facts.Win(winner=Seat(0), source=source, from_=from_, hand=whole, xing=xing)  # type: ignore[arg-type]


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def page(client: Client, table: Table, key: int, query: str = "") -> str:
    answer = client.get(table.url("waits:show", key) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def rows(html: str) -> dict[str, str]:
    """Card → what stands beside it."""
    found = re.findall(r'<div role="row"[^>]*>(.*?)</div>', html, re.S)
    return {label[1]: plain(row) for row in found if (label := re.search(r'aria-label="(\S+)"', row))}


UNPLAYED = (facts.Foul(offender=Seat(2)), facts.Adjust(deltas=(1, -1, 0)))


def test_a_deal_that_was_played_leads_to_what_was_waited_for(viewer: Client, table: Table):
    keys = (*table.keys, *play(table.session, facts.Dead(), *UNPLAYED))
    expected = [
        table.url("waits:show", key) in viewer.get(table.url("deal:show", key)).content.decode()
        for key in keys
    ]
    assert expected == [True, True, True, False, False]


OPEN_HAND = "碰捌捌捌 碰五五五 手壹贰叁一二三肆伍六六柒柒柒陆"


def test_a_hand_that_somebody_shows_is_looked_at_too(viewer: Client, table: Table):
    (key,) = play(table.session, facts.Dead())
    empty = page(viewer, table, key)
    assert "别家的牌，也查一查" in empty
    assert "没记下胡的牌" not in empty
    html = page(viewer, table, key, f"?{urlencode({'seat': 1, 'hand': OPEN_HAND})}")
    assert "小李的牌" in html
    assert set(rows(html)) == {"大捌", "小五", "大柒", "小六", "大叁", "大陆"}
    assert "放过" not in html, "nothing came to be let go"
    assert f'value="{OPEN_HAND}"' in html


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("碰捌捌捌 手一", "20"),
        ("猫猫", "猫猫"),
        (f"{OPEN_HAND} 胡五 翻", "不要写胡的那张"),
        ("手" + "壹" * 20, "壹"),
    ],
)
def test_a_hand_that_cannot_be_says_what_is_wrong_with_it(
    viewer: Client, table: Table, text: str, expected: str
):
    html = page(viewer, table, table.keys[0], f"?{urlencode({'seat': 9, 'hand': text})}")
    wrong = re.search(r'id="error-hand"[^>]*>(.*?)</p>', html, re.S)
    assert wrong
    assert expected in wrong[1]


def test_a_hand_that_waits_for_nothing_is_told_so(viewer: Client, table: Table):
    far = "碰捌捌捌 碰五五五 手壹贰叁一二三肆七九陆拾柒玖九"
    html = page(viewer, table, table.keys[0], f"?{urlencode({'seat': 1, 'hand': far})}")
    assert "这手牌没有听" in html


def test_every_card_that_would_have_won_is_told_with_its_worth(viewer: Client, table: Table):
    (key,) = play(table.session, won())
    html = page(viewer, table, key)
    found = rows(html)
    assert list(found) == ["大柒", "小六", "大叁", "大陆", "大捌", "小五"]
    assert "22 胡 3 舵" in found["大柒"]
    assert "最大" in found["大柒"]
    assert "25 胡 5 舵 — —" in found["大捌"], "a peng opens by its own draw alone"
    assert "胡的" in found["大陆"]
    assert "19 胡 3 舵 19 胡 2 舵 19 胡 2 舵" in found["大陆"]
    assert "没见 1 张" in found["小五"]
    assert "都见了" in found["大柒"], "the fourth was turned"
    text = plain(html)
    assert "听 6 样" in text
    assert "最大的是大柒：22 胡 3 舵" in text


def test_what_letting_it_go_would_have_meant_is_said(viewer: Client, table: Table):
    (key,) = play(table.session, won())
    left = {"小五": 1, "小六": 2, "大叁": 3, "大陆": 2, "大捌": 1}
    assert f"要是放过大陆不胡，还听 6 样，外面最多还有 {sum(left.values())} 张。" in plain(
        page(viewer, table, key)
    )


def test_a_win_told_by_its_hu_says_why_there_is_nothing(viewer: Client, table: Table):
    assert "没记下胡的牌" in page(viewer, table, table.keys[1])


def test_a_void_deal_can_still_be_looked_at(viewer: Client, table: Table):
    record.void_deal(session=table.session, sent=sent(table.session), deal=table.keys[0])
    assert "听" in plain(page(viewer, table, table.keys[0]))


def test_tiles_ask_which_one_won_and_then_tell():
    stage = NewStage(ruleset="guiyang", seats=(0, 1, 2, 3))
    opened = record.open_session(
        sent=record.Sent(role="owner"), name="四个人", players=["甲", "乙", "丙", "丁"], stage=stage
    )
    client = client_with(opened.session, "owner")
    win = facts.TileWin(winner=Seat(1), source="self_draw", tiles="碰五万 一一一条 二三四筒 五六七筒 九九筒")
    (key,) = play(opened.session, facts.TilesWon(wins=(win,), ji=facts.Ji(flipped=None)))
    address = reverse("waits:show", args=[opened.session.public_id, key])
    html = client.get(address).content.decode()
    assert "胡的是哪一张" in html
    links = re.findall(r'<li><a href="([^"]+card=[^"]+)">', html)
    assert len(links) == 8
    body = client.get(unescape(links[4])).content.decode()
    assert list(rows(body)) == ["五筒", "八筒"]
    assert "平胡" in body
    assert "只有这一张能胡" not in body
    assert "胡哪张都一样大" in body


def test_strangers_find_nothing(charlie: Client, table: Table):
    assert charlie.get(table.url("waits:show", table.keys[0])).status_code == 404


def test_a_deal_that_is_not_there_is_not_found(viewer: Client, table: Table):
    assert viewer.get(table.url("waits:show", 999)).status_code == 404


def test_it_costs_as_many_queries_whatever_the_deal(viewer: Client, table: Table, django_assert_num_queries):
    play(table.session, *[WIN] * 20)
    for key in table.keys:
        kept.forget()
        with django_assert_num_queries(4):
            viewer.get(table.url("waits:show", key))


def test_a_hand_that_can_no_longer_be_read_says_so_calmly(viewer: Client, table: Table):
    deal = table.deal(1)
    deal.fact = deal.fact.replace('"concealed":"', '"concealed":"猫')
    deal.save()
    assert "说不出听什么" in page(viewer, table, table.keys[0])


def test_the_greatest_card_is_said_to_be_it(viewer: Client, table: Table):
    (key,) = play(table.session, won(source="self_draw", winning_card="捌"))
    assert "胡这张最大" in page(viewer, table, key)


def test_a_wait_of_which_every_copy_was_seen_left_nothing():
    stage = NewStage(ruleset="guiyang", seats=(0, 1, 2, 3))
    opened = record.open_session(
        sent=record.Sent(role="owner"), name="四个人", players=["甲", "乙", "丙", "丁"], stage=stage
    )
    client = client_with(opened.session, "owner")
    tiles = "七七七八九万 一一一条 二二二条 三三三条"
    win = facts.TileWin(winner=Seat(1), source="self_draw", tiles=tiles)
    (key,) = play(opened.session, facts.TilesWon(wins=(win,), ji=facts.Ji(flipped="七万")))
    address = reverse("waits:show", args=[opened.session.public_id, key])
    text = plain(client.get(f"{address}?{urlencode({'card': '七万'})}").content.decode())
    assert "只有这一张能胡" in text
    assert "都见了" in text
    assert "外面就没有能胡的了" in text


def test_a_hand_that_somebody_shows_is_looked_at_below_the_winners(viewer: Client, table: Table):
    (key,) = play(table.session, won())
    hand = "碰捌捌捌碰五五五手壹贰叁一二三肆伍六六柒柒柒陆"
    html = page(viewer, table, key, "?" + urlencode({"seat": 1, "hand": hand}))
    assert "小李的牌" in plain(html)
    assert html.count('role="table"') == 2


def test_no_part_of_a_deals_page_is_called_nothing(viewer: Client, table: Table):
    assert 'aria-label=""' not in viewer.get(table.url("deal:show", table.keys[0])).content.decode()


def test_a_hand_of_these_cards_can_be_tapped_and_one_of_tiles_too(viewer: Client, table: Table):
    tapped = page(viewer, table, table.keys[1])
    assert tapped.count("data-card=") == 20
    assert 'data-kind="rest" data-token="手"' in tapped
    assert 'data-kind="peng" data-token="碰"' in tapped
    stage = NewStage(ruleset="guiyang", seats=(0, 1, 2, "四叔"))
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    (key,) = play(table.session, facts.Dead(ready=()))
    tiles = page(viewer, table, key)
    assert 'id="id_hand"' in tiles
    assert "data-card=" not in tiles
    assert tiles.count("data-tile=") == 27
    assert 'data-kind="peng" data-token="碰"' in tiles
