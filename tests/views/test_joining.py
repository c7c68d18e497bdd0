"""Invitations, joining, and being sent away."""

import re

import pytest
import segno
from django.test import Client
from django.urls import reverse

from zipai_ledger.access import grants, tokens
from zipai_ledger.models import Grant, Link, Role
from zipai_ledger.templatetags.zipai import qr_code

from .conftest import Table

pytestmark = pytest.mark.django_db


def invite(alice: Client, table: Table, role: str = Role.VIEWER, label: str = "给大伯"):
    return alice.post(table.url("table:invitations"), {"role": role, "label": label})


def secret_on(page: str) -> str:
    found = re.search(r"/j/[^#<]+#([A-Za-z0-9_-]{43})", page)
    assert found
    return found[1]


def join(client: Client, table: Table, secret: str, **fields: str):
    return client.post(table.url("joining:join"), {"secret": secret, **fields})


def test_a_link_is_shown_once_as_address_code_and_qr(alice: Client, table: Table):
    answer = invite(alice, table)
    page = answer.content.decode()
    secret = secret_on(page)
    assert answer.status_code == 201
    assert page.count(secret) == 2
    assert '<path fill="currentColor" d="M0 0h7v1h-7z' in page
    assert "style=" not in page
    assert secret not in alice.get(table.url("table:invitations")).content.decode()
    assert "给大伯" in alice.get(table.url("table:invitations")).content.decode()


def test_the_qr_holds_the_whole_link():
    drawn = qr_code("https://example.org/j/abc#" + "x" * 43)
    cells = sum(int(width) for width in re.findall(r"h(\d+)v1", drawn.path))
    code = segno.make("https://example.org/j/abc#" + "x" * 43, error="m", micro=False)
    assert cells == sum(sum(row) for row in code.matrix)
    assert drawn.size == len(code.matrix) + 6


@pytest.mark.parametrize(("role", "label"), [("owner", ""), ("", ""), (Role.VIEWER, "长" * 10_000)])
def test_what_cannot_be_invited_is_said(alice: Client, table: Table, role: str, label: str):
    before = Link.objects.count()
    assert invite(alice, table, role, label).status_code == 422
    assert Link.objects.count() == before


def test_opening_a_link_shows_nothing_and_changes_nothing(table: Table):
    stranger = Client()
    answer = stranger.get(table.url("joining:join"))
    unknown = stranger.get(reverse("joining:join", args=["AAAAAAAAAAAAAAAAAAAAAA"]))
    page = answer.content.decode()
    assert (answer.status_code, unknown.status_code) == (200, 200)
    assert "周五老地方" not in page
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "zipai" not in stranger.cookies
    token = re.compile(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]+"')
    same = [token.sub("", html).replace(table.public_id, "") for html in (page,)]
    assert same == [token.sub("", unknown.content.decode()).replace("AAAAAAAAAAAAAAAAAAAAAA", "")]


def test_the_secret_sent_back_shows_the_table_and_still_changes_nothing(table: Table):
    stranger = Client()
    answer = join(stranger, table, table.invitation)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "周五老地方" in page
    assert re.search(r'name="player" value="0"[^>]*disabled', page)
    assert Grant.objects.count() == 1
    assert stranger.get(table.url("table:show")).status_code == 404


def test_an_explicit_tap_gives_the_grant(table: Table):
    guest = Client()
    answer = join(guest, table, table.invitation, **{"as": "player", "player": "1"})
    grant = Grant.objects.latest("pk")
    assert answer["Location"] == table.url("table:show")
    assert (grant.role, grant.player) == (Role.SCOREKEEPER, 1)
    assert guest.get(table.url("table:show")).status_code == 200


def test_an_onlooker_needs_no_name(table: Table):
    guest = Client()
    join(guest, table, table.invitation, **{"as": "viewer"})
    assert Grant.objects.latest("pk").player is None
    assert guest.get(table.url("table:show")).status_code == 200


def test_without_scripts_the_code_or_the_link_is_pasted(table: Table):
    guest = Client()
    for pasted in (table.invitation, f"http://somewhere/j/x#{table.invitation}"):
        assert "周五老地方" in guest.post(reverse("joining:paste"), {"secret": pasted}).content.decode()


@pytest.mark.parametrize("secret", ["", "x", "x" * 43, "x" * 100_000, "恢复"])
def test_every_wrong_secret_gets_the_same_answer(table: Table, secret: str):
    answer = join(Client(), table, secret)
    assert answer.status_code == 422
    assert "<b>这串字不对" in answer.content.decode()
    assert "周五老地方" not in answer.content.decode()


