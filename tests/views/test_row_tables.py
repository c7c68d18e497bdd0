"""名堂表: a game whose patterns are a table of rows: chosen by place, changed in the form, asked for, explained, carried away."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.exports.conftest import exported
from tests.markup import attribute, elements, only, words
from zipai_ledger.exports import incoming
from zipai_ledger.ledger import record
from zipai_ledger.models import Deal, GameSession, Stage
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.codec import Count, Seat

from .conftest import NEW, open_by, page, sent

pytestmark = pytest.mark.django_db
FIELD = "rule-patterns"
USUAL = registry.get("paohuzi").options.by_code["patterns"].default
OWN = {
    f"{FIELD}.own": [""],
    f"{FIELD}.own.zh": ["多红"],
    f"{FIELD}.own.name1": ["red"],
    f"{FIELD}.own.how1": [">="],
    f"{FIELD}.own.number1": ["12"],
    f"{FIELD}.own.name2": [""],
    f"{FIELD}.own.how2": [">="],
    f"{FIELD}.own.number2": [""],
    f"{FIELD}.own.sign": ["x"],
    f"{FIELD}.own.n": ["3"],
}


def rows(on: tuple[str, ...], **more: object) -> dict[str, object]:
    """The usual rows as the form sends them, some of them on."""
    return {
        f"{FIELD}.row": [json.dumps(row) for row in USUAL],
        f"{FIELD}.on": list(on),
        f"{FIELD}.sign": ["+", "x", "x"],
        f"{FIELD}.n": ["1", "4", "2"],
        **more,
    }


@pytest.fixture
def table(alice: Client) -> GameSession:
    """邵阳字牌 with 红胡 × 4 and a row of one's own."""
    session, _code = open_by(alice, ruleset="paohuzi:shaoyang", **rows(("zimo", "honghu"), **OWN))
    return session


def entered(client: Client, session: GameSession, **fields: str) -> Deal:
    data = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "client_id": "entry-0123456789"}
    url = reverse("deal_entry:save", args=[session.public_id])
    base = str(GameSession.objects.get(pk=session.pk).head_seq)
    answer = client.post(url, {**data, "base": base, "dealer": "0", **fields})
    assert answer.status_code == 303, answer.content.decode()[:3000]
    return Deal.objects.filter(session=session).latest("pk")


def test_a_place_is_chosen_and_its_rows_are_offered(alice: Client):
    html = page(alice, "/new/?ruleset=paohuzi:changde")
    assert "常德全名堂" in html
    assert "大团圆" in html
    assert 'name="rule-patterns.own.zh"' in html


def seats_offered(message: str) -> str:
    """How many seats the form has chosen."""
    found = re.search(r'<input[^>]*name="seats"[^>]*value="(\d)"[^>]*\schecked', message)
    return found[1] if found else ""


def test_a_place_that_plays_with_four_opens_with_four_seats(alice: Client):
    assert seats_offered(page(alice, "/new/?ruleset=paohuzi:liuhuqiang")) == "4"
    assert seats_offered(page(alice, "/new/?ruleset=paohuzi:shaoyang")) == "3"
    named = "&player=甲&player=乙&player=丙"
    assert seats_offered(page(alice, f"/new/?ruleset=paohuzi:liuhuqiang{named}")) == "3"


def test_seats_follow_another_place_where_they_were_as_usual(alice: Client):
    chosen = {"ruleset": "paohuzi:liuhuqiang", "shown": "paohuzi:shaoyang", "was": "shaoyang 3 none"}
    assert seats_offered(page(alice, reverse("new_table:rules", query={**chosen, "seats": "3"}))) == "4"
    assert seats_offered(page(alice, reverse("new_table:rules", query={**chosen, "seats": "2"}))) == "2"


def test_rows_are_switched_valued_and_made_in_the_form(table: GameSession):
    options = json.loads(Stage.objects.get(session=table).options)
    found = {row["code"]: row for row in options["patterns"]}
    assert found["honghu"]["on"] is True
    assert found["honghu"]["value"] == "x4"
    assert found["heihu"]["on"] is False
    assert (found["own_1"]["zh"], found["own_1"]["when"], found["own_1"]["value"]) == (
        "多红",
        "red>=12",
        "x3",
    )


def test_a_row_that_cannot_be_is_refused_by_its_name(alice: Client):
    broken = {**OWN, f"{FIELD}.own.n": [""]}
    answer = alice.post("/new/", {**NEW, "ruleset": "paohuzi:shaoyang", **rows((), **broken)})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "“多红”还没写算多少" in html
    assert "own_1" not in words(only(html, id=f"error-{FIELD}"))
    names = elements(html, "input", name=f"{FIELD}.own.zh")
    marked = [(attribute(one, "value"), attribute(one, "aria-invalid")) for one in names]
    assert marked == [("多红", "true"), ("", None)]


