"""谁进来过: what owners read of who came and went, and that nothing goes by without a record."""

import re
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model, QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.once import undone
from zipai_ledger import circles
from zipai_ledger.access import audit, grants, holders, invitations, recovery, signing_off, spoken
from zipai_ledger.ledger import record
from zipai_ledger.ledger.queries import kept
from zipai_ledger.models import (
    AccessKind,
    AccessRecord,
    CircleAccessRecord,
    CircleGrant,
    CircleLink,
    Device,
    Evening,
    Grant,
    Link,
    Role,
)
from zipai_ledger.presenters import access_trail

from .addresses import of_circle, of_table, rows_of, status_of
from .conftest import Ring, Table, client_with, page, sent

pytestmark = pytest.mark.django_db

FORM = {"role": "scorekeeper", "lasts": "week", "answer": "yes", "ownerless": "yes", "open": "0"}
CHANGE_GRANTS = {
    "table:renew_invitation",
    "table:answer",
    "table:phone",
    "table:promote",
    "table:leave",
    "table:invitations",
    "table:move",
    "table:revoke_phone",
    "table:revoke_invitation",
    "table:rotate",
    "table:speak",
    "circle:renew_invitation",
    "circle:erase",
    "circle:invitations",
    "circle:promote",
    "circle:revoke_phone",
    "circle:revoke_invitation",
    "circle:rotate",
}
"""Addresses whose form, sent by an owner, changes who may come."""


def all_of(model: type[Model], *columns: str) -> QuerySet[Any, Any]:
    return model._default_manager.order_by("pk").values_list(*columns)


def test_no_form_changes_who_may_come_without_a_record(alice: Client, table: Table, ring: Ring):
    urls = of_table(table) | of_circle(ring)
    held = (all_of(model, "pk", "role", "player", "revoked_at") for model in (Grant, CircleGrant))
    links = (all_of(model, "pk", "role", "player", "revoked_at", "kind") for model in (Link, CircleLink))
    who_may_come = rows_of(*held, *links)
    records = rows_of(all_of(AccessRecord, "pk"), all_of(CircleAccessRecord, "pk"))
    before, written = who_may_come(), records()
    changed, silent = set(), set()
    for address, url in urls.items():
        with undone():
            status_of(alice, "post", url, FORM)
            if who_may_come() != before:
                changed.add(address.name)
                silent |= {address.name} if records() == written else set()
    assert silent == set()
    assert changed >= CHANGE_GRANTS


def lines_of(text: str) -> list[str]:
    """The lines of the list as a reader has them, newest first: time left out, parts by " / "."""
    found = re.findall(r"<li><div class=\"top\"><span class=\"num\">[^<]*</span>(.*?)</li>", text, re.DOTALL)
    return [" / ".join(filter(None, re.split(r"(?:<[^>]*>)+", line))) for line in found]


def owner_of(table: Table) -> Grant:
    return Grant.objects.filter(session=table.session).earliest("pk")


def test_an_owner_reads_who_came_and_who_did_what(alice: Client, table: Table):
    link = Link.objects.get(session=table.session, label="给小李")
    own, came = (
        owner_of(table),
        grants.redeem(link, Device.objects.create(token_hash="x", last_seen=link.created)),
    )
    holders.set_player(came, 1, by=own)
    grants.send_away(table.session, Grant.objects.filter(pk=came.pk), by=own)
    assert lines_of(page(alice, table.url("table:access_trail"))) == [
        "老王 / 请一台手机下桌 / 小李 / 给小李",
        "老王 / 改了一台手机是谁的 / 小李 / 给小李",
        "给小李 / 扫码或点链接进来 / 记分的",
        "做了一个邀请 / 记分的 / 给小李",
        "做了一个邀请 / 记分的",
        "老王 / 开桌",
    ]


