"""Who may come in stands in no trail: verify_ledger notices what no view can have written there."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import AutoField, BooleanField, CharField, DateTimeField, Field, ForeignKey, Model
from django.test import Client

from tests.ledger.conftest import open_table
from tests.once import once
from zipai_ledger.ledger.verify import access
from zipai_ledger.ledger.verify.access import MODELS, access_damages
from zipai_ledger.models import (
    Attendance,
    Circle,
    CircleGrant,
    CircleRole,
    Device,
    Grant,
    Link,
    Person,
    Player,
    RecoveryCode,
    Role,
)

from .conftest import Ring, client_with, in_a_circle, in_circle

pytestmark = pytest.mark.django_db

on_sqlite = pytest.mark.skipif(
    connection.vendor != "sqlite", reason="SQLite alone takes any value in any column"
)


@pytest.fixture
def everything(db: None) -> Ring:
    """A table in a circle with people, links, codes, grants: something in every table beside the trail."""
    return once("something in every table beside the trail", filled)


def filled() -> Ring:
    alice = Client()
    table, _cookies = in_a_circle(alice)
    ring = Ring(Circle.objects.get(), table.code)
    client_with(table.session, Role.VIEWER, 2)
    in_circle(ring.circle, CircleRole.MEMBER, 1)
    for of in (table.url("table:invitations"), ring.url("circle:invitations")):
        assert alice.post(of, {"role": "viewer", "kind": "invite", "uses": "1"}).status_code < 400
    assert alice.post(table.url("own_rules:table"), {"name": "永福规矩"}).status_code == 302
    return ring


def damages() -> list[str]:
    return [str(damage) for damage in access_damages()]


def test_what_the_pages_write_is_no_damage(everything: Ring):
    assert {model.__name__ for model in MODELS if not model._default_manager.exists()} == set()
    assert damages() == []


def impossible(field: "Field") -> object:
    """A value that no view writes into such a column."""
    if isinstance(field, DateTimeField):
        return "nonsense" if field.null else "1970-01-01 00:00:00"
    if isinstance(field, CharField):
        return "meiber" if field.choices else "x" * (field.max_length + 1)
    return -1


def columns(model: type[Model]) -> list["Field"]:
    """Without yes or no: what is not 1 is read as no, which opens nothing to anybody."""
    fields = model._meta.concrete_fields
    return [field for field in fields if not isinstance(field, AutoField | ForeignKey | BooleanField)]


def is_noticed(field: "Field", row: Model) -> bool:
    """Whether a value that cannot be is, in this column; afterwards it is as it was."""
    table = row._meta.db_table
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f'UPDATE "{table}" SET "{field.column}" = %s WHERE id = %s', [impossible(field), row.pk]
        )
        found = any(one.startswith(f"{row._meta.model_name} {row.pk}: ") for one in damages())
        transaction.set_rollback(True)
    return found


@on_sqlite
@pytest.mark.parametrize("model", MODELS)
def test_a_value_that_cannot_be_is_noticed_in_every_column(everything: Ring, model: type[Model]):
    row = model._default_manager.latest("pk")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
    unnoticed = [field.name for field in columns(model) if not is_noticed(field, row)]
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = OFF")
    assert unnoticed == []


@pytest.mark.parametrize(
    ("model", "changed", "what"),
    [
        (Grant, {"player": 6}, "names a player whom the table has not"),
        (CircleGrant, {"player": 77}, "names a person whom the circle has not"),
        (Link, {"uses": 1, "uses_left": 2}, "has more uses left than it had"),
        (Link, {"uses": None, "uses_left": 2}, "has more uses left than it had"),
        (Device, {"token_hash": "z" * 64}, "token_hash is not of the form"),
        (RecoveryCode, {"secret_hash": ""}, "secret_hash is not of the form"),
        (CircleGrant, {"role": "meiber"}, "role is not member or owner"),
        (Person, {"name_key": "else"}, "name_key is not that of the name"),
    ],
)
def test_what_fits_nothing_beside_it_is_named(everything: Ring, model: type[Model], changed: dict, what: str):
    row = model._default_manager.order_by("pk").last()
    model._default_manager.filter(pk=row.pk).update(**changed)
    assert [one for one in damages() if f"{model._meta.model_name} {row.pk}: {what}" in one]


def test_what_belongs_elsewhere_is_noticed(everything: Ring):
    other = open_table()
    Grant.objects.filter(pk=Grant.objects.latest("pk").pk).update(link=Link.objects.latest("pk"))
    Link.objects.update(session=other)
    Attendance.objects.filter(player__index=0).update(player=Player.objects.get(session=other, index=0))
    found = damages()
    assert any("came by a link that leads elsewhere" in one for one in found)
    assert any("is of a player of another table" in one for one in found)


@on_sqlite
def test_a_row_that_cannot_be_read_is_one_sentence_and_hides_no_other(everything: Ring, monkeypatch):
    monkeypatch.setattr(access, "PAGE", 2)
    first = Grant.objects.order_by("pk").first()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE zipai_ledger_grant SET created = '2026-13-45 00:00:00' WHERE id = %s", [first.pk]
        )
    Grant.objects.exclude(pk=first.pk).update(role="")
    found = damages()
    assert f"grant {first.pk}: cannot be read: ValueError" in found
    assert (
        sum("role is not viewer or scorekeeper or owner" in one for one in found) == Grant.objects.count() - 1
    )


@on_sqlite
def test_bytes_where_a_text_should_be_are_noticed(everything: Ring):
    link = Link.objects.latest("pk")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE zipai_ledger_link SET label = x'00ff' WHERE id = %s", [link.pk])
    assert damages() == [f"link {link.pk}: label is not a text"]


def test_few_rows_are_read_at_a_time(everything: Ring, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(access, "PAGE", 5)
    for _ in range(20):
        in_circle(everything.circle, "member")
    with django_assert_max_num_queries(2 * (20 // 5 + 2) * 2 + 4 * len(MODELS) + 12):
        assert damages() == []


def test_the_command_says_it_and_no_secret(everything: Ring):
    grant = CircleGrant.objects.order_by("pk").first()
    CircleGrant.objects.filter(pk=grant.pk).update(role="meiber")
    device = Device.objects.order_by("pk").first()
    Device.objects.filter(pk=device.pk).update(token_hash=device.token_hash[:-1])
    out = io.StringIO()
    with pytest.raises(CommandError, match="2 damages found"):
        call_command("verify_ledger", stdout=out)
    assert f"access: circlegrant {grant.pk}: role is not member or owner" in out.getvalue()
    assert f"access: device {device.pk}: token_hash is not of the form" in out.getvalue()
    assert device.token_hash[:20] not in out.getvalue()
