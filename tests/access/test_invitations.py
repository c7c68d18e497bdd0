"""Invitations with an end and transfers in the database."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from tests.access.test_grants import device
from tests.views.conftest import Ring, Table, alice, ring, table
from zipai_ledger.access import grants, invitations, spoken
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import CircleRole, GameSession, Grant, Link, Role

__all__ = ["alice", "ring", "table"]
pytestmark = pytest.mark.django_db
HOURS = timedelta(hours=12)


def come(table: Table, role: str = Role.VIEWER, player: int | None = None) -> Grant:
    link, _secret = invitations.invite(table.session, Offer(role))
    return grants.redeem(link, device(), player)


def test_an_invitation_ends_by_itself(table: Table, moment: datetime):
    link, secret = invitations.invite(table.session, Offer(Role.VIEWER, lasts=HOURS))
    assert link.expires_at == moment + HOURS
    Link.objects.filter(pk=link.pk).update(expires_at=timezone.now())
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(secret)


def test_an_invitation_for_four_lets_four_in(table: Table):
    link, secret = invitations.invite(table.session, Offer(Role.VIEWER, uses=4))
    for left in (3, 2, 1, 0):
        grants.redeem(link, device())
        link.refresh_from_db()
        assert (link.uses, link.uses_left) == (4, left)
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(secret)


def test_by_a_link_without_a_number_no_more_devices_come_than_is_sane(
    table: Table, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(grants, "BY_ONE_LINK", 3)
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    came = [device() for _n in range(3)]
    for one in came:
        grants.redeem(link, one)
    with pytest.raises(grants.Full):
        grants.redeem(link, device())
    assert grants.redeem(link, came[0]).device == came[0]
    grants.revoke(grants.holding(table.session).filter(device=came[1]))
    with pytest.raises(grants.Full):
        grants.redeem(link, device())
    another, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    assert grants.redeem(another, device()).link == another


def test_a_recovery_code_is_never_full(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(grants, "BY_ONE_LINK", 0)
    code = grants.new_recovery_code(table.session)
    assert grants.redeem(grants.find_recovery(code), device()).role == Role.OWNER


def test_made_again_it_is_the_same_offer_and_an_unused_one_ends(table: Table):
    offer = Offer(Role.VIEWER, "给大伯", HOURS, 4, 2)
    link, secret = invitations.invite(table.session, offer)
    again, other = invitations.invite_again(link)
    assert invitations.offer_of(again) == offer
    assert other != secret
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(secret)
    assert invitations.find_typed(other) == again


def test_made_again_one_that_was_used_stays_with_its_guests(table: Table):
    link, secret = invitations.invite(table.session, Offer(Role.VIEWER, uses=4))
    came = grants.redeem(link, device())
    again, _secret = invitations.invite_again(link)
    assert again.uses_left == 4
    assert invitations.find_typed(secret) == link
    assert grants.live_grants().filter(pk=came.pk).exists()


def test_the_list_holds_what_can_be_used_or_brought_somebody(table: Table):
    used, _secret = invitations.invite(table.session, Offer(Role.VIEWER, uses=1))
    unused, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    gone, _secret = invitations.invite(table.session, Offer(Role.VIEWER, lasts=HOURS))
    grants.redeem(used, device())
    Link.objects.filter(pk=gone.pk).update(expires_at=timezone.now())
    listed = set(invitations.standing(table.session))
    assert {used, unused} <= listed
    assert gone not in listed
    grants.revoke_link(used)
    assert used not in set(invitations.standing(table.session))


def test_a_recovery_code_is_no_spoken_code(table: Table):
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(table.code)
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(table.code.replace("-", "")[:8])


def test_only_what_is_short_can_be_guessed(table: Table):
    assert not invitations.can_be_guessed(table.invitation)
    assert not invitations.can_be_guessed(f"https://zipai.example/j/x#{table.invitation}")
    assert invitations.can_be_guessed("0471-9358")


def test_a_transfer_moves_role_player_and_origin_and_ends_the_old_grant(table: Table, moment: datetime):
    old = come(table, Role.SCOREKEEPER, 1)
    link, secret = invitations.move(old)
    assert link.expires_at == moment + timedelta(minutes=10)
    new = grants.take_over(invitations.find_typed(secret), device())
    assert (new.role, new.player, new.link) == (old.role, old.player, old.link)
    assert list(grants.live_grants().filter(pk__in=[old.pk, new.pk])) == [new]


def test_a_transfer_works_once_and_only_the_newest_does(table: Table):
    old = come(table)
    _first, stale = invitations.move(old)
    link, _secret = invitations.move(old)
    with pytest.raises(grants.WrongCode):
        invitations.find_typed(stale)
    grants.take_over(link, device())
    with pytest.raises(grants.WrongCode):
        grants.take_over(link, device())


def test_a_transfer_gives_what_the_grant_is_now_and_nothing_once_it_is_revoked(table: Table):
    old = come(table, Role.SCOREKEEPER)
    link, _secret = invitations.move(old)
    Grant.objects.filter(pk=old.pk).update(role=Role.VIEWER)
    new = grants.take_over(link, device())
    assert new.role == Role.VIEWER
    other, _secret = invitations.move(new)
    grants.revoke(Grant.objects.filter(pk=new.pk))
    with pytest.raises(grants.WrongCode):
        grants.take_over(other, device())


def test_a_transfer_to_a_device_that_is_there_keeps_the_stronger_role(table: Table):
    phone, old = device(), come(table, Role.VIEWER, 2)
    strong, _secret = invitations.invite(table.session, Offer(Role.SCOREKEEPER))
    grants.redeem(strong, phone)
    link, _secret = invitations.move(old)
    new = grants.take_over(link, phone)
    assert (new.role, new.player) == (Role.SCOREKEEPER, 2)
    assert grants.live_grants().filter(device=phone).count() == 1


def test_an_owner_can_move_too_and_the_table_keeps_an_owner(table: Table):
    owner = grants.live_grants().get(session=table.session)
    link, _secret = invitations.move(owner)
    new = grants.take_over(link, device())
    assert list(grants.live_grants().filter(session=table.session, role=Role.OWNER)) == [new]


def test_revoking_a_link_reaches_who_moved_on(table: Table):
    invitation, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    moved, _secret = invitations.move(grants.redeem(invitation, device()))
    grants.take_over(moved, device())
    assert grants.revoke_link(invitation) == 1


def test_no_secret_of_any_kind_is_kept(table: Table):
    grant = come(table)
    made = [spoken.make(table.session)[1], invitations.move(grant)[1]]
    kept = str(list(Link.objects.values())) + str(list(GameSession.objects.values()))
    assert [secret for secret in made if secret in kept] == []


def test_where_a_phone_came_by_a_link_it_is_even_when_the_link_is_used_up(table: Table, ring: Ring):
    phone, other = device(), device()
    to_table, secret = invitations.invite(table.session, Offer(Role.VIEWER, uses=1))
    to_circle, of_circle = invitations.invite(ring.circle, Offer(CircleRole.MEMBER, uses=1))
    came = [grants.redeem(link, phone) for link in (to_table, to_circle)]
    assert invitations.place_by_link(secret, phone.pk) == table.session
    assert invitations.place_by_link(of_circle, phone.pk) == ring.circle
    assert invitations.place_by_link(secret, other.pk) is None
    assert invitations.place_by_link("", phone.pk) is None
    for grant in came:
        grants.revoke(grants.holding(grant.place).filter(pk=grant.pk))
    assert [invitations.place_by_link(each, phone.pk) for each in (secret, of_circle)] == [None, None]


def test_a_name_that_is_erased_is_on_no_remark(table: Table):
    offers = [("给大伯", 2), ("王姨的手机", None), ("给王姨", 1), ("给邻居", None), ("给邻居", 0)]
    links = [
        invitations.invite(table.session, Offer(Role.VIEWER, label, player=player))[0]
        for label, player in offers
    ]
    invitations.forget(table.session, 2, "王姨")
    assert [Link.objects.get(pk=link.pk).label for link in links] == ["", "", "", "给邻居", "给邻居"]


def test_a_transfer_carries_the_role_that_moves_and_lets_one_phone_in(table: Table):
    link, _secret = invitations.move(come(table, Role.SCOREKEEPER))
    assert (link.role, link.uses, link.uses_left) == (Role.SCOREKEEPER, 1, 1)
    grants.take_over(link, device())
    link.refresh_from_db()
    assert link.uses_left == 0
