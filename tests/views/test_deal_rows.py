"""What bands and folded rows tell: patterns by name, each of several winners with his own, places of examples."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import attribute, only
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat

from .conftest import NEW, Table, open_by, play

pytestmark = pytest.mark.django_db

PEOPLE = ["老王", "小李", "阿芳", "四叔"]


def opened(client: Client, slug: str, seats: str, people: int):
    session, _ = open_by(client, ruleset=slug, seats=seats, player=PEOPLE[:people], stake="")
    return session


def rows(client: Client, session) -> str:
    page = client.get(reverse("table:show", args=[session.public_id])).content.decode()
    found = re.search(r'<div class="what">.*?</div>', page, re.DOTALL)
    assert found
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "|", found[0]))


@pytest.mark.parametrize(
    ("expected", "named"),
    [
        ({"source": "other_draw", "from": "2", "hu": "0", "pattern_piaohu": "1"}, "飘胡，0 胡 10 牌"),
        ({"winner": "0", "source": "dealt", "marks": "tianhu", "hu": "10"}, "天胡，10 胡 10 牌"),
        ({"source": "self_draw", "hu": "17"}, "17 胡 3 牌，自摸&nbsp;+1"),
    ],
)
def test_the_band_names_what_a_hand_is_paid_for(alice: Client, expected: dict[str, str], named: str):
    session = opened(alice, "huashi", "three_and_counter", 4)
    sent = {
        "client_id": "band-0123456789",
        "base": "",
        "winner": "1",
        "mode": "hu",
        "dealer": "0",
        **expected,
    }
    band = alice.post(reverse("deal_entry:preview", args=[session.public_id]), sent).content.decode()
    assert f"<b>{named}</b>" in band


def test_a_bonus_that_is_counted_already_is_not_named_twice(alice: Client):
    session = opened(alice, "guilin", "3", 3)
    sent = {"client_id": "band-0123456789", "base": "", "winner": "0", "mode": "hu", "dealer": "0"}
    sent |= {"source": "dealt", "marks": "tianhu", "hu": "10", "xing_count": "0"}
    band = alice.post(reverse("deal_entry:preview", args=[session.public_id]), sent).content.decode()
    assert band.count("天胡") == 1


def test_each_of_several_winners_stands_beside_his_own_hand(alice: Client):
    session = opened(alice, "guiyang", "4", 4)
    wins = (
        facts.TileWin(winner=Seat(0), source="discard", from_=Seat(3), pattern="daduizi"),
        facts.TileWin(winner=Seat(1), source="discard", from_=Seat(3), pattern="qingyise"),
    )
    play(session, facts.TilesWon(wins=wins, ji=facts.Ji(flipped=None)))
    row = rows(alice, session)
    assert "老王、小李胡了" in row
    assert "老王 大对子 5 个" in row
    assert "小李 清一色 10 个" in row
    assert row.count("四叔点炮") == 1


@pytest.mark.parametrize("cap", ["0", "3"])
def test_what_was_announced_is_no_share_of_the_discarder(alice: Client, cap: str):
    def lines(slug: str, people: int, fact: facts.Deal) -> str:
        rules = {"rule-pledge": "sum", "rule-cap": cap, "seats": str(people), "player": PEOPLE[:people]}
        session, _ = open_by(alice, ruleset=slug, stake="", client_id=f"{slug}-0123456789", **rules)
        (key,) = play(session, replace(fact, pledges=(Count(1), *[Count(0)] * (people - 1))))
        return alice.get(reverse("deal:show", args=[session.public_id, key])).content.decode()

    tiles = facts.TileWin(winner=Seat(0), source="discard", from_=Seat(1), pattern="pinghu", baoting=True)
    won = facts.TilesWon(wins=(tiles,), ji=facts.Ji(flipped=None))
    assert "点炮付" not in lines("guiyang", 4, won)
    # 10 胡 are 1 舵, the discarder pays 2, and one that was announced doubles these: 4, or as much as the cap allows.
    cards = facts.Win(
        winner=Seat(0), source="discard", from_=Seat(1), hu=Count(10), xing=facts.Xing(count=Count(0))
    )
    page = lines("guilin", 3, cards)
    assert re.findall(r"点炮付[^<]*", page) == ["点炮付两家"]


def test_who_won_with_tiles_and_how_can_be_asked_anew(alice: Client):
    session = opened(alice, "guiyang", "4", 4)
    win = facts.TileWin(winner=Seat(0), source="self_draw", pattern="daduizi", gangkai=True)
    kong = facts.Dou(player=Seat(0), kind="men", tile="五万")
    (key,) = play(session, facts.TilesWon(wins=(win,), dou=(kong,), ji=facts.Ji(flipped=None)))

    def fields_at(question: str) -> dict[str, object]:
        answer = alice.get(
            f"{reverse('deal_entry:new', args=[session.public_id])}?replace={key}&ask={question}"
        )
        form = answer.context["form"]
        return {name: form[name].value() for name in ("source", "gangkai", "dealer")} | {
            "winners": form.winners,
            "pattern": form.seats[0]["pattern"].value(),
        }

    whole = {"source": "self_draw", "gangkai": True, "dealer": 0, "winners": [0], "pattern": "daduizi"}
    assert fields_at("") == whole
    assert fields_at("winner") == {**whole, "winners": []}
    assert fields_at("source") == {**whole, "source": "", "gangkai": ""}


def test_an_opening_hand_that_others_beat_is_not_called_worth_nothing(alice: Client):
    session = opened(alice, "dazipai", "3", 3)
    wins = (facts.OpeningWin(winner=Seat(0), hu=Count(30)), facts.OpeningWin(winner=Seat(2), hu=Count(36)))
    play(session, facts.Opening(wins=wins, min_hu=Count(20)))
    row = rows(alice, session)
    assert "老王 30 油、阿芳 36 油" in row
    assert "0 油|" not in row.split("36 油", 1)[1]


def test_an_example_that_comes_with_a_choice_has_its_place(alice: Client):
    chosen = {**NEW, "ruleset": "tuozi", "seats": "three", "player": PEOPLE[:3]}
    page = alice.get(reverse("new_table:rules"), {"ruleset": "tuozi"}).content.decode()
    place = only(page, id="example-rule-discard_wins")
    assert (attribute(place, "hidden"), place.children) == ("", [])
    url = reverse("new_table:examples")
    on = alice.post(url, {**chosen, "rule-discard_wins": "all_pay"}).content.decode()
    place = only(on, id="example-rule-discard_wins")
    assert (attribute(place, "hidden"), attribute(place, "hx-swap-oob")) == (None, "true")
    assert place.children[0].name == "p"
    off = alice.post(url, {**chosen, "rule-discard_wins": "off"}).content.decode()
    place = only(off, id="example-rule-discard_wins")
    assert (attribute(place, "hidden"), attribute(place, "hx-swap-oob")) == ("", "true")
    assert place.children == []


def test_who_rests_first_is_asked_in_words_that_go_with_those_who_deal(alice: Client):
    page = alice.get(reverse("new_table:rules"), {"ruleset": "bopi"}).content.decode()
    assert "打桩的上手（照规矩）" in page
    assert "的的" not in page


def test_a_penalty_is_told_once_and_whom_it_goes_to_in_one_line(alice: Client, table: Table):
    (key,) = play(table.session, facts.Foul(offender=Seat(1)))
    html = alice.get(table.url("deal:show", key)).content.decode()
    lines = html[html.index('class="lines"') : html.index('class="deal-actions')]
    assert re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", lines)).count("舵") == 1
    assert "诈胡，小李付阿芳、老王每家" in lines
