"""The recovery code of a phone."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from zipai_ledger import own_rules
from zipai_ledger.access import codes, devices, grants, holders, limits, tokens
from zipai_ledger.ledger.queries.deals import LATEST
from zipai_ledger.models import (
    AccessKind,
    CircleAccessRecord,
    CircleGrant,
    CircleRole,
    Device,
    Grant,
    Link,
    RecoveryCode,
    Role,
)
from zipai_ledger.rules import facts, registry

from .conftest import NEW, WIN, Ring, Table, client_with, in_circle, open_by, page, play

pytestmark = pytest.mark.django_db
ASKS = "还没抄恢复码"
URL = "/recover/"


def recover(client: Client, code: str):
    return client.post(URL, {"code": code})


def twin(client: Client) -> Client:
    """The same browser, as it was before an answer reached it."""
    other = Client()
    other.cookies[devices.cookie_name()] = client.cookies[devices.cookie_name()].value
    return other


def test_the_code_makes_another_phone_the_owner_and_leads_to_the_table(table: Table):
    phone = Client()
    answer = recover(phone, table.code)
    assert answer.status_code == 201
    assert f'href="{table.url("table:show")}"' in answer.content.decode()
    assert Grant.objects.latest("pk").role == Role.OWNER
    assert phone.get(table.url("table:invitations")).status_code == 200


def test_one_code_brings_back_every_table_and_circle_of_the_phone(alice: Client, table: Table, ring: Ring):
    second, code = open_by(alice, client_id="second-0123456789", name="周六")
    assert code == ""
    viewed, _code = open_by(Client(), client_id="theirs-0123456789", name="别人的桌")
    Grant.objects.create(session=viewed, device=Device.objects.earliest("pk"), role=Role.VIEWER, player=1)
    phone = Client()
    answer = recover(phone, table.code)
    assert "一共 4 处" in answer.content.decode()
    assert "抄好了" in answer.content.decode()
    for url in (
        table.url("table:invitations"),
        ring.url("circle:invitations"),
        reverse("table:invitations", args=[second.public_id]),
    ):
        assert phone.get(url).status_code == 200
    assert phone.get(reverse("table:show", args=[viewed.public_id])).status_code == 200
    assert phone.get(reverse("table:invitations", args=[viewed.public_id])).status_code == 403


def test_own_rules_come_along_but_for_names_that_the_phone_has_given_to_others(alice: Client, table: Table):
    lost, phone = Device.objects.earliest("pk"), Client()
    open_by(phone, client_id="second-0123456789")
    found = Device.objects.latest("pk")
    for device, name, least in ((lost, "永福", 15), (lost, "兴安", 15), (found, "永福", 10)):
        rules = own_rules.resolved(registry.get("guilin"), {"min_hu": least})
        own_rules.keep(device, name, rules, by=device)
    assert recover(phone, table.code).status_code == 201
    kept = {each.row.name: each.rules.options["min_hu"] for each in own_rules.rules_of(found) if each.rules}
    assert kept == {"永福": 10, "兴安": 15}
    assert len(own_rules.rules_of(lost)) == 2


def test_a_table_to_play_with_that_was_left_comes_back_by_no_code(alice: Client, table: Table):
    device = Device.objects.earliest("pk")
    alice.post("/sample/")
    grants.revoke(device.grants.filter(session__sample=True))
    phone = Client()
    assert recover(phone, table.code).status_code == 201
    assert not Grant.objects.filter(session__sample=True, revoked_at=None).exists()


def test_a_used_code_ends_and_the_new_phone_gets_a_new_one(table: Table):
    first = recover(Client(), table.code)
    new = first.context["code"]
    assert all(group in first.content.decode() for group in new.split("-"))
    assert recover(Client(), table.code).status_code == 422
    assert recover(Client(), new).status_code == 201


def test_the_phone_that_was_lost_stays_until_it_is_sent_away(alice: Client, table: Table):
    recover(Client(), table.code)
    assert page(alice, table.url("table:invitations")).count("用恢复码") == 1


def test_a_second_table_is_under_the_code_that_the_phone_has(alice: Client, table: Table):
    before = RecoveryCode.objects.get()
    _session, code = open_by(alice, client_id="second-0123456789", name="周六")
    assert code == ""
    assert RecoveryCode.objects.get() == before


def test_where_the_answer_was_lost_the_same_phone_may_send_the_code_again(table: Table):
    phone = Client()
    phone.get("/new/")
    again = twin(phone)
    first, second = recover(phone, table.code), recover(again, table.code)
    assert (first.status_code, second.status_code) == (201, 201)
    assert phone.cookies["zipai"].value == again.cookies["zipai"].value
    assert recover(Client(), first.context["code"]).status_code == 422
    assert recover(Client(), second.context["code"]).status_code == 201


def test_a_minute_later_it_may_not(table: Table):
    phone = Client()
    phone.get("/new/")
    again = twin(phone)
    recover(phone, table.code)
    RecoveryCode.objects.update(ended_at=timezone.now() - timedelta(seconds=61))
    assert recover(again, table.code).status_code == 422


def test_after_the_cookies_are_gone_the_owner_is_back(alice: Client, table: Table):
    alice.cookies.clear()
    assert alice.get(table.url("table:show")).status_code == 404
    recover(alice, f" {table.code.lower().replace('-', ' ').replace('0', 'o').replace('1', 'l')} ")
    assert alice.get(table.url("settlement:show")).status_code == 200


def test_a_scorekeeper_who_knows_the_code_becomes_the_owner_and_keeps_the_name(bob: Client, table: Table):
    recover(bob, table.code)
    grant = Grant.objects.get(session=table.session, player=1, revoked_at=None)
    assert grant.role == Role.OWNER


def test_on_its_own_phone_the_code_only_changes_itself(alice: Client, table: Table):
    answer = recover(alice, table.code)
    assert answer.context["code"] != table.code
    assert Grant.objects.get().player == 0


@pytest.mark.parametrize("code", ["", "0000-0000-0000-0000-0000", "恢复"])
def test_every_wrong_code_gets_the_same_message(table: Table, code: str):
    answer = recover(Client(), code)
    assert answer.status_code == 422
    assert "这个恢复码不对，或者已经换过新的了。照着纸上再对一遍，一共二十个。" in answer.content.decode()
    assert Grant.objects.count() == Device.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0000-0000 0000-0000-000", "只有 19 个，少 1 个"),
        ("x" * 22, "写了 22 个，多 2 个"),
        ("1\x00", "只有 1 个"),
    ],
)
def test_letters_left_out_are_counted_and_no_guess(table: Table, typed: str, answer: str):
    for _ in range(limits.PER_NETWORK + 1):
        page = recover(Client(), typed)
        assert page.status_code == 422
        assert answer in page.content.decode()
    assert recover(Client(), table.code).status_code == 201


def test_a_new_code_is_shown_once_and_ends_the_old_one(alice: Client, table: Table):
    answer = alice.post(table.url("table:recovery"))
    code = answer.context["code"]
    assert all(group in answer.content.decode() for group in code.split("-"))
    assert code not in alice.get(table.url("table:recovery")).content.decode()
    assert recover(Client(), table.code).status_code == 422
    assert recover(Client(), code).status_code == 201


def test_looking_at_the_page_makes_no_new_code(alice: Client, table: Table):
    alice.get(table.url("table:recovery"))
    assert recover(Client(), table.code).status_code == 201


def test_a_code_is_worth_nothing_without_the_secret_key(table: Table, settings):
    settings.SECRET_KEY = "another"
    assert recover(Client(), table.code).status_code == 422


@pytest.fixture
def older(table: Table) -> str:
    """The code of a table that was opened before phones had codes."""
    RecoveryCode.objects.all().delete()
    return grants.new_recovery_code(table.session)


def test_a_table_opened_before_is_found_by_its_own_code_once(table: Table, older: str):
    phone = Client()
    answer = recover(phone, older)
    assert answer.status_code == 201
    assert phone.get(table.url("table:invitations")).status_code == 200
    assert recover(Client(), older).status_code == 422
    assert recover(Client(), answer.context["code"]).status_code == 201


def test_the_same_phone_may_send_that_one_again_too(table: Table, older: str):
    phone = Client()
    phone.get("/new/")
    again = twin(phone)
    assert recover(phone, older).status_code == 201
    assert recover(again, older).status_code == 201


def test_it_keeps_its_own_code_until_its_phone_has_one(alice: Client, table: Table, older: str):
    assert Link.objects.get(kind=Link.Kind.RECOVERY).revoked_at is None
    code = alice.post(table.url("table:recovery")).context["code"]
    assert recover(Client(), older).status_code == 422
    assert recover(Client(), code).status_code == 201


def test_a_phone_with_nothing_left_has_nothing_to_give(alice: Client, table: Table):
    client_with(table.session, Role.OWNER)
    Grant.objects.filter(device=Device.objects.earliest("pk")).update(revoked_at=timezone.now())
    assert recover(Client(), table.code).status_code == 422
    assert tokens.keyed_digest(table.code) == RecoveryCode.objects.get(ended_at=None).secret_hash


def test_two_phones_with_one_code_the_first_has_it(alice: Client, table: Table, moment: datetime):
    first, second = recover(Client(), table.code), recover(Client(), table.code)
    assert (first.status_code, second.status_code) == (201, 422)
    assert RecoveryCode.objects.get(device=Device.objects.earliest("pk")).ended_at == moment


def test_another_owner_of_the_table_keeps_his_code(table: Table):
    other = client_with(table.session, Role.OWNER)
    code = codes.make(Device.objects.latest("pk"))
    recover(Client(), table.code)
    assert recover(other, code).status_code == 201


def test_every_owner_is_told_on_the_table_and_led_to_the_phone(alice: Client, viewer: Client, table: Table):
    phone = Client()
    recover(phone, table.code)
    came = Grant.objects.latest("pk")
    expected = "有一台手机用恢复码回来了"
    text = page(alice, table.url("table:show"))
    assert expected in text
    assert table.url("table:phone", came.pk) in text
    assert expected in page(phone, table.url("table:show"))
    assert expected not in page(viewer, table.url("table:show"))


def test_an_open_page_of_an_owner_is_told_by_its_stream(alice: Client, viewer: Client, table: Table):
    owner, onlooker = Grant.objects.get(role=Role.OWNER), Grant.objects.get(role=Role.VIEWER)
    recover(Client(), table.code)
    news = table.url("live:news")
    html = alice.get(news, {"rev": table.head, "mark": owner.mark}).content.decode()
    assert "有一台手机用恢复码回来了" in html
    assert viewer.get(news, {"rev": table.head, "mark": onlooker.mark}).status_code == 204


def test_a_day_later_it_is_no_news_any_more(alice: Client, table: Table):
    recover(Client(), table.code)
    Grant.objects.filter(recovered_at__isnull=False).update(
        recovered_at=timezone.now() - holders.RECOVERED_NEWS
    )
    assert "用恢复码回来了" not in page(alice, table.url("table:show"))


def test_that_a_phone_came_back_makes_nobodys_entry_stale(table: Table):
    before = table.head
    recover(Client(), table.code)
    assert table.head == before


def test_nothing_asks_for_the_code_before_the_third_deal_and_then_it_can_be_put_off(db: None):
    alice = Client()
    alice.post("/new/", NEW)
    session = Grant.objects.get().session
    url = f"/t/{session.public_id}/"
    play(session, WIN, WIN)
    assert ASKS not in page(alice, url)
    play(session, WIN)
    assert ASKS in page(alice, url)
    assert alice.post(f"{url}recovery/later/")["Location"] == url
    assert ASKS not in page(alice, url)
    del alice.cookies["code-later"]
    assert ASKS in page(alice, url)
    guest = client_with(session, Role.SCOREKEEPER, 1)
    assert ASKS not in page(guest, url)
    alice.post(f"{url}recovery/")
    assert ASKS not in page(alice, url)


def test_deals_are_found_behind_a_page_of_what_is_none(db: None):
    alice = Client()
    alice.post("/new/", NEW)
    session = Grant.objects.get().session
    agreed = facts.Adjust(deltas=(1, -1, 0))
    play(session, WIN, WIN, *[agreed] * LATEST)
    assert ASKS not in page(alice, f"/t/{session.public_id}/")
    play(session, WIN, *[agreed] * LATEST)
    assert ASKS in page(alice, f"/t/{session.public_id}/")


def test_a_second_owner_is_as_good_as_a_code_and_made_in_two_taps(alice: Client, table: Table):
    play(table.session, WIN)
    RecoveryCode.objects.all().delete()
    bob = client_with(table.session, Role.SCOREKEEPER, 1)
    grant = Grant.objects.latest("pk")
    assert ASKS in page(alice, table.url("table:show"))
    url = table.url("table:promote", grant.pk)
    assert f'href="{url}"' in page(alice, table.url("table:recovery"))
    assert "让小李的手机也当桌主" in page(alice, url)
    assert bob.get(url).status_code == bob.post(url).status_code == 403
    assert alice.post(url)["Location"] == table.url("table:invitations") + "#devices"
    assert bob.get(table.url("table:invitations")).status_code == 200
    assert ASKS not in page(alice, table.url("table:show"))


def test_a_circle_may_have_a_second_owner_too(alice: Client, table: Table, ring: Ring):
    RecoveryCode.objects.all().delete()
    bob = in_circle(ring.circle, CircleRole.MEMBER, 1)
    url = ring.url("circle:promote", CircleGrant.objects.latest("pk").pk)
    assert f'href="{url}"' in page(alice, ring.url("circle:recovery"))
    assert f'href="{url}"' in page(alice, ring.url("circle:invitations"))
    assert "也当圈主？" in page(alice, url)
    assert bob.get(url).status_code == bob.post(url).status_code == 403
    assert alice.post(url)["Location"] == f"{ring.url('circle:invitations')}#devices"
    assert bob.get(ring.url("circle:invitations")).status_code == 200
    assert ASKS not in page(alice, ring.url("circle:show"))
    assert CircleAccessRecord.objects.filter(kind=AccessKind.ROLE_CHANGED).count() == 1


def test_a_circle_asks_too_once_something_was_played(alice: Client, table: Table, ring: Ring):
    assert ASKS not in page(alice, ring.url("circle:show"))
    RecoveryCode.objects.all().delete()
    assert ASKS in page(alice, ring.url("circle:show"))
