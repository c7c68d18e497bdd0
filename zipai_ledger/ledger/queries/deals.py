"""Deals as they are shown, and what became of each."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from zipai_ledger.database.prepared import prepared
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import OutcomeBody
from zipai_ledger.ledger.trail.columns import body_followed
from zipai_ledger.ledger.trail.kinds import AMENDING, DOUBTING, NO_DEALS, RECORDING, UNDOUBTING, Kind
from zipai_ledger.models import COLUMNS, Deal, Event, GameSession, Posting, Stage

from .kept import kept
from .people import phones_of

LATEST = 20
"""Deals shown at a time."""
LAST = 1 << 30
"""Behind every position and every key."""
CHUNK = 500
"""Deals read at a time."""
CORRECTIONS = 100
"""The latest corrections, by which deals are marked as corrected."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal for showing: the row, and fact and outcome as JSON values (players by number, never by seat)."""

    deal: Deal
    fact: Mapping[str, Any]
    outcome: OutcomeBody

    @classmethod
    def of(cls, deal: Deal) -> "DealRow":
        """The row of a stored deal."""
        return cls(deal, canonical.parse(deal.fact), canonical.parse(deal.outcome))

    @property
    def counts(self) -> bool:
        """Whether it is a deal, as `counts.is_deal` has it, and was not taken back."""
        return self.deal.live and self.fact["result"] not in NO_DEALS

    @property
    def deltas(self) -> Sequence[int]:
        """Units by player that count: zeros where the deal is void."""
        deltas: Sequence[int] = self.outcome["deltas"]
        return deltas if self.deal.live else [0] * len(deltas)


@dataclass(frozen=True, slots=True)
class Change:
    """One event about a deal: what was done, by whom, why, and the fact and outcome it left."""

    event: Event
    body: Mapping[str, Any]
    fact: Mapping[str, Any] | None
    outcome: OutcomeBody | None


@dataclass(frozen=True, slots=True)
class Dispute:
    """有异议 that is open: which deal, since when (ISO time in UTC), by whom, and why if it was said."""

    key: int
    position: int
    at: str
    role: str
    grant: int | None
    note: str


def deals_before(
    session: GameSession, position: int | None, most: int = LATEST
) -> tuple[tuple[DealRow, ...], bool]:
    """The deals before a position (None: the latest), newest first, and whether there are older ones.

    ``most``: `LATEST` at most. One query.
    """
    found = _page_before(session, LAST if position is None else position)
    return found[:most], len(found) > most


@kept
def _page_before(session: GameSession, position: int) -> tuple[DealRow, ...]:
    """One more than are shown."""
    return tuple(map(DealRow.of, _deals_before(session.pk, position)))


@prepared
def _deals_before(session: int, position: int) -> QuerySet[Deal]:
    found = Deal.objects.filter(session=session, position__lt=position).select_related("stage")
    return found.order_by("-position")[: LATEST + 1]


def stage_at(session: GameSession, position: int) -> int:
    """The index of the stage in which the deal with this number was played."""
    return Deal.objects.values_list("stage__index", flat=True).get(session=session, position=position)


@kept
def deal_by_key(session: GameSession, key: int) -> DealRow | None:
    """One deal, None where there is none."""
    # An address may name a key that no database holds.
    found = _deal_by_key(session.pk, key) if key <= LAST else None
    return DealRow.of(found[0]) if found else None


@prepared
def _deal_by_key(session: int, key: int) -> QuerySet[Deal]:
    return Deal.objects.filter(session=session, key=key).select_related("stage")


def latest_facts(session: GameSession, most: int) -> tuple[Mapping[str, Any], ...]:
    """What was entered as the latest deals, newest first; ``most``: `LATEST` at most. One query."""
    return _facts_of(session)[:most]


@kept
def _facts_of(session: GameSession) -> tuple[Mapping[str, Any], ...]:
    return tuple(map(canonical.parse, _latest_facts(session.pk)))


@prepared
def _latest_facts(session: int) -> QuerySet[Deal, str]:
    found = Deal.objects.filter(session=session).order_by("-position")
    return found.values_list("fact", flat=True)[:LATEST]


def last_deal(stage: Stage) -> Deal:
    """The stage's last deal, whether it counts or not; raises `Deal.DoesNotExist` where it has none."""
    return Deal.objects.filter(session_id=stage.session_id, stage=stage).latest("position")


def positions_of(session: GameSession, keys: Iterable[int]) -> dict[int, int]:
    """Deal key → its number in the ledger."""
    found = Deal.objects.filter(session=session, key__in=list(keys))
    return dict(found.values_list("key", "position"))


def deals_by_key(session: GameSession, keys: Iterable[int]) -> dict[int, DealRow]:
    """Several deals by key."""
    found = Deal.objects.filter(session=session, key__in=list(keys)).select_related("stage")
    return {deal.key: DealRow.of(deal) for deal in found}


def deal_history(session: GameSession, key: int) -> tuple[Change, ...]:
    """Every event that changed a deal, oldest first: the ones about it, and those that moved its outcome."""
    touching = Posting.objects.filter(session=session, deal_key=key)
    events = Event.objects.filter(pk__in=touching.values("event")).order_by("seq")
    return tuple(_change(event, key) for event in events)


def total_changes(session: GameSession, seq: int) -> tuple[int, ...]:
    """What an event changed of everybody's total, by player. One query."""
    postings = Posting.objects.filter(session=session, event__seq=seq).values_list(*COLUMNS)
    return tuple(map(sum, zip(*postings, strict=True)))


def _change(event: Event, key: int) -> Change:
    body = canonical.parse(event.body)
    outcomes = {entry["deal"]: entry for entry in body["outcomes"]}
    fact = body.get("fact") if body["deal"] == key else body_followed(body).get(key)
    return Change(event, body, fact, outcomes.get(key))


