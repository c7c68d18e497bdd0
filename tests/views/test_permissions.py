"""Every address × everybody × GET and POST, generated from the URLconf."""

import io
import zipfile
from collections.abc import Callable, Mapping

import pytest
from django.test import Client
from django.utils import timezone

from zipai_ledger.access import Action, can, invitations
from zipai_ledger.access.invitations import Offer
from zipai_ledger.exports import table_pdf
from zipai_ledger.models import GameSession, Grant, Link, Role

from .addresses import (
    OF_TABLES,
    UNKNOWN,
    Address,
    answered,
    of_table,
    phone_of,
    rows_of,
    status_of,
    wrong_answers,
)
from .conftest import Table, client_with, open_by

pytestmark = pytest.mark.django_db

VISITORS = ("nobody", "revoked", Role.VIEWER, Role.SCOREKEEPER, Role.OWNER)
"""And a member of another table: `test_a_table_of_others_looks_like_one_that_never_was`."""
STRANGERS = VISITORS[:2]
FORM = {"role": Role.SCOREKEEPER, "player": "2", "answer": "yes", "client_id": "refused-0123456789"}
"""What would change something, if it were let in."""


def may(visitor: str, address: Address) -> bool:
    return visitor not in STRANGERS and can(visitor, Action(address.action))


_refused: set[tuple[str, str]] = set()


def refuses_everybody(owner: Client, method: str, address: Address, url: str) -> bool:
    """Whether an address has no such method for the owner either, which is the same at every table: asked once."""
    if (method, address.name) not in _refused and status_of(owner, method, url) == 405:
        _refused.add((method, address.name))
    return (method, address.name) in _refused


def client_of(visitor: str, table: Table) -> Client:
    if visitor == "nobody":
        return Client()
    if visitor == "revoked":
        client = client_with(table.session, Role.OWNER)
        Grant.objects.filter(pk=Grant.objects.latest("pk").pk).update(revoked_at=timezone.now())
        return client
    return client_with(table.session, visitor)


def test_there_are_addresses_to_check():
    assert {"table:show", "table:invitations", "closing:close"} <= {address.name for address in OF_TABLES}


@pytest.fixture
def blank_pdf(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes longer to draw than all else, and only another program sees what it says: test_paper.py."""
    monkeypatch.setattr(table_pdf, "write", lambda *_: None)


def is_private(headers: Mapping[str, str]) -> bool:
    """Whether an answer is stored by nobody, says how it is written, and lets nothing in from elsewhere."""
    unstored = (headers["Cache-Control"], headers["X-Robots-Tag"]) == ("no-store", "noindex, nofollow")
    kind = headers.get("Content-Type", "text/html")
    written = ("charset=utf-8" in kind) == kind.startswith(("text/", "image/svg"))
    return unstored and written and "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.usefixtures("blank_pdf")
@pytest.mark.parametrize("visitor", VISITORS)
def test_only_those_come_in_whose_role_allows_it_and_no_page_is_stored_or_shows_a_secret_again(
    visitor: str, table: Table
):
    client, owner = client_of(visitor, table), client_with(table.session, Role.OWNER)
    _link, secret = invitations.invite(table.session, Offer(Role.VIEWER))
    secrets = [table.code, table.code.replace("-", ""), table.invitation, secret]
    urls = of_table(table)
    state = state_of(table)
    before = state()

    def judged(method: str, address: Address) -> tuple[int, bool]:
        form = FORM if method == "post" and not may(visitor, address) else None
        status, body, headers = answered(phone_of(client), method, urls[address], form)
        if status == 405:
            right = refuses_everybody(owner, method, address, urls[address])
        elif visitor in STRANGERS:
            right = status == 404
        elif may(visitor, address):
            right = status not in (403, 404, 500)
        else:
            right = status == 403
        changes_nothing = visitor in STRANGERS or status in (403, 405)
        page = unpacked(body) if method == "get" else b""  # what is sent may be answered with a new one
        keeps = not any(text.encode() in page for text in secrets)
        private = method == "post" or is_private(headers)
        return status, right and keeps and private and (not changes_nothing or state() == before)

    assert wrong_answers(urls, judged) == []


@pytest.mark.parametrize("visitor", ["nobody", Role.OWNER])
def test_no_other_method_does_anything(visitor: str, table: Table):
    """Refused before anybody is asked who it is: a stranger is not answered 404, nor an owner anything else."""
    client = client_of(visitor, table)
    urls = of_table(table).values()
    state = state_of(table)
    before = state()
    for method in ("put", "patch", "delete", "options", "trace"):
        for url in urls:
            assert (url, getattr(client, method)(url).status_code) == (url, 405)
    assert state() == before


def state_of(table: Table) -> Callable[[], object]:
    """Gives the head of the trail, and who may come or is there."""
    links = Link.objects.filter(session=table.session).order_by("pk").values_list("pk", "revoked_at")
    held = Grant.objects.filter(session=table.session).order_by("pk")
    head = GameSession.objects.filter(pk=table.session.pk).values_list("head_seq")
    return rows_of(head, links, held.values_list("pk", "role", "player", "revoked_at", "requested_at"))


@pytest.mark.parametrize("visitor", ["revoked", Role.VIEWER, Role.SCOREKEEPER])
def test_whom_the_table_refuses_is_refused_a_head_too(visitor: str, table: Table):
    client = client_of(visitor, table)
    refused = [url for address, url in of_table(table).items() if not may(visitor, address)]
    state = state_of(table)
    before = state()
    assert {client.head(url).status_code for url in refused} <= {403, 404, 405}
    assert state() == before


@pytest.mark.parametrize("kind", ["link", "grant"])
def test_an_owner_reaches_no_link_or_device_of_another_table(kind: str, table: Table, alice: Client):
    session, _code = open_by(Client(), client_id="elsewhere-01234", name="别的桌")
    link, _secret = invitations.invite(session, Offer(Role.VIEWER))
    foreign = {"link": link.pk, "grant": Grant.objects.get(session=session).pk}
    found = [address for address in OF_TABLES if kind in address.parts]
    assert found
    for address in found:
        assert alice.post(table.url(address.name, foreign[kind])).status_code == 404


def test_a_table_of_others_looks_like_one_that_never_was(table: Table, charlie: Client):
    owner = client_with(table.session, Role.OWNER)
    urls, nowhere = of_table(table), of_table(table, UNKNOWN)
    state = state_of(table)
    before = state()

    def judged(method: str, address: Address) -> tuple[int, bool]:
        form = FORM if method == "post" else None
        real, unknown = (getattr(charlie, method)(every[address], form) for every in (urls, nowhere))
        refused = real.status_code == 404 or refuses_everybody(owner, method, address, urls[address])
        same = (real.status_code, real.content) == (unknown.status_code, unknown.content)
        alike = same and dict(real.headers) == dict(unknown.headers)
        return real.status_code, refused and alike and state() == before

    assert wrong_answers(urls, judged) == []


def unpacked(body: bytes) -> bytes:
    """What a workbook holds; any other answer as it is."""
    if not zipfile.is_zipfile(file := io.BytesIO(body)):
        return body
    with zipfile.ZipFile(file) as packed:
        return b"".join(map(packed.read, packed.namelist()))


def test_a_role_that_is_too_weak_is_told_who_may(table: Table, viewer: Client, bob: Client):
    assert "能记分" in viewer.get(table.url("stages:change")).content.decode()
    assert "只有桌主能做" in bob.get(table.url("table:invitations")).content.decode()
