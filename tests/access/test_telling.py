"""Whose open pages are drawn anew when something happens to a phone: the owners' of that table, nobody else's."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.access.test_spoken import try_wrongly
from tests.views.conftest import Table, alice, client_with, second_table, table
from zipai_ledger.access import grants, holders, invitations, signing_off, spoken, tokens, walls
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import AccessRecord, Device, Grant, Link, Role

__all__ = ["alice", "table"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def viewer(table: Table) -> Grant:
    client_with(table.session, Role.VIEWER, 1)
    return Grant.objects.latest("pk")


@pytest.fixture
def elsewhere(db: None) -> Grant:
    """The owner of another table."""
    return Grant.objects.get(session=second_table(Client()), role=Role.OWNER)


def sign_off(viewer: Grant) -> None:
    signing_off.sign_off(viewer.device)


def come(viewer: Grant) -> None:
    link, _secret = invitations.invite(viewer.session, Offer(Role.VIEWER))
    grants.come_by(link, "")


def wear_a_code_out(viewer: Grant) -> None:
    code, digits = spoken.make(viewer.session)
    Link.objects.filter(pk=code.pk).update(wrong_tries=spoken.WRONG_TRIES - 1)
    try_wrongly(digits)


def give_another_role(viewer: Grant) -> None:
    holders.set_role(viewer, Role.SCOREKEEPER)


def refuse(viewer: Grant) -> None:
    Grant.objects.filter(pk=viewer.pk).update(requested_at=timezone.now())
    holders.refuse(viewer)


@pytest.mark.parametrize(
    "happens", [sign_off, come, wear_a_code_out, give_another_role, refuse], ids=lambda one: one.__name__
)
def test_the_owners_of_that_table_hear_of_it(
    table: Table, viewer: Grant, elsewhere: Grant, happens: Callable[[Grant], None]
):
    client_with(table.session, Role.VIEWER, 2)
    onlooker = Grant.objects.latest("pk")
    before = dict(Grant.objects.values_list("pk", "changes"))
    happens(viewer)
    after = dict(Grant.objects.filter(pk__in=before).values_list("pk", "changes"))
    own = table.session.grants.get(role=Role.OWNER)
    drawn = {pk for pk, changes in after.items() if changes > before[pk]}
    assert drawn - {viewer.pk} == {own.pk}
    assert onlooker.pk not in drawn


def test_a_board_is_drawn_anew_with_its_table_alone(table: Table, viewer: Grant, elsewhere: Grant):
    for do in (walls.hang, walls.take_down):
        before = dict(Grant.objects.values_list("pk", "changes"))
        do(table.session)
        after = dict(Grant.objects.values_list("pk", "changes"))
        assert {pk for pk in after if after[pk] > before[pk]} == set(
            table.session.grants.values_list("pk", flat=True)
        )


def test_where_nothing_hangs_nothing_is_taken_down_noted_or_drawn_anew(table: Table, viewer: Grant):
    walls.hang(table.session)
    walls.take_down(table.session)
    noted = AccessRecord.objects.count()
    before = dict(Grant.objects.values_list("pk", "changes"))
    walls.take_down(table.session)
    assert dict(Grant.objects.values_list("pk", "changes")) == before
    assert AccessRecord.objects.count() == noted


def test_of_a_phone_that_signed_off_nothing_is_kept_by_which_it_is_known(viewer: Grant):
    known = {"token_hash": tokens.digest("now"), "former_hash": tokens.digest("before"), "seed": "s" * 8}
    Device.objects.filter(pk=viewer.device_id).update(**known)
    signing_off.sign_off(viewer.device)
    found = Device.objects.filter(pk=viewer.device_id).values(*known).get()
    assert found["token_hash"] not in {known["token_hash"], ""}
    assert (found["former_hash"], found["seed"]) == ("", "")


def test_only_what_lies_ready_and_has_not_ended_is_prolonged(table: Table, monkeypatch: pytest.MonkeyPatch):
    link, _secret = invitations.put_at_hand(table.session, Role.VIEWER)
    other = Link.objects.get(label="给小李")
    ends = timezone.now() + timedelta(hours=1)
    Link.objects.filter(pk__in=[link.pk, other.pk]).update(expires_at=ends)

    def prolonged(where_left: timedelta) -> bool:
        link.refresh_from_db()
        invitations.prolong(link, where_left=where_left)
        return bool(Link.objects.get(pk=link.pk).expires_at != ends)

    monkeypatch.setattr(timezone, "now", lambda: ends - timedelta(hours=1))
    assert not prolonged(timedelta(hours=1))
    Link.objects.filter(pk=link.pk).update(revoked_at=timezone.now())
    assert not prolonged(timedelta(hours=2))
    Link.objects.filter(pk=link.pk).update(revoked_at=None)
    assert prolonged(timedelta(hours=2))
    assert Link.objects.get(pk=other.pk).expires_at == ends


def test_one_that_never_ends_is_not_prolonged(table: Table):
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER, lasts=None))
    invitations.prolong(link, where_left=timedelta(days=9))
    assert Link.objects.get(pk=link.pk).expires_at is None
