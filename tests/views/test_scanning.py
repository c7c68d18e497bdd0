"""Scanning: the code that lies ready for whoever has no phone at the table yet, and what is seen before a tap."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from zipai_ledger.access import invitations
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import CircleRole, Grant, Link, Role

from .conftest import Ring, Table, client_with, in_circle, open_by, page

pytestmark = pytest.mark.django_db


def secret_of(html: str) -> str:
    found = re.search(r'id="code">([\w-]{43})<', html)
    assert found
    return found[1]


def test_the_code_is_there_at_once_for_an_evening_and_stays_the_same(alice: Client, table: Table):
    url = table.url("table:invitations")
    Link.objects.all().delete()
    assert 'class="qr"' not in page(alice, url)
    assert alice.post(table.url("table:hold_out"))["Location"] == url
    first = page(alice, url)
    link = Link.objects.latest("pk")
    assert (link.role, link.uses, link.player) == (Role.SCOREKEEPER, None, None)
    assert link.expires_at
    assert timedelta(hours=11) < link.expires_at - timezone.now() <= timedelta(hours=12)
    alice.post(table.url("table:hold_out"))
    assert secret_of(page(alice, url)) == secret_of(first)
    assert Client().post(reverse("joining:paste"), {"secret": secret_of(first)}).status_code == 200


def test_a_code_that_ends_soon_or_was_taken_back_is_made_anew(alice: Client, table: Table):
    url, make = table.url("table:invitations"), table.url("table:hold_out")
    alice.post(make)
    first = secret_of(page(alice, url))
    Link.objects.exclude(seed="").update(expires_at=timezone.now() + timedelta(minutes=5))
    assert "data-renew" in page(alice, url)
    alice.post(make)
    second = secret_of(page(alice, url))
    alice.post(table.url("table:revoke_invitation", Link.objects.latest("pk").pk))
    alice.post(make)
    assert len({first, second, secret_of(page(alice, url))}) == 3
    assert Client().post(reverse("joining:paste"), {"secret": second}).status_code == 422


def test_the_code_stands_on_an_empty_table_until_every_phone_is_there(alice: Client):
    session, _code = open_by(alice)
    url = reverse("table:show", args=[session.public_id])
    assert (
        alice.post(reverse("table:hold_out", args=[session.public_id]), {"from": "show"})["Location"] == url
    )
    html = page(alice, url)
    assert 'class="qr"' in html
    assert "让小李、阿芳也看得到" in html
    assert re.search(r'id="heads" hidden>', html), "there are no columns yet"
    guest = client_with(session, Role.SCOREKEEPER, 1)
    assert 'class="qr"' not in page(guest, url)
    assert "让阿芳也看得到" in page(alice, url)
    news = alice.get(reverse("live:news", args=[session.public_id]), {"show": "table"}).content.decode()
    assert re.search(r'data-into="invite-here">\s*让阿芳也看得到\s*<', news)
    client_with(session, Role.SCOREKEEPER, 2)
    assert 'class="qr"' not in page(alice, url)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCOREKEEPER])
def test_whoever_may_not_invite_sees_no_code(table: Table, role: str):
    session, _code = open_by(Client(), client_id="scanning-0123456789")
    Grant.objects.filter(session=session).delete()
    guest = client_with(session, role, 1)
    assert "at-hand" not in page(guest, reverse("table:show", args=[session.public_id]))
    assert guest.post(reverse("table:hold_out", args=[session.public_id])).status_code == 403


def test_a_circle_has_a_code_for_a_week(alice: Client, ring: Ring):
    alice.post(ring.url("circle:hold_out"))
    secret = secret_of(page(alice, ring.url("circle:invitations")))
    guest = Client()
    guest.post(reverse("joining:paste"), {"secret": secret, "as": "viewer"})
    assert guest.get(ring.url("circle:show")).status_code == 200
    member = in_circle(ring.circle, CircleRole.MEMBER)
    assert member.post(ring.url("circle:hold_out")).status_code == 403


def test_on_the_machine_itself_the_page_says_why_nobody_can_scan(alice: Client, table: Table, settings):
    settings.NEAR = ""
    alice.post(table.url("table:hold_out"))
    url = table.url("table:invitations")
    here = alice.get(url, headers={"host": "127.0.0.1:8000"}).content.decode()
    assert "别的手机扫了也没用" in here
    assert 'class="qr"' not in here
    settings.NEAR = "http://192.168.1.7:8000"
    near = alice.get(url, headers={"host": "localhost:8000"}).content.decode()
    assert 'class="qr"' in near
    assert f"http://192.168.1.7:8000/j/{table.public_id}#" in near


def test_what_a_page_sends_by_itself_only_looks(table: Table):
    """An invitation for one player and a move bring nobody in before a tap."""
    _link, for_one = invitations.invite(table.session, Offer(Role.SCOREKEEPER, player=2))
    mover = client_with(table.session, Role.VIEWER, 1)
    grant = Grant.objects.latest("pk")
    _link, move = invitations.move(grant)
    before = Grant.objects.count()
    guest = Client()
    html = guest.post(reverse("joining:paste"), {"secret": for_one, "look": "1"}).content.decode()
    assert re.search(r'value="2" data-name="阿芳" checked', html)
    assert "搬过来" in guest.post(reverse("joining:paste"), {"secret": move, "look": "1"}).content.decode()
    assert Grant.objects.count() == before
    assert guest.post(reverse("joining:paste"), {"secret": move}).status_code == 302
    assert mover.get(table.url("table:show")).status_code == 404


@pytest.mark.parametrize(
    ("typed", "answer"), [("0471 9", "只有 5 个数，少 3 个"), ("０４７１-９３５８-1", "多 1 个")]
)
def test_digits_left_out_are_counted_kept_in_their_field_and_no_guess(table: Table, typed: str, answer: str):
    for _ in range(12):
        refused = Client().post(reverse("joining:paste"), {"secret": typed})
        assert refused.status_code == 422
        assert answer in refused.content.decode()
        assert f'value="{typed}"' in refused.content.decode()


def test_the_page_that_scans_alone_may_use_the_camera(alice: Client, table: Table):
    for url in (table.url("table:show"), table.url("joining:join"), reverse("home")):
        assert "camera=()" in alice.get(url)["Permissions-Policy"]
    assert "camera=(self)" in alice.get(reverse("joining:paste"))["Permissions-Policy"]
