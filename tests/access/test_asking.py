"""Asking to keep score, and what is answered: whom it concerns, who is told, and how long a no lasts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.access.test_grants import device
from tests.access.test_holders import now, owner
from tests.access.test_invitations import come
from tests.views.conftest import Table, alice, open_by, table
from zipai_ledger.access import grants, holders, invitations
from zipai_ledger.access.invitations import Offer
from zipai_ledger.ledger import record
from zipai_ledger.models import Grant, Role
from zipai_ledger.rules import facts

__all__ = ["alice", "table"]
pytestmark = pytest.mark.django_db


def marks() -> dict[int, str]:
    """What the open pages of every device know themselves by."""
    return {grant.pk: grant.mark for grant in Grant.objects.all()}


def changed(before: dict[int, str]) -> set[int]:
    """The grants whose open pages are to be drawn anew."""
    return {pk for pk, mark in marks().items() if before.get(pk) != mark}


@pytest.fixture
def onlookers(table: Table, alice) -> list[Grant]:
    """Two viewers, while a third keeps score and the owner has another table too."""
    come(table, Role.SCOREKEEPER)
    open_by(alice, client_id="another-0123456", name="另一桌")
    return [come(table), come(table)]


def test_who_asks_asks_for_herself_and_the_owner_of_this_table_is_told(table: Table, onlookers: list[Grant]):
    before = marks()
    holders.ask(onlookers[0])
    assert list(holders.requests(table.session)) == [onlookers[0]]
    assert changed(before) == {onlookers[0].pk, owner(table).pk}


def test_asking_again_tells_nobody(onlookers: list[Grant]):
    holders.ask(onlookers[0])
    before = marks()
    holders.ask(onlookers[0])
    assert changed(before) == set()


def test_a_no_is_for_the_one_who_asked(table: Table, onlookers: list[Grant]):
    for grant in onlookers:
        holders.ask(grant)
    before = marks()
    holders.refuse(onlookers[0])
    assert list(holders.requests(table.session)) == [onlookers[1]]
    assert changed(before) == {onlookers[0].pk, owner(table).pk}


def test_a_no_to_somebody_who_never_asked_tells_nobody(onlookers: list[Grant]):
    before = marks()
    holders.refuse(onlookers[0])
    assert changed(before) == set()


def test_another_role_is_told_to_its_holder_and_the_owner(table: Table, onlookers: list[Grant]):
    before = marks()
    holders.set_role(onlookers[0], Role.VIEWER)
    assert changed(before) == {onlookers[0].pk, owner(table).pk}


def test_the_role_of_an_owner_is_left_alone_and_tells_nobody(table: Table, onlookers: list[Grant]):
    before = marks()
    holders.set_role(owner(table), Role.VIEWER)
    assert changed(before) == set()


def test_a_right_that_is_given_ends_the_no_before_it(onlookers: list[Grant]):
    (grant, _other) = onlookers
    holders.ask(grant)
    holders.refuse(grant)
    holders.set_role(grant, Role.SCOREKEEPER)
    holders.set_role(grant, Role.VIEWER)
    holders.ask(now(grant))
    assert now(grant).requested_at is not None


def test_requests_are_those_of_the_table_the_first_first(table: Table, alice, onlookers: list[Grant]):
    elsewhere, _code = open_by(alice, client_id="a-third-01234567", name="第三桌")
    link, _secret = invitations.invite(elsewhere, Offer(Role.VIEWER))
    holders.ask(grants.redeem(link, device()))
    first, second = onlookers
    holders.ask(second)
    holders.ask(first)
    assert list(holders.requests(table.session)) == [second, first]
    Grant.objects.filter(pk__in=[first.pk, second.pk]).update(requested_at=timezone.now())
    assert list(holders.requests(table.session)) == [first, second]


def test_the_owners_list_of_requests_is_one_query(table: Table, onlookers, django_assert_num_queries):
    for grant in onlookers:
        holders.ask(grant)
    with django_assert_num_queries(1):
        assert [grant.link.label for grant in holders.requests(table.session)] == ["", ""]


def test_a_no_lasts_five_minutes_to_the_moment(onlookers: list[Grant], monkeypatch: pytest.MonkeyPatch):
    (grant, _other) = onlookers
    moment = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: moment)
    grant.refused_at = moment - timedelta(minutes=5) + timedelta(microseconds=1)
    with pytest.raises(holders.TooSoon) as soon:
        holders.ask(grant)
    assert (soon.value.at, soon.value.wait) == (grant.refused_at + timedelta(minutes=5), 1)
    grant.refused_at = moment - timedelta(minutes=5)
    holders.ask(grant)
    assert now(grant).requested_at == moment


def test_a_phone_may_take_its_own_name_again(table: Table):
    grant = come(table, player=1)
    assert holders.set_player(grant, 1) == grant


def test_names_changed_to_and_fro_are_seen_by_the_open_page(table: Table):
    grant = come(table, player=1)
    before = now(grant).mark
    holders.set_player(grant, 2)
    holders.set_player(grant, 1)
    assert now(grant).mark != before


def test_who_takes_another_name_keeps_the_way_she_came_and_what_she_asked(table: Table):
    grant = come(table, player=1)
    sent = record.Sent(role=Role.OWNER, grant=grant.pk)
    record.record_deal(session=table.session, sent=sent, fact=facts.Dead())
    holders.ask(grant)
    grant = now(grant)
    successor = holders.set_player(grant, 2)
    assert successor.pk != grant.pk
    assert (successor.link, successor.requested_at) == (grant.link, grant.requested_at)
    assert grant.requested_at is not None
