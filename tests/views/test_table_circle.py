"""Tables of a circle: who their players are, how they come in and leave."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger import circles
from zipai_ledger.circles import members
from zipai_ledger.models import Attendance, CircleGrant, CircleLink, Evening, GameSession, Grant, Person, Role

from .conftest import Ring, Table, client_with, page, second_table

pytestmark = pytest.mark.django_db


def test_who_is_who_is_altered_and_can_be_nobody(ring: Ring, alice: Client, table: Table):
    alice.post(table.url("table:circle"), {"matched": "1", "who-0": "2", "who-1": "none", "who-2": "0"})
    assert circles.evenings_of(ring.circle)[0].who == {0: 2, 2: 0}
    html = page(alice, ring.url("circle:show"))
    assert "没认的：小李" in html
    assert table.url("table:circle") in html


def test_two_players_are_not_one_person(ring: Ring, alice: Client, table: Table):
    answer = alice.post(table.url("table:circle"), {"matched": "1", "who-0": "1", "who-1": "1"})
    assert answer.status_code == 422
    assert "小李" in answer.content.decode()
    assert circles.evenings_of(ring.circle)[0].who == {0: 0, 1: 1, 2: 2}


@pytest.mark.parametrize("number", ["7", "99999", "-1", "x", "１"])
def test_a_person_that_is_not_there_is_refused_or_nobody(
    ring: Ring, alice: Client, table: Table, number: str
):
    answer = alice.post(table.url("table:circle"), {"matched": "1", "who-0": number})
    assert answer.status_code in (302, 422)
    assert 0 not in circles.evenings_of(ring.circle)[0].who or answer.status_code == 422


def test_a_second_table_is_matched_by_name(ring: Ring, alice: Client):
    session = second_table(alice, player=["小李", "阿强", "老王"])
    form = page(alice, f"{reverse('table:circle', args=[session.public_id])}?circle={ring.circle.public_id}")
    assert re.search(r'value="1" selected>小李', form)
    assert re.search(r'value="new" selected>新牌友：阿强', form)
    sent = {"matched": "1", "circle": ring.circle.public_id, "who-0": "1", "who-1": "new", "who-2": "0"}
    answer = alice.post(reverse("table:circle", args=[session.public_id]), sent)
    assert answer["Location"] == ring.url("circle:show")
    assert [person.name for person in circles.people_of(ring.circle)] == ["老王", "小李", "阿芳", "阿强"]
    assert circles.evenings_of(ring.circle)[0].who == {0: 1, 1: 3, 2: 0}


def test_a_table_opened_from_the_circle_is_in_it_from_the_start(ring: Ring, dora: Client):
    answer = dora.get(
        reverse("new_table:tonight", args=[ring.circle.public_id]), {"go": "1", "person": ["0", "1", "2"]}
    )
    form = dora.get(answer["Location"])
    assert "打完在牌友圈“巷口老友”里" in form.content.decode()
    assert [seat.name for seat in form.context["stage"].seats][:3] == ["老王", "小李", "阿芳"]
    assert '<option value="老王">' in form.content.decode()
    session = second_table(dora, ring.circle)
    assert circles.evenings_of(ring.circle)[0].session == session
    assert circles.evenings_of(ring.circle)[0].who == {0: 0, 1: 1, 2: 2}


def test_a_stranger_opens_no_table_into_the_circle(ring: Ring, charlie: Client):
    session = second_table(charlie, ring.circle)
    assert circles.evening_of(session) is None


def test_another_table_like_one_of_the_circle_goes_there_too(ring: Ring, alice: Client, table: Table):
    form = alice.get(table.url("new_table:again"))
    assert form.context["circle"].public_id == ring.circle.public_id


def test_who_joins_late_is_known_by_name(ring: Ring, alice: Client, table: Table):
    circles.add_person(ring.circle, "阿强")
    form = alice.get(table.url("stages:change")).context
    sent = {
        "client_id": "stage-0123456789",
        "ruleset": "guilin",
        "shown": "guilin",
        "seats": "4",
        "player": ["老王", "小李", "阿芳", "阿强"],
        "dealer": "0",
        "known": "3",
        "base": form["form"]["base"].value(),
    }
    assert alice.post(table.url("stages:change"), sent).status_code == 302
    assert circles.evenings_of(ring.circle)[0].who == {0: 0, 1: 1, 2: 2, 3: 3}


def test_a_table_is_in_one_circle_only(ring: Ring, alice: Client, table: Table):
    other = circles.open_circle(browser_token="", client_id="another-01234567", name="别的圈").circle
    alice.post(table.url("table:circle"), {"matched": "1", "circle": other.public_id, "who-0": "none"})
    assert circles.evening_of(table.session).circle == ring.circle  # type: ignore[union-attr]


def test_an_owner_of_a_table_who_is_not_in_its_circle_is_shown_nobody(ring: Ring, table: Table):
    other = client_with(table.session, Role.OWNER)
    html = page(other, table.url("table:circle"))
    assert "不在那个圈里" in html
    assert "巷口老友" not in html
    other.post(table.url("table:circle"), {"out": "1"})
    assert circles.evening_of(table.session) is None


def test_taking_a_table_out_changes_nothing_at_the_table(ring: Ring, alice: Client, table: Table):
    head = table.head
    alice.post(ring.url("circle:take_out", ring.evening.pk))
    assert table.head == head
    assert circles.evenings_of(ring.circle) == ()
    assert len(circles.people_of(ring.circle)) == 3


def test_the_owner_of_a_circle_takes_out_what_others_put_in(ring: Ring, alice: Client, dora: Client):
    session = second_table(dora, ring.circle)
    out = ring.url("circle:take_out", circles.evening_of(session).pk)  # type: ignore[union-attr]
    assert out not in page(dora, ring.url("circle:show"))
    html = page(alice, ring.url("circle:show"))
    assert html.count("这一桌不放在圈里了") == 1
    assert out in html
    alice.post(out)
    assert circles.evening_of(session) is None


def of_others(ring: Ring, table: Table) -> list[object]:
    """Everything of a circle that is not a member's own: who may do what, who is called what, who was who."""
    return [
        list(CircleGrant.objects.filter(circle=ring.circle).order_by("pk").values()),
        list(CircleLink.objects.filter(circle=ring.circle).order_by("pk").values()),
        list(Grant.objects.filter(session=table.session).order_by("pk").values()),
        list(Attendance.objects.filter(evening__session=table.session).order_by("pk").values()),
        list(Person.objects.filter(circle=ring.circle, index__lt=3).order_by("index").values()),
        Evening.objects.filter(session=table.session).values().get(),
    ]


