"""不留痕迹: a table, and a name in it, erased from their pages."""

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from zipai_ledger import circles
from zipai_ledger.access import invitations
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import GameSession, Grant, Player, Role

from .conftest import Ring, Table, client_with

pytestmark = pytest.mark.django_db

NAMES = ("老王", "小李", "阿芳", "周五老地方")


def everything() -> str:
    """Every row of the database as text."""
    rows = []
    with connection.cursor() as cursor:
        for model in apps.get_app_config("zipai_ledger").get_models():
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}"')
            rows += [str(row) for row in cursor.fetchall()]
    return "\n".join(rows)


def test_the_page_says_what_goes_and_offers_the_archive_first(alice: Client, table: Table):
    page = alice.get(table.url("erasure:table")).content.decode()
    assert all(name in page for name in NAMES)
    assert page.index(table.url("exports:archive")) < page.index('name="name"')
    assert "2 盘牌账" in page
    assert "这一桌还没收" in page


@pytest.mark.parametrize("typed", ["", "周五", "周五老地方！", "删"])
def test_another_name_erases_nothing(typed: str, alice: Client, table: Table):
    answer = alice.post(table.url("erasure:table"), {"name": typed})
    assert answer.status_code == 422
    assert "和桌名不一样" in answer.content.decode()
    assert alice.get(table.url("table:show")).status_code == 200


def test_the_name_of_the_table_erases_it_with_every_name_in_it(
    alice: Client, bob: Client, viewer: Client, table: Table
):
    answer = alice.post(table.url("erasure:table"), {"name": " 周五老地方 "}, follow=True)
    page = answer.content.decode()
    assert "那一桌删掉了" in page
    assert f'data-forget="{table.url("table:show")}"' in page
    assert GameSession.objects.count() == 0
    left = everything()
    assert [name for name in (*NAMES, table.public_id) if name in left] == []
    unknown = Client().get(reverse("table:show", args=["A" * 22]))
    for client in (alice, bob, viewer):
        gone = client.get(table.url("table:show"))
        assert (gone.status_code, gone.content) == (404, unknown.content)


def test_the_phone_forgets_how_the_table_settled(alice: Client, table: Table):
    alice.get(table.url("settlement:show"), {"way": "pairs"})
    kept = alice.cookies["way"]
    assert (kept.value, kept["path"]) == ("pairs", table.url("table:show"))
    alice.post(table.url("erasure:table"), {"name": "周五老地方"})
    gone = alice.cookies["way"]
    assert (gone.value, gone["max-age"], gone["path"]) == ("", 0, table.url("table:show"))


def test_its_codes_and_invitations_lead_nowhere(alice: Client, table: Table):
    alice.post(table.url("erasure:table"), {"name": "周五老地方"})
    assert Client().post(reverse("recover"), {"code": table.code}).status_code == 422
    answer = Client().post(table.url("joining:join"), {"secret": table.invitation, "as": "viewer"})
    assert answer.status_code == 422


def test_other_tables_stay(alice: Client, charlie: Client, table: Table):
    alice.post(table.url("erasure:table"), {"name": "周五老地方"})
    assert GameSession.objects.get().name == "别的桌"
    assert "别的桌" in charlie.get("/").content.decode()


def test_a_table_erased_leaves_its_circle(alice: Client, ring: Ring, table: Table):
    alice.post(table.url("erasure:table"), {"name": "周五老地方"})
    assert circles.evenings_of(ring.circle) == ()
    assert len(circles.people_of(ring.circle)) == 3


def test_the_front_page_forgets_only_what_can_be_a_table(alice: Client):
    assert "data-forget" not in alice.get("/", {"gone": "table", "at": '"><script>'}).content.decode()
    assert "删掉了" not in alice.get("/", {"gone": "else"}).content.decode()


def test_a_scorekeeper_is_offered_nothing_of_it(bob: Client, table: Table):
    page = bob.get(table.url("table:names")).content.decode()
    assert table.url("erasure:table") not in page
    assert table.url("table:choose_name") not in page


def test_a_name_is_erased_and_the_money_stays(alice: Client, bob: Client, table: Table):
    before = circles.evening_of(table.session)
    assert before is None
    page = alice.get(table.url("table:names")).content.decode()
    assert table.url("table:choose_name") in page
    assert table.url("table:erase", 2) not in page, "what erases for ever lies beside no field"
    assert table.url("table:erase", 2) in alice.get(table.url("table:choose_name")).content.decode()
    assert "阿芳" in alice.get(table.url("table:erase", 2)).content.decode()
    totals = [seat.total for seat in bob.get(table.url("table:show")).context["page"].desk.seats]
    assert alice.post(table.url("table:erase", 2), {"client_id": "erase-0123456789"}).status_code == 302
    after = bob.get(table.url("table:show"))
    assert "阿芳" not in after.content.decode()
    assert "玩家3" in after.content.decode()
    assert [seat.total for seat in after.context["page"].desk.seats] == totals
    assert "阿芳" not in everything()


def test_no_invitation_tells_a_name_that_was_erased(alice: Client, ring: Ring, table: Table):
    for place in (table.session, ring.circle):
        invitations.invite(place, Offer(Role.VIEWER, "给阿芳"))
        invitations.invite(place, Offer(Role.VIEWER, "她的新手机", player=2))
        invitations.invite(place, Offer(Role.VIEWER, "给老王"))
    alice.post(table.url("table:erase", 2), {"client_id": "erase-0123456789"})
    alice.post(ring.url("circle:erase", 2))
    left = everything()
    assert [text for text in ("阿芳", "她的新手机", "给老王") if text in left] == ["给老王"]


def test_another_name_under_the_same_id_is_not_erased(alice: Client, table: Table):
    entry = {"client_id": "erase-0123456789"}
    assert alice.post(table.url("table:erase", 2), entry).status_code == 302
    refused = alice.post(table.url("table:erase", 1), entry)
    assert (refused.status_code, refused.context["refused"].reason) == (409, "conflict")
    assert [player.name for player in Player.objects.filter(session=table.session).order_by("index")][:2] == [
        "老王",
        "小李",
    ]


def test_what_the_ledger_refuses_leaves_the_circle_and_the_invitations_as_they_are(
    alice: Client, ring: Ring, table: Table
):
    entry = {"client_id": "erase-0123456789"}
    alice.post(table.url("table:erase", 2), entry)
    invitations.invite(table.session, Offer(Role.VIEWER, "给小李"))
    assert alice.post(table.url("table:erase", 1), entry).status_code == 409
    assert circles.evenings_of(ring.circle)[0].who == {0: 0, 1: 1}
    assert "给小李" in everything()


def test_a_name_that_is_not_there_cannot_be_erased(alice: Client, table: Table):
    assert alice.get(table.url("table:erase", 9)).status_code == 404
    assert Player.objects.filter(session=table.session).count() == 3


def test_a_name_erased_at_the_table_is_not_found_again_through_the_circle(
    alice: Client, ring: Ring, table: Table
):
    alice.post(table.url("table:erase", 1), {})
    assert circles.evenings_of(ring.circle)[0].who == {0: 0, 2: 2}


def test_a_revoked_owner_erases_nothing(table: Table, alice: Client):
    former = client_with(table.session, Role.OWNER)
    Grant.objects.filter(pk=Grant.objects.latest("pk").pk).update(revoked_at=table.session.opened_at)
    assert former.post(table.url("erasure:table"), {"name": "周五老地方"}).status_code == 404
    assert alice.get(table.url("table:show")).status_code == 200
