"""What a phone may do ends a year after it was last here, as the days say on which the server ran."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests.views.conftest import Ring, Table, alice, client_with, in_circle, ring, table
from zipai_ledger import circles
from zipai_ledger.access import devices, grants, holders, invitations, recovery, running_days, tokens
from zipai_ledger.access.invitations import Offer
from zipai_ledger.live import reads
from zipai_ledger.models import CircleGrant, CircleRole, Device, Evening, Grant, Role, RunningDay
from zipai_ledger.models.access import DAYS_THAT_AGREE

__all__ = ["alice", "ring", "table"]
pytestmark = pytest.mark.django_db

YEAR = timedelta(days=365)
GONE = YEAR + timedelta(days=DAYS_THAT_AGREE)


@pytest.fixture
def seven_days(db: None) -> None:
    """On which the server has run; the last parameter of a test, for a table made once brings its own rows."""
    for ago in reversed(range(DAYS_THAT_AGREE)):
        running_days.record(timezone.now() - timedelta(days=ago))


def test_a_server_whose_clock_is_a_day_ahead_ends_no_count_and_two_days_do():
    today = timezone.now()
    for ahead in (timedelta(days=1), timedelta(0)):
        running_days.record(today + ahead)
    assert RunningDay.objects.count() == 2
    running_days.record(today - timedelta(days=1))
    assert RunningDay.objects.count() == 1


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


@pytest.mark.parametrize(("ago", "status"), [(YEAR - timedelta(hours=1), 200), (GONE, 404)])
def test_a_phone_comes_in_within_a_year_and_not_after(
    table: Table, ago: timedelta, status: int, seven_days: None
):
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    last_here(newest(), ago)
    assert bob.get(table.url("table:show")).status_code == status
    assert (devices.device_of(asking(bob)) is not None) == (status == 200)


def test_a_phone_comes_into_a_circle_within_a_year_and_not_after(ring: Ring, seven_days: None):
    member = in_circle(ring.circle, CircleRole.MEMBER)
    show = reverse("circle:show", args=[ring.circle.public_id])
    assert member.get(show).status_code == 200
    Device.objects.update(last_seen=timezone.now() - GONE)
    assert member.get(show).status_code == 404


@pytest.mark.parametrize(("ago", "noted"), [(timedelta(hours=23), False), (timedelta(hours=25), True)])
def test_once_a_day_it_is_noted_and_the_browser_keeps_its_token_for_another_year(
    table: Table, ago: timedelta, noted: bool
):
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    token = bob.cookies[devices.cookie_name()].value
    last_here(newest(), ago)
    before = newest().device.last_seen
    answer = bob.get(table.url("table:show"))
    assert (newest().device.last_seen > before) == noted
    assert (devices.cookie_name() in answer.cookies) == noted
    if noted:
        given = answer.cookies[devices.cookie_name()]
        assert (given.value, given["max-age"], given["httponly"]) == (token, devices.YEAR, True)
        assert answer["Cache-Control"] == "no-store"
    assert devices.cookie_name() not in bob.get(table.url("table:show")).cookies


@pytest.mark.parametrize("page", ["home", "preferences", "help:index"])
def test_a_page_of_no_table_does_the_same(table: Table, alice: Client, page: str):
    last_here(newest(), timedelta(days=2))
    assert devices.cookie_name() in alice.get(reverse(page)).cookies
    assert newest().device.last_seen > timezone.now() - timedelta(hours=1)


def test_neither_a_stream_nor_what_a_browser_stores_brings_a_token(table: Table, alice: Client):
    last_here(newest(), timedelta(days=2))
    stored = HttpResponse(headers={"Cache-Control": "private, max-age=600"})
    for answer in (StreamingHttpResponse([b""]), stored):
        request = asking(alice)
        assert devices.device_of(request)
        devices.note(request, answer)
        assert not answer.cookies
    assert newest().device.last_seen < timezone.now() - timedelta(days=1)


def test_a_late_answer_does_not_bring_the_token_before(table: Table, alice: Client):
    """It was asked for before the phone joined elsewhere, and comes after the phone has used its new token."""
    last_here(newest(), timedelta(days=2))
    request, answer = asking(alice), HttpResponse()
    assert devices.device_of(request)
    devices.renewed(devices.arriving(devices.token_of(request)), again=False)
    devices.note(request, answer)
    assert not answer.cookies


def test_a_phone_whose_new_token_was_lost_on_the_way_goes_on_with_the_one_before(table: Table, alice: Client):
    token = devices.token_of(asking(alice))
    devices.renewed(devices.arriving(token), again=False)
    last_here(newest(), timedelta(days=2))
    assert alice.get(table.url("table:show")).cookies[devices.cookie_name()].value == token


class Clock:
    """The host's clock, which may be moved."""

    def __init__(self) -> None:
        self.moved = timedelta()
        self._right = timezone.now

    def __call__(self) -> datetime:
        return self._right() + self.moved


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", clock)
    return clock


def comes(client: Client, table: Table) -> bool:
    return client.get(table.url("table:show")).status_code == 200