def test_a_member_brings_own_tables_and_people_in_and_takes_over_nothing(
    ring: Ring, alice: Client, dora: Client, table: Table, monkeypatch: pytest.MonkeyPatch
):
    before = of_others(ring, table)
    session = second_table(dora, player=["阿强", "小丁", "老王"])
    own = reverse("table:circle", args=[session.public_id])
    sent = {
        "matched": "1",
        "circle": ring.circle.public_id,
        "open": "1",
        "who-0": "new",
        "who-1": "0",
        "who-2": "1",
    }
    assert dora.post(own, sent).status_code == 302
    assert of_others(ring, table) == before
    monkeypatch.setattr(members, "PEOPLE_MOST", 4)
    assert dora.post(own, {**sent, "who-1": "new"}).status_code == 422
    theirs = ring.url("circle:take_out", ring.circle.evenings.get(session=table.session).pk)
    others = [
        theirs,
        table.url("table:circle"),
        ring.url("circle:names"),
        ring.url("circle:erase", 0),
        ring.url("circle:rotate"),
    ]
    assert {dora.post(url, {"out": "1", "matched": "1", "name": "我的"}).status_code for url in others} <= {
        403,
        404,
    }
    assert of_others(ring, table) == before
    assert alice.post(ring.url("circle:take_out", ring.evening.pk)).status_code == 302
    assert alice.post(ring.url("circle:erase", 3), {"confirm": "1"}).status_code == 302
    assert of_others(ring, table) == before
    assert ring.circle.people.count() == 3


def test_a_form_that_another_phone_has_sent_can_be_sent_again(ring: Ring, charlie: Client):
    session = GameSession.objects.latest("pk")
    own, sent = reverse("table:circle", args=[session.public_id]), {"client_id": "circle-0123456789"}
    answer = charlie.post(own, {**sent, "name": "别的圈"})
    assert answer.status_code == 409
    renewed = answer.context["form"]["client_id"].value()
    assert charlie.post(own, {"client_id": renewed, "name": "别的圈"}).status_code == 302
