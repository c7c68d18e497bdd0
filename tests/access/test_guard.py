"""What the guard of a view makes of what the view raises."""

from collections.abc import Callable

import pytest
from django.core.exceptions import BadRequest
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from tests.views.conftest import Ring, Table, alice, in_circle, ring, table, viewer
from zipai_ledger.access import (
    Action,
    CircleAction,
    Public,
    Visit,
    devices,
    for_circle,
    for_table,
    guard,
    public,
)
from zipai_ledger.ledger.record import Damaged
from zipai_ledger.models import Circle, CircleRole, Device, GameSession, Grant, Role
from zipai_ledger.rules.problems import Problem, Refused

__all__ = ["alice", "ring", "table", "viewer"]
pytestmark = pytest.mark.django_db


def asking(client: Client) -> HttpRequest:
    request = RequestFactory().get("/")
    request.COOKIES.update({name: cookie.value for name, cookie in client.cookies.items()})
    return request


def view_that(act: Callable[[], None], action: Action = Action.SEE):
    @for_table(action)
    def view(request: HttpRequest, visit: Visit) -> HttpResponse:
        act()
        return HttpResponse("seen")

    return view


def raising(error: Exception):
    def act() -> None:
        raise error

    return view_that(act)


def test_what_no_form_of_ours_sends_is_a_bad_request_that_says_what(alice: Client, table: Table):
    refused = Refused(Problem("bad_entry", "base", "base", {"got": "12"}))
    with pytest.raises(BadRequest) as caught:
        raising(refused)(asking(alice), table.public_id)
    assert str(caught.value) == str(refused)


def test_what_somebody_typed_is_left_to_the_view(alice: Client, table: Table):
    refused = Refused(Problem("bad_note", "note", "long"), Problem("bad_entry", "base", "base"))
    with pytest.raises(Refused) as caught:
        raising(refused)(asking(alice), table.public_id)
    assert caught.value is refused


@pytest.mark.parametrize("gone", [GameSession.DoesNotExist(), Circle.DoesNotExist()])
def test_a_place_that_was_purged_meanwhile_is_one_that_never_was(
    alice: Client, table: Table, gone: Exception
):
    with pytest.raises(Http404):
        raising(gone)(asking(alice), table.public_id)


def test_a_database_that_fails_is_no_missing_page_while_the_visitor_is_one(alice: Client, table: Table):
    error = DatabaseError("down")
    with pytest.raises(DatabaseError) as caught:
        raising(error)(asking(alice), table.public_id)
    assert caught.value is error


def test_rows_that_fail_for_a_table_purged_meanwhile_are_a_missing_page(alice: Client, table: Table):
    def act() -> None:
        table.session.grants.all().delete()
        raise DatabaseError("no such table any more")

    with pytest.raises(Http404):
        view_that(act)(asking(alice), table.public_id)


def test_the_request_remembers_the_visit(alice: Client, table: Table):
    request = asking(alice)
    assert view_that(lambda: None)(request, table.public_id).status_code == 200
    assert (request.visit.session, request.visit.device) == (table.session, devices.device_of(request))


def test_a_visit_costs_one_query(alice: Client, ring: Ring, table: Table, django_assert_num_queries):
    alice.get(ring.url("circle:show"))
    with django_assert_num_queries(1):
        visit = guard.visit(asking(alice), table.public_id)
        assert (visit.session, visit.device.pk, visit.player) == (table.session, visit.grant.device_id, 0)
    with django_assert_num_queries(1):
        visit = guard.circle_visit(asking(alice), ring.circle.public_id)
        assert (visit.circle, visit.device.pk, visit.person) == (ring.circle, visit.grant.device_id, 0)


@pytest.mark.parametrize("public_id", ["", "x" * 23, "a\0b", "牌桌"])
def test_no_database_is_asked_about_what_no_id_can_be(
    alice: Client, table: Table, django_assert_num_queries, public_id: str
):
    with django_assert_num_queries(0), pytest.raises(Http404):
        guard.visit(asking(alice), public_id)


def test_no_database_is_asked_for_who_has_no_cookie(table: Table, django_assert_num_queries):
    with django_assert_num_queries(0), pytest.raises(Http404):
        guard.visit(asking(Client()), table.public_id)


