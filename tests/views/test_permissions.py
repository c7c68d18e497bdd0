"""Every address × everybody × GET and POST, generated from the URLconf."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from zipai_ledger.access import Action, can, invitations
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import Grant, Link, Role

from .conftest import Table, client_with, open_by

pytestmark = pytest.mark.django_db

VISITORS = ("nobody", "member of another table", "revoked", Role.VIEWER, Role.SCOREKEEPER, Role.OWNER)
STRANGERS = VISITORS[:3]
UNKNOWN = "AAAAAAAAAAAAAAAAAAAAAA"


def addresses(below: str) -> list[tuple[str, URLPattern]]:
    """Every address below a table's own or a circle's, by its full name."""
    found: list[tuple[str, URLPattern]] = []
    pending: list[tuple[str, str, URLPattern | URLResolver]] = [("", "", get_resolver())]
    while pending:
        space, before, entry = pending.pop()
        route = before + str(entry.pattern).removeprefix("^/")
        if isinstance(entry, URLResolver):
            inner = f"{space}{entry.namespace}:" if entry.namespace else space
            pending += [(inner, route, each) for each in entry.url_patterns]
        elif route.startswith(f"{below}/<str:public_id>/"):
            found.append((f"{space}{entry.name}", entry))
    return sorted(found, key=lambda pair: pair[0])


def declared(pattern: URLPattern) -> Action:
    return Action(pattern.callback.action)  # type: ignore[attr-defined]


def target(name: str, pattern: URLPattern, table: Table, public_id: str = "") -> str:
    """The address, with a deal, a link and a device that exist."""
    link = Link.objects.filter(session=table.session, kind=Link.Kind.INVITE).latest("pk")
    client_with(table.session, Role.VIEWER)
    known = {
        "public_id": public_id or table.public_id,
        "key": table.keys[0],
        "player": 1,
        "link": link.pk,
        "grant": Grant.objects.filter(session=table.session).latest("pk").pk,
    }
    return reverse(name, kwargs={key: known[key] for key in ("public_id", *pattern.pattern.converters)})


def client_of(visitor: str, table: Table, charlie: Client) -> Client:
    if visitor == "nobody":
        return Client()
    if visitor == "member of another table":
        return charlie
    if visitor == "revoked":
        client = client_with(table.session, Role.OWNER)
        Grant.objects.filter(pk=Grant.objects.latest("pk").pk).update(revoked_at=timezone.now())
        return client
    return client_with(table.session, visitor)


def answered(client: Client, method: str, url: str) -> tuple[int, bytes]:
    """Status and body; of a stream too, unless it goes on for ever."""
    answer = getattr(client, method)(url)
    endless = getattr(answer, "is_async", False)
    body = b"" if endless else b"".join(answer.streaming_content) if answer.streaming else answer.content
    answer.close()
    return answer.status_code, body


ADDRESSES = addresses("t")


def test_there_are_addresses_to_check():
    assert {"tables:show", "access:links", "tables:close"} <= {name for name, _ in ADDRESSES}


@pytest.mark.parametrize("visitor", VISITORS)
@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(("name", "pattern"), ADDRESSES, ids=[name for name, _ in ADDRESSES])
def test_only_those_come_in_whose_role_allows_it(
    name: str, pattern: URLPattern, method: str, visitor: str, table: Table, charlie: Client
):
    client, url = client_of(visitor, table, charlie), target(name, pattern, table)
    head = table.head
    status, _body = answered(client, method, url)
    if status == 405:
        assert answered(client_with(table.session, Role.OWNER), method, url)[0] == 405
    elif visitor in STRANGERS:
        assert status == 404
    elif can(visitor, declared(pattern)):
        assert status not in (403, 404)
    else:
        assert status == 403
    if visitor in STRANGERS or status in (403, 405):
        assert table.head == head


@pytest.mark.parametrize("visitor", VISITORS)
def test_no_other_method_does_anything(visitor: str, table: Table, charlie: Client):
    client = client_of(visitor, table, charlie)
    urls = [target(name, pattern, table) for name, pattern in ADDRESSES]
    before = state(table)
    for method in ("put", "patch", "delete", "options", "trace"):
        for url in urls:
            assert (url, getattr(client, method)(url).status_code) == (url, 405)
    assert state(table) == before


def state(table: Table) -> tuple[object, ...]:
    """The head of the trail, and who may come or is there."""
    links = Link.objects.filter(session=table.session).order_by("pk").values_list("pk", "revoked_at")
    held = Grant.objects.filter(session=table.session).order_by("pk")
    return table.head, list(links), list(held.values_list("pk", "role", "player", "revoked_at", "asked_at"))


@pytest.mark.parametrize("visitor", [*STRANGERS, Role.VIEWER, Role.SCOREKEEPER])
def test_whom_the_table_refuses_changes_nothing(visitor: str, table: Table, charlie: Client):
    client = client_of(visitor, table, charlie)
    refused = [
        target(name, pattern, table)
        for name, pattern in ADDRESSES
        if visitor in STRANGERS or not can(visitor, declared(pattern))
    ]
    before = state(table)
    sent = {"role": Role.SCOREKEEPER, "player": "2", "answer": "yes", "client_id": "refused-0123456789"}
    assert {client.post(url, sent).status_code for url in refused} <= {403, 404, 405}
    assert {client.head(url).status_code for url in refused} <= {403, 404, 405}
    assert state(table) == before


@pytest.mark.parametrize("kind", ["link", "grant"])
def test_an_owner_reaches_no_link_or_device_of_another_table(kind: str, table: Table, alice: Client):
    session, _code = open_by(Client(), client_id="elsewhere-01234", name="别的桌")
    link, _secret = invitations.invite(session, Offer(Role.VIEWER))
    foreign = {"link": link.pk, "grant": Grant.objects.get(session=session).pk}
    found = [(name, pattern) for name, pattern in ADDRESSES if kind in pattern.pattern.converters]
    assert found
    for name, _pattern in found:
        assert alice.post(table.url(name, foreign[kind])).status_code == 404


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(("name", "pattern"), ADDRESSES, ids=[name for name, _ in ADDRESSES])
def test_a_table_of_others_looks_like_one_that_never_was(
    name: str, pattern: URLPattern, method: str, table: Table, charlie: Client
):
    real = getattr(charlie, method)(target(name, pattern, table))
    unknown = getattr(charlie, method)(target(name, pattern, table, UNKNOWN))
    assert (real.status_code, real.content) == (unknown.status_code, unknown.content)
    assert dict(real.headers) == dict(unknown.headers)


@pytest.mark.parametrize("visitor", [Role.VIEWER, Role.SCOREKEEPER, Role.OWNER])
def test_no_page_shows_a_secret_again(visitor: str, table: Table):
    client = client_with(table.session, visitor)
    _link, secret = invitations.invite(table.session, Offer(Role.VIEWER))
    secrets = [table.code, table.code.replace("-", ""), table.invitation, secret]
    pages = [answered(client, "get", target(name, pattern, table))[1] for name, pattern in ADDRESSES]
    assert [text for text in secrets for page in pages if text.encode() in page] == []


def test_pages_of_a_table_are_not_stored_by_anybody(table: Table, alice: Client):
    answer = alice.get(table.url("tables:show"))
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_a_role_that_is_too_weak_is_told_who_may(table: Table, viewer: Client, bob: Client):
    assert "能记分" in viewer.get(table.url("tables:stage")).content.decode()
    assert "只有桌主能做" in bob.get(table.url("access:links")).content.decode()
