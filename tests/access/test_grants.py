"""Links and grants in the database."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.views.conftest import Table, alice, table
from zipai_ledger.access import grants, invitations, recovery, tokens
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import Device, Grant, Link, RecoveryCode, Role

__all__ = ["alice", "table"]
pytestmark = pytest.mark.django_db


def device() -> Device:
    return Device.objects.create(token_hash=tokens.digest(tokens.new_token()), last_seen=timezone.now())


def invited(table: Table, role: str, phone: Device, player: int | None = None) -> Grant:
    link, _secret = invitations.invite(table.session, Offer(role))
    return grants.redeem(link, phone, player)


def test_no_secret_is_in_the_database(table: Table):
    kept = dict(Link.objects.values_list("label", "secret_hash"))
    (_link, lies_ready) = invitations.at_hand(table.session, Role.SCOREKEEPER) or (None, "")
    assert kept == {"给小李": tokens.digest(table.invitation), "": tokens.digest(lies_ready)}
    assert Link.objects.exclude(seed="").get().seed != lies_ready
    assert RecoveryCode.objects.get().secret_hash == tokens.keyed_digest(table.code)


def test_who_opens_a_table_owns_it_as_its_first_player(table: Table):
    (own,) = grants.holding(table.session)
    assert (own.role, own.player) == (Role.OWNER, 0)


def test_without_a_secret_nothing_is_found(table: Table):
    Link.objects.filter(label="给小李").update(secret_hash=tokens.digest(""))
    with pytest.raises(grants.WrongCode):
        grants.find([Link.Kind.INVITE], "")


def test_a_stronger_link_raises_a_weaker_grant_and_keeps_its_player(table: Table):
    phone = device()
    invited(table, Role.VIEWER, phone, 1)
    grant = invited(table, Role.SCOREKEEPER, phone)
    assert (grant.role, grant.player) == (Role.SCOREKEEPER, 1)
    assert grants.live_grants().filter(device=phone).count() == 1


def test_a_weaker_link_never_weakens_a_grant(table: Table):
    phone = device()
    strong = invited(table, Role.SCOREKEEPER, phone)
    again = invited(table, Role.VIEWER, phone, 2)
    assert (again.pk, again.role, again.player) == (strong.pk, Role.SCOREKEEPER, 2)


def test_nobody_takes_the_name_that_another_phone_holds(table: Table):
    with pytest.raises(grants.Taken):
        invited(table, Role.VIEWER, device(), 0)


def test_a_link_that_was_used_up_expired_or_revoked_is_a_wrong_code(table: Table):
    link, secret = invitations.invite(table.session, Offer(Role.VIEWER))
    assert invitations.find_typed(secret) == link
    for change in ({"uses_left": 0}, {"expires_at": timezone.now() - timedelta(seconds=1)}):
        Link.objects.filter(pk=link.pk).update(**change)
        with pytest.raises(grants.WrongCode):
            invitations.find_typed(secret)
        with pytest.raises(grants.WrongCode):
            grants.redeem(link, device())
        Link.objects.filter(pk=link.pk).update(uses_left=None, expires_at=None)
    grants.revoke_link(link)
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(secret)


def test_a_link_for_one_use_lets_one_device_in(table: Table):
    link, secret = invitations.invite(table.session, Offer(Role.VIEWER))
    Link.objects.filter(pk=link.pk).update(uses_left=1)
    grants.redeem(link, device())
    with pytest.raises(grants.WrongCode):
        grants.redeem(invitations.find_typed(secret), device())


def test_revoking_a_link_sends_away_everybody_who_came_by_it(table: Table):
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    came, other = grants.redeem(link, device()), invited(table, Role.VIEWER, device())
    assert grants.revoke_link(link) == 1
    live = set(grants.live_grants().values_list("pk", flat=True))
    assert came.pk not in live
    assert other.pk in live


def test_a_table_of_nobody_yet_has_a_code_of_its_own_and_a_new_one_ends_it(table: Table):
    old, new = grants.new_recovery_code(table.session), grants.new_recovery_code(table.session)
    with pytest.raises(grants.WrongCode):
        grants.find_recovery(old)
    assert grants.find_recovery(new).role == Role.OWNER


def test_a_code_of_a_table_is_worth_nothing_without_the_secret_key(table: Table, settings):
    code = grants.new_recovery_code(table.session)
    kept = table.session.links.get(kind=Link.Kind.RECOVERY)
    assert kept.secret_hash == tokens.keyed_digest(code) != tokens.digest(code)
    settings.SECRET_KEY = "another"
    with pytest.raises(grants.WrongCode):
        grants.find_recovery(code)


def test_a_code_that_was_kept_without_the_key_is_still_good_and_can_be_sent_again(table: Table):
    code = grants.new_recovery_code(table.session)
    table.session.links.filter(kind=Link.Kind.RECOVERY).update(secret_hash=tokens.digest(code))
    brought = tokens.issued_token()
    assert recovery.recover(code, brought).places == (table.session,)
    assert recovery.recover(code, brought).places == (table.session,)


def test_an_invitation_is_no_recovery_code_nor_the_other_way_round(table: Table):
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(table.code)
    with pytest.raises(grants.WrongCode):
        grants.find_recovery(table.invitation)
