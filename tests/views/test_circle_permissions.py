"""Every address of a circle × everybody × every method, generated from the URLconf as those of a table are."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, can, invitations, tokens
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import CircleGrant, CircleLink, CircleRole

from .addresses import (
    OF_CIRCLES,
    UNKNOWN,
    Address,
    answered,
    of_circle,
    phone_of,
    rows_of,
    status_of,
    wrong_answers,
)
from .conftest import Ring, Table, client_with, in_circle

pytestmark = pytest.mark.django_db

STRANGERS = ("nobody", "revoked", "scorekeeper of a table in it")
"""And the owner of another circle: `test_a_circle_of_others_looks_like_one_that_never_was`."""
VISITORS = (*STRANGERS, CircleRole.MEMBER, CircleRole.OWNER)


def client_of(visitor: str, ring: Ring, table: Table) -> Client:
    if visitor == "nobody":
        return Client()
    if visitor == "scorekeeper of a table in it":
        return client_with(table.session, "scorekeeper")
    client = in_circle(ring.circle, CircleRole.OWNER if visitor == "revoked" else visitor)
    if visitor == "revoked":
        CircleGrant.objects.filter(pk=CircleGrant.objects.latest("pk").pk).update(revoked_at=timezone.now())
    return client


def owner_elsewhere() -> Client:
    made = circles.open_circle(browser_token="", client_id="elsewhere-012345", name="别的圈")
    return in_circle(made.circle, CircleRole.OWNER)


def state_of(ring: Ring) -> Callable[[], object]:
    """Gives names, evenings, and who may come or is there."""
    circle = type(ring.circle).objects.filter(pk=ring.circle.pk)
    people = ring.circle.people.order_by("index").values_list("index", "name")
    links = ring.circle.links.order_by("pk").values_list("pk", "revoked_at")
    held = ring.circle.grants.order_by("pk").values_list("pk", "role", "player", "revoked_at")
    evenings = ring.circle.evenings.order_by("pk").values_list("pk", "open_to_members")
    return rows_of(circle.values_list("name"), people, links, held, evenings)


def test_there_are_addresses_to_check():
    assert {"circle:show", "circle:invitations", "circle:purge"} <= {address.name for address in OF_CIRCLES}


@pytest.mark.parametrize("visitor", VISITORS)
def test_only_those_come_in_whose_role_allows_it_and_no_page_shows_a_secret_again(
    visitor: str, ring: Ring, table: Table
):
    client, owner = client_of(visitor, ring, table), in_circle(ring.circle, CircleRole.OWNER)
    _link, secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER))
    secrets = [ring.code, ring.code.replace("-", ""), secret]
    urls = of_circle(ring)
    state = state_of(ring)
    before = state()

    def judged(method: str, address: Address) -> tuple[int, bool]:
        status, body, _headers = answered(phone_of(client), method, urls[address])
        if status == 405:
            return status, state() == before and status_of(owner, method, urls[address]) == 405
        if visitor in STRANGERS:
            return status, status == 404 and state() == before
        page = body if method == "get" else b""  # what is sent may be answered with a new one
        keeps = not any(text.encode() in page for text in secrets)
        if can(visitor, CircleAction(address.action)):
            return status, keeps and status not in (403, 404, 500)
        return status, keeps and status == 403 and state() == before

    assert wrong_answers(urls, judged) == []
    assert CircleLink.objects.filter(secret_hash=tokens.digest(secret)).exists()


@pytest.mark.parametrize("visitor", ["nobody", CircleRole.OWNER])
def test_no_other_method_does_anything(visitor: str, ring: Ring, table: Table):
    """Refused before anybody is asked who it is: a stranger is not answered 404, nor an owner anything else."""
    client = client_of(visitor, ring, table)
    urls = of_circle(ring).values()
    state = state_of(ring)
    before = state()
    for method in ("put", "patch", "delete", "options", "trace"):
        for url in urls:
            assert (url, getattr(client, method)(url).status_code) == (url, 405)
    assert state() == before


def test_a_circle_of_others_looks_like_one_that_never_was(ring: Ring):
    stranger, owner = owner_elsewhere(), in_circle(ring.circle, CircleRole.OWNER)
    urls, nowhere = of_circle(ring), of_circle(ring, UNKNOWN)
    state = state_of(ring)
    before = state()

    def judged(method: str, address: Address) -> tuple[int, bool]:
        real, unknown = (getattr(stranger, method)(every[address]) for every in (urls, nowhere))
        refused = real.status_code == 404 or (
            real.status_code == status_of(owner, method, urls[address]) == 405
        )
        same = (real.status_code, real.content) == (unknown.status_code, unknown.content)
        alike = same and dict(real.headers) == dict(unknown.headers)
        return real.status_code, refused and alike and state() == before

    assert wrong_answers(urls, judged) == []


@pytest.mark.parametrize("kind", ["link", "grant", "evening", "person"])
def test_an_owner_reaches_nothing_of_another_circle(kind: str, ring: Ring, alice: Client):
    made = circles.open_circle(browser_token="", client_id="elsewhere-012345", name="别的圈")
    link, _secret = invitations.invite(made.circle, Offer(CircleRole.MEMBER))
    foreign = {"link": link.pk, "grant": made.circle.grants.get().pk, "evening": 10**6, "person": 50}
    found = [address for address in OF_CIRCLES if kind in address.parts]
    assert found
    for address in found:
        answer = alice.post(ring.url(address.name, foreign[kind]))
        assert answer.status_code in (404, 405)


def test_pages_of_a_circle_are_not_stored_by_anybody(ring: Ring, alice: Client):
    answer = alice.get(ring.url("circle:show"))
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
