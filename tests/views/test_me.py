"""Who am I: asked once on a phone, remembered, changed by its holder."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.access import codes
from zipai_ledger.models import Grant, Role

from .conftest import NEW, Table, client_with, page

pytestmark = pytest.mark.django_db
ASKS = "哪个是我？"


def opened(client: Client, **changes: object) -> Grant:
    """A table opened by a form that says nothing of who opens it."""
    data = {name: value for name, value in NEW.items() if name != "me"}
    client.post(reverse("new_table:new"), {**data, **changes})
    return Grant.objects.latest("pk")


def url(grant: Grant, name: str = "table:show") -> str:
    return reverse(name, args=[grant.session.public_id])


def test_who_opens_is_not_taken_for_the_first_name_but_asked_once(db: None):
    phone = Client()
    first = opened(phone)
    assert first.player is None
    assert ASKS in page(phone, url(first))
    assert phone.post(url(first, "table:me"), {"player": "1"})["Location"] == url(first)
    first.refresh_from_db()
    assert first.player == 1
    assert ASKS not in page(phone, url(first))
    again = opened(phone, client_id="second-0123456789", player=["阿芳", "四叔", "小李"])
    assert again.player == 2
    assert ASKS not in page(phone, url(again))


def test_where_everybody_has_a_phone_the_owner_s_is_not_asked(db: None):
    phone = Client()
    first = opened(phone)
    for player in (0, 1):
        client_with(first.session, Role.VIEWER, player)
        assert ASKS in page(phone, url(first))
    client_with(first.session, Role.VIEWER, 2)
    assert ASKS not in page(phone, url(first))


def test_who_does_not_play_is_not_asked_at_that_table_again(db: None):
    phone = Client()
    first = opened(phone)
    answer = phone.post(url(first, "table:me"), {"player": "none"})
    assert answer.cookies["onlooker"]["path"] == url(first)
    assert ASKS not in page(phone, url(first))


def test_a_phone_that_knows_its_holder_offers_the_name_when_it_joins(table: Table):
    guest = Client()
    guest.post(reverse("joining:paste"), {"secret": table.invitation, "as": "player", "player": "2"})
    other = client_with(table.session, Role.VIEWER)
    other.cookies["me"] = guest.cookies["me"].value
    Grant.objects.filter(player=2).delete()
    html = other.post(reverse("joining:paste"), {"secret": table.invitation}).content.decode()
    assert re.search(r'value="2" data-name="阿芳" checked', html)


def test_holders_change_whose_phone_it_is_where_nobody_else_is_that(
    table: Table, bob: Client, viewer: Client
):
    assert bob.post(table.url("table:me"), {"player": "2"}).status_code == 409
    assert bob.post(table.url("table:me"), {"player": "9"}).status_code == 422
    assert viewer.post(table.url("table:me"), {"player": "none"}).status_code == 302
    assert bob.post(table.url("table:me"), {"player": "2"}).status_code == 302
    assert Grant.objects.get(session=table.session, role=Role.SCOREKEEPER).player == 2


def test_who_came_back_by_the_code_takes_the_name_along_from_the_lost_phone(table: Table):
    phone = Client()
    phone.post(reverse("recover"), {"code": table.code})
    came = Grant.objects.latest("pk")
    assert came.player is None
    assert re.search(r'value="0">\s*<bdi>老王', page(phone, table.url("table:show")))
    phone.post(table.url("table:me"), {"player": "0"})
    held = Grant.objects.filter(session=table.session, revoked_at=None).order_by("pk")
    assert sorted((grant.player is None) for grant in held) == [False, True]
    assert codes.good(came.device) is not None
    assert ASKS not in page(phone, table.url("table:show"))
