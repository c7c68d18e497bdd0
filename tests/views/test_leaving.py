"""下桌: a phone leaves a table, a circle, or everything."""

import re

import pytest
from django.test import Client
from django.urls import reverse, reverse_lazy

from zipai_ledger.access import devices, grants
from zipai_ledger.models import CircleGrant, CircleRole, Evening, Grant, Role

from .conftest import Ring, Table, client_with, in_circle, page

pytestmark = pytest.mark.django_db


def leave(client: Client, table: Table, **form: str):
    return client.post(table.url("table:leave"), form)


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCOREKEEPER, Role.OWNER])
def test_whoever_is_at_a_table_may_leave_it_and_nobody_else_goes(table: Table, alice: Client, role: str):
    phone = client_with(table.session, role, 1)
    assert table.url("table:leave") in page(phone, table.url("table:show"))
    assert page(phone, table.url("table:leave")).count("只有你一个桌主") == 0
    answer = leave(phone, table)
    assert answer["Location"] == f"{reverse('home')}?gone=left&at={table.public_id}"
    front = page(phone, answer["Location"])
    assert "这台手机下桌了" in front
    assert f'data-forget="{table.url("table:show")}"' in front
    assert phone.get(table.url("table:show")).status_code == 404
    assert alice.get(table.url("table:show")).status_code == 200
    assert grants.holding(table.session).count() == 1


def test_an_owners_open_page_hears_that_a_phone_has_left(table: Table, alice: Client):
    phone = client_with(table.session, Role.VIEWER, 1)
    before = Grant.objects.earliest("pk").mark
    leave(phone, table)
    assert Grant.objects.earliest("pk").mark != before


def test_the_last_owner_says_that_he_knows_it(table: Table, alice: Client):
    client_with(table.session, Role.SCOREKEEPER, 1)
    assert "这一桌只有你一个桌主" in page(alice, table.url("table:leave"))
    refused = leave(alice, table)
    assert refused.status_code == 422
    assert 'id="error-ownerless"' in refused.content.decode()
    assert alice.get(table.url("table:show")).status_code == 200
    assert leave(alice, table, ownerless="yes").status_code == 302
    assert alice.get(table.url("table:show")).status_code == 404


def test_the_recovery_code_makes_the_last_owner_owner_again(table: Table, alice: Client):
    assert "只有恢复码能把桌主找回来" in page(alice, table.url("table:leave"))
    leave(alice, table, ownerless="yes")
    assert Client().post(reverse("recover"), {"code": table.code}).status_code == 201
    (held,) = grants.holding(table.session)
    assert (held.role, held.player) == (Role.OWNER, 0)


def test_who_left_while_others_owned_the_table_is_not_brought_back(table: Table, alice: Client):
    other = client_with(table.session, Role.OWNER, 1)
    leave(alice, table)
    leave(other, table, ownerless="yes")
    assert Client().post(reverse("recover"), {"code": table.code}).status_code == 422


def test_who_was_sent_away_does_not_come_back_when_the_owner_is_gone(table: Table, alice: Client):
    """The one who sent him away has signed off, or not been here for a year; he is the owner all the same."""
    thief = Grant.objects.get(session=table.session)
    client_with(table.session, Role.OWNER, 1)
    owner = Grant.objects.latest("pk")
    grants.revoke(Grant.objects.filter(pk=thief.pk))
    thief.refresh_from_db()
    assert thief.revoked_at is not None
    owner.device.last_seen = thief.revoked_at
    owner.device.save()
    answer = Client().post(reverse("recover"), {"code": table.code})
    assert answer.status_code == 422


def test_where_there_is_no_code_the_last_owner_is_told_to_make_one(table: Table):
    Grant.objects.all().delete()
    phone = client_with(table.session, Role.OWNER, 0)
    found = page(phone, table.url("table:leave"))
    assert "还没有恢复码" in found
    assert table.url("table:recovery") in found


