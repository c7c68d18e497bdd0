"""Games that count towards a round: the running tally, a round that is over, one that ends early."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.ledger import record
from zipai_ledger.models import GameSession, Role, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat

from .conftest import client_with, open_by, play, sent

pytestmark = pytest.mark.django_db

FOUR = {
    "ruleset": "bopi",
    "seats": "three_and_counter",
    "player": ["老王", "小李", "阿芳", "四叔"],
    "stake": "",
}
ENTRY = "round-0123456789"


def won(winner: int, hu: int, source: str = "other_draw", giver: int | None = None) -> facts.Win:
    from_ = None if giver is None else Seat(giver)
    return facts.Win(winner=Seat(winner), source=source, from_=from_, hu=Count(hu))  # type: ignore[arg-type]


@pytest.fixture
def session(alice: Client) -> GameSession:
    """老王 deals, 四叔 is 数算; 老王 has 70, 四叔 35."""
    session, _ = open_by(alice, **FOUR)
    play(session, won(0, 70))
    return session


def page(client: Client, session: GameSession, name: str = "table:show", query: str = "") -> str:
    return client.get(reverse(name, args=[session.public_id]) + query).content.decode()


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def end(client: Client, session: GameSession, **data: str):
    url = reverse("deal_entry:end_round", args=[session.public_id])
    return client.post(url, {"client_id": ENTRY, "base": "", **data})


def test_every_seat_shows_its_tally_beside_what_is_settled(alice: Client, session: GameSession):
    html = page(alice, session)
    assert re.findall(r'class="tally num"><b>([^<]+)</b> 胡', html) == ["70", "0", "0", "35"]
    assert html.count('class="total num zero">0</span> 皮') == 4
    assert "老王最高，70 胡，离满 100 还差 30 胡" in html
    assert re.findall(r'max="100" value="(\d+)"', html) == ["70", "0", "0", "35"]
    assert re.findall(r'class="left">([^<]+)<', html) == ["差 30", "差 100", "差 100", "差 65"]
    assert "老王 打桩" in plain(html)
    assert 'class="tag claim">数算' in html
    assert 'title="打桩的">桩' in html


def test_a_tally_below_zero_has_a_real_minus(alice: Client, session: GameSession):
    play(session, facts.Foul(offender=Seat(1)))
    assert "<b>\u221230</b> 胡" in page(alice, session)


def test_a_row_shows_what_a_deal_counts_and_not_noughts(alice: Client, session: GameSession):
    html = page(alice, session)
    assert re.findall(r'class="num tallied">([^<]+)<', html) == ["+70", "0", "0", "+35"]
    assert "数算的四叔记一半：35 胡" in html


def test_a_round_that_is_over_has_a_row_that_settles_it(alice: Client, session: GameSession):
    # 70 + 36 = 106 while dealing, then 小李 20 and 四叔 35 + 18 + 10 = 63: 皮 11, 2, 0, 6, in all 19.
    play(session, won(0, 36), won(1, 20, giver=0))
    html = page(alice, session)
    rows = re.findall(r'<details class="deal(?: round)?" id="deal-([^"]+)"', html)
    key = rows[1]
    assert rows[0] == f"{key}-round"
    settled, deal = html.split('<details class="deal')[1:3]
    assert "一轮结了" in settled
    assert "老王 106 胡，11 皮" in settled
    assert re.findall(r'class="num (?:plus|minus|zero)">([^<]+)<', settled) == ["+25", "−11", "−19", "+5"]
    assert "皮" not in plain(deal)
    assert re.findall(r'tallied">([^<]+)<', deal) == ["0", "+20", "0", "+10"]
    assert "这一轮不打完了" not in html


def test_a_round_just_over_stands_large_above_the_ledger_and_leads_to_the_next(
    alice: Client, session: GameSession
):
    # 皮 11, 2, 0, 6, in all 19: each gets four times its own less 19.
    play(session, won(0, 36), won(1, 20, giver=0))
    html = page(alice, session)
    over = html.split('class="sheet round-over"')[1].split("</section>")[0]
    assert re.findall(r'<dd class="num \w+">([^<]+)</dd>', over) == ["+25", "−11", "−19", "+5"]
    assert re.findall(r'<dd class="num">([^<]+)</dd>', over) == ["106 胡", "20 胡", "0 胡", "63 胡"]
    assert "老王 106 胡，11 皮" in over
    assert "小李、四叔付老王" not in over
    assert "阿芳付老王" in over
    assert "下一轮 小李 打桩" in plain(html)
    assert "打下一轮" in html.split("<footer")[1]
    play(session, won(1, 10))
    html = page(alice, session)
    assert "round-over" not in html
    assert "记一盘" in html.split("<footer")[1]


def test_an_agreed_adjustment_does_not_hide_the_round_just_over(alice: Client, session: GameSession):
    play(session, won(0, 36), won(1, 20, giver=0), facts.Adjust(deltas=(1, -1, 0, 0)))
    assert "round-over" in page(alice, session)


@pytest.mark.parametrize(
    ("how", "message"),
    [("drop", "这一轮记的全部作罢，谁也不付。"), ("carry", "谁也没付，记的数留着，下次接着打。")],
)
def test_a_round_that_ended_unpaid_shows_its_tally(alice: Client, session: GameSession, how, message):
    end(alice, session, how=how, note="四叔要回家")
    over = page(alice, session).split('class="sheet round-over"')[1].split("</section>")[0]
    assert message in over
    assert "四叔要回家" in over
    assert re.findall(r'<dd class="num zero">([^<]+)</dd>', over) == ["70", "0", "0", "35"]


def test_a_seat_that_has_enough_says_so(alice: Client, session: GameSession):
    play(session, won(0, 36))
    html = page(alice, session)
    assert re.findall(r'class="left full">([^<]+)<', html) == ["满了"]
    assert "老王 106 胡，满了 100：打桩的再胡接着打，别人胡了就结" in html


def test_each_seat_shows_what_its_next_win_needs(alice: Client):
    session, _ = open_by(alice, ruleset="gaohuzi", seats="three", player=["老王", "小李", "阿芳"], stake="")
    play(session, won(0, 20), won(1, 19), won(0, 20))
    assert re.findall(r'class="need claim">([^<]+)<', page(alice, session)) == ["这盘要 16", "头盘要 18"]


def test_every_game_says_who_deals_next_in_its_own_words(alice: Client):
    session, _ = open_by(alice)
    assert "第 1 盘 老王 坐庄" in plain(page(alice, session))


def test_a_void_deal_settles_nothing(alice: Client, session: GameSession):
    keys = play(session, won(0, 36), won(1, 20, giver=0))
    record.void_deal(session=session, sent=sent(session), deal=keys[1])
    html = page(alice, session)
    assert "一轮结了" not in html
    assert "这一轮不打完了" in html


def test_the_page_of_a_deal_tells_its_round_too(alice: Client, session: GameSession):
    keys = play(session, won(0, 36), won(1, 20, giver=0))
    url = reverse("deal:show", args=[session.public_id, keys[1]])
    assert "一轮结了" in alice.get(url).content.decode()


def test_an_early_end_shows_what_each_way_comes_to(alice: Client, session: GameSession):
    text = plain(page(alice, session, "deal_entry:end_round"))
    # 皮 7, 0, 0, 4: in all 11; pairwise 7, 7, 3 to 老王 and 4, 4 to 四叔.
    assert "老王 70 胡，7 皮" in text
    assert "小李、阿芳各付老王 7 皮" in text
    assert "四叔付老王 3 皮" in text
    assert "这一轮记的全部作罢" in text
    assert "下次接着打" in text


@pytest.mark.parametrize(
    ("how", "message", "totals"),
    [
        ("settle", "照现在的结", (17, -11, -11, 5)),
        ("drop", "不算了", (0,) * 4),
        ("carry", "带到下次", (0,) * 4),
    ],
)
def test_a_round_ends_early_in_one_of_three_ways(alice: Client, session: GameSession, how, message, totals):
    answer = end(alice, session, how=how, note="四叔要回家")
    assert (answer.status_code, answer["Location"].split("#")[0]) == (303, f"/t/{session.public_id}/")
    html = page(alice, session)
    row = plain(html.split('<details class="deal')[1])
    assert "一轮结束" in row
    assert message in row
    assert "四叔要回家" in row
    expected = re.findall(r'class="total num \w+">([^<]+)<', html)
    assert [int(text.replace("\u2212", "-")) for text in expected] == list(totals)


def test_how_it_ends_has_to_be_said(alice: Client, session: GameSession):
    answer = end(alice, session, note="回家")
    assert answer.status_code == 422
    assert "这一轮怎么收？" in answer.content.decode()
    assert 'value="回家"' in answer.content.decode()


def test_without_an_open_round_there_is_nothing_to_end(alice: Client, session: GameSession):
    end(alice, session, how="drop")
    html = page(alice, session, "deal_entry:end_round")
    assert html.count(" disabled") == 3
    assert "没有什么要结" in html
    again = end(alice, session, how="settle", client_id="again-0123456789")
    assert again.status_code == 422


def test_a_game_without_rounds_leads_back_to_its_entry(alice: Client):
    session, _ = open_by(alice)
    answer = alice.get(reverse("deal_entry:end_round", args=[session.public_id]))
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{session.public_id}/deals/new/")


def test_a_table_is_not_closed_in_mid_round_and_says_what_to_do(alice: Client, session: GameSession):
    html = page(alice, session, "settlement:show")
    assert f'href="/t/{session.public_id}/deals/end-round/?then=close"' in html
    assert "这一轮还没打完。" in html
    closing = alice.post(
        reverse("closing:close", args=[session.public_id]), {"client_id": "close-0123456789"}
    )
    assert closing.status_code == 422
    assert "先结这一轮" in closing.content.decode()
    answer = end(alice, session, how="settle", then="close")
    assert answer["Location"] == f"/t/{session.public_id}/settle/"
    assert (
        alice.post(
            answer["Location"].replace("settle", "close"), {"client_id": "then-0123456789"}
        ).status_code
        == 302
    )


def test_another_stage_in_mid_round_asks_for_the_round_first(alice: Client, session: GameSession):
    answer = alice.get(reverse("stages:change", args=[session.public_id]))
    assert answer["Location"] == f"/t/{session.public_id}/deals/end-round/?then=stage"
    assert 'name="then" value="stage"' in alice.get(answer["Location"]).content.decode()
    answer = end(alice, session, how="carry", then="stage")
    assert answer["Location"] == f"/t/{session.public_id}/stage/"
    assert "接着打" in alice.get(answer["Location"]).content.decode()
    assert Stage.objects.filter(session=session).count() == 1


def test_an_early_end_can_be_changed_later(alice: Client, session: GameSession):
    end(alice, session, how="drop")
    key = session.deals.latest("position").key
    answer = alice.get(reverse("corrections:replace", args=[session.public_id, key]))
    assert answer["Location"] == f"/t/{session.public_id}/deals/end-round/?replace={key}"
    html = alice.get(answer["Location"]).content.decode()
    assert re.search(r'value="drop" checked', html)
    assert "小李、阿芳各付老王" in plain(html)


def test_a_viewer_sees_the_tally_and_is_offered_no_end(session: GameSession):
    html = page(client_with(session, Role.VIEWER, 1), session)
    assert "这一轮不打完了" not in html
    assert "<b>70</b> 胡" in html


@pytest.fixture
def gated(alice: Client) -> GameSession:
    """老王 and 小李 have won once, with 20 and 19; 阿芳 has not."""
    session, _ = open_by(alice, ruleset="gaohuzi", seats="three", player=["老王", "小李", "阿芳"], stake="")
    play(session, won(0, 20), won(1, 19))
    return session


def previewed(client: Client, session: GameSession, **entry: str) -> str:
    url = reverse("deal_entry:preview", args=[session.public_id])
    return plain(client.post(url, {"source": "self_draw", **entry}).content.decode())


@pytest.mark.parametrize("mode", ["cards", "hu"])
@pytest.mark.parametrize(
    ("winner", "message"),
    [
        ("0", "老王头盘 20 胡，两盘相加要过 34：这一盘要 15 胡"),
        ("1", "小李头盘 19 胡，两盘相加要过 34：这一盘要 16 胡"),
        ("2", "阿芳头一盘要 18 胡"),
    ],
)
def test_an_entry_says_what_just_this_winner_needs(alice: Client, gated: GameSession, mode, winner, message):
    assert message in previewed(alice, gated, winner=winner, mode=mode)


def test_a_half_entered_hand_is_held_against_the_gate(alice: Client, gated: GameSession):
    # 捌捌捌 laid is 3, 伍伍伍 held 6: 9 of the 18 that 阿芳 needs and of the 16 that 小李 does, below the 10 of the house.
    data = {"mode": "cards", "groups": "碰捌捌捌 扫伍伍伍"}
    assert "还差 9 胡 阿芳头一盘要 18 胡。还差" in previewed(alice, gated, winner="2", **data)
    assert "还差 7 胡 小李头盘 19 胡" in previewed(alice, gated, winner="1", **data)
    play(gated, won(1, 16))
    assert "差 1 胡起胡" in previewed(alice, gated, winner="1", **data)


def test_a_win_below_the_gate_is_refused_by_its_name(alice: Client, gated: GameSession):
    data = {"winner": "1", "source": "other_draw", "mode": "hu", "hu": "15", "client_id": ENTRY, "base": ""}
    answer = alice.post(reverse("deal_entry:save", args=[gated.public_id]), data)
    assert answer.status_code == 422
    expected = "头一盘 19 胡，两盘相加要超过 34：这一盘要 16 胡，只有 15 胡"
    assert expected in plain(answer.content.decode())
    assert (
        alice.post(reverse("deal_entry:save", args=[gated.public_id]), {**data, "hu": "16"}).status_code
        == 303
    )


def test_nobody_chosen_needs_nothing_yet(alice: Client, gated: GameSession):
    assert "要 18 胡" not in previewed(alice, gated, mode="hu")
    assert "要 18 胡" not in previewed(alice, gated, mode="hu", winner="9")
