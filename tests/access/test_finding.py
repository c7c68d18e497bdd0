"""Links found by their secret, each only as what it is; and what a new code leaves alone."""

from datetime import timedelta

import pytest
from django.db.models import Model, QuerySet
from django.utils import timezone

from tests.access.test_grants import device
from tests.access.test_invitations import come
from tests.views.conftest import Table, alice, open_by, table
from zipai_ledger.access import grants, holders, invitations, spoken
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import Circle, GameSession, Link, Role

__all__ = ["alice", "table"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def circle() -> Circle:
    return Circle.objects.create(public_id="c" * 22, name="巷口老友")


def test_a_secret_opens_only_what_it_was_made_for(table: Table, circle: Circle):
    link, secret = invitations.invite(table.session, Offer(Role.VIEWER))
    to_circle, of_circle = invitations.invite(circle, Offer(Role.VIEWER))
    moving, moves = invitations.move(come(table))
    kinds = {Link.Kind.INVITE, Link.Kind.TRANSFER, Link.Kind.RECOVERY, Link.Kind.SPOKEN}
    for made, typed in ((link, secret), (to_circle, of_circle), (moving, moves)):
        assert grants.find([made.kind], typed) == made
        with pytest.raises(grants.WrongCode):
            grants.find(kinds - {made.kind}, typed)


def test_a_link_is_found_with_where_it_leads(table: Table, circle: Circle, django_assert_num_queries):
    _link, of_circle = invitations.invite(circle, Offer(Role.VIEWER))
    moving, moves = invitations.move(come(table))
    with django_assert_num_queries(1):
        found = invitations.find_typed(moves)
        assert (found.place, found.moves.pk) == (table.session, moving.moves_id)
    with django_assert_num_queries(2):
        assert invitations.find_typed(of_circle).place == circle


def test_a_new_recovery_code_leaves_invitations_and_what_ended_before(table: Table):
    long_ago = timezone.now() - timedelta(days=30)
    ended = table.session.links.create(
        kind=Link.Kind.RECOVERY, role=Role.OWNER, secret_hash="0" * 64, revoked_at=long_ago
    )
    grants.new_recovery_code(table.session)
    ended.refresh_from_db()
    assert ended.revoked_at == long_ago
    assert invitations.find_typed(table.invitation).role == Role.SCOREKEEPER


def test_a_phone_that_holds_a_name_may_come_again_by_another_link_as_the_same(table: Table):
    phone = device()
    for role in (Role.VIEWER, Role.SCOREKEEPER):
        link, _secret = invitations.invite(table.session, Offer(role))
        grant = grants.redeem(link, phone, 1)
        assert (grant.role, grant.player) == (role, 1)


def test_a_stronger_link_with_another_name_gives_that_name(table: Table):
    phone = device()
    weak, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    strong, _secret = invitations.invite(table.session, Offer(Role.SCOREKEEPER))
    grants.redeem(weak, phone, 1)
    assert grants.redeem(strong, phone, 2).player == 2


def test_a_weaker_link_with_another_name_gives_that_name_for_good(table: Table):
    phone = device()
    strong, _secret = invitations.invite(table.session, Offer(Role.SCOREKEEPER))
    weak, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    grants.redeem(strong, phone, 1)
    grants.redeem(weak, phone, 2)
    assert grants.live_grants().get(device=phone).player == 2


def test_a_transfer_that_has_ended_meanwhile_moves_nothing(table: Table):
    grant = come(table)
    link, _secret = invitations.move(grant)
    Link.objects.filter(pk=link.pk).update(expires_at=timezone.now())
    with pytest.raises(grants.WrongCode):
        grants.take_over(link, device())
    assert grants.live_grants().filter(pk=grant.pk).exists()


@pytest.fixture
def locks(monkeypatch: pytest.MonkeyPatch) -> list[type[Model]]:
    """The kinds of rows that are locked. SQLite locks none, so what is asked of it is noted."""
    found: list[type[Model]] = []
    lock = QuerySet.select_for_update

    def noted(rows: QuerySet, *args: object, **kwargs: object) -> QuerySet:
        found.append(rows.model)
        return lock(rows, *args, **kwargs)

    monkeypatch.setattr(QuerySet, "select_for_update", noted)
    return found


def test_whoever_comes_and_goes_at_a_table_does_so_one_by_one(table: Table, locks: list[type[Model]]):
    grant = come(table)
    link, _secret = invitations.move(grant)
    for step in (
        lambda: holders.set_player(grant, 1),
        lambda: spoken.make(table.session),
        lambda: grants.take_over(link, device()),
    ):
        locks.clear()
        step()
        assert locks == [GameSession]


def test_a_link_that_is_ended_ends_no_other_and_one_that_had_ended_keeps_its_time(table: Table):
    (first, _one), (second, other) = (invitations.invite(table.session, Offer(Role.VIEWER)) for _ in range(2))
    grants.revoke_link(first)
    first.refresh_from_db()
    ended = first.revoked_at
    grants.revoke_link(first)
    first.refresh_from_db()
    assert first.revoked_at == ended
    assert invitations.find_typed(other) == second


def test_who_moves_to_a_phone_that_has_a_name_is_called_so(table: Table):
    nameless, phone = come(table), device()
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    grants.redeem(link, phone, 2)
    moving, _secret = invitations.move(nameless)
    assert grants.take_over(moving, phone).player == 2


def test_a_new_spoken_code_ends_no_invitation_and_none_of_another_table(table: Table, alice):
    other, _code = open_by(alice, client_id="another-0123456", name="另一桌")
    link, code = spoken.make(other)
    spoken.make(table.session)
    assert invitations.find_typed(code) == link
    assert invitations.find_typed(table.invitation).role == Role.SCOREKEEPER


@pytest.mark.parametrize("minutes", [1, 45, 12 * 60, 7 * 24 * 60])
def test_an_invitation_made_again_lasts_as_long_to_the_minute(table: Table, minutes: int):
    offer = Offer(Role.VIEWER, lasts=timedelta(minutes=minutes))
    link, _secret = invitations.invite(table.session, offer)
    assert invitations.offer_of(link) == offer
