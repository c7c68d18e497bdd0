"""What the guard of a view makes of what the view raises."""

from collections.abc import Callable

import pytest
from django.core.exceptions import BadRequest
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from tests.views.conftest import Ring, Table, alice, ring, table
from zipai_ledger.access import Action, CircleAction, Visit, devices, for_circle, for_table, guard
from zipai_ledger.models import Circle, GameSession
from zipai_ledger.rules.problems import Problem, Refused

__all__ = ["alice", "ring", "table"]
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
    assert (request.visit.session, request.visit.device) == (table.session, devices.known(request))


def test_a_visit_costs_one_query(alice: Client, ring: Ring, table: Table, django_assert_num_queries):
    with django_assert_num_queries(1):
        visit = guard.visit(asking(alice), table.public_id)
        assert (visit.session, visit.device.pk, visit.player) == (table.session, visit.grant.device_id, 0)
    with django_assert_num_queries(1):
        visit = guard.circle_visit(asking(alice), ring.circle.public_id)
        assert (visit.circle, visit.device.pk, visit.person) == (ring.circle, visit.grant.device_id, 0)


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
