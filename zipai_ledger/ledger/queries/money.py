"""Money around the deals: what was paid, what was carried from evening to evening, what is still owed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from zipai_ledger.database.prepared import prepared
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.models import Carried, GameSession, Payment, Stage
from zipai_ledger.rules.codec import Count
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.totals import MoneyMove, Settlement, StageTotal, Way, fewest, paid, settle

from .kept import kept

Moves = Mapping[int, tuple[MoneyMove, ...]]
"""Session → what was paid and carried there."""


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """A payment: ``seq`` of its event names it, ``at`` is an ISO time in UTC, ``minor`` the amount.

    ``cancelled_by``: seq of the event that took it back, None where it counts.
    """

    seq: int
    at: str
    role: str
    grant: int | None
    payer: int
    payee: int
    currency: str
    minor: int
    cancelled_by: int | None

    @property
    def cancelled(self) -> bool:
        """Whether it was taken back."""
        return self.cancelled_by is not None


@dataclass(frozen=True, slots=True)
class CarriedRow:
    """What was carried in from an earlier evening, or out into a later one; ``minor`` is added to what is owed."""

    seq: int
    at: str
    currency: str
    minor: tuple[int, ...]
    into: bool


def stage_seats(stage: Stage) -> tuple[int, ...]:
    """Players by seat."""
    return tuple(canonical.parse(stage.seats))


def stage_stake(stage: Stage) -> Stake | None:
    """What a unit is worth, None where only points are kept."""
    if stage.minor_per_unit is None:
        return None
    return Stake(currency=stage.currency, minor_per_unit=Count(stage.minor_per_unit))


@kept
def moves_of(session: GameSession) -> tuple[MoneyMove, ...]:
    """What was paid and carried at one table. Two queries."""
    return (*map(_paid, _payments_at(session.pk)), *map(_carried, _carried_at(session.pk)))


@prepared
def _payments_at(session: int) -> QuerySet[Payment]:
    return Payment.objects.filter(session=session)


@prepared
def _carried_at(session: int) -> QuerySet[Carried]:
    return Carried.objects.filter(session=session)


def _paid(payment: Payment) -> MoneyMove:
    sign = 1 if payment.cancels_id is None else -1
    return paid(payment.payer, payment.payee, payment.currency, sign * payment.minor)


def _carried(carried: Carried) -> MoneyMove:
    return MoneyMove(carried.currency, _without_end(carried.values))


def moves_in(ids: Iterable[int]) -> Moves:
    """What was paid and carried at several tables. Two queries, whatever their number, none where there are none."""
    found: dict[int, list[MoneyMove]] = {session: [] for session in ids}
    if not found:
        return {}
    for payment in Payment.objects.filter(session__in=list(found)):
        found[payment.session_id].append(_paid(payment))
    for carried in Carried.objects.filter(session__in=list(found)):
        found[carried.session_id].append(_carried(carried))
    return {session: tuple(moves) for session, moves in found.items()}


def _without_end(values: tuple[int, ...]) -> tuple[int, ...]:
    """The values up to the last one that is not zero: a row has columns for more players than there are."""
    count = max((place for place, value in enumerate(values, 1) if value), default=0)
    return values[:count]


def keeps_money(stages: Iterable[Stage]) -> bool:
    """Whether anything can be owed or paid: a stage has a stake."""
    return any(stage.currency for stage in stages)


def settlement_of(
    stages: Iterable[Stage],
    totals: Iterable[tuple[int, ...]],
    moves: Iterable[MoneyMove] = (),
    way: Way = fewest,
) -> Settlement:
    """Units and money over all stages, what is still owed after ``moves``, and who pays whom in which ``way``."""
    pairs = zip(stages, totals, strict=True)
    return settle([StageTotal(stage.unit, row, stage_stake(stage)) for stage, row in pairs], moves, way)


@kept
def payments_of(session: GameSession) -> tuple[PaymentRow, ...]:
    """The payments as they were made, oldest first, those taken back marked. One query."""
    found = _payments_with_events(session.pk)
    cancelled = {row.cancels_id: row.event.seq for row in found}
    return tuple(
        PaymentRow(
            row.event.seq,
            row.event.at,
            row.event.role,
            row.event.grant,
            row.payer,
            row.payee,
            row.currency,
            row.minor,
            cancelled.get(row.pk),
        )
        for row in found
        if row.cancels_id is None
    )


@prepared
def _payments_with_events(session: int) -> QuerySet[Payment]:
    return Payment.objects.filter(session=session).select_related("event").order_by("event__seq")


@kept
def carried_of(session: GameSession) -> tuple[CarriedRow, ...]:
    """What was carried in and out, oldest first. One query."""
    return tuple(
        CarriedRow(
            row.event.seq, row.event.at, row.currency, row.values, into=row.event.kind == Kind.CARRIED_IN
        )
        for row in _carried_of(session.pk)
    )


@prepared
def _carried_of(session: int) -> QuerySet[Carried]:
    return Carried.objects.filter(session=session).select_related("event").order_by("event__seq")


def carried_ends(session: GameSession, device_id: int) -> dict[int, GameSession]:
    """Event here → the table at the other end of what was carried, of those a device may look at. Two queries."""
    mine = Carried.objects.filter(session=session).select_related("event")
    known = (
        Carried.objects.filter(session__grants__device=device_id, session__grants__revoked_at=None)
        .exclude(session=session)
        .select_related("event", "session")
    )
    arrived = {canonical.parse(row.event.body).get("from", ""): row.session for row in known}
    left = {row.event.hash: row.session for row in known}
    found: dict[int, GameSession] = {}
    for row in mine:
        came = row.event.kind == Kind.CARRIED_IN
        other = left.get(canonical.parse(row.event.body)["from"]) if came else arrived.get(row.event.hash)
        if other:
            found[row.event.seq] = other
    return found
