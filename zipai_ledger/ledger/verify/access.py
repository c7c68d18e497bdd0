"""What stands beside the trail: who may come in, and circles. Nothing vouches for it; what cannot be is damage.

Values of secrets are never part of a damage.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db import DatabaseError
from django.db.models import (
    BooleanField,
    CharField,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    Field,
    Model,
    OuterRef,
    Q,
    QuerySet,
)

from zipai_ledger.ledger import names
from zipai_ledger.ledger.trail.chain import Damage
from zipai_ledger.models import (
    Attendance,
    Circle,
    CircleGrant,
    CircleLink,
    Device,
    Evening,
    Grant,
    Link,
    OwnRules,
    Person,
    Player,
    RecoveryCode,
)

PAGE = 500
"""Rows that are read at a time."""
MODELS: tuple[type[Model], ...] = (
    Device, RecoveryCode, Link, Grant, Circle, Person, CircleLink, CircleGrant, Evening, Attendance,
    OwnRules,
)  # fmt: skip
THERE = "there_is_"
YEARS = range(2000, 2200)
HASH, TOKEN, ADDRESS = (
    re.compile(r"[0-9a-f]{64}"),
    re.compile(r"[\w-]{43}", re.ASCII),
    re.compile(r"[\w-]{22}", re.ASCII),
)
FORMS = {"token_hash": HASH, "former_hash": HASH, "secret_hash": HASH, "seed": TOKEN, "public_id": ADDRESS}
UNREADABLE = (DatabaseError, ValueError, TypeError)
"""What a stored value ends in that no column of its kind can hold."""

Row = Mapping[str, Any]


def access_damages() -> Iterator[Damage]:
    """Rows that no view can have written: by themselves, then beside those they belong to."""
    for model in MODELS:
        for row in _rows(model):
            yield from (Damage(0, text) for text in _wrong(model, row))
    for rows, what in _strays():
        for pk in rows.values_list("pk", flat=True).iterator():
            yield Damage(0, f"{_name(rows.model)} {pk}: {what}")


def _there(model: type[Model]) -> dict[str, "ExpressionWrapper[Q]"]:
    """Whether there is something in each column of a time that may be empty: what is no time is read as if not."""
    empty = [
        field for field in model._meta.concrete_fields if isinstance(field, DateTimeField) and field.null
    ]
    return {
        THERE + field.name: ExpressionWrapper(Q(**{f"{field.name}__isnull": False}), BooleanField())
        for field in empty
    }


def _name(model: type[Model]) -> str:
    return str(model._meta.model_name)


def _rows(model: type[Model]) -> Iterator[Row]:
    """Every row; of one that cannot be read only its id, under ``pk``, and why not, under ``error``."""
    newest = 0
    rows = model._default_manager.order_by("pk").annotate(**_there(model))
    while keys := list(rows.filter(pk__gt=newest).values_list("pk", flat=True)[:PAGE]):
        try:
            yield from list(rows.filter(pk__in=keys).values())
        except UNREADABLE:
            yield from (_alone(rows, key) for key in keys)
        newest = keys[-1]


def _alone(rows: QuerySet[Any], key: int) -> Row:
    try:
        return dict(rows.filter(pk=key).values().get())
    except UNREADABLE as error:
        return {"pk": key, "error": error}


def _wrong(model: type[Model], row: Row) -> Iterator[str]:
    if "error" in row:
        yield f"{_name(model)} {row['pk']}: cannot be read: {type(row['error']).__name__}"
        return
    for field in model._meta.concrete_fields:
        value = row[field.attname]
        lost = value is None and row.get(THERE + field.name, not field.null)
        expected = "a value of its kind" if lost else _expected(field, value)
        if expected:
            yield f"{_name(model)} {row['id']}: {field.name} is not {expected}"
    if model in (Person, OwnRules) and row["name_key"] != names.name_key(str(row["name"])):
        yield f"{_name(model)} {row['id']}: name_key is not that of the name"


def _expected(field: "Field[Any, Any]", value: object) -> str:
    """What a column holds, where this is nothing of the kind; else ""."""
    if value is None:
        return ""
    if isinstance(field, DateTimeField):
        fits = isinstance(value, datetime) and value.year in YEARS
        return "" if fits else "a time of this century or the next"
    if isinstance(field, CharField):
        return _expected_text(field, value)
    return "" if isinstance(value, int) and value >= 0 else "a number from 0 on"


def _expected_text(field: "CharField[Any, Any]", value: object) -> str:
    if not isinstance(value, str):
        return "a text"
    if field.choices and value not in dict(field.flatchoices):
        return " or ".join(str(choice) for choice, _ in field.flatchoices)
    form = FORMS.get(field.name)
    if form and not form.fullmatch(value) and (value or not field.has_default()):
        return f"of the form {form.pattern}"
    most = field.max_length or 0
    return "" if len(value) <= most else f"of {most} characters at most"


def _strays() -> Iterator[tuple[QuerySet[Any], str]]:
    """Rows that belong to others, and what is wrong with them."""
    for of_table, of_circle in ((Grant, CircleGrant), (Link, CircleLink)):
        yield _without(of_table, Player, "session"), "names a player whom the table has not"
        yield _without(of_circle, Person, "circle"), "names a person whom the circle has not"
    for model, place in ((Grant, "session"), (CircleGrant, "circle")):
        came = model._default_manager.exclude(link=None)
        yield came.exclude(**{f"link__{place}": F(place)}), "came by a link that leads elsewhere"
    yield (
        Link.objects.exclude(moves=None).exclude(moves__session=F("session")),
        "moves a grant of another table",
    )
    for links in (Link.objects, CircleLink.objects):
        uses = Q(uses=None, uses_left__isnull=False) | Q(uses__isnull=False, uses_left=None)
        yield links.filter(uses | Q(uses_left__gt=F("uses"))), "has more uses left than it had"
    met = Attendance.objects
    yield met.exclude(player__session=F("evening__session")), "is of a player of another table"
    yield met.exclude(person__circle=F("evening__circle")), "is of a person of another circle"


def _without(model: type[Model], of: type[Model], place: str) -> QuerySet[Any]:
    """Rows whose player's number nobody has where they belong."""
    known = of._default_manager.filter(**{place: OuterRef(place), "index": OuterRef("player")})
    return model._default_manager.exclude(player=None).exclude(Exists(known))
