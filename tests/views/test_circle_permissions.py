"""Every address of a circle × everybody × every method, generated from the URLconf as those of a table are."""

import pytest
from django.test import Client
from django.urls import URLPattern, reverse
from django.utils import timezone

from zipai_ledger import circles
from zipai_ledger.access import CircleAction, can, invitations, tokens
from zipai_ledger.access.invitations import Offer
from zipai_ledger.models import CircleGrant, CircleLink, CircleRole, Evening

from .conftest import Ring, Table, client_with, in_circle
from .test_permissions import UNKNOWN, addresses, answered

pytestmark = pytest.mark.django_db

STRANGERS = ("nobody", "owner of another circle", "revoked", "scorekeeper of a table in it")
VISITORS = (*STRANGERS, CircleRole.MEMBER, CircleRole.OWNER)
ADDRESSES = addresses("c")
EVERY = pytest.mark.parametrize(("name", "pattern"), ADDRESSES, ids=[name for name, _ in ADDRESSES])


def declared(pattern: URLPattern) -> CircleAction:
    return CircleAction(pattern.callback.action)  # type: ignore[attr-defined]


def target(name: str, pattern: URLPattern, ring: Ring, public_id: str = "") -> str:
    """The address, with an evening that members may see, a person, a link and a phone that exist."""
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
    return reverse(name, kwargs={key: known[key] for key in ("public_id", *pattern.pattern.converters)})


def client_of(visitor: str, ring: Ring, table: Table) -> Client:
    if visitor == "nobody":
        return Client()
    if visitor == "owner of another circle":
        return owner_elsewhere()
    if visitor == "scorekeeper of a table in it":
        return client_with(table.session, "scorekeeper")
    client = in_circle(ring.circle, CircleRole.OWNER if visitor == "revoked" else visitor)
    if visitor == "revoked":
        CircleGrant.objects.filter(pk=CircleGrant.objects.latest("pk").pk).update(revoked_at=timezone.now())
    return client


def owner_elsewhere() -> Client:
    made = circles.open_circle(token=tokens.new_token(), client_id="elsewhere-012345", name="别的圈")
    return in_circle(made.circle, CircleRole.OWNER)


def state(ring: Ring) -> tuple[object, ...]:
    """Names, evenings, and who may come or is there."""
    circle = type(ring.circle).objects.filter(pk=ring.circle.pk)
    people = ring.circle.people.order_by("index").values_list("index", "name")
    links = ring.circle.links.order_by("pk").values_list("pk", "revoked_at")
    held = ring.circle.grants.order_by("pk").values_list("pk", "role", "player", "revoked_at")
    evenings = ring.circle.evenings.order_by("pk").values_list("pk", "open_to_members")
    return tuple(circle.values_list("name")), *map(tuple, (people, links, held, evenings))


def test_there_are_addresses_to_check():
    assert {"circles:show", "circles:links", "circles:purge"} <= {name for name, _ in ADDRESSES}


@pytest.mark.parametrize("visitor", VISITORS)
@EVERY
def test_only_those_come_in_whose_role_allows_it(
    name: str, pattern: URLPattern, visitor: str, ring: Ring, table: Table
):
    client, url = client_of(visitor, ring, table), target(name, pattern, ring)
    for method in ("get", "post"):
        check_one(client, method, url, visitor, pattern, ring)


def check_one(client: Client, method: str, url: str, visitor: str, pattern: URLPattern, ring: Ring) -> None:
    before = state(ring)
    status, _body = answered(client, method, url)
    if status == 405:
        assert answered(in_circle(ring.circle, CircleRole.OWNER), method, url)[0] == 405
    elif visitor in STRANGERS:
        assert status == 404
    elif can(visitor, declared(pattern)):
        assert status not in (403, 404)
    else:
        assert status == 403
    if visitor in STRANGERS or status in (403, 405):
        assert state(ring) == before or status == 405


@pytest.mark.parametrize("visitor", VISITORS)
def test_no_other_method_does_anything(visitor: str, ring: Ring, table: Table):
    client = client_of(visitor, ring, table)
    urls = [target(name, pattern, ring) for name, pattern in ADDRESSES]
    before = state(ring)
    for method in ("put", "patch", "delete", "options", "trace"):
        for url in urls:
            assert (url, getattr(client, method)(url).status_code) == (url, 405)
    assert state(ring) == before


def test_a_circle_of_others_looks_like_one_that_never_was(ring: Ring):
    stranger = owner_elsewhere()
    for name, pattern in ADDRESSES:
        for method in ("get", "post"):
            real = getattr(stranger, method)(target(name, pattern, ring))
            unknown = getattr(stranger, method)(target(name, pattern, ring, UNKNOWN))
            assert (name, real.status_code, real.content) == (name, unknown.status_code, unknown.content)
            assert dict(real.headers) == dict(unknown.headers)


@pytest.mark.parametrize("kind", ["link", "grant", "evening", "person"])
def test_an_owner_reaches_nothing_of_another_circle(kind: str, ring: Ring, alice: Client):
    made = circles.open_circle(token=tokens.new_token(), client_id="elsewhere-012345", name="别的圈")
    link, _secret = invitations.invite(made.circle, Offer(CircleRole.MEMBER))
    foreign = {"link": link.pk, "grant": made.circle.grants.get().pk, "evening": 10**6, "person": 50}
    found = [(name, pattern) for name, pattern in ADDRESSES if kind in pattern.pattern.converters]
    assert found
    for name, _pattern in found:
        answer = alice.post(ring.url(name.removeprefix("circles:"), foreign[kind]))
        assert answer.status_code in (404, 405)


@pytest.mark.parametrize("visitor", [CircleRole.MEMBER, CircleRole.OWNER])
def test_no_page_shows_a_secret_again(visitor: str, ring: Ring):
    client = in_circle(ring.circle, visitor)
    _link, secret = invitations.invite(ring.circle, Offer(CircleRole.MEMBER))
    secrets = [ring.code, ring.code.replace("-", ""), secret]
    pages = [answered(client, "get", target(name, pattern, ring))[1].decode() for name, pattern in ADDRESSES]
    assert [text for text in secrets for page in pages if text in page] == []
    assert CircleLink.objects.filter(secret_hash=tokens.digest(secret)).exists()


def test_pages_of_a_circle_are_not_stored_by_anybody(ring: Ring, alice: Client):
    answer = alice.get(ring.url("show"))
    assert answer["Cache-Control"] == "no-store"
    assert answer["X-Robots-Tag"] == "noindex, nofollow"
