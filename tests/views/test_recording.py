"""Two phones enter one deal: the second is asked first whether it is the same one."""

import re
from collections.abc import Mapping

import pytest
from django.http import HttpResponse
from django.test import Client

from zipai_ledger.ledger import record
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Event
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Seat

from .conftest import CALLED, WIN, Table, open_by, play, sent

pytestmark = pytest.mark.django_db

SAME = {"winner": "1", "source": "discard", "from": "2", "mode": "hu", "hu": "17", "xing_count": "1"}
"""What `CALLED` is, as a phone sends it."""
CARDS = {
    "winner": "0",
    "source": "self_draw",
    "mode": "hu",
    "hu": "19",
    "xing_count": "0",
}
GIVE_UP, GO_ON = "同一盘，不记了", "不是，接着记"


def entered(client: Client, table: Table, base: int, form: str = "save", **fields: str) -> HttpResponse:
    """Sent by a phone that had seen the ledger up to ``base``."""
    data = {"client_id": "second-0123456789", "base": str(base), **fields}
    return client.post(table.url(f"deal_entry:{form}"), data)


def choices(answer: HttpResponse) -> tuple[str, list[str]]:
    """The red button, and the others of the footer."""
    assert answer.status_code == 412
    footer = answer.content.decode().split('<footer class="actions">')[1].split("</footer>")[0]
    found = re.findall(r"<(?:a|button) [^>]*class=\"(button[^\"]*)\"[^>]*>([^<]+)<", footer)
    [red] = [text for name, text in found if "primary" in name]
    return red, [text for name, text in found if "primary" not in name]


def test_where_winner_source_and_hu_agree_giving_up_is_the_main_choice(bob: Client, table: Table):
    base = table.head
    play(table.session, CALLED)
    before = Event.objects.count()
    answer = entered(bob, table, base, **SAME)
    assert choices(answer) == (GIVE_UP, [GO_ON])
    assert "和第 3 盘对得上" in answer.content.decode()
    link = re.search(rf'<a class="button primary" href="([^"]+)"[^>]*>{GIVE_UP}', answer.content.decode())
    assert link
    assert link[1] == table.url("table:show")
    assert Event.objects.count() == before


def test_a_hand_that_was_tapped_is_the_same_as_its_number_that_was_called(bob: Client, table: Table):
    base = table.head
    play(table.session, WIN)
    hu = str(canonical.parse(table.deal(3).outcome)["wins"][0]["hu"])
    assert choices(entered(bob, table, base, **{**CARDS, "hu": hu})) == (GIVE_UP, [GO_ON])


@pytest.mark.parametrize(
    "other",
    [
        {"winner": "0"},
        {"source": "other_draw"},
        {"from": "0"},
        {"hu": "18"},
        {"source": "self_draw", "from": ""},
    ],
)
def test_what_differs_in_any_of_them_goes_on(bob: Client, table: Table, other: Mapping[str, str]):
    base = table.head
    play(table.session, CALLED)
    assert choices(entered(bob, table, base, **{**SAME, **other})) == (GO_ON, [f"是{GIVE_UP}"])


def test_a_deal_that_does_not_count_is_not_the_same(bob: Client, table: Table):
    base = table.head
    [key] = play(table.session, CALLED)
    record.void_deal(session=table.session, sent=sent(table.session), deal=key)
    assert choices(entered(bob, table, base, **SAME))[0] == GO_ON


def test_of_a_deal_that_nobody_won_all_that_was_seen_must_agree(bob: Client, table: Table):
    base = table.head
    play(table.session, facts.Dead(note="牌摸完了"), facts.Foul(offender=Seat(2)))
    assert choices(entered(bob, table, base, "dead"))[0] == GIVE_UP
    assert choices(entered(bob, table, base, "foul", offender="2"))[0] == GIVE_UP
    assert choices(entered(bob, table, base, "foul", offender="1"))[0] == GO_ON


def test_a_win_with_tiles_agrees_in_what_it_is_worth(alice: Client):
    people = ["老王", "小李", "阿芳", "四叔"]
    session, _code = open_by(
        alice, client_id="tiles-0123456789", ruleset="guiyang", seats="4", player=people, stake=""
    )
    session.refresh_from_db()
    base, table = session.head_seq, Table(session, "", "", ())
    win = facts.TileWin(winner=Seat(1), source="self_draw", pattern="daduizi")
    play(session, facts.TilesWon(wins=(win,), ji=facts.Ji(flipped=None)))
    sent_again = {"won_1": "1", "source": "self_draw", "flipped": "none", "pattern_1": "daduizi"}
    assert choices(entered(alice, table, base, **sent_again))[0] == GIVE_UP
    assert choices(entered(alice, table, base, **{**sent_again, "pattern_1": "qingyise"}))[0] == GO_ON


def going_on(answer: HttpResponse) -> dict[str, str]:
    """What “不是，接着记” sends, as the last of each name counts."""
    form = answer.content.decode().split('<form id="anyway"')[1].split("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))


def test_whoever_goes_on_goes_by_what_was_shown_and_is_asked_again_of_what_came_after_it(
    bob: Client, table: Table
):
    """The answer may wait on a phone without network, while a third phone enters the very deal."""
    base = table.head
    play(table.session, WIN)
    data = going_on(entered(bob, table, base, **SAME))
    play(table.session, CALLED)
    before = Event.objects.count()
    answer = bob.post(table.url("deal_entry:save"), data)
    assert choices(answer) == (GIVE_UP, [GO_ON])
    assert "和第 4 盘对得上" in answer.content.decode()
    assert Event.objects.count() == before
    assert bob.post(table.url("deal_entry:save"), going_on(answer)).status_code == 303
    assert table.deal(5).outcome == table.deal(4).outcome


def test_another_correction_under_the_same_id_is_shown_beside_what_is_stored(bob: Client, table: Table):
    entry = {"client_id": "correct-0123456789", "confirm": "1"}
    voided = bob.post(table.url("corrections:void", table.keys[1]), entry)
    assert voided.status_code == 303
    head = table.head
    refused = bob.post(table.url("corrections:restore", table.keys[1]), entry)
    assert (refused.status_code, table.head) == (409, head)
    page = refused.context["page"]
    assert (page.reason, page.replaces) == ("conflict", entry["client_id"])
    (news,) = page.news
    assert (news.who, news.deal.number) == ("记分的 小李", 2)
    again = dict(page.fields)
    assert again["client_id"] != entry["client_id"]
    assert bob.post(table.url("corrections:restore", table.keys[1]), {**entry, **again}).status_code == 303
