"""One phone and what it may do: asking, agreeing, changing, moving to another browser, sending everybody away."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from zipai_ledger.access import grants, holders, invitations, limits
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import Grant, Link, Role
from zipai_ledger.presenters.phones import phone as phone_of
from zipai_ledger.templatetags.zipai import origin

from .conftest import Table, client_with
from .test_joining import join, secret_on

pytestmark = pytest.mark.django_db


def grant_of(table: Table, player: int) -> Grant:
    return grants.live_grants().get(session=table.session, player=player)


def table_page(client: Client, table: Table) -> str:
    return client.get(table.url("table:show")).content.decode()


def answer(owner: Client, table: Table, player: int, word: str):
    return owner.post(table.url("table:answer", grant_of(table, player).pk), {"answer": word})


def test_a_viewer_asks_the_owner_agrees_and_nobody_joins_again(alice: Client, viewer: Client, table: Table):
    assert "让我来记分" in table_page(viewer, table)
    assert viewer.get(table.url("deal_entry:new")).status_code == 403
    assert viewer.post(table.url("table:ask")).status_code == 302
    assert "问过桌主了" in table_page(viewer, table)
    assert "<bdi>阿芳</bdi> 想记分" in table_page(alice, table)
    assert "<bdi>阿芳</bdi> 想记分" in alice.get(table.url("table:invitations")).content.decode()
    assert answer(alice, table, 2, "yes").status_code == 302
    assert viewer.get(table.url("deal_entry:new")).status_code == 200
    assert "想记分" not in table_page(alice, table)
    page = table_page(viewer, table)
    assert "问过桌主了" not in page
    assert "让我来记分" not in page


def test_a_page_that_is_refused_offers_to_ask(viewer: Client, table: Table):
    ask = f'action="{table.url("table:ask")}"'
    assert ask in viewer.get(table.url("deal_entry:new")).content.decode()
    assert ask not in viewer.post(table.url("closing:close")).content.decode()
    viewer.post(table.url("table:ask"))
    page = viewer.get(table.url("deal_entry:new")).content.decode()
    assert ask not in page
    assert "问过桌主了" in page


def test_the_owner_may_say_no_and_be_asked_again(alice: Client, viewer: Client, table: Table):
    viewer.post(table.url("table:ask"))
    answer(alice, table, 2, "no")
    page = table_page(viewer, table)
    assert "桌主这次没答应" in page
    until = timezone.localtime(Grant.objects.get(refused_at__isnull=False).refused_at + holders.ASK_AGAIN)
    again = f"{until:%H:%M} 以后可以再问一次"
    assert again in page
    assert viewer.get(table.url("deal_entry:new")).status_code == 403
    early = viewer.post(table.url("table:ask"))
    assert early.status_code == 429
    assert 0 < int(early["Retry-After"]) <= holders.ASK_AGAIN.total_seconds()
    assert again in early.content.decode()
    assert "想记分" not in table_page(alice, table)
    Grant.objects.update(refused_at=timezone.now() - holders.ASK_AGAIN)
    viewer.post(table.url("table:ask"))
    assert "想记分" in table_page(alice, table)


def test_an_onlooker_without_a_name_is_known_by_the_invitation(alice: Client, table: Table):
    _link, secret = invitations.invite(table.session, Offer(Role.VIEWER, "二婶的手机"))
    guest = Client()
    join(guest, table, secret, **{"as": "viewer"})
    guest.post(table.url("table:ask"))
    assert "<bdi>二婶的手机</bdi> 想记分" in table_page(alice, table)


def test_a_name_on_an_invitation_is_shown_as_text(alice: Client, table: Table):
    _link, secret = invitations.invite(table.session, Offer(Role.VIEWER, "<b>x</b>"))
    guest = Client()
    join(guest, table, secret, **{"as": "viewer"})
    guest.post(table.url("table:ask"))
    assert "<b>x</b>" not in table_page(alice, table)


def test_only_the_owner_sees_and_answers_requests(alice: Client, bob: Client, viewer: Client, table: Table):
    viewer.post(table.url("table:ask"))
    assert "想记分" not in table_page(bob, table)
    assert answer(bob, table, 2, "yes").status_code == 403
    assert answer(viewer, table, 2, "yes").status_code == 403
    assert viewer.get(table.url("deal_entry:new")).status_code == 403


def test_asking_makes_nobodys_entry_stale(viewer: Client, table: Table):
    before = table.head
    viewer.post(table.url("table:ask"))
    assert table.head == before


@pytest.mark.parametrize(("role", "status"), [(Role.VIEWER, 403), (Role.SCOREKEEPER, 200)])
def test_one_tap_changes_a_role_at_once(alice: Client, bob: Client, table: Table, role: str, status: int):
    assert alice.post(table.url("table:phone", grant_of(table, 1).pk), {"role": role}).status_code == 302
    assert bob.get(table.url("deal_entry:new")).status_code == status


@pytest.mark.parametrize("fields", [{}, {"role": "owner"}, {"role": "x"}, {"player": "9"}])
def test_what_cannot_be_changed_is_said(alice: Client, bob: Client, table: Table, fields: dict[str, str]):
    grant = grant_of(table, 1)
    assert alice.post(table.url("table:phone", grant.pk), fields).status_code == 422
    assert grant_of(table, 1).role == Role.SCOREKEEPER


def test_an_owner_cannot_make_itself_less(alice: Client, table: Table):
    own = grant_of(table, 0)
    page = alice.get(table.url("table:phone", own.pk)).content.decode()
    assert 'name="role"' not in page
    assert alice.post(table.url("table:phone", own.pk), {"role": Role.VIEWER}).status_code == 422
    assert grant_of(table, 0).role == Role.OWNER


def test_one_tap_makes_a_phone_somebody_elses(alice: Client, viewer: Client, table: Table):
    url = table.url("table:phone", grant_of(table, 2).pk)
    assert alice.post(url, {"player": "1"}).status_code == 302
    assert grant_of(table, 1).role == Role.VIEWER
    assert alice.post(url, {"player": "none"}).status_code == 302
    assert viewer.get(table.url("table:show")).status_code == 200
    assert alice.post(url, {"player": "0"}).status_code == 409


def test_a_device_of_another_table_is_not_there(alice: Client, charlie: Client, table: Table):
    foreign = Grant.objects.exclude(session=table.session).latest("pk")
    for name in ("table:phone", "table:answer", "table:revoke_phone"):
        url = table.url(name, foreign.pk)
        assert alice.post(url, {"role": Role.VIEWER, "answer": "yes"}).status_code == 404
    assert Grant.objects.get(pk=foreign.pk).role == Role.OWNER


def moved_from(client: Client, table: Table) -> str:
    made = client.post(table.url("table:move"))
    assert made.status_code == 201
    return secret_on(made.content.decode())


def test_a_grant_moves_to_another_browser_and_the_old_one_is_out(viewer: Client, table: Table):
    secret, new = moved_from(viewer, table), Client()
    came = join(new, table, secret)
    assert came["Location"] == table.url("table:show")
    grant = grant_of(table, 2)
    assert grant.role == Role.VIEWER
    assert new.get(table.url("table:show")).status_code == 200
    assert viewer.get(table.url("table:show")).status_code == 404
    assert join(Client(), table, secret).status_code == 422


def test_moving_is_shown_once(viewer: Client, table: Table):
    secret = moved_from(viewer, table)
    assert secret not in viewer.get(table.url("table:move")).content.decode()


def test_a_transfer_pasted_without_scripts_works_too(bob: Client, table: Table):
    new = Client()
    assert new.post(reverse("joining:paste"), {"secret": moved_from(bob, table)}).status_code == 302
    assert new.get(table.url("deal_entry:new")).status_code == 200


def test_a_transfer_opened_where_it_was_made_changes_nothing(bob: Client, table: Table):
    secret = moved_from(bob, table)
    assert join(bob, table, secret).status_code == 302
    assert bob.get(table.url("deal_entry:new")).status_code == 200
    assert join(Client(), table, secret).status_code == 302


def test_the_page_in_a_chat_app_leads_to_the_way_out(viewer: Client, table: Table):
    agent = "Mozilla/5.0 (Linux; Android 13) Chrome/116 Mobile MicroMessenger/8.0.44"
    page = viewer.get(table.url("table:show"), headers={"User-Agent": agent}).content.decode()
    assert "你是在微信里打开的" in page
    assert f'href="{table.url("table:move")}"' in page
    assert "里打开的" not in table_page(viewer, table)


def test_everybody_is_sent_away_after_a_question(alice: Client, bob: Client, viewer: Client, table: Table):
    before = table.head
    response = alice.get(table.url("table:rotate"))
    assert "别的 2 台都请下桌" in response.content.decode()
    assert bob.get(table.url("table:show")).status_code == 200
    done = alice.post(table.url("table:rotate"))
    code = re.search(r'id="code" data-text="([0-9A-Z-]{24})"', done.content.decode())
    assert code
    assert "现在只有这台手机" in alice.get(table.url("table:rotate")).content.decode()
    assert code[1] != table.code
    for phone in (bob, viewer):
        assert phone.get(table.url("table:show")).status_code == 404
    assert join(Client(), table, table.invitation).status_code == 422
    assert Client().post(reverse("recover"), {"code": table.code}).status_code == 422
    assert Client().post(reverse("recover"), {"code": code[1]}).status_code == 201
    assert alice.get(table.url("table:show")).status_code == 200
    assert table.head == before


def test_another_owner_sent_away_is_out_too(alice: Client, table: Table):
    second = client_with(table.session, Role.OWNER)
    assert "这台手机的恢复码" in alice.get(table.url("table:rotate")).content.decode()
    refused = alice.post(table.url("table:rotate"))
    assert (refused.status_code, second.get(table.url("table:show")).status_code) == (422, 200)
    alice.post(table.url("table:rotate"), {"code": table.code})
    assert second.get(table.url("table:show")).status_code == 404


@pytest.mark.parametrize("typed", ["", "0000-0000-0000-0000-0000", "恢复码"])
def test_another_owner_is_sent_away_only_with_the_code(alice: Client, table: Table, typed: str):
    second = client_with(table.session, Role.OWNER)
    grant = Grant.objects.latest("pk")
    url = table.url("table:revoke_phone", grant.pk)
    assert f'href="{url}"' in alice.get(table.url("table:phone", grant.pk)).content.decode()
    assert "这台手机的恢复码" in alice.get(url).content.decode()
    refused = alice.post(url, {"code": typed})
    assert (refused.status_code, "这个恢复码不对" in refused.content.decode()) == (422, True)
    assert f'name="code" value="{typed}"' in refused.content.decode()
    assert second.get(table.url("table:show")).status_code == 200
    assert alice.post(url, {"code": table.code.lower()}).status_code == 302
    assert second.get(table.url("table:show")).status_code == 404


def test_who_came_by_the_code_sends_the_old_phone_away_with_the_new_one(alice: Client, table: Table):
    phone = Client()
    code = phone.post(reverse("recover"), {"code": table.code}).context["code"]
    url = table.url("table:revoke_phone", Grant.objects.earliest("pk").pk)
    assert phone.post(url, {"code": table.code}).status_code == 422
    assert phone.post(url, {"code": code}).status_code == 302
    assert alice.get(table.url("table:show")).status_code == 404


def test_guesses_at_the_code_are_counted(alice: Client, table: Table):
    client_with(table.session, Role.OWNER)
    url = table.url("table:revoke_phone", Grant.objects.latest("pk").pk)
    found = [alice.post(url, {"code": "0" * 20}).status_code for _ in range(limits.PER_NETWORK + 1)]
    assert found == [422] * limits.PER_NETWORK + [429]
    assert alice.post(url, {"code": table.code}).status_code == 429


def test_others_are_sent_away_without_a_code_after_a_question_that_names_the_phone(
    alice: Client, viewer: Client, table: Table
):
    url = table.url("table:revoke_phone", grant_of(table, 2).pk)
    phone = alice.get(table.url("table:phone", grant_of(table, 2).pk)).content.decode()
    assert (f'href="{url}"' in phone, f'action="{url}"' in phone) == (True, False)
    html = alice.get(url).content.decode()
    assert '<button type="submit" class="button danger">请阿芳的手机下桌</button>' in html
    assert "恢复码" not in html
    assert viewer.get(table.url("table:show")).status_code == 200
    assert alice.post(url).status_code == 302
    assert viewer.get(table.url("table:show")).status_code == 404


def test_a_revoked_phone_can_neither_ask_nor_move(alice: Client, viewer: Client, table: Table):
    alice.post(table.url("table:revoke_phone", grant_of(table, 2).pk))
    assert viewer.post(table.url("table:ask")).status_code == 404
    assert viewer.post(table.url("table:move")).status_code == 404


def test_what_a_phone_entered_stays_under_its_old_name(alice: Client, bob: Client, table: Table):
    grant = grant_of(table, 1)
    client_id = "dead-0123456789"
    saved = bob.post(table.url("deal_entry:dead"), {"client_id": client_id})
    assert saved.status_code == 303
    alice.post(table.url("table:phone", grant.pk), {"player": "2"})
    assert "记分的 小李" in alice.get(table.url("history:show"), {"all": "1"}).content.decode()
    assert bob.get(table.url("deal_entry:new")).status_code == 200


@pytest.mark.parametrize(
    ("grant", "how"),
    [
        (Grant(player=0, link=Link(kind=Link.Kind.RECOVERY)), "用恢复码"),
        (Grant(player=0, link=Link(kind=Link.Kind.SPOKEN, label="给小李")), "用口令"),
        (Grant(player=0, link=Link(kind=Link.Kind.INVITE, label="给小李")), "给小李"),
        (Grant(player=None, link=Link(kind=Link.Kind.INVITE, label="给小李")), ""),
        (Grant(player=None, role=Role.VIEWER), "从牌友圈来"),
        (Grant(player=0, role=Role.OWNER), ""),
    ],
)
def test_how_a_phone_came_is_told_unless_its_name_tells_it(grant: Grant, how: str):
    """By a table's own code phones came before there was a column for when they did."""
    assert origin(phone_of(grant, {0: "老王"})) == how
