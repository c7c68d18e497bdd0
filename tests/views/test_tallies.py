"""剥皮 and 告胡子 on their pages: a foul, an end in mid-round, and a correction that moves the end of a round."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.rules.deng.at import win_fact
from zipai_ledger.ledger import record
from zipai_ledger.models import GameSession
from zipai_ledger.rules import facts

from .conftest import open_by, play, sent

pytestmark = pytest.mark.django_db

FOUR = ["老王", "小李", "阿芳", "四叔"]
TABLES = {
    "bopi": {"ruleset": "bopi", "seats": "three_and_counter", "player": FOUR, "stake": ""},
    "gaohuzi": {"ruleset": "gaohuzi", "seats": "three", "player": FOUR[:3], "stake": ""},
}
SENT = {"client_id": "round-0123456789", "base": ""}


def opened(alice: Client, slug: str) -> GameSession:
    return open_by(alice, **TABLES[slug])[0]


def send(alice: Client, session: GameSession, name: str, *args: object, **data: str):
    return alice.post(reverse(f"deal_entry:{name}", args=[session.public_id, *args]), {**SENT, **data})


def seat_figures(alice: Client, session: GameSession) -> tuple[list[str], list[str]]:
    """What each seat shows: its 胡, as long as a round is open, and its total."""
    page = alice.get(reverse("table:show", args=[session.public_id])).content.decode()
    tallies = re.findall(r'class="tally num"><b>([^<]+)</b> 胡', page)
    return tallies, re.findall(r'class="total num \w+">([^<]+)<', page)


def plain(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_a_foul_of_bopi_takes_thirty_off_and_nobody_gains(alice: Client):
    session = opened(alice, "bopi")
    play(session, win_fact(1, 60))
    assert (
        "扣 30 胡，别人不加"
        in alice.get(reverse("deal_entry:foul", args=[session.public_id])).content.decode()
    )
    assert send(alice, session, "foul", offender="1").status_code == 303
    assert seat_figures(alice, session) == (["0", "30", "0", "30"], ["0"] * 4)


def test_a_foul_of_gaohuzi_is_paid_at_once_and_leaves_the_tally(alice: Client):
    session = opened(alice, "gaohuzi")
    play(session, win_fact(1, 18))
    assert (
        "付给每一家 10 分" in alice.get(reverse("deal_entry:foul", args=[session.public_id])).content.decode()
    )
    assert send(alice, session, "foul", offender="0").status_code == 303
    assert seat_figures(alice, session) == (["0", "18", "0"], ["−20", "+10", "+10"])


# 剥皮 60 and 30: 皮 6, 0, 0, 3 of four: 4 × 皮 − 9. 告胡子: 30 leads; one win pays 20, none 30.
ENDS = {
    ("bopi", "settle"): ["−9", "+15", "−9", "+3"],
    ("bopi", "drop"): ["0"] * 4,
    ("bopi", "carry"): ["0"] * 4,
    ("gaohuzi", "settle"): ["+50", "−20", "−30"],
    ("gaohuzi", "drop"): ["0"] * 3,
    ("gaohuzi", "carry"): ["0"] * 3,
}
ROUNDS = {"bopi": (win_fact(1, 60),), "gaohuzi": (win_fact(1, 18), win_fact(0, 30))}


@pytest.mark.parametrize(("slug", "how"), ENDS)
def test_a_round_in_the_middle_is_settled_dropped_or_carried(alice: Client, slug: str, how: str):
    session = opened(alice, slug)
    play(session, *ROUNDS[slug])
    assert send(alice, session, "end_round", how=how).status_code == 303
    assert seat_figures(alice, session) == ([], ENDS[slug, how])


def test_the_page_that_ends_a_round_of_gaohuzi_shows_what_settling_comes_to(alice: Client):
    session = opened(alice, "gaohuzi")
    play(session, *ROUNDS["gaohuzi"])
    page = plain(alice.get(reverse("deal_entry:end_round", args=[session.public_id])).content.decode())
    assert "老王最高：30 胡" in page
    assert "小李胡过一盘，付 20" in page
    assert "阿芳没胡过，付 30" in page


def correct(alice: Client, session: GameSession, name: str, key: int) -> str:
    """Look at a correction, then confirm it; gives what it said it would do."""
    url = reverse(f"corrections:{name}", args=[session.public_id, key])
    effect = plain(alice.get(url).content.decode())
    confirmed = alice.post(url, {**SENT, "client_id": f"{name}-0123456789", "confirm": "1"})
    assert confirmed.status_code == 303, confirmed.content.decode()
    return effect


def test_a_correction_moves_the_end_of_a_round_of_bopi_and_back(alice: Client):
    session = opened(alice, "bopi")
    keys = play(session, win_fact(1, 60), win_fact(1, 50), win_fact(2, 20), win_fact(0, 30))
    before = seat_figures(alice, session)
    assert before[1] == ["−4", "+24", "−12", "−8"]
    effect = correct(alice, session, "void", keys[1])
    assert "这一盘不算，总数这样变" in effect
    assert "后面的第 3 盘也跟着变。" in effect
    assert "到第 3 盘不结了，这一轮接着打。" in effect
    assert seat_figures(alice, session) == (["40", "75", "20", "30"], ["0"] * 4)
    assert "一轮到第 3 盘就结了。" in correct(alice, session, "restore", keys[1])
    assert seat_figures(alice, session) == before


def test_a_correction_moves_the_end_of_a_round_of_gaohuzi_and_back(alice: Client):
    session = opened(alice, "gaohuzi")
    keys = play(session, win_fact(1, 18), win_fact(1, 32), win_fact(0, 18), win_fact(0, 20), win_fact(0, 12))
    before = seat_figures(alice, session)
    # 小李 had two wins when that round was over; then 老王 reaches fifty with three.
    assert before == ([], ["+30", "+30", "−60"])
    effect = correct(alice, session, "void", keys[1])
    assert "这一盘不算，总数这样变" in effect
    # One round now: 小李 has one win when 老王 reaches fifty.
    assert seat_figures(alice, session) == ([], ["+50", "−20", "−30"])
    correct(alice, session, "restore", keys[1])
    assert seat_figures(alice, session) == before


def test_a_round_left_open_in_a_part_that_is_over_is_said_and_can_be_ended_there(alice: Client):
    session = opened(alice, "gaohuzi")
    *_, end = play(session, *ROUNDS["gaohuzi"], facts.EndRound(how="settle"))
    stage = record.NewStage(ruleset="gaohuzi", seats=(0, 1, 2))
    record.open_stage(session=session, sent=sent(session), stage=stage)
    page = alice.get(reverse("corrections:void", args=[session.public_id, end])).content.decode()
    assert "前面那一段有一轮就没结完" in page
    link = f"/t/{session.public_id}/deals/end-round/?after={end}"
    assert f'href="{link}"' in page
    correct(alice, session, "void", end)
    closing = alice.post(
        reverse("closing:close", args=[session.public_id]), {"client_id": "close-0123456789"}
    )
    assert closing.status_code == 422
    assert "前面一段打到第 3 盘，有一轮没结" in closing.content.decode()
    sends = {**SENT, "client_id": "again-0123456789", "how": "drop", "confirm": "1"}
    assert alice.post(link, sends).status_code == 303
    closing = alice.post(
        reverse("closing:close", args=[session.public_id]), {"client_id": "later-0123456789"}
    )
    assert closing.status_code == 302
