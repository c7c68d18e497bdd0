"""After a backup took the ledger's place: what had ended since ends again, and phones are known by what they have now."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from tests.views.conftest import (
    Ring,
    Table,
    alice,
    client_with,
    in_circle,
    page,
    ring,
    second_table,
    table,
)
from zipai_ledger.access import endings, grants, invitations, recovery, signing_off, tokens
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import (
    AccessKind,
    CircleGrant,
    CircleLink,
    CircleRole,
    Device,
    GameSession,
    Grant,
    Link,
    RecoveryCode,
    Role,
)

__all__ = ["alice", "ring", "table"]
pytestmark = pytest.mark.django_db

NOTHING = dict.fromkeys(endings.SORTS, 0)


def revoke_a_phone(ring: Ring, table: Table) -> None:
    grants.revoke(table.session.grants.filter(role=Role.VIEWER))


def revoke_a_member(ring: Ring, table: Table) -> None:
    grants.revoke(ring.circle.grants.filter(role=CircleRole.MEMBER))


def end_an_invitation(ring: Ring, table: Table) -> None:
    invitations.end(Link.objects.filter(label="给小李"))


def use_an_invitation_up(ring: Ring, table: Table) -> None:
    Link.objects.filter(label="给小李").update(uses_left=0)


def end_an_invitation_into_the_circle(ring: Ring, table: Table) -> None:
    invitations.end(CircleLink.objects.filter(label="给大家"))


def renew_a_code(ring: Ring, table: Table) -> None:
    recovery.renew(Device.objects.earliest("pk"))


def sign_a_phone_off(ring: Ring, table: Table) -> None:
    signing_off.sign_off(Grant.objects.get(role=Role.VIEWER).device)


ENDED: dict[str, tuple[Callable[[Ring, Table], None], ...]] = {
    "grants": (revoke_a_phone,),
    "circle_grants": (revoke_a_member,),
    "links": (end_an_invitation, use_an_invitation_up),
    "circle_links": (end_an_invitation_into_the_circle,),
    "codes": (renew_a_code,),
    "devices": (sign_a_phone_off,),
}
"""What may have ended since, by how it is counted."""


@pytest.fixture
def others(ring: Ring, table: Table) -> None:
    """One who looks on, a member, and an invitation into the circle."""
    client_with(table.session, Role.VIEWER, 1)
    in_circle(ring.circle, CircleRole.MEMBER)
    invitations.invite(ring.circle, Offer(CircleRole.MEMBER, "给大家"))


def restore() -> None:
    """The ledger as it was: nothing has ended, and no code has taken the place of another."""
    for model in (Grant, CircleGrant, Link, CircleLink):
        model._default_manager.update(revoked_at=None)
    Link.objects.filter(uses_left=0).update(uses_left=None)
    ended = RecoveryCode.objects.exclude(ended_at=None)
    RecoveryCode.objects.filter(ended_at=None, device__in=[*ended.values_list("device", flat=True)]).delete()
    ended.update(ended_at=None)
    Device.objects.update(signed_off_at=None)


def over(name: str) -> list[dict[str, object]]:
    sort = endings.SORTS[name]
    return list(sort.model._default_manager.filter(sort.over).order_by("pk").values("pk", *sort.changes))


@pytest.mark.usefixtures("others")
@pytest.mark.parametrize(
    ("name", "end"),
    [pytest.param(name, end, id=end.__name__) for name, ends in ENDED.items() for end in ends],
)
def test_what_had_ended_is_counted_and_ends_again_at_its_time(
    ring: Ring, table: Table, name: str, end: Callable[[Ring, Table], None]
):
    assert over(name) == []
    end(ring, table)
    ended, known = over(name), endings.read_endings()
    assert len(ended) == 1
    restore()
    assert endings.back_again(known) == {**NOTHING, name: 1}
    endings.end_again(known)
    assert over(name) == ended
    assert endings.back_again(known) == NOTHING


@pytest.mark.usefixtures("others")
def test_it_is_written_down_where_it_concerned_somebody(ring: Ring, table: Table):
    for ends in ENDED.values():
        ends[0](ring, table)
    known = endings.read_endings()
    restore()
    endings.end_again(known)
    here = table.session.access_records.order_by("-pk")
    viewer, link = Grant.objects.get(role=Role.VIEWER), Link.objects.get(label="给小李")
    ended, sent = here[:2]
    assert (ended.kind, ended.link_id, ended.count) == (AccessKind.LINK_ENDED, link.pk, 0)
    assert (sent.kind, sent.device, sent.player) == (AccessKind.OPERATOR_ENDED, viewer.device_id, 1)
    of_circle = ring.circle.access_records.order_by("-pk")[:2]
    assert [one.kind for one in of_circle] == [AccessKind.LINK_ENDED, AccessKind.OPERATOR_ENDED]


@pytest.mark.usefixtures("others")
def test_what_is_another_though_its_number_is_the_same_stays(ring: Ring, table: Table):
    """After a backup the same numbers are given again."""
    revoke_a_phone(ring, table)
    sign_a_phone_off(ring, table)
    known = endings.read_endings()
    restore()
    for model in (Grant, Device):
        model._default_manager.update(created=F("created") + timedelta(seconds=1))
    assert endings.back_again(known) == NOTHING
    kept = list(Device.objects.order_by("pk").values())
    endings.end_again(known)
    assert list(Device.objects.order_by("pk").values()) == kept


def test_a_phone_is_known_by_what_it_has_now(table: Table, alice: Client):
    """It had another token when the backup was made."""
    device = Device.objects.earliest("pk")
    known = endings.read_endings()
    now = Device.objects.filter(pk=device.pk).values("token_hash", "former_hash", "seed").get()
    old = {"token_hash": tokens.digest("old"), "former_hash": tokens.digest("older"), "seed": "s" * 8}
    Device.objects.filter(pk=device.pk).update(**old)
    stranger = Device.objects.create(token_hash=tokens.digest("later"), last_seen=timezone.now())
    endings.end_again(known)
    assert Device.objects.filter(pk=device.pk).values(*now).get() == now
    assert Device.objects.get(pk=stranger.pk).token_hash == tokens.digest("later")
    page(alice, table.url("table:show"))


def test_everything_ends_everywhere_and_only_the_new_codes_lead_back(ring: Ring, table: Table):
    other = second_table(client_with(table.session, Role.VIEWER))
    sample = second_table(Client(), client_id="sample-0123456789")
    GameSession.objects.filter(pk=sample.pk).update(sample=True)
    invitations.invite(ring.circle, Offer(CircleRole.MEMBER, "给大家"))
    found = list(endings.end_everything())
    assert [place for place, _code in found] == [table.public_id, other.public_id, ring.circle.public_id]
    assert not grants.live_grants().exclude(session=sample).exists()
    for place in (table.session, other, ring.circle):
        assert not place.links.filter(revoked_at=None).exclude(kind=Link.Kind.RECOVERY).exists()
        assert place.access_records.latest("pk").kind == AccessKind.OPERATOR_ENDED_ALL
    assert ring.circle.access_records.latest("pk").count == 1
    assert GameSession.objects.get(pk=sample.pk).grants.get().revoked_at is None
    assert not RecoveryCode.objects.filter(ended_at=None).exists()
