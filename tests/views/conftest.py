"""Alice owns a table and a circle, Bob was invited, Charlie is a stranger with a table of his own, Dora is in the circle."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.lookups import missing_names
from tests.once import once
from zipai_ledger.access import codes, devices, grants, invitations, tokens
from zipai_ledger.access.invitations import Offer
from zipai_ledger.circles import counting
from zipai_ledger.ledger import record
from zipai_ledger.ledger.queries import changes_up_to, kept
from zipai_ledger.models import (
    Circle,
    CircleGrant,
    CircleRole,
    Deal,
    Device,
    Evening,
    GameSession,
    Grant,
    Role,
)
from zipai_ledger.rules import facts
from zipai_ledger.rules.codec import Count, Seat
from zipai_ledger.rules.zipai.example import CARDS
from zipai_ledger.templatetags import deal_rows

pytestmark = pytest.mark.django_db

NEW = {
    "client_id": "form-0123456789",
    "ruleset": "guilin",
    "seats": "3",
    "player": ["老王", "小李", "阿芳"],
    "dealer": "0",
    "me": "0",
    "name": "周五老地方",
    "stake": "50",
    "rule-xing_kinds": ["上", "下"],
}
FLIPPED = facts.Xing(flipped=("八",))
WIN = facts.Win(winner=Seat(0), source="self_draw", hand=CARDS, xing=FLIPPED)
CALLED = facts.Win(
    winner=Seat(1), source="discard", from_=Seat(2), hu=Count(17), xing=facts.Xing(count=Count(1))
)


@dataclass(frozen=True)
class Table:
    """A table with two deals, and what only its owner was ever shown."""

    session: GameSession
    code: str
    invitation: str
    keys: tuple[int, ...]

    @property
    def public_id(self) -> str:
        return self.session.public_id

    def url(self, name: str, *arguments: object) -> str:
        return reverse(name, args=[self.public_id, *arguments])

    @property
    def head(self) -> int:
        return GameSession.objects.get(pk=self.session.pk).head_seq

    def deal(self, number: int) -> Deal:
        return Deal.objects.get(session=self.session, position=number)


def sent(session: GameSession) -> record.Sent:
    return record.Sent(role=Role.OWNER, grant=Grant.objects.filter(session=session)[0].pk)


def play(session: GameSession, *deals: facts.Deal) -> tuple[int, ...]:
    """Record deals as the owner; gives their keys."""
    found = [record.record_deal(session=session, sent=sent(session), fact=fact) for fact in deals]
    return tuple(recorded.deal_key or 0 for recorded in found)


def open_by(client: Client, **changes: object) -> tuple[GameSession, str]:
    """Open a table through its form; gives the session and the recovery code of its phone, where that has none yet."""
    if client.cookies:
        return opened_by(client, changes)
    (session, code), client.cookies = once(
        f"a table opened with {changes}", lambda: (opened_by(client, changes), client.cookies)
    )
    return session, code


def opened_by(client: Client, changes: Mapping[str, object]) -> tuple[GameSession, str]:
    answer = client.post(reverse("new_table:new"), {**NEW, **changes})
    assert answer.status_code == 302, answer.context["form"].errors
    session = GameSession.objects.latest("pk")
    (own,) = grants.holding(session).select_related("device")
    return session, "" if codes.good(own.device) else codes.make(own.device)


def client_with(session: GameSession, role: str, player: int | None = None) -> Client:
    """A phone that holds a grant."""
    token = tokens.new_token()
    device = Device.objects.create(token_hash=tokens.digest(token), last_seen=timezone.now())
    Grant.objects.create(session=session, device=device, role=role, player=player)
    client = Client()
    client.cookies[devices.cookie_name()] = token
    return client


@pytest.fixture(autouse=True)
def drawn_anew() -> Iterator[None]:
    """What is kept in memory goes by what is in the database, or under other rules, only as long as the test."""
    yield
    kept.forget()
    for drawn in (deal_rows.rendered, counting._counted, changes_up_to):
        drawn.cache_clear()


@pytest.fixture(autouse=True)
def templates_name_what_is_there() -> Iterator[None]:
    """An attribute that a page has lost is missed, whatever a test looks at."""
    with missing_names() as missing:
        yield
    assert missing == []


@pytest.fixture
def alice(db: None) -> Client:
    return Client()


@pytest.fixture
def table(alice: Client, request: pytest.FixtureRequest) -> Table:
    if "ring" in request.fixturenames:
        found, alice.cookies = once("a table in a circle", lambda: in_a_circle(alice))
    else:
        found, alice.cookies = once("a table with two deals", lambda: table_of(alice))
    return found


def table_of(client: Client) -> tuple[Table, SimpleCookie]:
    """A table that a phone opened, and the cookies which that phone then has."""
    session, code = open_by(client)
    keys = play(session, WIN, CALLED)
    _link, secret = invitations.invite(session, Offer(Role.SCOREKEEPER, "给小李"))
    session.refresh_from_db()
    return Table(session, code, secret, keys), client.cookies


def in_a_circle(client: Client) -> tuple[Table, SimpleCookie]:
    """The same, and the circle that the phone opened with it."""
    table, _cookies = table_of(client)
    answer = client.post(table.url("table:circle"), {"name": "巷口老友", "client_id": "circle-0123456789"})
    assert answer.status_code == 302
    return table, client.cookies


@pytest.fixture
def bob(table: Table) -> Client:
    """A scorekeeper."""
    return client_with(table.session, Role.SCOREKEEPER, 1)


@pytest.fixture
def viewer(table: Table) -> Client:
    return client_with(table.session, Role.VIEWER, 2)


@pytest.fixture
def charlie(db: None) -> Client:
    """A stranger, who owns another table."""
    client = Client()
    open_by(client, client_id="charlie-012345", name="别的桌")
    return client


@dataclass(frozen=True)
class Ring:
    """A circle, and the recovery code of its owner's phone."""

    circle: Circle
    code: str

    def url(self, name: str, *arguments: object) -> str:
        return reverse(name, args=[self.circle.public_id, *arguments])

    @property
    def evening(self) -> Evening:
        return Evening.objects.filter(circle=self.circle).latest("pk")


@pytest.fixture
def ring(table: Table) -> Ring:
    return Ring(Circle.objects.get(), table.code)


def in_circle(circle: Circle, role: str, player: int | None = None) -> Client:
    """A phone that holds a grant of the circle, and of no table."""
    token = tokens.new_token()
    device = Device.objects.create(token_hash=tokens.digest(token), last_seen=timezone.now())
    CircleGrant.objects.create(circle=circle, device=device, role=role, player=player)
    client = Client()
    client.cookies[devices.cookie_name()] = token
    return client


@pytest.fixture
def dora(ring: Ring) -> Client:
    return in_circle(ring.circle, CircleRole.MEMBER, 1)


def page(client: Client, url: str, status: int = 200) -> str:
    answer = client.get(url)
    assert answer.status_code == status
    return answer.content.decode()


def second_table(client: Client, circle: Circle | None = None, **changes: object) -> GameSession:
    sent = {"client_id": "second-0123456789", "name": "周六", **changes}
    session, _code = open_by(client, **sent, **({"circle": circle.public_id} if circle else {}))
    return session
