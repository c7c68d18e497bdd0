"""换人、换座 in the middle of a deal that is being entered: it is never booked for whoever sits there now."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from zipai_ledger.ledger.posting import read_fact
from zipai_ledger.models import Deal, Event

from .conftest import NEW, Table

pytestmark = pytest.mark.django_db

NEXT = {**NEW, "client_id": "stage-0123456789", "player": ["老王", "建国", "阿芳"]}
"""小李 leaves, 建国 takes the seat."""
SWAPPED = {**NEXT, "player": ["老王", "阿芳", "小李"]}
MINE = {"winner": "1", "source": "self_draw", "mode": "hu", "hu": "11", "xing_count": "0"}
"""小李 won, as it was entered before that."""


def begun(client: Client, table: Table, form: str = "new", query: str = "") -> dict[str, str]:
    """What the form of an entry holds for itself when it is opened."""
    page = client.get(table.url(f"deal_entry:{form}") + query).content.decode()
    return {
        name: value
        for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page)
        if name in ("client_id", "base", "people")
    } | {"client_id": "mine-0123456789"}


def others_sit_down(client: Client, table: Table, stage: dict[str, object]) -> None:
    assert client.post(table.url("stages:change"), stage).status_code == 302


def count(table: Table) -> int:
    return Deal.objects.filter(session=table.session).count()


def refused(answer: HttpResponse) -> str:
    assert answer.status_code == 412
    return answer.content.decode()


@pytest.mark.parametrize("stage", [NEXT, SWAPPED])
def test_a_deal_that_was_begun_before_is_refused_by_name_even_where_one_goes_on_anyway(
    bob: Client, alice: Client, table: Table, stage: dict[str, object]
):
    entry = {**begun(bob, table), **MINE}
    others_sit_down(alice, table, stage)
    before = Event.objects.count()
    now = "、".join(map(str, stage["player"]))
    for more in ({}, {"base": str(table.head)}, {"base": ""}, {"hu": "3"}, {"hu": ""}):
        html = refused(bob.post(table.url("deal_entry:save"), {**entry, **more}))
        assert "按老王、小李、阿芳坐的记的" in html
        assert f"现在坐的是{now}" in html
        assert "不是，接着记" not in html
        assert "data-drop-draft" not in html
    answer = bob.post(
        table.url("deal_entry:save"), {**entry, "base": ""}, headers={"Accept": "application/json"}
    )
    assert answer.status_code == 412
    assert Event.objects.count() == before


def test_it_is_put_where_those_people_still_sat_by_the_form_with_their_names(
    bob: Client, alice: Client, table: Table
):
    entry = {**begun(bob, table), **MINE}
    others_sit_down(alice, table, NEXT)
    html = refused(bob.post(table.url("deal_entry:save"), entry))
    (action,) = re.findall(r'<form[^>]* action="([^"]+\?after=\d+)"', html)
    assert action.endswith(f"?after={table.keys[1]}")
    assert "补在第 2 盘后面" in html
    carried = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', html.split(action)[1]))
    answer = bob.post(action, carried)
    assert answer.status_code == 200
    assert "小李" in answer.content.decode()
    done = bob.post(action, {**carried, "confirm": "1", "shown": ""})
    assert done.status_code == 303
    deal = Deal.objects.get(session=table.session, position=3)
    assert (deal.stage.index, read_fact(deal.fact).winner) == (0, 1)

    # Half entered it is gone on with there, by its own names.
    half = bob.post(action, {**entry, "client_id": "half-0123456789", "hu": "", "base": str(table.head)})
    assert (half.status_code, "建国" in half.content.decode()) == (422, False)


def test_a_repetition_of_what_was_stored_before_is_answered_as_stored(
    bob: Client, alice: Client, table: Table
):
    entry = {**begun(bob, table), **MINE}
    assert bob.post(table.url("deal_entry:save"), entry).status_code == 303
    others_sit_down(alice, table, NEXT)
    assert bob.post(table.url("deal_entry:save"), entry).status_code == 303
    assert count(table) == 3


@pytest.mark.parametrize(
    ("form", "fields"),
    [
        ("dead", {}),
        ("foul", {"offender": "1"}),
        ("adjust", {"gives_0": "2", "gets_0": "0", "units_0": "3"}),
    ],
)
def test_the_other_forms_are_refused_too(
    bob: Client, alice: Client, table: Table, form: str, fields: dict[str, str]
):
    entry = {**begun(bob, table, form), **fields}
    others_sit_down(alice, table, NEXT)
    assert "现在坐的是老王、建国、阿芳" in refused(bob.post(table.url(f"deal_entry:{form}"), entry))
    assert count(table) == 2


def test_other_rules_for_the_same_people_are_no_other_seats(bob: Client, alice: Client, table: Table):
    entry = {**begun(bob, table), **MINE}
    others_sit_down(alice, table, {**NEXT, "player": NEW["player"], "stake": "100"})
    html = refused(bob.post(table.url("deal_entry:save"), entry))
    assert "不是，接着记" in html
    assert bob.post(table.url("deal_entry:save"), {**entry, "base": ""}).status_code == 303


def test_a_correction_goes_by_the_seats_of_its_own_deal(bob: Client, alice: Client, table: Table):
    others_sit_down(alice, table, NEXT)
    query = f"?replace={table.keys[1]}"
    entry = {**begun(bob, table, query=query), **MINE, "confirm": "1", "shown": ""}
    assert bob.post(table.url("deal_entry:save") + query, entry).status_code == 303
    fresh = {**begun(bob, table), "client_id": "fresh-0123456789", **MINE}
    assert refused(bob.post(f"{table.url('deal_entry:save')}{query}", {**fresh, "base": ""}))


def test_where_nothing_was_recorded_before_the_change_there_is_no_place_for_it(
    bob: Client, alice: Client, table: Table
):
    others_sit_down(alice, table, NEXT)
    entry = {**begun(bob, table), **MINE}
    others_sit_down(alice, table, {**SWAPPED, "client_id": "again-0123456789"})
    html = refused(bob.post(table.url("deal_entry:save"), entry))
    assert "?after=" not in html
    assert "一盘也没有记" in html


def test_what_an_entry_is_worth_is_not_shown_for_others(bob: Client, alice: Client, table: Table):
    entry = {**begun(bob, table), **MINE}
    others_sit_down(alice, table, NEXT)
    band = bob.post(table.url("deal_entry:preview"), entry).content.decode()
    assert "建国" not in band
    assert "座位换过了" in band


@pytest.mark.parametrize("people", ["x", "0 1", "0 1 2 3 4 5 6 7 8", "9" * 400])
def test_odd_people_book_nothing(bob: Client, table: Table, people: str):
    entry = {**begun(bob, table), **MINE, "people": people}
    assert bob.post(table.url("deal_entry:save"), entry).status_code in (412, 422)
    assert count(table) == 2
