"""Every address of a table and of a circle, from the URLconf, and a walk over them that leaves nothing behind."""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.once import undone
from zipai_ledger.access import invitations
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import CircleGrant, CircleRole, Evening, Grant, Link, Role

from .conftest import Ring, Table, client_with, in_circle

UNKNOWN = "AAAAAAAAAAAAAAAAAAAAAA"
"""An id that nothing has."""


@dataclass(frozen=True, order=True)
class Address:
    """Its full name, what it takes besides the public id, and what one does there."""

    name: str
    parts: tuple[str, ...]
    action: str

    def url(self, known: Mapping[str, object]) -> str:
        return reverse(self.name, kwargs={part: known[part] for part in ("public_id", *self.parts)})


def below(root: str) -> list[Address]:
    """Every address below a table's own (``t``) or a circle's (``c``), by name."""
    found: list[Address] = []
    pending: list[tuple[str, str, URLPattern | URLResolver]] = [("", "", get_resolver())]
    while pending:
        space, before, entry = pending.pop()
        route = before + str(entry.pattern).removeprefix("^/")
        if isinstance(entry, URLResolver):
            inner = f"{space}{entry.namespace}:" if entry.namespace else space
            pending += [(inner, route, each) for each in entry.url_patterns]
        elif route.startswith(f"{root}/<str:public_id>/"):
            view: Any = entry.callback
            assert hasattr(view, "action"), (
                f"{space}{entry.name}: guard it by @for_table, @for_circle or @for_place"
            )
            action: str = getattr(view, "circle_action", view.action) if root == "c" else view.action
            found.append(Address(f"{space}{entry.name}", tuple(entry.pattern.converters), action))
    return sorted(found)


OF_TABLES = below("t")
OF_CIRCLES = below("c")


def of_table(table: Table, public_id: str = "") -> dict[Address, str]:
    """Where they are for one table, with a deal, a link and a device that exist."""
    link = Link.objects.filter(session=table.session, kind=Link.Kind.INVITE).latest("pk")
    client_with(table.session, Role.VIEWER)
    known = {
        "public_id": public_id or table.public_id,
        "key": table.keys[0],
        "player": 1,
        "link": link.pk,
        "grant": Grant.objects.filter(session=table.session).latest("pk").pk,
    }
    return {address: address.url(known) for address in OF_TABLES}


def of_circle(ring: Ring, public_id: str = "") -> dict[Address, str]:
    """The same for a circle, with an evening that members may see, a person, a link and a phone that exist."""
    Evening.objects.filter(pk=ring.evening.pk).update(open_to_members=True)
    link, _secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER))
    in_circle(ring.circle, CircleRole.MEMBER)
    known = {
        "public_id": public_id or ring.circle.public_id,
        "evening": ring.evening.pk,
        "person": 0,
        "link": link.pk,
        "grant": CircleGrant.objects.filter(circle=ring.circle).latest("pk").pk,
    }
    return {address: address.url(known) for address in OF_CIRCLES}


def wrong_answers(
    addresses: Iterable[Address], judged: Callable[[str, Address], tuple[int, bool]]
) -> list[str]:
    """Have every address judged by GET and by POST, each in the same database; names those that answer wrongly.

    ``judged`` gives the status of an answer, and whether all about it is right.
    """
    wrong: list[str] = []
    for address in addresses:
        for method in ("get", "post"):
            with undone():
                status, right = judged(method, address)
            wrong += [] if right else [f"{method} {address.name}: {status}"]
    return wrong


def rows_of(*queries: QuerySet[Any, Any]) -> Callable[[], list[list[tuple[Any, ...]]]]:
    """What gives the rows of these, at whatever time it is called; their SQL is made once."""
    statements = [query.query.sql_with_params() for query in queries]

    def rows() -> list[list[tuple[Any, ...]]]:
        with connection.cursor() as cursor:
            return [cursor.execute(*statement).fetchall() for statement in statements]

    return rows


def status_of(client: Client, method: str, url: str, form: Mapping[str, str] | None = None) -> int:
    """What such a phone is answered; it keeps none of the answer's cookies. 500 where the view fails."""
    return answered(phone_of(client), method, url, form)[0]


def phone_of(client: Client) -> Client:
    """The same phone, whose cookies then go their own way; 500 where the view fails."""
    phone = Client(raise_request_exception=False)
    phone.cookies = deepcopy(client.cookies)
    return phone


def answered(
    client: Client, method: str, url: str, form: Mapping[str, str] | None = None
) -> tuple[int, bytes, Mapping[str, str]]:
    """Status, body and headers; of a stream too, unless it goes on for ever."""
    answer = getattr(client, method)(url, form)
    endless = getattr(answer, "is_async", False)
    body = b"" if endless else b"".join(answer.streaming_content) if answer.streaming else answer.content
    answer.close()
    return answer.status_code, body, answer.headers
