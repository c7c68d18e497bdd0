"""我来替一手: who plays for whom, on the page that notes it and on the desk."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.access import invitations
from zipai_ledger.access.invitations import Offer
from zipai_ledger.ledger import figures, queries, record
from zipai_ledger.ledger.record import NewStage
from zipai_ledger.models import Player, Role, StandIn

from .conftest import CALLED, Table, client_with, open_by, play, sent

pytestmark = pytest.mark.django_db


def noted(client: Client, table: Table, **sent: str) -> int:
    return client.post(table.url("stand_ins:change"), sent).status_code


def desk(client: Client, table: Table) -> list[str]:
    page = client.get(table.url("table:show")).content.decode()
    return re.findall(r'<span class="tag">([^<]+)</span>', page)


def test_somebody_new_plays_for_a_player(bob: Client, table: Table):
    assert noted(bob, table, player="2", by="new", name="大姐") == 302
    assert desk(bob, table) == ["大姐替"]
    assert Player.objects.get(session=table.session, index=3).name == "大姐"
    page = bob.get(table.url("table:show")).content.decode()
    assert f'<a class="link" href="{table.url("stand_ins:change")}">大姐替阿芳打</a>' in page


def test_two_taps_end_it(bob: Client, table: Table):
    noted(bob, table, player="2", by="new", name="大姐")
    page = bob.get(table.url("stand_ins:change")).content.decode()
    assert "阿芳回来了，自己打" in page
    assert noted(bob, table, player="2", by="back") == 302
    assert desk(bob, table) == []


def test_who_stood_in_before_is_one_tap_away(bob: Client, table: Table):
    noted(bob, table, player="2", by="new", name="大姐")
    noted(bob, table, player="2", by="back")
    page = bob.get(table.url("stand_ins:change")).content.decode()
    assert "<bdi>大姐</bdi>" in page
    assert noted(bob, table, player="0", by="3") == 302
    assert desk(bob, table) == ["大姐替"]
    assert Player.objects.filter(session=table.session).count() == 4


def test_it_may_begin_with_the_deal_just_played(bob: Client, table: Table):
    noted(bob, table, **{"player": "1", "by": "new", "name": "大姐", "from": "last"})
    (change,) = queries.stand_ins_of(table.session)
    assert change.first == 2
    play(table.session, CALLED)
    noted(bob, table, **{"player": "1", "by": "back", "from": "last"})
    assert queries.stand_ins_of(table.session)[-1].first == 3


def test_the_deal_just_played_may_be_the_first(alice: Client):
    session, _code = open_by(alice)
    url = reverse("stand_ins:change", args=[session.public_id])
    assert "从哪一盘起" not in alice.get(url).content.decode()
    play(session, CALLED)
    assert "刚才第 1 盘" in alice.get(url).content.decode()
    alice.post(url, {"player": "1", "by": "new", "name": "大姐", "from": "last"})
    session.refresh_from_db()
    assert queries.playing_now(queries.table_view(session)) == {1: 3}
    (game,) = figures.evening(session).games
    assert (game.tallies[3].wins, 1 in game.tallies) == (1, False)


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ({}, "先点替谁打"),
        ({"player": "2"}, "先点谁来替"),
        ({"player": "2", "by": "new", "name": ""}, "先点谁来替"),
        ({"player": "2", "by": "0"}, "替不了"),
        ({"player": "2", "by": "9"}, "没有第 9 号"),
        ({"player": "2", "by": "back"}, "本来就是自己在打"),
        ({"player": "7", "by": "new", "name": "大姐"}, "没坐着"),
        ({"player": "2", "by": "new", "name": "老王"}, "老王"),
        ({"player": "x", "by": "y"}, "先点替谁打"),
    ],
)
def test_what_cannot_be_is_said(sent: dict[str, str], message: str, bob: Client, table: Table):
    answer = bob.post(table.url("stand_ins:change"), sent)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert not StandIn.objects.exists()


def test_sent_twice_it_is_noted_once(bob: Client, table: Table):
    sent = {"player": "2", "by": "new", "name": "大姐", "client_id": "stand-in-0123456"}
    assert [noted(bob, table, **sent), noted(bob, table, **sent)] == [302, 302]
    assert StandIn.objects.count() == 1
    assert Player.objects.filter(session=table.session).count() == 4


def test_a_viewer_sees_who_plays_but_does_not_say_it(viewer: Client, bob: Client, table: Table):
    noted(bob, table, player="0", by="new", name="大姐")
    page = viewer.get(table.url("table:show")).content.decode()
    assert desk(viewer, table) == ["大姐替"]
    assert table.url("stand_ins:change") not in page
    assert noted(viewer, table, player="0", by="back") == 403


def test_a_closed_table_has_nobody_stand_in(alice: Client, table: Table):
    alice.post(table.url("closing:close"), {})
    assert "要先再打开" in alice.get(table.url("stand_ins:change")).content.decode()
    assert noted(alice, table, player="0", by="new", name="大姐") == 423


def test_who_stands_in_sits_below_on_the_own_phone(table: Table, bob: Client):
    noted(bob, table, player="2", by="new", name="大姐")
    hers = client_with(table.session, "scorekeeper", 3)
    page = hers.get(table.url("table:show")).content.decode()
    below = page[page.index('data-at="0"') :]
    assert below.index("阿芳") < below.index("</a>")


def test_seats_are_where_they_were_when_who_stands_in_enters_a_deal(table: Table, bob: Client):
    noted(bob, table, player="2", by="new", name="大姐")
    hers = client_with(table.session, "scorekeeper", 3)
    entry = hers.get(table.url("deal_entry:new")).context["table"]
    assert [(seat.name, seat.at, seat.is_me) for seat in entry.players] == [
        ("老王", 1, False),
        ("小李", 3, False),
        ("阿芳", 0, True),
    ]
    answer = hers.post(table.url("deal_entry:hear"), {"said": "我胡了17胡，小李点炮"})
    assert "阿芳胡" in answer.content.decode()


@pytest.mark.parametrize("player", [0, 1, 2, None])
def test_seats_are_on_the_entry_page_where_they_are_at_the_table(table: Table, player: int | None):
    phone = client_with(table.session, Role.SCOREKEEPER, player)
    there = {seat.name: seat.at for seat in phone.get(table.url("table:show")).context["page"].desk.seats}
    entry = phone.get(table.url("deal_entry:new")).context["table"]
    assert {seat.name: seat.at for seat in entry.players} == there
    below = "老王" if player is None else ("老王", "小李", "阿芳")[player]
    assert there[below] == 0


def test_her_wins_count_for_her_in_the_figures(bob: Client, table: Table):
    noted(bob, table, player="1", by="new", name="大姐")
    play(table.session, CALLED)
    (game,) = figures.evening(table.session).games
    assert (game.tallies[1].wins, game.tallies[3].wins) == (1, 1)
    assert "大姐" in bob.get(table.url("table:figures")).content.decode()


def test_who_comes_to_play_for_somebody_is_asked_for_whom(table: Table):
    guest = Client()
    sent = {"secret": table.invitation}
    assert "我来替一手" in guest.post(table.url("joining:join"), sent).content.decode()
    answer = guest.post(table.url("joining:join"), {**sent, "as": "instead"})
    assert answer["Location"] == table.url("stand_ins:change")
    assert guest.get(answer["Location"]).status_code == 200


def test_who_may_only_look_is_not_asked_to_play(table: Table):
    _link, secret = invitations.invite(table.session, Offer(Role.VIEWER))
    guest = Client()
    assert "我来替一手" not in guest.post(table.url("joining:join"), {"secret": secret}).content.decode()
    answer = guest.post(table.url("joining:join"), {"secret": secret, "as": "instead"})
    assert answer["Location"] == table.url("table:show")


def test_who_stands_in_is_nobody_of_the_settling_and_who_left_is(alice: Client, table: Table):
    noted(alice, table, player="2", by="new", name="大姐")
    play(table.session, CALLED)
    stage = NewStage(ruleset="guilin", seats=(0, 1, "建国"))
    record.open_stage(session=table.session, sent=sent(table.session), stage=stage)
    page = alice.get(table.url("settlement:show")).context["page"]
    assert [balance.name for balance in page.boards[0].balances] == ["老王", "小李", "阿芳", "建国"]
    assert sum(balance.units for balance in page.boards[0].balances) == 0
    picture = alice.get(table.url("sharing:picture")).content.decode()
    assert "大姐" not in picture
    assert "建国" in picture
    front = alice.get(reverse("home")).content.decode()
    assert "老王、小李、建国 · 桂林字牌" in front