def test_a_view_bears_its_action_and_its_own_name():
    view = view_that(lambda: None, Action.CLOSE)
    assert (view.action, view.__name__) == (Action.CLOSE, "view")

    @for_circle(CircleAction.NAME)
    def naming(request, visit):
        return HttpResponse()

    assert (naming.action, naming.__name__) == (CircleAction.NAME, "naming")


def test_what_is_sent_bears_who_sends_it(alice: Client, table: Table):
    visit = guard.visit(asking(alice), table.public_id)
    sent = visit.sent("abcdefgh", 3)
    assert (sent.role, sent.grant, sent.client_id, sent.base) == ("owner", visit.grant.pk, "abcdefgh", 3)
    assert visit.sent("").client_id is None


@pytest.mark.parametrize(
    ("error", "action", "status"),
    [(None, Action.CLOSE, 403), (Damaged(()), Action.SEE, 409)],
)
def test_who_is_refused_is_told_so_in_her_own_size_of_letters(
    table: Table, viewer: Client, error: Exception | None, action: Action, status: int
):
    def act() -> None:
        if error:
            raise error

    viewer.cookies["type"] = "large"
    answer = view_that(act, action)(asking(viewer), table.public_id)
    assert answer.status_code == status
    assert 'data-type="large"' in answer.content.decode()


@pytest.mark.parametrize(
    ("role", "sample", "action", "allowed"),
    [
        (Role.VIEWER, False, Action.CLOSE, False),
        (Role.VIEWER, False, Action.AGAIN, True),
        (Role.VIEWER, True, Action.AGAIN, False),
        (Role.OWNER, True, Action.CLOSE, True),
        (Role.OWNER, True, Action.RENAME_TABLE, False),
    ],
)
def test_a_visitor_may_what_the_role_allows_and_the_sample_does_not_forbid(
    role: Role, sample: bool, action: Action, allowed: bool
):
    visit = Visit(GameSession(sample=sample), Grant(role=role), role, None, Device())
    assert visit.may(action) is allowed


def test_a_sample_sends_back_to_the_table_what_goes_further(alice: Client, table: Table):
    GameSession.objects.filter(pk=table.session.pk).update(sample=True)
    answer = view_that(lambda: None, Action.AGAIN)(asking(alice), table.public_id)
    assert (answer.status_code, answer["Location"]) == (302, table.url("table:show"))


def test_what_the_address_holds_is_handed_on(alice: Client, table: Table):
    @for_table(Action.SEE)
    def of_table(request: HttpRequest, visit: Visit, deal: int, *, page: int) -> HttpResponse:
        return HttpResponse(f"{visit.player} {deal} {page}")

    @public(Public.HELP)
    def of_nobody(request: HttpRequest, deal: int, *, page: int) -> HttpResponse:
        return HttpResponse(f"{deal} {page}")

    assert of_table(asking(alice), table.public_id, 7, page=2).content == b"0 7 2"
    assert of_nobody(asking(alice), 7, page=2).content == b"7 2"


def test_in_a_circle_a_visitor_may_what_the_role_allows_and_is_refused_the_rest(ring: Ring, alice: Client):
    @for_circle(CircleAction.NAME)
    def naming(request: HttpRequest, visit: guard.CircleVisit) -> HttpResponse:
        return HttpResponse(visit.circle.name)

    member = in_circle(ring.circle, CircleRole.MEMBER, 1)
    assert naming(asking(alice), ring.circle.public_id).content.decode() == ring.circle.name
    refused = naming(asking(member), ring.circle.public_id)
    assert refused.status_code == 403
    assert f'href="{ring.url("circle:show")}"' in refused.content.decode()
    visits = [guard.circle_visit(asking(phone), ring.circle.public_id) for phone in (alice, member)]
    assert [visit.may(CircleAction.NAME) for visit in visits] == [True, False]
    assert [visit.may(CircleAction.SEE) for visit in visits] == [True, True]


def test_two_devices_that_hold_one_token_find_their_table(alice: Client, table: Table):
    """So it is where one that was gone is back, as a clock was set back, after its browser has got another."""
    grant = Grant.objects.select_related("device").get(session=table.session, role=Role.OWNER)
    again = Device.objects.create(
        token_hash="0" * 64, former_hash=grant.device.token_hash, last_seen=grant.device.last_seen
    )
    Grant.objects.create(session=table.session, device=again, role=Role.OWNER)
    assert view_that(lambda: None)(asking(alice), table.public_id).status_code == 200
