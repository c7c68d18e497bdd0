"""Asking to keep score, another role, another player, everybody out."""

import pytest
from django.utils import timezone

from tests.access.test_invitations import come
from tests.views.conftest import Table, alice, table
from zipai_ledger.access import grants, holders, invitations, recovery, spoken
from zipai_ledger.ledger import record
from zipai_ledger.models import Event, Grant, Role
from zipai_ledger.rules import facts

__all__ = ["alice", "table"]
pytestmark = pytest.mark.django_db


def owner(table: Table) -> Grant:
    return grants.live_grants().get(session=table.session, role=Role.OWNER)


def now(grant: Grant) -> Grant:
    return Grant.objects.get(pk=grant.pk)


def test_a_viewer_asks_once_and_the_owners_page_changes_its_face(table: Table):
    grant, before = come(table), owner(table).face
    holders.ask(grant)
    requested_at = now(grant).requested_at
    holders.ask(grant)
    assert requested_at is not None
    assert now(grant).requested_at == requested_at
    assert list(holders.requests(table.session)) == [grant]
    assert owner(table).face != before


def test_who_keeps_score_already_has_nothing_to_ask(table: Table):
    grant = come(table, Role.SCOREKEEPER)
    holders.ask(grant)
    assert not holders.requests(table.session).exists()


def test_agreeing_is_effective_without_joining_again(table: Table):
    grant = come(table)
    holders.ask(grant)
    before = now(grant).face
    holders.set_role(grant, Role.SCOREKEEPER)
    assert now(grant).role == Role.SCOREKEEPER
    assert now(grant).face != before
    assert not holders.requests(table.session).exists()


def test_a_refusal_is_told_and_one_may_ask_again_after_some_minutes(table: Table):
    grant = come(table)
    holders.ask(grant)
    holders.refuse(grant)
    assert now(grant).refused_at is not None
    assert not holders.requests(table.session).exists()
    with pytest.raises(holders.TooSoon) as soon:
        holders.ask(now(grant))
    assert 0 < soon.value.wait <= holders.ASK_AGAIN.total_seconds()
    assert not holders.requests(table.session).exists()
    Grant.objects.filter(pk=grant.pk).update(refused_at=timezone.now() - holders.ASK_AGAIN)
    holders.ask(now(grant))
    assert now(grant).refused_at is None
    assert holders.requests(table.session).exists()


def test_refusing_somebody_who_never_asked_says_nothing(table: Table):
    grant = come(table)
    holders.refuse(grant)
    assert now(grant).refused_at is None


def test_an_owner_is_never_made_less(table: Table):
    holders.set_role(owner(table), Role.VIEWER)
    assert owner(table).role == Role.OWNER


def test_a_revoked_device_cannot_be_given_anything(table: Table):
    grant = come(table)
    grants.revoke(Grant.objects.filter(pk=grant.pk))
    holders.ask(grant)
    holders.set_role(grant, Role.SCOREKEEPER)
    assert (now(grant).role, now(grant).requested_at) == (Role.VIEWER, None)


def test_another_player_for_a_phone_that_recorded_nothing_stays_one_grant(table: Table):
    grant = come(table)
    before = grant.face
    assert holders.set_player(grant, 2) == grant
    assert now(grant).player == 2
    assert now(grant).face != before


def test_what_a_phone_recorded_stays_with_whoever_held_it(table: Table):
    grant = come(table, Role.SCOREKEEPER, 1)
    sent = record.Sent(role=grant.role, grant=grant.pk)
    record.record_deal(session=table.session, sent=sent, fact=facts.Dead())
    successor = holders.set_player(grant, 2)
    assert Event.objects.get(grant=grant.pk).role == Role.SCOREKEEPER
    assert now(grant).player == 1
    assert now(grant).revoked_at is not None
    assert (successor.role, successor.player, successor.device) == (grant.role, 2, grant.device)


def test_a_name_that_another_phone_holds_is_taken(table: Table):
    with pytest.raises(grants.Taken):
        holders.set_player(come(table), 0)


def test_sending_everybody_away_leaves_one_owner_and_one_new_code(table: Table):
    came, own = come(table, Role.SCOREKEEPER, 1), owner(table)
    older = grants.new_recovery_code(table.session)
    _link, digits = spoken.make(table.session)
    _link, moving = invitations.move(came)
    code = holders.rotate(own)
    assert list(grants.live_grants().filter(session=table.session)) == [own]
    for secret in (table.invitation, digits, moving):
        with pytest.raises(grants.WrongCode):
            invitations.find_typed(secret)
    with pytest.raises(grants.WrongCode):
        grants.find_recovery(older)
    for ended in (older, table.code):
        with pytest.raises(grants.WrongCode):
            recovery.recover(ended, "")
    assert recovery.recover(code, "").places == (table.session,)


def test_sending_everybody_away_touches_no_other_table(table: Table, alice):
    from tests.views.conftest import open_by

    other, _code = open_by(alice, client_id="another-0123456", name="另一桌")
    holders.rotate(owner(table))
    assert grants.live_grants().filter(session=other).count() == 1
