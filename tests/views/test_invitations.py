"""Invitations with an end, for somebody, made again; codes that are said aloud; wrong codes."""

import re
from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from zipai_ledger.access import grants, invitations, limits, tokens
from zipai_ledger.access import spoken as codes
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import FailedCode, Grant, Link, Role

from .conftest import Table, client_with
from .test_joining import join, secret_on

pytestmark = pytest.mark.django_db


def make(alice: Client, table: Table, **fields: str):
    return alice.post(table.url("table:invitations"), {"role": Role.VIEWER, **fields})


def spoken(alice: Client, table: Table) -> str:
    answer = alice.post(table.url("table:speak"))
    assert answer.status_code == 201
    found = re.search(r'id="spoken" data-text="([0-9]{4}-[0-9]{4})"', answer.content.decode())
    assert found
    return found[1]


def paste(client: Client, typed: str, **fields: str):
    return client.post(reverse("joining:paste"), {"secret": typed, **fields})


@pytest.mark.parametrize(("lasts", "hours"), [("evening", 12), ("week", 168), ("always", None)])
def test_an_invitation_lasts_as_long_as_was_chosen(
    alice: Client, table: Table, moment: datetime, lasts: str, hours: int | None
):
    assert make(alice, table, lasts=lasts).status_code == 201
    ends = None if hours is None else moment + timedelta(hours=hours)
    assert Link.objects.latest("pk").expires_at == ends


def test_the_owner_sees_what_is_left(alice: Client, table: Table):
    make(alice, table, lasts="always", uses="4", label="给大伯")
    page = alice.get(table.url("table:invitations")).content.decode()
    assert "一直有效 ・ 还能来 4 台" in page
    grants.redeem(Link.objects.latest("pk"), Grant.objects.latest("pk").device)
    assert "还能来 3 台" in alice.get(table.url("table:invitations")).content.decode()


def test_a_link_that_is_used_up_stays_listed_with_its_guest(alice: Client, table: Table):
    secret = secret_on(make(alice, table, uses="1", label="一次的").content.decode())
    join(Client(), table, secret, **{"as": "viewer"})
    assert "用完了" in alice.get(table.url("table:invitations")).content.decode()


@pytest.mark.parametrize("fields", [{"lasts": "x"}, {"uses": "2"}, {"player": "9"}, {"player": "-1"}])
def test_choices_that_do_not_exist_are_refused(alice: Client, table: Table, fields: dict[str, str]):
    before = Link.objects.count()
    assert make(alice, table, **fields).status_code == 422
    assert Link.objects.count() == before


def test_a_link_for_a_player_takes_the_name_without_a_question(alice: Client, table: Table):
    answer = make(alice, table, role=Role.SCOREKEEPER, player="2")
    assert "阿芳" in answer.content.decode()
    guest = Client()
    came = join(guest, table, secret_on(answer.content.decode()))
    assert came["Location"] == table.url("table:show")
    grant = Grant.objects.latest("pk")
    assert (grant.role, grant.player) == (Role.SCOREKEEPER, 2)


def test_a_link_for_a_player_whose_phone_is_there_says_so_and_asks(alice: Client, table: Table):
    secret = secret_on(make(alice, table, player="0").content.decode())
    guest = Client()
    answer = join(guest, table, secret)
    assert answer.status_code == 409
    assert "已经有手机在用了" in answer.content.decode()
    assert join(guest, table, secret, **{"as": "viewer"}).status_code == 302
    assert Grant.objects.latest("pk").player is None


def test_one_tap_makes_the_same_invitation_again(alice: Client, table: Table):
    first = secret_on(make(alice, table, uses="4", label="给大伯").content.decode())
    link = Link.objects.latest("pk")
    answer = alice.post(table.url("table:renew_invitation", link.pk))
    assert answer.status_code == 201
    second = secret_on(answer.content.decode())
    assert first != second
    assert invitations.offer_of(Link.objects.latest("pk")) == invitations.offer_of(link)
    assert join(Client(), table, first).status_code == 422
    assert join(Client(), table, second).status_code == 200


def test_a_link_taken_back_cannot_be_made_again(alice: Client, table: Table):
    link, _secret = invitations.invite(table.session, Offer(Role.VIEWER))
    grants.revoke_link(link)
    assert alice.post(table.url("table:renew_invitation", link.pk)).status_code == 404


