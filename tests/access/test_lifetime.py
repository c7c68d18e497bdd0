"""What a phone may do ends a year after it was last here."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests.views.conftest import Ring, Table, alice, client_with, in_circle, ring, table
from zipai_ledger import circles
from zipai_ledger.access import devices, grants, holders, invitations, recovery, tokens
from zipai_ledger.access.invitations import Offer
from zipai_ledger.live import reads
from zipai_ledger.models import CircleGrant, CircleRole, Device, Evening, Grant, Role

__all__ = ["alice", "ring", "table"]
pytestmark = pytest.mark.django_db

YEAR = timedelta(days=365)


def last_here(grant: Grant, ago: timedelta) -> None:
    Device.objects.filter(pk=grant.device_id).update(last_seen=timezone.now() - ago)


def newest() -> Grant:
    return Grant.objects.latest("pk")


def asking_with(token: str) -> HttpRequest:
    request = RequestFactory().get("/")
    request.COOKIES[devices.cookie_name()] = token
    return request


def asking(client: Client) -> HttpRequest:
    return asking_with(client.cookies[devices.cookie_name()].value)


@pytest.mark.parametrize(
    ("ago", "status"), [(YEAR - timedelta(hours=1), 200), (YEAR + timedelta(hours=1), 404)]
)
def test_a_phone_comes_in_within_a_year_and_not_after(table: Table, ago: timedelta, status: int):
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    last_here(newest(), ago)
    assert bob.get(table.url("tables:show")).status_code == status
    assert (devices.known(asking(bob)) is not None) == (status == 200)


def test_a_phone_comes_into_a_circle_within_a_year_and_not_after(ring: Ring):
    member = in_circle(ring.circle, CircleRole.MEMBER)
    show = reverse("circles:show", args=[ring.circle.public_id])
    assert member.get(show).status_code == 200
    Device.objects.update(last_seen=timezone.now() - YEAR - timedelta(hours=1))
    assert member.get(show).status_code == 404


@pytest.mark.parametrize(("ago", "noted"), [(timedelta(hours=23), False), (timedelta(hours=25), True)])
def test_that_a_phone_was_here_is_noted_once_a_day(table: Table, ago: timedelta, noted: bool):
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    last_here(newest(), ago)
    before = newest().device.last_seen
    bob.get(table.url("tables:show"))
    assert (newest().device.last_seen > before) == noted


@contextmanager
def refusing_writes() -> Iterator[None]:
    def refuse(execute, sql, params, many, context):
        if sql.startswith("UPDATE"):
            raise OperationalError("database is locked")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        yield


@pytest.mark.django_db(transaction=True)
def test_nobody_waits_until_that_can_be_noted():
    came = devices.arriving("")
    Device.objects.update(last_seen=timezone.now() - timedelta(days=2))
    before = Device.objects.get()
    with refusing_writes():
        assert devices.known(asking_with(came.token)) == came.device
    assert Device.objects.get().last_seen == before.last_seen


def test_a_phone_that_is_gone_stands_for_nobody_any_more(table: Table):
    client_with(table.session, Role.SCOREKEEPER, 1)
    gone = newest()
    last_here(gone, YEAR + timedelta(hours=1))
    assert gone not in grants.holding(table.session)
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    phone = devices.arriving("").device
    assert grants.redeem(link, phone, 1).player == 1


def test_an_open_page_of_a_phone_that_is_gone_gets_no_more(table: Table):
    client_with(table.session, Role.VIEWER, 1)
    held = newest()
    known = {table.session.pk: table.head}
    assert held.pk in reads.look(known, {held.pk: table.session.pk}, True).grants
    last_here(held, YEAR + timedelta(hours=1))
    assert held.pk not in reads.look(known, {held.pk: table.session.pk}, True).grants


def test_its_recovery_code_brings_a_phone_that_is_gone_back_with_its_name(table: Table):
    owner = Grant.objects.get(session=table.session)
    last_here(owner, 3 * YEAR)
    found = recovery.recover(table.code, "")
    assert [place.pk for place in found.places] == [table.session.pk]
    (held,) = grants.holding(table.session)
    assert (held.role, held.player) == (Role.OWNER, 0)
    assert held.device_id != owner.device_id


def test_who_comes_with_the_token_of_a_phone_that_is_gone_is_a_stranger():
    brought = tokens.issued_token()
    gone = devices.arriving(brought)
    Device.objects.update(last_seen=timezone.now() - YEAR - timedelta(hours=1))
    for token in (brought, gone.token):
        came = devices.arriving(token)
        assert came.device != gone.device
        assert came.token not in (brought, gone.token)


def test_sending_everybody_away_reaches_phones_that_are_gone(table: Table):
    client_with(table.session, Role.OWNER)
    gone = newest()
    last_here(gone, YEAR + timedelta(hours=1))
    holders.rotate(Grant.objects.filter(session=table.session).earliest("pk"))
    gone.refresh_from_db()
    assert gone.revoked_at is not None


def test_revoking_an_invitation_reaches_phones_that_are_gone(table: Table):
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    gone = grants.redeem(link, devices.arriving("").device)
    last_here(gone, YEAR + timedelta(hours=1))
    assert grants.revoke_link(link) == 1


def test_who_is_sent_out_of_a_circle_loses_its_tables_on_a_phone_that_is_gone_too(ring: Ring):
    in_circle(ring.circle, CircleRole.MEMBER)
    held = CircleGrant.objects.latest("pk")
    Evening.objects.update(open_to_members=True)
    assert circles.look(ring.evening, held.device)
    looking = newest()
    last_here(looking, YEAR + timedelta(hours=1))
    circles.send_away(ring.circle, CircleGrant.objects.filter(pk=held.pk))
    assert not Grant.objects.filter(pk=looking.pk, revoked_at=None).exists()
