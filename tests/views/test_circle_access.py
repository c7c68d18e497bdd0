"""Who comes into a circle, what a member sees of its tables, and how everybody is sent away."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from zipai_ledger import circles
from zipai_ledger.access import codes, grants, holders, invitations, limits
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import (
    CircleGrant,
    CircleLink,
    CircleRole,
    Grant,
    RecoveryCode,
    Role,
)

from .conftest import Ring, Table, in_circle, page
from .test_phones import join, moved_from

pytestmark = pytest.mark.django_db

ALL_NEW = {"matched": "1", "who-0": "0", "who-1": "1", "who-2": "2"}


def test_a_member_sees_sums_but_not_the_ledger(ring: Ring, dora: Client, table: Table):
    html = page(dora, ring.url("circle:show"))
    assert "周五老地方" in html
    assert table.public_id not in html
    assert dora.post(ring.url("circle:look", ring.evening.pk)).status_code == 404
    assert page(dora, table.url("table:show"), 404)


def test_one_tap_opens_a_table_that_its_owner_opened_to_the_circle(
    ring: Ring, alice: Client, dora: Client, table: Table
):
    alice.post(table.url("table:circle"), {**ALL_NEW, "open": "1"})
    assert ring.url("circle:look", ring.evening.pk) in page(dora, ring.url("circle:show"))
    answer = dora.post(ring.url("circle:look", ring.evening.pk))
    assert answer["Location"] == table.url("table:show")
    assert "记一盘" not in page(dora, table.url("table:show"))
    assert Grant.objects.filter(role=Role.VIEWER, session=table.session).count() == 1
    dora.post(ring.url("circle:look", ring.evening.pk))
    assert Grant.objects.filter(role=Role.VIEWER, session=table.session).count() == 1


def test_closing_a_table_to_the_circle_sends_the_lookers_away(
    ring: Ring, alice: Client, dora: Client, table: Table
):
    alice.post(table.url("table:circle"), {**ALL_NEW, "open": "1"})
    dora.post(ring.url("circle:look", ring.evening.pk))
    alice.post(table.url("table:circle"), ALL_NEW)
    assert page(dora, table.url("table:show"), 404)
    assert page(alice, table.url("table:show"))
    alice.post(table.url("table:circle"), {**ALL_NEW, "open": "1"})
    dora.post(ring.url("circle:look", ring.evening.pk))
    assert page(dora, table.url("table:show"))


def test_whom_a_table_has_sent_away_does_not_come_back_through_the_circle(
    ring: Ring, alice: Client, dora: Client, table: Table
):
    alice.post(table.url("table:circle"), {**ALL_NEW, "open": "1"})
    dora.post(ring.url("circle:look", ring.evening.pk))
    looking = Grant.objects.get(role=Role.VIEWER, session=table.session)
    alice.post(table.url("table:revoke_phone", looking.pk))
    assert dora.post(ring.url("circle:look", ring.evening.pk)).status_code == 404
    assert ring.url("circle:look", ring.evening.pk) not in page(dora, ring.url("circle:show"))


def test_a_member_who_is_sent_away_loses_what_the_circle_showed(
    ring: Ring, alice: Client, dora: Client, table: Table
):
    alice.post(table.url("table:circle"), {**ALL_NEW, "open": "1"})
    dora.post(ring.url("circle:look", ring.evening.pk))
    held = CircleGrant.objects.get(role=CircleRole.MEMBER)
    alice.post(ring.url("circle:revoke_phone", held.pk))
    assert page(dora, ring.url("circle:show"), 404)
    assert page(dora, table.url("table:show"), 404)


@pytest.mark.parametrize("everybody", [False, True])
def test_who_is_sent_away_does_not_look_on_from_another_phone(
    everybody: bool, ring: Ring, alice: Client, dora: Client, table: Table
):
    alice.post(table.url("table:circle"), {**ALL_NEW, "open": "1"})
    dora.post(ring.url("circle:look", ring.evening.pk))
    other = Client()
    join(other, table, moved_from(dora, table))
    assert page(other, table.url("table:show"))
    held = CircleGrant.objects.get(role=CircleRole.MEMBER)
    alice.post(ring.url("circle:rotate") if everybody else ring.url("circle:revoke_phone", held.pk))
    assert page(other, table.url("table:show"), 404)


def test_a_circle_that_was_erased_meanwhile_is_one_that_never_was(
    ring: Ring, alice: Client, monkeypatch: pytest.MonkeyPatch
):
    erased = circles.purge
    monkeypatch.setattr(circles, "purge", lambda circle: [erased(circle), erased(circle)])
    assert alice.post(ring.url("circle:purge"), {"name": "巷口老友"}).status_code == 404


def test_an_owner_cannot_send_the_own_phone_away(ring: Ring, alice: Client):
    held = CircleGrant.objects.get(role=CircleRole.OWNER)
    assert alice.post(ring.url("circle:revoke_phone", held.pk)).status_code == 404
    assert page(alice, ring.url("circle:show"))


def joined(client: Client, ring: Ring, secret: str, **sent: str) -> str:
    """Come in by an invitation; where that leads."""
    answer = client.post(reverse("joining:join", args=[ring.circle.public_id]), {"secret": secret, **sent})
    return answer.headers.get("Location", answer.content.decode())


def test_an_invitation_asks_who_comes_and_lets_in(ring: Ring):
    link, secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER, uses=1))
    fay = Client()
    html = joined(fay, ring, secret)
    assert "巷口老友" in html
    assert "阿芳" in html
    assert joined(fay, ring, secret, **{"as": "player", "player": "2"}) == ring.url("circle:show")
    assert CircleGrant.objects.get(link=link).player == 2
    assert "没有这一页" in page(Client(), ring.url("circle:show"), 404)


def test_opening_an_invitation_shows_nothing_of_the_circle(ring: Ring):
    _link, _secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER))
    html = page(Client(), reverse("joining:join", args=[ring.circle.public_id]))
    assert "巷口老友" not in html
    before = CircleGrant.objects.count()
    assert CircleGrant.objects.count() == before


def test_a_used_up_or_withdrawn_invitation_lets_nobody_in(ring: Ring, alice: Client):
    link, secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER, uses=1))
    fay, gus = Client(), Client()
    assert joined(fay, ring, secret, **{"as": "viewer"}) == ring.url("circle:show")
    assert "不对" in joined(gus, ring, secret, **{"as": "viewer"})
    nameless = CircleGrant.objects.get(link=link)
    assert "请这台手机出去" in page(alice, ring.url("circle:revoke_phone", nameless.pk))
    url = ring.url("circle:revoke_invitation", link.pk)
    assert "也一起请出去" in alice.post(url).content.decode()
    assert page(fay, ring.url("circle:show"))
    alice.post(url, {"sure": "1"})
    assert page(fay, ring.url("circle:show"), 404)


def test_an_invitation_of_a_circle_pasted_on_the_front_page_leads_there(ring: Ring):
    _link, secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER))
    fay = Client()
    assert "巷口老友" in fay.post(reverse("joining:paste"), {"secret": secret}).content.decode()
    answer = fay.post(reverse("joining:paste"), {"secret": secret, "as": "viewer"})
    assert answer["Location"] == ring.url("circle:show")


def test_an_invitation_of_a_circle_opens_no_table_and_the_other_way_round(ring: Ring, table: Table):
    _link, secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER))
    answer = Client().post(table.url("joining:join"), {"secret": secret, "as": "viewer"})
    assert answer.status_code == 422
    answer = Client().post(
        reverse("joining:join", args=[ring.circle.public_id]), {"secret": table.invitation, "as": "viewer"}
    )
    assert answer.status_code == 422


def test_an_owner_makes_an_invitation_that_is_shown_once(ring: Ring, alice: Client):
    answer = alice.post(
        ring.url("circle:invitations"), {"lasts": "week", "uses": "1", "player": "2", "label": ""}
    )
    assert answer.status_code == 201
    secret = answer.context["page"].new.secret
    assert secret in answer.content.decode()
    assert secret not in page(alice, ring.url("circle:invitations"))
    link = CircleLink.objects.get(kind=CircleLink.Kind.INVITE)
    assert (link.role, link.player, link.uses_left) == (CircleRole.MEMBER, 2, 1)


def test_nobody_invites_an_owner(ring: Ring, alice: Client):
    alice.post(ring.url("circle:invitations"), {"role": "owner", "lasts": "week", "uses": "1"})
    assert CircleLink.objects.get(kind=CircleLink.Kind.INVITE).role == CircleRole.MEMBER


def test_rotating_leaves_only_the_phone_that_asked(ring: Ring, alice: Client, dora: Client):
    _link, secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER))
    answer = alice.post(ring.url("circle:rotate"))
    assert answer.context["code"] != ring.code
    assert page(dora, ring.url("circle:show"), 404)
    assert "不对" in joined(Client(), ring, secret, **{"as": "viewer"})
    assert Client().post(reverse("recover"), {"code": ring.code}).status_code == 422
    assert page(alice, ring.url("circle:show"))


def test_the_owner_of_a_table_sees_who_looks_from_the_circle(
    ring: Ring, alice: Client, dora: Client, table: Table
):
    alice.post(table.url("table:circle"), {**ALL_NEW, "open": "1"})
    dora.post(ring.url("circle:look", ring.evening.pk))
    assert "从牌友圈来" in page(alice, table.url("table:invitations"))


@pytest.mark.parametrize("typed", ["", "0000-0000-0000-0000-0000", "恢复码"])
def test_another_owner_is_sent_away_only_with_the_code(ring: Ring, alice: Client, typed: str):
    second = in_circle(ring.circle, CircleRole.OWNER)
    url = ring.url("circle:revoke_phone", CircleGrant.objects.latest("pk").pk)
    assert f'href="{url}"' in page(alice, ring.url("circle:invitations"))
    assert "这台手机的恢复码" in page(alice, url)
    refused = alice.post(url, {"code": typed})
    assert (refused.status_code, "这个恢复码不对" in refused.content.decode()) == (422, True)
    assert f'name="code" value="{typed}"' in refused.content.decode()
    assert page(second, ring.url("circle:show"))
    assert alice.post(url, {"code": ring.code.lower()}).status_code == 302
    assert page(second, ring.url("circle:show"), 404)


def test_everybody_is_sent_away_only_with_the_code_where_another_owns_the_circle(ring: Ring, alice: Client):
    second = in_circle(ring.circle, CircleRole.OWNER)
    assert "这台手机的恢复码" in page(alice, ring.url("circle:rotate"))
    assert alice.post(ring.url("circle:rotate")).status_code == 422
    assert page(second, ring.url("circle:show"))
    assert alice.post(ring.url("circle:rotate"), {"code": ring.code}).status_code == 200
    assert page(second, ring.url("circle:show"), 404)


def test_guesses_at_the_code_are_counted(ring: Ring, alice: Client):
    in_circle(ring.circle, CircleRole.OWNER)
    url = ring.url("circle:revoke_phone", CircleGrant.objects.latest("pk").pk)
    found = [alice.post(url, {"code": "0" * 20}).status_code for _ in range(limits.PER_NETWORK + 1)]
    assert found == [422] * limits.PER_NETWORK + [429]
    assert alice.post(ring.url("circle:rotate"), {"code": ring.code}).status_code == 429


def test_a_circle_older_than_phones_codes_takes_its_own(ring: Ring, alice: Client):
    in_circle(ring.circle, CircleRole.OWNER)
    RecoveryCode.objects.all().delete()
    code = grants.new_recovery_code(ring.circle)
    url = ring.url("circle:revoke_phone", CircleGrant.objects.latest("pk").pk)
    assert alice.post(url, {"code": ring.code}).status_code == 422
    assert alice.post(url, {"code": code}).status_code == 302


def test_a_member_is_sent_away_without_a_code(ring: Ring, alice: Client, dora: Client):
    url = ring.url("circle:revoke_phone", CircleGrant.objects.get(role=CircleRole.MEMBER).pk)
    assert f'href="{url}"' in page(alice, ring.url("circle:invitations"))
    assert "恢复码" not in page(alice, url)
    assert page(dora, ring.url("circle:show"))
    assert "这台手机的恢复码" not in page(alice, ring.url("circle:rotate"))
    assert alice.post(url).headers["Location"] == ring.url("circle:invitations") + "#devices"
    assert page(dora, ring.url("circle:show"), 404)


NEWS = "有一台手机用恢复码回来了"


def test_the_owners_page_tells_for_a_day_that_a_phone_came_back_by_the_code(
    ring: Ring, alice: Client, dora: Client
):
    assert NEWS not in page(alice, ring.url("circle:show"))
    phone = Client()
    assert phone.post(reverse("recover"), {"code": ring.code}).status_code == 201
    held = CircleGrant.objects.latest("pk")
    html = page(alice, ring.url("circle:show"))
    assert NEWS in html
    assert f'href="{ring.url("circle:revoke_phone", held.pk)}"' in html
    assert "用恢复码" in page(alice, ring.url("circle:revoke_phone", held.pk))
    assert NEWS not in page(phone, ring.url("circle:show"))
    assert NEWS not in page(dora, ring.url("circle:show"))
    CircleGrant.objects.update(recovered_at=timezone.now() - holders.RECOVERED_NEWS)
    assert NEWS not in page(alice, ring.url("circle:show"))


def test_the_owner_hears_that_a_member_came_back_too(ring: Ring, alice: Client, dora: Client):
    code = codes.make(CircleGrant.objects.latest("pk").device)
    assert Client().post(reverse("recover"), {"code": code}).status_code == 201
    assert NEWS in page(alice, ring.url("circle:show"))