def test_the_same_phone_may_scan_a_used_up_link_again(alice: Client, table: Table):
    secret, guest = secret_on(make(alice, table, uses="1").content.decode()), Client()
    assert join(guest, table, secret, **{"as": "viewer"}).status_code == 302
    assert join(guest, table, secret)["Location"] == table.url("table:show")
    assert join(Client(), table, secret).status_code == 422
    Grant.objects.filter(pk=Grant.objects.latest("pk").pk).update(revoked_at=timezone.now())
    assert join(guest, table, secret).status_code == 422


def test_a_spoken_code_is_shown_once_and_brings_a_viewer(alice: Client, table: Table):
    code = spoken(alice, table)
    assert code not in alice.get(table.url("table:invitations")).content.decode()
    guest = Client()
    assert "周五老地方" in paste(guest, code.replace("-", " ")).content.decode()
    assert paste(guest, code, **{"as": "player", "player": "2"}).status_code == 302
    grant = Grant.objects.latest("pk")
    assert (grant.role, grant.player) == (Role.VIEWER, 2)
    assert "用口令" in alice.get(table.url("table:invitations")).content.decode()


def test_a_second_spoken_code_ends_the_first(alice: Client, table: Table):
    first, second = spoken(alice, table), spoken(alice, table)
    assert paste(Client(), first).status_code == 422
    assert paste(Client(), second).status_code == 200


def test_a_spoken_code_ends_when_its_time_is_over(alice: Client, table: Table):
    code = spoken(alice, table)
    Link.objects.filter(kind=Link.Kind.SPOKEN).update(expires_at=timezone.now())
    assert paste(Client(), code).status_code == 422


WORN_OUT = "口令试错的次数太多，作废了。再念一个就好。"


def wrong_from_everywhere(times: int) -> None:
    """Wrong spoken codes, none of them held back by the limit of its address; the last through its page."""
    for number in range(times - 1):
        with (
            suppress(grants.WrongCode),
            limits.counted(f"198.51.100.{number // 5}", limits.Code.SPOKEN),
        ):
            codes.find("00000000")
    client = Client(REMOTE_ADDR="198.51.100.254")
    assert client.post(reverse("joining:paste"), {"secret": "0000 0000"}).status_code == 422


def test_where_wrong_tries_have_ended_a_spoken_code_the_owner_is_told_and_taps_for_a_new_one(
    alice: Client, table: Table
):
    code = spoken(alice, table)
    links, desk = table.url("table:invitations"), table.url("table:show")
    wrong_from_everywhere(49)
    assert paste(Client(), code).status_code == 200
    assert not any(WORN_OUT in alice.get(page).content.decode() for page in (links, desk))
    assert "every 10s" in alice.get(links).content.decode()
    wrong_from_everywhere(1)
    assert paste(Client(), code).status_code == 422
    for page in (links, desk):
        html = alice.get(page).content.decode()
        assert WORN_OUT in html
        assert f'action="{table.url("table:speak")}"' in html
    assert "every 10s" not in alice.get(links).content.decode()
    assert WORN_OUT not in client_with(table.session, Role.SCOREKEEPER).get(desk).content.decode()
    assert paste(Client(), spoken(alice, table)).status_code == 200
    assert not any(WORN_OUT in alice.get(page).content.decode() for page in (links, desk))


def test_it_is_forgotten_when_the_time_of_that_code_is_over(alice: Client, table: Table):
    spoken(alice, table)
    wrong_from_everywhere(50)
    Link.objects.filter(kind=Link.Kind.SPOKEN).update(expires_at=timezone.now())
    assert WORN_OUT not in alice.get(table.url("table:invitations")).content.decode()
    assert WORN_OUT not in alice.get(table.url("table:show")).content.decode()


def test_twice_as_many_wrong_spoken_codes_as_end_one_lock_nobody_out(alice: Client, table: Table):
    wrong_from_everywhere(2 * codes.WRONG_TRIES)
    assert paste(Client(), spoken(alice, table)).status_code == 200
    assert Client().post(reverse("recover"), {"code": table.code}).status_code == 201


def test_a_wrong_spoken_code_stays_in_its_field_and_a_link_does_not(table: Table):
    for typed in ("0471 935", "0471-9358", '"><b>'):
        answer = paste(Client(), typed)
        assert answer.status_code == 422
        assert f'value="{escape(typed)}"' in answer.content.decode()
    secret = tokens.new_token()
    assert secret not in paste(Client(), f"https://zipai.example/j/x#{secret}").content.decode()