def test_a_clock_that_is_ahead_for_some_days_sends_nobody_away(
    table: Table, alice: Client, clock: Clock, seven_days: None
):
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    for day in range(DAYS_THAT_AGREE - 1):
        clock.moved = timedelta(days=400 + day)
        assert comes(alice, table)
    assert comes(bob, table)
    clock.moved = timedelta(days=DAYS_THAT_AGREE - 1)
    assert comes(alice, table)
    assert comes(bob, table)


def test_who_is_refused_by_a_clock_that_stays_ahead_comes_in_once_it_is_right(
    table: Table, alice: Client, clock: Clock, seven_days: None
):
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    for day in range(DAYS_THAT_AGREE):
        clock.moved = timedelta(days=400 + day)
        assert comes(alice, table)
    assert not comes(bob, table)
    clock.moved = timedelta()
    assert comes(bob, table)


def test_a_phone_that_was_here_in_the_future_is_no_younger_for_ever(
    table: Table, alice: Client, clock: Clock, seven_days: None
):
    clock.moved = timedelta(days=4000)
    assert comes(alice, table)
    for day in range(DAYS_THAT_AGREE):
        clock.moved = timedelta(days=day)
        assert Device.objects.get().last_seen > clock() + YEAR
        assert comes(alice, table)
    assert Device.objects.get().last_seen <= clock()


def test_a_clock_that_is_behind_for_a_while_makes_no_phone_older(
    table: Table, alice: Client, clock: Clock, seven_days: None
):
    before = newest().device.last_seen
    clock.moved = timedelta(days=-400)
    assert comes(alice, table)
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    clock.moved = timedelta()
    assert Device.objects.earliest("pk").last_seen == before
    assert comes(bob, table)


def test_a_phone_ends_only_after_some_days_on_which_the_server_ran(
    table: Table, alice: Client, clock: Clock, seven_days: None
):
    client_with(table.session, Role.SCOREKEEPER, 1)
    bob = newest().device
    for day in range(DAYS_THAT_AGREE):
        clock.moved = timedelta(days=800 + day)
        assert grants.holding(table.session).filter(device=bob).exists()
        comes(alice, table)
    assert not grants.holding(table.session).filter(device=bob).exists()
    assert RunningDay.objects.count() == DAYS_THAT_AGREE


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
    request, answer = asking_with(came.token), HttpResponse()
    with refusing_writes():
        assert devices.device_of(request) == came.device
        devices.note(request, answer)
    assert not answer.cookies
    assert Device.objects.get().last_seen == before.last_seen


def test_a_phone_that_is_gone_stands_for_nobody_any_more(table: Table, seven_days: None):
    client_with(table.session, Role.SCOREKEEPER, 1)
    gone = newest()
    last_here(gone, GONE)
    assert gone not in grants.holding(table.session)
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    phone = devices.arriving("").device
    assert grants.redeem(link, phone, 1).player == 1


def test_an_open_page_of_a_phone_that_is_gone_gets_no_more(table: Table, seven_days: None):
    client_with(table.session, Role.VIEWER, 1)
    held = newest()
    known = {table.session.pk: table.head}
    assert held.pk in reads.look(known, {held.pk: table.session.pk}, True).grants
    last_here(held, GONE)
    assert held.pk not in reads.look(known, {held.pk: table.session.pk}, True).grants


def test_its_recovery_code_brings_a_phone_that_is_gone_back_with_its_name(table: Table, seven_days: None):
    owner = Grant.objects.get(session=table.session)
    last_here(owner, 3 * YEAR)
    found = recovery.recover(table.code, "")
    assert [place.pk for place in found.places] == [table.session.pk]
    (held,) = grants.holding(table.session)
    assert (held.role, held.player) == (Role.OWNER, 0)
    assert held.device_id != owner.device_id


def test_who_comes_with_the_token_of_a_phone_that_is_gone_is_a_stranger(seven_days: None):
    brought = tokens.issued_token()
    gone = devices.arriving(brought)
    Device.objects.update(last_seen=timezone.now() - GONE)
    for token in (brought, gone.token):
        came = devices.arriving(token)
        assert came.device != gone.device
        assert came.token not in (brought, gone.token)


def test_sending_everybody_away_reaches_phones_that_are_gone(table: Table, seven_days: None):
    client_with(table.session, Role.OWNER)
    gone = newest()
    last_here(gone, GONE)
    holders.rotate(Grant.objects.filter(session=table.session).earliest("pk"))
    gone.refresh_from_db()
    assert gone.revoked_at is not None


def test_revoking_an_invitation_reaches_phones_that_are_gone(table: Table, seven_days: None):
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    gone = grants.redeem(link, devices.arriving("").device)
    last_here(gone, GONE)
    assert grants.revoke_link(link) == 1


def test_who_is_sent_out_of_a_circle_loses_its_tables_on_a_phone_that_is_gone_too(
    ring: Ring, seven_days: None
):
    in_circle(ring.circle, CircleRole.MEMBER)
    held = CircleGrant.objects.latest("pk")
    Evening.objects.update(open_to_members=True)
    assert circles.look(ring.evening, held.device)
    looking = newest()
    last_here(looking, GONE)
    circles.send_away(ring.circle, CircleGrant.objects.filter(pk=held.pk))
    assert not Grant.objects.filter(pk=looking.pk, revoked_at=None).exists()