def events_about(session: GameSession, key: int) -> QuerySet[Event]:
    """The events that changed a deal, or were about it."""
    return events_naming(session.pk, key, deal_naming(key))


def deal_naming(key: int) -> str:
    """How the body of an event names a deal that it is about."""
    return rf'"deal":{key}[,}}]'


def events_naming(session: int, key: int, naming: str) -> QuerySet[Event]:
    """`events_about` by the ``key`` of a deal and its ``naming``, for a prepared query."""
    trail = Event.objects.filter(session=session)
    changing = trail.filter(postings__deal_key=key).values("pk")
    doubting = trail.filter(kind__in=DOUBTING, body__regex=naming)
    return trail.filter(pk__in=changing) | doubting


def inserted_deals(session: GameSession) -> frozenset[int]:
    """Keys of the deals that were put in before others, 补记. One query."""
    found, least = set(), math.inf
    for key in _keys_from_the_last(session.pk):
        if key > least:
            found.add(key)
        least = min(least, key)
    return frozenset(found)


def inserted_among(session: GameSession, keys: Collection[int]) -> frozenset[int]:
    """Those of some deals that were put in before others, 补记. One query; it does not read the rest of a long evening."""
    later = Deal.objects.filter(session=session, position__gt=OuterRef("position"), key__lt=OuterRef("key"))
    found = Deal.objects.filter(Exists(later), session=session, key__in=list(keys))
    return frozenset(found.values_list("key", flat=True))


@prepared
def _keys_from_the_last(session: int) -> QuerySet[Deal, int]:
    return Deal.objects.filter(session=session).order_by("-position").values_list("key", flat=True)


def amendments(session: GameSession) -> QuerySet[Event]:
    """The events that let something stand otherwise than it did: corrections, other rules, names; not how it all began."""
    trail = Event.objects.filter(session=session)
    began = trail.filter(kind=Kind.STAGE_OPENED).order_by("seq").values("seq")[:1]
    inserted = Q(kind__in=RECORDING, seq__in=inserted_deals(session))
    return trail.filter(Q(kind__in=AMENDING) | inserted).exclude(seq__in=began)


def doubters_of(session: GameSession, key: int) -> frozenset[int | None]:
    """The grants that doubted a deal since it was last settled, None for one of another place. Two queries."""
    found: set[int | None] = set()
    kinds = {Kind.DEAL_DISPUTED, *UNDOUBTING}
    events = list(events_about(session, key).filter(kind__in=kinds).order_by("seq"))
    phones = phones_of(session, events)
    for event in events:
        if event.kind == Kind.DEAL_DISPUTED:
            found.add(phones[event.seq].grant if event.seq in phones else None)
        elif canonical.parse(event.body)["deal"] == key:
            found.clear()
    return frozenset(found)


def doubts_by(session: GameSession, grant: int) -> int:
    """How often a phone doubted a deal of this table."""
    return Event.objects.filter(session=session, kind=Kind.DEAL_DISPUTED, grant=grant).count()


def void_reasons(session: GameSession, keys: Collection[int] | None = None) -> dict[int, str]:
    """Why deals were voided, by key: the newest reason; of all of them, or of these. One query, none for no deals."""
    if keys is not None and not keys:
        return {}
    events = Event.objects.filter(session=session, kind=Kind.DEAL_VOIDED)
    if keys is not None:
        events = events.filter(postings__deal_key__in=keys).distinct()
    bodies = [canonical.parse(body) for body in events.order_by("seq").values_list("body", flat=True)]
    return {body["deal"]: body.get("reason", "") for body in bodies}


def corrected_deals(session: GameSession, most: int = CORRECTIONS) -> frozenset[int]:
    """Keys of the deals that were entered anew, as the latest corrections tell. One query."""
    return frozenset(_corrected_in(session)[:most])


@kept
def _corrected_in(session: GameSession) -> tuple[int, ...]:
    return tuple(canonical.parse(body)["deal"] for body in _corrections_of(session.pk))


@prepared
def _corrections_of(session: int) -> QuerySet[Event, str]:
    found = Event.objects.filter(session=session, kind=Kind.DEAL_REPLACED).order_by("-seq")
    return found.values_list("body", flat=True)[:CORRECTIONS]


@kept
def disputes_of(session: GameSession) -> tuple[Dispute, ...]:
    """The open disputes by deal. One query, two where there are any."""
    positions = dict(_disputed_in(session.pk))
    if not positions:
        return ()
    raised = {}
    for event in Event.objects.filter(session=session, kind=Kind.DEAL_DISPUTED).order_by("seq"):
        body = canonical.parse(event.body)
        raised[body["deal"]] = (event, body)
    return tuple(
        Dispute(key, position, event.at, event.role, event.grant, body.get("note", ""))
        for key, position in positions.items()
        for event, body in [raised[key]]
    )


@prepared
def _disputed_in(session: int) -> QuerySet[Deal, tuple[int, int]]:
    """Key and position; an index holds only these."""
    found = Deal.objects.filter(session=session, disputed=True).order_by("position")
    return found.values_list("key", "position")


def every_deal(session: GameSession) -> Iterator[DealRow]:
    """All deals in order, a chunk read at a time, each with its stage."""
    stages: Mapping[int, Stage] = {}
    found = Deal.objects.filter(session=session).order_by("position")
    position = 0
    while chunk := list(found.filter(position__gt=position)[:CHUNK]):
        if any(deal.stage_id not in stages for deal in chunk):
            stages = Stage.objects.filter(session=session).in_bulk()
        for deal in chunk:
            deal.stage = stages[deal.stage_id]
            yield DealRow.of(deal)
        position = chunk[-1].position
