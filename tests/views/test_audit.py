"""谁进来过: what owners read of who came and went, and that nothing goes by without a record."""

import pytest
from django.test import Client

from tests.once import undone
from zipai_ledger.models import (
    AccessRecord,
    CircleAccessRecord,
    CircleGrant,
    CircleLink,
    Grant,
    Link,
)

from .addresses import of_circle, of_table, status_of
from .conftest import Ring, Table

pytestmark = pytest.mark.django_db

FORM = {"role": "scorekeeper", "lasts": "week", "answer": "yes", "ownerless": "yes", "open": "0"}
CHANGE_GRANTS = {
    "access:again",
    "access:answer",
    "access:device",
    "access:leave",
    "access:links",
    "access:move",
    "access:revoke_device",
    "access:revoke_link",
    "access:rotate",
    "access:spoken",
    "circles:again",
    "circles:erase",
    "circles:links",
    "circles:revoke_device",
    "circles:revoke_link",
    "circles:rotate",
}
"""Addresses whose form, sent by an owner, changes who may come."""


def who_may_come() -> list[object]:
    """Every grant and every link there is."""
    found: list[object] = []
    for model, more in ((Grant, ()), (CircleGrant, ()), (Link, ("kind",)), (CircleLink, ("kind",))):
        columns = ("pk", "role", "player", "revoked_at", *more)
        found += [model.__name__, *model._default_manager.order_by("pk").values_list(*columns)]
    return found


def records() -> tuple[int, int]:
    return AccessRecord.objects.count(), CircleAccessRecord.objects.count()


def test_no_form_changes_who_may_come_without_a_record(alice: Client, table: Table, ring: Ring):
    urls = of_table(table) | of_circle(ring)
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