def test_ones_own_phone_on_the_owners_page_leads_there(table: Table, alice: Client):
    own = Grant.objects.get(session=table.session)
    assert table.url("table:leave") in page(alice, table.url("table:phone", own.pk))


def test_before_leaving_one_is_shown_what_waits_to_be_sent(table: Table, alice: Client):
    found = page(alice, table.url("table:leave"))
    assert f'data-table="{table.url("table:show")}"' in found
    assert "还没上传的会丢" in found


OFF = reverse_lazy("sign_off")


def test_a_phone_signs_off_from_everything_and_forgets_it(table: Table, ring: Ring, alice: Client):
    found = page(alice, OFF)
    assert "周五老地方" in found
    assert "巷口老友" in found
    assert "只有恢复码能把它们找回来" in found
    before = alice.cookies[devices.cookie_name()].value
    answer = alice.post(OFF)
    assert answer.status_code == 200
    assert answer["Clear-Site-Data"] == '"storage"'
    assert answer.cookies[devices.cookie_name()].value == ""
    assert "forget_all" in answer.content.decode()
    alice.cookies[devices.cookie_name()] = before
    assert alice.get(table.url("table:show")).status_code == 404
    assert alice.get(ring.url("circle:show")).status_code == 404
    assert not grants.holding(table.session).exists()
    assert not grants.holding(ring.circle).exists()


def test_the_recovery_code_brings_everything_back(table: Table, ring: Ring, alice: Client):
    alice.post(OFF)
    other = Client()
    assert other.post(reverse("recover"), {"code": table.code}).status_code == 201
    assert other.get(table.url("table:show")).status_code == 200
    assert other.get(ring.url("circle:show")).status_code == 200
    (held,) = grants.holding(table.session)
    assert (held.role, held.player) == (Role.OWNER, 0)


def test_others_stay_and_an_owners_open_page_hears_of_it(table: Table, alice: Client):
    phone = client_with(table.session, Role.VIEWER, 1)
    before = Grant.objects.earliest("pk").mark
    assert "请桌主再给你一个邀请" in page(phone, OFF)
    phone.post(OFF)
    assert Grant.objects.earliest("pk").mark != before
    assert alice.get(table.url("table:show")).status_code == 200


def test_who_was_sent_away_is_not_made_owner_by_the_owner_signing_off(table: Table, alice: Client):
    owner = client_with(table.session, Role.OWNER, 1)
    grants.revoke(Grant.objects.filter(pk=Grant.objects.earliest("pk").pk))
    owner.post(OFF)
    assert Client().post(reverse("recover"), {"code": table.code}).status_code == 422


def test_what_nobody_could_bring_back_is_named_and_left_only_on_purpose(table: Table):
    Grant.objects.all().delete()
    phone = client_with(table.session, Role.OWNER, 1)
    found = page(phone, OFF)
    assert "退出了谁也找不回来：周五老地方" in found
    assert table.url("table:recovery") in found
    refused = phone.post(OFF)
    assert (refused.status_code, 'id="error-ownerless"' in refused.content.decode()) == (422, True)
    assert phone.get(table.url("table:show")).status_code == 200
    assert phone.post(OFF, {"ownerless": "yes"}).status_code == 200
    assert not grants.holding(table.session).exists()


def test_who_leaves_another_owner_behind_or_only_a_sample_is_not_asked(table: Table, alice: Client):
    phone = client_with(table.session, Role.OWNER, 1)
    phone.post(reverse("samples:begin"))
    assert "谁也找不回来" not in page(phone, OFF)
    assert phone.post(OFF).status_code == 200


def test_a_table_with_a_code_of_its_own_is_not_lost(table: Table):
    Grant.objects.all().delete()
    phone = client_with(table.session, Role.OWNER, 1)
    code = grants.new_recovery_code(table.session)
    assert "只有恢复码能把它们找回来" in page(phone, OFF)
    assert phone.post(OFF).status_code == 200
    assert Client().post(reverse("recover"), {"code": code}).status_code == 201