def test_a_row_of_ones_own_may_need_one_of_three_conditions_and_grow(alice: Client):
    more = {
        "join": ["or"],
        "name2": ["tinghu"],
        "number2": [""],
        "name3": ["dihu"],
        "how3": ["="],
        "number3": ["1"],
        "of": ["red"],
        "over": ["12"],
        "add": ["2"],
        "group": ["red"],
        "min": ["5"],
        "alone": ["yes"],
        "last": ["yes"],
    }
    whole = {**OWN, **{f"{FIELD}.own.{name}": value for name, value in more.items()}}
    session, _code = open_by(alice, ruleset="paohuzi:shaoyang", **rows(("zimo",), **whole))
    found = json.loads(Stage.objects.get(session=session).options)["patterns"][-1]
    assert found == {
        "code": "own_1",
        "zh": "多红",
        "en": "多红",
        "when": "red>=12 or tinghu>=1 or dihu=1",
        "value": "x3",
        "on": True,
        "each": {"of": "red", "over": 12, "add": 2},
        "group": "red",
        "min": 5,
        "alone": True,
        "last": True,
    }


def test_red_cards_are_asked_for_and_what_they_bring_is_explained(alice: Client, table: GameSession):
    html = page(alice, reverse("deal_entry:new", args=[table.public_id]))
    assert 'name="count_red"' in html
    deal = entered(alice, table, count_red="12")
    story = page(alice, reverse("deal:show", args=[table.public_id, deal.key]))
    assert "红胡 ×4" in story
    assert "多红 ×3" in story
    assert "自摸加 1" in story


def test_the_rows_that_count_are_named_while_a_deal_is_entered(alice: Client, table: GameSession):
    data = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "16", "count_red": "12", "dealer": "0"}
    url = reverse("deal_entry:preview", args=[table.public_id])
    html = alice.post(url, data).content.decode()
    assert "自摸" in html
    assert "多红" in html
    assert "row" not in html.replace("row-", "")


def test_a_tally_shows_large_what_it_books(alice: Client):
    session, _code = open_by(alice, ruleset="paohuzi_tally:loudi")
    data = {"winner": "0", "source": "self_draw", "mode": "hu", "hu": "20", "dealer": "0"}
    html = alice.post(reverse("deal_entry:preview", args=[session.public_id]), data).content.decode()
    assert re.search(r'class="big"><b>80</b> 胡', html)
    assert "老王共 80，20 胡" in html


def test_a_deal_is_corrected_and_carried_away_the_same(alice: Client, table: GameSession):
    deal = entered(alice, table, count_red="12")
    fact = facts.Win(winner=Seat(0), source="self_draw", hu=Count(16), counts=facts.CardCounts(red=Count(3)))
    record.replace_deal(session=table, sent=sent(table), deal=deal.key, fact=fact)
    exported = alice.get(reverse("exports:json", args=[table.public_id])).content.decode()
    answer = alice.post("/import/", {"text": exported, "do": "import", "client_id": "import-0123456789"})
    assert answer.status_code in (200, 302, 303)
    copy = GameSession.objects.latest("pk")
    again = alice.get(reverse("exports:json", args=[copy.public_id])).content.decode()
    one, other = json.loads(exported), json.loads(again)
    assert (one["options"], one["players"]) == (other["options"], other["players"])
    assert [deal["counts"] for deal in other["deals"]] == [{"red": 3}]


@pytest.mark.parametrize("place", ["paohuzi:changde", "paohuzi_tally:xiangxiang"])
def test_the_archive_of_any_place_is_taken_in(alice: Client, place: str):
    session, _code = open_by(alice, ruleset=place)
    incoming.read(exported(session, "archive"))


def test_ti_of_a_dead_deal_is_told_and_paid(alice: Client):
    session, _code = open_by(alice, ruleset="paohuzi:leiyang")
    url = reverse("deal_entry:dead", args=[session.public_id])
    html = page(alice, url)
    assert "谁提了龙" in html
    assert "都没有的话：黄庄，谁也不付" in html
    base = str(GameSession.objects.get(pk=session.pk).head_seq)
    sent_fields = {"client_id": "entry-0123456789", "base": base, "dealer": "0", "quad_big_0": "1"}
    assert alice.post(url, sent_fields).status_code == 303
    fact = json.loads(Deal.objects.get(session=session).fact)
    assert fact["quads"] == [{"player": 0, "big": 1, "small": 0}]


def test_where_nothing_is_asked_of_a_dead_deal_nobody_pays(alice: Client):
    session, _code = open_by(alice, ruleset="paohuzi:changde")
    html = page(alice, reverse("deal_entry:dead", args=[session.public_id]))
    assert "黄庄，谁也不付" in html
    assert "都没有的话" not in html