def test_the_join_page_brings_up_the_digits(table: Table):
    page = Client().get(reverse("joining:paste")).content.decode()
    assert re.search(r'<input id="id_secret"[^>]* inputmode="numeric"', page)
    assert "八个数字" in page
    assert f'<a href="{reverse("home")}"' in page


WRONG = {"secret": "0000-0000", "code": "0000-0000-0000-0000-0000"}


def wear_out(url: str, field: str) -> None:
    for _ in range(limits.PER_NETWORK):
        assert Client().post(url, {field: WRONG[field]}).status_code == 422


@pytest.mark.parametrize(("name", "field"), [("joining:paste", "secret"), ("recover", "code")])
def test_after_too_many_wrong_codes_even_a_right_one_has_to_wait(
    alice: Client, table: Table, name: str, field: str
):
    code = spoken(alice, table) if field == "secret" else table.code
    wear_out(reverse(name), field)
    answer = Client().post(reverse(name), {field: code})
    page = answer.content.decode()
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 600
    assert "先歇一歇，过 10 分钟再来" in page
    assert "周五老地方" not in page


def test_joining_still_work_while_codes_have_to_wait(alice: Client, table: Table):
    wear_out(reverse("joining:paste"), "secret")
    assert join(Client(), table, table.invitation).status_code == 200


def test_wrong_links_are_no_guesses(table: Table):
    for _ in range(2 * limits.PER_NETWORK):
        assert paste(Client(), tokens.new_token()).status_code == 422
    assert FailedCode.objects.count() == 0


def test_coming_in_does_not_count(alice: Client, table: Table):
    code = spoken(alice, table)
    for _ in range(2 * limits.PER_NETWORK):
        assert paste(Client(), code, **{"as": "viewer"}).status_code == 302


def test_the_limit_holds_for_one_address_only(alice: Client, table: Table):
    code = spoken(alice, table)
    wear_out(reverse("joining:paste"), "secret")
    assert (
        Client(REMOTE_ADDR="198.51.100.7").post(reverse("joining:paste"), {"secret": code}).status_code == 200
    )


def test_no_secret_reaches_the_log(alice: Client, table: Table, caplog: pytest.LogCaptureFixture):
    caplog.set_level("DEBUG")
    code = spoken(alice, table)
    for secret in (code, table.invitation, table.code):
        paste(Client(), secret, **{"as": "player", "player": "7"})
    assert [one for one in (code, table.invitation, table.code) if one in caplog.text] == []


def test_a_chat_apps_browser_is_told_how_to_open_the_real_one(table: Table):
    agents = {
        "Mozilla/5.0 (Linux; Android 13) Chrome/116 Mobile MMWEBID/1 MicroMessenger/8.0.44 MQQBrowser/6.2": "微信",
        "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 QQ/8.9.80.621 V1_IPH_SQ_8.9.80_1_APP_A": "QQ",
        "Mozilla/5.0 (Linux) Chrome/100 Mobile AliApp(DingTalk/7.0.1)": "钉钉",
        "Mozilla/5.0 (Linux) AlipayClient/10.3.0": "支付宝",
    }
    for agent, name in agents.items():
        page = Client(headers={"User-Agent": agent}).get(table.url("joining:join")).content.decode()
        assert f"你是在{name}里打开的" in page
        assert "data-chat-app" in page
    for agent in ("Mozilla/5.0 (Linux; Android 13) Chrome/116 Mobile Safari/537.36", "MQQBrowser/13.1", ""):
        page = Client(headers={"User-Agent": agent}).get(table.url("joining:join")).content.decode()
        assert "里打开的" not in page


def test_a_viewer_never_sees_a_stronger_secret_on_the_page_that_invites(table: Table):
    viewer = client_with(table.session, Role.VIEWER)
    for name in ("table:invitations", "table:speak", "table:rotate", "table:recovery"):
        assert viewer.post(table.url(name)).status_code == 403


def test_a_link_by_which_too_many_came_says_so(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(grants, "BY_ONE_LINK", 0)
    _link, secret = invitations.invite(table.session, Offer(Role.VIEWER))
    answer = join(Client(), table, secret, **{"as": "viewer"})
    assert answer.status_code == 409
    assert "已经满了。请桌上的人再做一个邀请" in answer.content.decode()
    assert table.session.name not in answer.content.decode()