def test_a_stranger_has_nothing_to_sign_off_from(table: Table):
    for answer in (Client().get(OFF), Client().post(OFF)):
        assert answer["Location"] == reverse("home")
    assert str(OFF) not in page(Client(), reverse("preferences"))


def test_the_way_there_is_among_the_preferences(table: Table, alice: Client):
    assert str(OFF) in page(alice, reverse("preferences"))


def leave_circle(client: Client, ring: Ring, **form: str):
    return client.post(ring.url("circle:leave"), form)


@pytest.mark.parametrize("role", [CircleRole.MEMBER, CircleRole.OWNER])
def test_whoever_is_in_a_circle_may_leave_it_and_nobody_else_goes(ring: Ring, alice: Client, role: str):
    phone = in_circle(ring.circle, role)
    assert ring.url("circle:leave") in page(phone, ring.url("circle:show"))
    assert "只有你一个圈主" not in page(phone, ring.url("circle:leave"))
    answer = leave_circle(phone, ring)
    assert "这台手机退出了那个牌友圈" in page(phone, answer["Location"])
    assert phone.get(ring.url("circle:show")).status_code == 404
    assert page(alice, ring.url("circle:show"))
    assert grants.holding(ring.circle).count() == 1


def test_what_a_circle_showed_goes_with_whoever_leaves_it(ring: Ring, table: Table):
    phone = in_circle(ring.circle, CircleRole.MEMBER)
    Evening.objects.update(open_to_members=True)
    phone.post(ring.url("circle:look", ring.evening.pk))
    assert phone.get(table.url("table:show")).status_code == 200
    leave_circle(phone, ring)
    assert phone.get(table.url("table:show")).status_code == 404


def test_the_last_owner_of_a_circle_says_that_he_knows_it(ring: Ring, alice: Client):
    in_circle(ring.circle, CircleRole.MEMBER)
    html = page(alice, ring.url("circle:leave"))
    assert "这个圈只有你一个圈主" in html
    assert "只有恢复码能把圈主找回来" in html
    refused = leave_circle(alice, ring)
    assert (refused.status_code, 'id="error-ownerless"' in refused.content.decode()) == (422, True)
    assert page(alice, ring.url("circle:show"))
    assert leave_circle(alice, ring, ownerless="yes").status_code == 302
    assert alice.get(ring.url("circle:show")).status_code == 404


def test_the_recovery_code_makes_the_last_owner_of_a_circle_owner_again(ring: Ring, alice: Client):
    leave_circle(alice, ring, ownerless="yes")
    phone = Client()
    assert phone.post(reverse("recover"), {"code": ring.code}).status_code == 201
    assert grants.holding(ring.circle).get().role == CircleRole.OWNER
    assert page(phone, ring.url("circle:leave"))


def test_who_left_while_others_owned_the_circle_is_not_brought_back_to_it(ring: Ring, alice: Client):
    other = in_circle(ring.circle, CircleRole.OWNER)
    leave_circle(alice, ring)
    leave_circle(other, ring, ownerless="yes")
    assert Client().post(reverse("recover"), {"code": ring.code}).status_code == 201
    assert not grants.holding(ring.circle).exists()


def test_where_there_is_no_code_the_last_owner_of_a_circle_is_told_to_make_one(ring: Ring):
    CircleGrant.objects.all().delete()
    phone = in_circle(ring.circle, CircleRole.OWNER)
    found = page(phone, ring.url("circle:leave"))
    assert "还没有恢复码" in found
    assert ring.url("circle:recovery") in found


def test_what_waits_on_a_phone_can_be_looked_at_before_it_leaves(alice: Client, table: Table):
    page = alice.get(table.url("table:leave")).content.decode()
    assert 'id="waiting"' in page
    assert re.search(r'<script src="[^"]*js/table-page[^"]*\.js"', page)