def test_a_secret_fits_only_its_own_table(charlie: Client, table: Table):
    other = Grant.objects.exclude(session=table.session).latest("pk").session
    answer = charlie.post(reverse("joining:join", args=[other.public_id]), {"secret": table.invitation})
    assert answer.status_code == 422


def test_a_name_that_is_taken_or_unknown_is_refused(table: Table):
    assert join(Client(), table, table.invitation, **{"as": "player", "player": "0"}).status_code == 409
    for player in ("", "9", "-1", "x"):
        answer = join(Client(), table, table.invitation, **{"as": "player", "player": player})
        assert answer.status_code == 422
    assert Grant.objects.count() == 1


def test_joining_never_weakens(alice: Client, table: Table):
    secret = secret_on(invite(alice, table).content.decode())
    join(alice, table, secret, **{"as": "viewer"})
    grant = grants.live_grants().get(session=table.session)
    assert (grant.role, grant.player) == (Role.OWNER, 0)


def test_a_revoked_link_sends_its_guests_away_after_a_question(alice: Client, table: Table):
    secret = secret_on(invite(alice, table).content.decode())
    guest = Client()
    join(guest, table, secret, **{"as": "viewer"})
    link = Link.objects.get(secret_hash=tokens.digest(secret))
    answer = alice.post(table.url("table:revoke_invitation", link.pk))
    assert (answer.status_code, "也一起请下桌" in answer.content.decode()) == (200, True)
    assert guest.get(table.url("table:show")).status_code == 200
    done = alice.post(table.url("table:revoke_invitation", link.pk), {"sure": "1"})
    assert done["Location"] == table.url("table:invitations") + "#links"
    assert guest.get(table.url("table:show")).status_code == 404
    assert join(Client(), table, secret).status_code == 422


def test_one_device_is_sent_away_and_the_owners_own_is_not(alice: Client, bob: Client, table: Table):
    page = alice.get(table.url("table:invitations")).content.decode()
    assert "这台手机" in page
    theirs = Grant.objects.get(session=table.session, player=1)
    own = Grant.objects.get(session=table.session, player=0)
    assert alice.post(table.url("table:revoke_phone", theirs.pk)).status_code == 302
    assert bob.get(table.url("table:show")).status_code == 404
    assert alice.post(table.url("table:revoke_phone", own.pk)).status_code == 404
    assert alice.get(table.url("table:show")).status_code == 200


def test_an_invitation_nobody_came_by_ends_at_a_tap(alice: Client, table: Table):
    link = Link.objects.filter(session=table.session, kind=Link.Kind.INVITE).latest("pk")
    assert "还没有手机用过它" in alice.get(table.url("table:revoke_invitation", link.pk)).content.decode()
    assert alice.post(table.url("table:revoke_invitation", link.pk)).status_code == 302
    assert Link.objects.get(pk=link.pk).revoked_at is not None


def test_nobody_revokes_at_a_table_of_others(charlie: Client, table: Table):
    other = Grant.objects.exclude(session=table.session).latest("pk").session
    foreign = Link.objects.filter(session=table.session, kind=Link.Kind.INVITE).latest("pk")
    address = reverse("table:revoke_invitation", args=[other.public_id, foreign.pk])
    assert charlie.post(address).status_code == 404
    assert Link.objects.get(pk=foreign.pk).revoked_at is None


def test_a_page_without_referrer_may_send_its_form_but_only_with_its_token(table: Table):
    guest = Client(enforce_csrf_checks=True)
    page = guest.get(table.url("joining:join")).content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token
    fields = {"secret": table.invitation, "csrfmiddlewaretoken": token[1]}
    url = table.url("joining:join")
    assert guest.post(url, fields, headers={"Origin": "null"}).status_code == 200
    assert guest.post(url, {"secret": table.invitation}, headers={"Origin": "null"}).status_code == 403
    assert guest.post(url, fields, headers={"Origin": "https://evil.example"}).status_code == 403


def test_the_word_about_a_chat_app_stays_away_once_it_was_closed(alice: Client, table: Table):
    wechat = {"user-agent": "Mozilla/5.0 MicroMessenger/8.0.44"}
    url = table.url("table:show")
    assert "你是在微信里打开的" in alice.get(url, headers=wechat).content.decode()
    assert alice.post(reverse("preferences"), {"chat": "closed", "next": url})["Location"] == url
    assert "你是在微信里打开的" not in alice.get(url, headers=wechat).content.decode()
