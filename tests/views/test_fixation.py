"""Whoever puts a cookie into somebody's browser comes nowhere by it."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from zipai_ledger.access import devices, tokens
from zipai_ledger.models import GameSession, Grant

from .conftest import NEW, Table, open_by
from .test_joining import join

pytestmark = pytest.mark.django_db


def with_token(token: str) -> Client:
    client = Client()
    client.cookies[devices.cookie_name()] = token
    return client


def token_in(client: Client) -> str:
    return client.cookies[devices.cookie_name()].value


def made_up() -> str:
    return "F" * 43


def issued() -> str:
    """As anybody gets one by opening the form."""
    stranger = Client()
    stranger.get(reverse("new_table:new"))
    return token_in(stranger)


def of_a_phone() -> str:
    """Of a phone that the thief himself came with before."""
    thief = Client()
    open_by(thief, client_id="thief-0123456789", name="贼的桌")
    thief.get(reverse("home"))
    return token_in(thief)


def opens(victim: Client, _table: Table) -> str:
    session, _code = open_by(victim, client_id="victim-0123456789", name="新开的桌")
    return reverse("table:show", args=[session.public_id])


def joins(victim: Client, table: Table) -> str:
    assert join(victim, table, table.invitation, **{"as": "viewer"}).status_code == 302
    return table.url("table:show")


def recovers(victim: Client, table: Table) -> str:
    assert victim.post(reverse("recover"), {"code": table.code}).status_code == 201
    return table.url("table:invitations")


@pytest.mark.parametrize("planted", [made_up, issued, of_a_phone])
@pytest.mark.parametrize("comes", [opens, joins, recovers])
def test_a_token_planted_before_opens_nothing_afterwards(
    table: Table, planted: Callable[[], str], comes: Callable[[Client, Table], str]
):
    token = planted()
    victim = with_token(token)
    url = comes(victim, table)
    assert victim.get(url).status_code == 200
    assert with_token(token).get(url).status_code == 404
    assert victim.get(url).status_code == 200


def test_a_token_planted_before_a_sample_opens_nothing_once_its_player_joins(table: Table):
    token = of_a_phone()
    victim = with_token(token)
    sample = victim.post(reverse("samples:begin"))["Location"]
    url = joins(victim, table)
    thief = with_token(token)
    assert victim.get(url).status_code == victim.get(sample).status_code == 200
    assert thief.get(url).status_code == thief.get(sample).status_code == 404


def test_a_table_opened_again_after_the_answer_was_lost_is_the_same(db: None):
    token = issued()
    first, again = with_token(token), with_token(token)
    assert first.post(reverse("new_table:new"), NEW).status_code == 302
    assert again.post(reverse("new_table:new"), NEW).status_code == 302
    assert token_in(first) == token_in(again) != token
    assert again.get(reverse("table:show", args=[GameSession.objects.get().public_id])).status_code == 200


def test_joining_again_after_the_answer_was_lost_is_the_same_phone(table: Table):
    token = issued()
    first, again = with_token(token), with_token(token)
    for client in (first, again):
        assert join(client, table, table.invitation, **{"as": "viewer"}).status_code == 302
    assert token_in(first) == token_in(again)
    assert Grant.objects.filter(session=table.session, revoked_at=None).count() == 2


def test_whose_answer_was_lost_keeps_every_table(table: Table):
    phone = Client()
    session, _code = open_by(phone, client_id="mine-0123456789", name="我的桌")
    lost = with_token(token_in(phone))
    join(lost, table, table.invitation, **{"as": "viewer"})
    own = reverse("table:show", args=[session.public_id])
    assert phone.get(own).status_code == 200
    assert phone.get(table.url("table:show")).status_code == 200


def test_a_token_that_the_database_does_not_know_comes_nowhere(table: Table):
    for token in (made_up(), issued(), tokens.new_token()):
        assert with_token(token).get(table.url("table:show")).status_code == 404