def test_an_owner_reads_of_codes_and_of_wrong_ones(alice: Client, table: Table):
    link, _digits = spoken.make(table.session, by=owner_of(table))
    Link.objects.filter(pk=link.pk).update(wrong_tries=3)
    for _ in range(2):
        with pytest.raises(grants.WrongCode):
            recovery.confirm(owner_of(table), "")
    assert lines_of(page(alice, table.url("table:access_trail")))[:2] == [
        "老王 / 恢复码填错了 / 2 次",
        "老王 / 开了一个口令 / 试错 3 次",
    ]
    Link.objects.filter(pk=link.pk).update(wrong_tries=spoken.WRONG_TRIES)
    assert "试错太多次，作废了" in page(alice, table.url("table:access_trail"))


def test_the_owner_of_a_circle_reads_it_there(alice: Client, ring: Ring, dora: Client):
    Evening.objects.update(open_to_members=True)
    circles.send_away(ring.circle, ring.circle.grants.filter(player=1), by=ring.circle.grants.earliest("pk"))
    assert lines_of(page(alice, ring.url("circle:access_trail"))) == [
        "老王 / 请一台手机出去 / 小李",
        "老王 / 建了这个圈",
    ]


def test_the_way_there_is_where_phones_are(alice: Client, table: Table, ring: Ring):
    assert f'href="{table.url("table:access_trail")}"' in page(alice, table.url("table:invitations"))
    assert f'href="{ring.url("circle:access_trail")}"' in page(alice, ring.url("circle:invitations"))


def test_every_kind_has_its_words():
    assert set(access_trail.SENTENCES) == set(access_trail.OF_CIRCLES) == set(AccessKind)


def test_long_trails_come_in_pages(alice: Client, table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(access_trail, "PAGE", 2)
    audit.note(AccessKind.CODE_RENEWED, owner_of(table))
    url = table.url("table:access_trail")
    first = page(alice, url)
    assert len(lines_of(first)) == 2
    (older,) = re.findall(rf'<a class="button" href="({url}\?before=\d+)"', first)
    assert lines_of(page(alice, older)) == ["做了一个邀请 / 记分的", "老王 / 开桌"]
    assert page(alice, f"{url}?before={'9' * 5000}")


def test_a_kind_that_is_not_known_takes_no_page_with_it(alice: Client, table: Table):
    table.session.access_records.filter(kind=AccessKind.LINK_MADE).update(kind="link_mad\x7f")
    assert lines_of(page(alice, table.url("table:access_trail"))) == ["老王 / 开桌"]


def test_a_longer_trail_takes_no_more_queries(alice: Client, table: Table):
    def count() -> int:
        kept.forget()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page(alice, table.url("table:access_trail"))
        return len(queries)

    before = count()
    for player in (1, 2):
        client_with(table.session, Role.VIEWER, player)
        audit.note(AccessKind.BY_LINK, Grant.objects.latest("pk"))
        invitations.invite(table.session, invitations.Offer(Role.VIEWER, f"给 {player}"), by=owner_of(table))
    assert count() == before == 3


def test_a_name_that_is_erased_is_erased_here_too(alice: Client, table: Table):
    client_with(table.session, Role.VIEWER, 1)
    audit.note(AccessKind.LEFT, Grant.objects.latest("pk"))
    assert "小李" in page(alice, table.url("table:access_trail"))
    record.erase_player(session=table.session, sent=sent(table.session), player=1)
    invitations.forget(table.session, 1, "小李")
    assert "小李" not in page(alice, table.url("table:access_trail"))


def test_what_the_operator_ended_is_told_as_his_with_how_many_phones_it_was(table: Table, alice: Client):
    client_with(table.session, Role.VIEWER, 1)
    mine = Grant.objects.filter(session=table.session, role=Role.OWNER)
    signing_off.send_everybody_away(table.session)
    mine.update(revoked_at=None)
    html = page(alice, table.url("table:access_trail"))
    assert "管这台机器的人" in html
    assert "2 台手机" in html
