"""再开一桌: another evening like this one, which takes over the round that was left open."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.ledger import record
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.verify import verify
from zipai_ledger.models import GameSession, Grant, Role, Stage
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat

from .conftest import NEW, Table, client_with, open_by, play, sent

pytestmark = pytest.mark.django_db

PEOPLE = ["老王", "小李", "阿芳", "四叔"]
FOUR = {"ruleset": "gaohuzi", "seats": "three_and_counter", "player": PEOPLE, "dealer": "0", "stake": ""}


def won(winner: int, hu: int) -> facts.Win:
    return facts.Win(winner=Seat(winner), source="other_draw", hu=Count(hu))


@pytest.fixture
def session(alice: Client) -> GameSession:
    """老王 20 胡, 小李 19 and then 20 as the dealer; 小李 deals, 老王 is 数算."""
    session, _ = open_by(alice, **FOUR)
    play(session, won(0, 20), won(1, 19), won(1, 20))
    return session


def carry(session: GameSession) -> None:
    play(session, facts.EndRound(how="carry"))


def standing(session: GameSession) -> Standing:
    return Standing.of(GameSession.objects.get(pk=session.pk))


def url(session: GameSession, name: str = "new_table:again") -> str:
    return reverse(name, args=[session.public_id])


def form_page(client: Client, session: GameSession, name: str = "new_table:again") -> str:
    answer = client.get(url(session, name))
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def fields(page: str) -> dict[str, list[str]]:
    """What a browser would send of the form as it came: texts, ticks, and what is selected."""
    form = re.search(r'<form id="new".*?</form>', page, re.S)[0]
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", form):
        name, value = re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)
        ticked = not re.search(r'type="(?:radio|checkbox)"', tag) or " checked" in tag
        if name and ticked:
            found.setdefault(name[1], []).append(value[1] if value else "")
    for name, body in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', form, re.S):
        found[name] = re.findall(r'<option value="([^"]*)"[^>]* selected', body) or [""]
    return found


def opened(client: Client, session: GameSession, **changes: object) -> GameSession:
    """The table that the form opens as it came, but for some changes."""
    sent_fields = {**fields(form_page(client, session)), **changes}
    answer = client.post(url(session), sent_fields)
    assert answer.status_code == 302, answer.content.decode()
    return GameSession.objects.latest("pk")


def test_the_form_is_that_of_the_table(alice: Client, session: GameSession):
    carry(session)
    data = fields(form_page(alice, session))
    assert data["ruleset"] == ["gaohuzi"]
    assert data["player"][:4] == PEOPLE
    assert (data["dealer"], data["sitting"], data["carry"]) == (["1"], ["0"], ["1"])
    assert data["carried-tally"][:4] == ["20", "39", "0", "0"]
    assert data["carried-wins"][:4] == ["1", "2", "0", "0"]
    assert "接着打“周五老地方”没打完的那一轮" in form_page(alice, session)


def test_the_next_evening_goes_on_where_this_one_stopped(alice: Client, session: GameSession):
    before = standing(session).state
    carry(session)
    later = opened(alice, session)
    assert standing(later).state == before
    assert standing(later).tally == (20, 39, 0, 0)
    assert Grant.objects.get(session=later).role == Role.OWNER
    # 小李 needs no gate any more: 39 + 11 = 50 ends the round. 老王 is 数算 and pays nothing, the others 30 each.
    play(later, won(1, 11))
    assert standing(later).totals == ((0, 60, -30, -30),)
    assert verify(later).damages == ()


def test_who_sits_out_next_is_kept_where_the_rule_would_take_another(alice: Client):
    # 阿芳 wins, not dealing: 老王, after 四叔, is 数算; by the rule it would be 小李, before 阿芳 who deals.
    session, _ = open_by(alice, **FOUR)
    play(session, won(2, 20))
    before = standing(session).state
    carry(session)
    assert fields(form_page(alice, session))["sitting"] == ["0"]
    assert standing(opened(alice, session)).state == before


def test_the_ledger_has_a_row_for_what_came_in(alice: Client, session: GameSession):
    carry(session)
    later = opened(alice, session)
    row = "带进来没打完的一轮：老王 20 胡（胡过 1 盘），小李 39 胡（胡过 2 盘）"
    assert row in form_page(alice, later, "table:show")
    assert row in alice.get(url(later, "history:show"), {"all": "1"}).content.decode()
    play(later, won(2, 20))
    page = form_page(alice, later, "table:show")
    assert page.index("deal-") < page.index(row)


def test_the_export_has_what_came_in(alice: Client, session: GameSession):
    carry(session)
    later = opened(alice, session)
    text = alice.get(url(later, "exports:json")).getvalue().decode()
    document = canonical.parse(text)
    assert document["carried_in"] == {"tally": [20, 39, 0, 0], "wins": [1, 2, 0, 0]}


def test_what_is_carried_can_be_left_out(alice: Client, session: GameSession):
    carry(session)
    data = fields(form_page(alice, session))
    del data["carry"]
    answer = alice.post(url(session), data)
    assert answer.status_code == 302
    later = GameSession.objects.latest("pk")
    assert not standing(later).state.in_round
    assert Stage.objects.get(session=later).carried_in == "null"


def test_numbers_follow_the_people_who_change_places(alice: Client, session: GameSession):
    carry(session)
    data = fields(form_page(alice, session))
    page = html.unescape(alice.post(url(session), {**data, "move": "0"}).content.decode())
    moved = fields(page)
    assert moved["player"][:2] == ["小李", "老王"]
    assert moved["carried-tally"][:2] == ["39", "20"]
    assert moved["carried-wins"][:2] == ["2", "1"]
    assert alice.post(url(session), moved).status_code == 302
    later = GameSession.objects.latest("pk")
    assert standing(later).tally == (39, 20, 0, 0)


def test_numbers_that_cannot_be_are_said_beside_their_row(alice: Client, session: GameSession):
    carry(session)
    data = {**fields(form_page(alice, session)), "carried-tally": ["20", "猫", "0", "0"]}
    answer = alice.post(url(session), data)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert 'value="猫"' in page
    row = page.split('value="猫"')[1].split("seat-row")[0]
    assert 'aria-describedby="error-carried-tally-1" aria-invalid="true"' in row
    assert 'id="error-carried-tally-1"' in row
    over = {**data, "carried-tally": ["20", "50", "0", "0"]}
    answer = alice.post(url(session), over)
    assert answer.status_code == 422
    assert "已经满了 50 胡" in html.unescape(answer.content.decode())


def test_another_game_carries_nothing_until_it_is_asked_to(alice: Client, session: GameSession):
    carry(session)
    data = {**fields(form_page(alice, session)), "ruleset": "bopi"}
    page = html.unescape(alice.post(url(session), data).content.decode())
    assert 'name="carry"' in page
    assert "carry" not in fields(page)
    data = {**fields(form_page(alice, session)), "ruleset": "guilin"}
    page = html.unescape(alice.post(url(session), data).content.decode())
    assert 'name="carry"' not in page


def test_a_round_from_a_paper_ledger_can_be_carried_in(alice: Client):
    data = {**NEW, **FOUR, "ruleset": "bopi", "carry": "1", "carried-tally": ["64", "12", "-30", "32"]}
    assert alice.post(reverse("new_table:new"), data).status_code == 302
    assert standing(GameSession.objects.latest("pk")).tally == (64, 12, -30, 32)


def test_a_round_that_is_settled_or_followed_by_another_deal_is_not_carried(
    alice: Client, session: GameSession
):
    play(session, facts.EndRound(how="settle"))
    assert "carry" not in fields(form_page(alice, session))
    play(session, won(1, 30), facts.EndRound(how="carry"), facts.Adjust(deltas=(1, -1, 0, 0)))
    assert fields(form_page(alice, session))["carried-tally"][:4] == ["0", "30", "0", "0"]
    play(session, won(1, 30))
    page = alice.get(url(session))
    assert page["Location"] == f"{url(session, 'deal_entry:end_round')}?then=again"


def test_two_who_close_what_they_have_played_still_carry_their_round(alice: Client):
    two = {"ruleset": "gaohuzi", "seats": "2", "player": ["老王", "小李"], "rule-low_below": "40"}
    session, _ = open_by(alice, **two)
    play(session, won(0, 20), facts.EndRound(how="carry"), facts.Close())
    data = fields(form_page(alice, session))
    assert (data["carry"], data["carried-tally"][:2], data["carried-wins"][:2]) == (
        ["1"],
        ["20", "0"],
        ["1", "0"],
    )


def test_an_open_round_is_asked_about_first_and_then_carried(alice: Client, session: GameSession):
    ask = alice.get(url(session))["Location"]
    form = {"client_id": "again-0123456789", "base": "", "how": "carry", "then": "again"}
    answer = alice.post(ask, form)
    assert answer["Location"] == url(session)
    assert "接着打“周五老地方”" in form_page(alice, session)


def test_a_script_is_led_on_too_and_what_is_refused_leads_nowhere(alice: Client, session: GameSession):
    ask = alice.get(url(session))["Location"]
    form = {"client_id": "again-0123456789", "base": "", "then": "again"}
    refused = alice.post(ask, {**form, "how": "maybe"}, headers={"HX-Request": "true"})
    assert (refused.status_code, "HX-Redirect" in refused) == (422, False)
    answer = alice.post(ask, {**form, "how": "carry"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == url(session)


def test_a_table_offers_the_next_one_where_a_round_was_carried(alice: Client, session: GameSession):
    carry(session)
    page = form_page(alice, session, "table:show")
    over = page.split('class="sheet round-over"')[1].split("</section>")[0]
    assert f'href="{url(session)}"' in over
    assert "再开一桌，接着打这一轮" in over
    record.close(session=session, sent=sent(session))
    page = form_page(alice, session, "settlement:show")
    assert "接着打没打完的一轮" in page
    assert f'href="{url(session)}?back=settlement"' in page
    assert "接着打“周五老地方”" in form_page(alice, session)


def test_a_member_opens_a_table_of_his_own(session: GameSession):
    carry(session)
    bob = client_with(session, Role.SCOREKEEPER, 1)
    later = opened(bob, session)
    assert standing(later).tally == (20, 39, 0, 0)
    assert bob.get(url(later, "table:show")).status_code == 200
    assert client_with(session, Role.SCOREKEEPER, 2).get(url(later, "table:show")).status_code == 404


def test_an_onlooker_opens_one_too_and_decides_nothing_here(session: GameSession):
    onlooker = client_with(session, Role.VIEWER)
    assert "carry" not in fields(form_page(onlooker, session))
    assert opened(onlooker, session).pk != session.pk
    assert standing(session).state.in_round


def test_a_stranger_learns_nothing(charlie: Client, session: GameSession):
    assert charlie.get(url(session)).status_code == 404
    assert charlie.post(url(session), {**NEW}).status_code == 404


def test_a_game_without_rounds_is_opened_again_as_it_stands(alice: Client, table: Table):
    data = fields(form_page(alice, table.session))
    assert data["player"][:3] == ["老王", "小李", "阿芳"]
    assert data["dealer"] == ["1"]
    assert data["stake"] == ["50"]
    later = opened(alice, table.session)
    assert canonical.parse(Stage.objects.get(session=later).options)["xing_kinds"] == ["上", "下"]


def test_the_next_stage_takes_the_round_over_for_whoever_sits_down(alice: Client, session: GameSession):
    carry(session)
    data = fields(form_page(alice, session, "stages:change"))
    assert data["carry"] == ["1"]
    data["player"] = ["老王", "小李", "阿芳", "五婶"]
    assert alice.post(url(session, "stages:change"), data).status_code == 302
    assert standing(session).tally == (20, 39, 0, 0, 0)
    assert "带进来没打完的一轮" in form_page(alice, session, "table:show")


def test_back_leads_where_one_came_from(alice: Client, table: Table):
    again = table.url("new_table:again")
    pages = {
        "": table.url("table:show"),
        "?back=settlement": table.url("settlement:show"),
        "?back=home": reverse("home"),
        "?back=nowhere": table.url("table:show"),
    }
    for query, page in pages.items():
        bar = alice.get(again + query).content.decode().split('<header class="bar">')[1]
        assert bar.split('href="')[1].split('"')[0] == page
    assert f'{again}?back=settlement"' in alice.get(table.url("settlement:show")).content.decode()
    assert f'{again}?back=home"' in alice.get(reverse("home")).content.decode()
