"""What is shown of circles. How many queries each takes does not depend on how many evenings there were."""

import zoneinfo
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Count, F, QuerySet

from zipai_ledger.database.prepared import prepared
from zipai_ledger.formats import dates
from zipai_ledger.ledger import queries
from zipai_ledger.ledger.queries import DealCount, PlayedGame
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import (
    Attendance,
    Circle,
    CircleGrant,
    Device,
    Evening,
    Event,
    GameSession,
    Grant,
    Person,
    Player,
    Stage,
    StandIn,
)
from zipai_ledger.rules.totals import Settlement


@dataclass(frozen=True, slots=True)
class CircleRow:
    """A circle in a device's list."""

    circle: Circle
    role: str
    people: int
    evenings: int


@dataclass(frozen=True, slots=True)
class EveningRow:
    """A table of a circle: its totals by player, and ``who`` the players are (player → person).

    ``games``: of each stage; ``holders``: whose numbers the table keeps; ``stood_in``: who played there for somebody else.
    """

    evening: Evening
    session: GameSession
    players: tuple[Player, ...]
    games: tuple[PlayedGame, ...]
    settlement: Settlement
    who: Mapping[int, int]
    deals: DealCount
    holders: frozenset[int]
    stood_in: frozenset[int]

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The slugs of what was played, each once."""
        return queries.rulesets_of(self.games)

    @property
    def present(self) -> frozenset[int]:
        """Players who were there, in a seat of their own or for somebody else."""
        return self.holders | self.stood_in

    @property
    def attendees(self) -> frozenset[int]:
        """Who of the circle was there, by person."""
        return frozenset(person for player, person in self.who.items() if player in self.present)

    @property
    def day(self) -> date:
        """The day it was opened, where it was played; past midnight it still is that evening."""
        return dates.local(self.session.opened_at, zoneinfo.ZoneInfo(self.session.time_zone)).date()


@dataclass(frozen=True, slots=True)
class Sum:
    """What evenings come to for one person: ``units`` by unit, ``money`` in minor units by currency."""

    evenings: int = 0
    units: Mapping[str, int] = field(default_factory=dict)
    money: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: "Sum") -> "Sum":
        """Both together."""
        units, money = _added(self.units, other.units), _added(self.money, other.money)
        return Sum(self.evenings + other.evenings, units, money)


def _added(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in dict.fromkeys([*one, *other])}


def circles_of(device_id: int) -> tuple[CircleRow, ...]:
    """The circles a device may look into, the newest first."""
    held = CircleGrant.objects.filter(device_id=device_id, revoked_at=None).select_related("circle")
    counted = held.annotate(
        people_count=Count("circle__people", distinct=True),
        evening_count=Count("circle__evenings", distinct=True),
    )
    found: Iterable[Any] = counted.order_by("-created", "-pk")
    return tuple(CircleRow(one.circle, one.role, one.people_count, one.evening_count) for one in found)


def people_of(circle: Circle) -> tuple[Person, ...]:
    """Everybody, by number."""
    return tuple(circle.people.order_by("index"))


def evening_of(session: GameSession) -> Evening | None:
    """The place of a table in a circle, None where it is in none."""
    found = _evening_of(session.pk)
    return found[0] if found else None


@prepared
def _evening_of(session: int) -> QuerySet[Evening]:
    return Evening.objects.select_related("circle").filter(session=session)


def roles_at_tables(circle: Circle, device: Device) -> dict[int, str]:
    """Tables of a circle (by key) at which a device ever was → its role there, empty where it was sent away."""
    held = Grant.objects.filter(device=device, session__evening__circle=circle)
    found = held.order_by("created").values_list("session_id", "role", "revoked_at")
    return {session: "" if revoked else role for session, role, revoked in found}


def evenings_of(circle: Circle) -> tuple[EveningRow, ...]:
    """The tables of a circle, newest first. Seven queries, nine where money is kept."""
    evenings = list(circle.evenings.select_related("session").order_by("-session__opened_at", "-pk"))
    ids = [evening.session_id for evening in evenings]
    heads = Event.objects.filter(session__in=ids, seq=F("session__ledger_seq")).only("session_id", "body")
    totals = {head.session_id: Standing.read(canonical.parse(head.body)).totals for head in heads}
    players = _by_session(Player.objects.filter(session__in=ids).order_by("index"), ids)
    stages = _by_session(Stage.objects.filter(session__in=ids).order_by("index"), ids)
    deals = queries.deal_counts(ids)
    who: dict[int, dict[int, int]] = {evening.pk: {} for evening in evenings}
    met = Attendance.objects.filter(evening__circle=circle)
    for evening, player, person in met.values_list("evening_id", "player__index", "person__index"):
        who[evening][player] = person
    stood_in = _by_session(StandIn.objects.filter(session__in=ids, by__isnull=False), ids)
    moves = queries.moves_in([pk for pk in ids if queries.keeps_money(stages[pk])])
    settlements = {pk: queries.settlement_of(stages[pk], totals[pk], moves.get(pk, ())) for pk in ids}
    return tuple(
        EveningRow(
            evening=evening,
            session=evening.session,
            players=tuple(players[evening.session_id]),
            games=queries.games_of(stages[evening.session_id]),
            settlement=settlements[evening.session_id],
            who=who[evening.pk],
            deals=deals[evening.session_id],
            holders=_holders(stages[evening.session_id], settlements[evening.session_id]),
            stood_in=frozenset(change.by for change in stood_in[evening.session_id]),
        )
        for evening in evenings
    )


def _holders(stages: Iterable[Stage], settlement: Settlement) -> frozenset[int]:
    return frozenset(queries.account_holders(map(queries.stage_seats, stages), settlement))


def _by_session(rows: Iterable[Any], ids: Iterable[int]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {session: [] for session in ids}
    for row in rows:
        found[row.session_id].append(row)
    return found


def sums(rows: Iterable[EveningRow]) -> dict[int, Sum]:
    """Person → what these evenings come to; nobody who was at none of them.

    Who only stood in was there, and what he won and lost is another's.
    """
    found: dict[int, Sum] = {}
    for row in rows:
        for player, person in row.who.items():
            if person in row.attendees:
                found[person] = found.get(person, Sum()) + _sum(row, player)
    return dict(sorted(found.items()))


def _sum(row: EveningRow, player: int) -> Sum:
    if player not in row.holders:
        return Sum(1)
    units = {unit: _of(values, player) for unit, values in row.settlement.units.items()}
    money = {currency: _of(values, player) for currency, values in row.settlement.money.items()}
    return Sum(1, units, money)


def _of(values: tuple[int, ...], player: int) -> int:
    return values[player] if player < len(values) else 0
