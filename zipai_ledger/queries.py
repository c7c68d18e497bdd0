"""The reads. How many queries each takes does not depend on how many deals there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from zipai_ledger.models import Deal, Event, GameSession, Grant, Player, Posting, Stage
from zipai_ledger.rules.codec import Count
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.totals import Settlement, StageTotal, settle
from zipai_ledger.standing import Standing
from zipai_ledger.trail import canonical
from zipai_ledger.trail.projection import body_followed

LATEST = 20
"""Deals shown at a time."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal for showing: the row, and fact and outcome as JSON values (players by number, never by seat)."""

    deal: Deal
    fact: Mapping[str, Any]
    outcome: Mapping[str, Any]

    @classmethod
    def of(cls, deal: Deal) -> "DealRow":
        """The row of a stored deal."""
        return cls(deal, canonical.parse(deal.fact), canonical.parse(deal.outcome))

    @property
    def deltas(self) -> Sequence[int]:
        """Units by player that count: zeros where the deal is void."""
        deltas: Sequence[int] = self.outcome["deltas"]
        return deltas if self.deal.live else [0] * len(deltas)


@dataclass(frozen=True, slots=True)
class StageView:
    """A stage for showing: the row, and what is JSON in it."""

    stage: Stage
    options: Mapping[str, Any]
    seats: tuple[int, ...]
    stake: Stake | None
    totals: tuple[int, ...]

    @classmethod
    def of(cls, stage: Stage, totals: tuple[int, ...]) -> "StageView":
        """The view of a stored stage."""
        stake = stage_stake(stage)
        return cls(stage, canonical.parse(stage.options), stage_seats(stage), stake, totals)


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the table's page shows; ``deals`` newest first, ``more`` when there are older ones.

    ``standing.state`` proposes the next dealer and sitting seat; ``settlement`` adds the stages up.
    """

    session: GameSession
    players: tuple[Player, ...]
    stages: tuple[StageView, ...]
    standing: Standing
    settlement: Settlement
    deals: tuple[DealRow, ...]
    more: bool

    @property
    def stage(self) -> StageView:
        """The stage that is played."""
        return self.stages[-1]

    @property
    def next_dealer(self) -> int:
        """The player who deals next, if the rule is followed."""
        return self.stage.seats[self.standing.state.dealer]

    @property
    def next_sitting(self) -> int | None:
        """The player who sits out then, None where everybody plays."""
        sitting = self.standing.state.sitting
        return None if sitting is None else self.stage.seats[sitting]


@dataclass(frozen=True, slots=True)
class Change:
    """One event about a deal: what was done, by whom, why, and the fact and outcome it left."""

    event: Event
    body: Mapping[str, Any]
    fact: Mapping[str, Any] | None
    outcome: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session in a device's list, with its running totals.

    ``rulesets`` in the order they were first played, ``playing`` the one that is played now.
    """

    grant: Grant
    session: GameSession
    players: tuple[Player, ...]
    rulesets: tuple[str, ...]
    playing: str
    standing: Standing
    settlement: Settlement


def session_by_public_id(public_id: str) -> GameSession | None:
    """The session with this address, None where there is none."""
    return GameSession.objects.filter(public_id=public_id).first()


def stage_seats(stage: Stage) -> tuple[int, ...]:
    """Players by seat."""
    return tuple(canonical.parse(stage.seats))


def stage_stake(stage: Stage) -> Stake | None:
    """What a unit is worth, None where only points are kept."""
    if stage.minor_per_unit is None:
        return None
    return Stake(currency=stage.currency, minor_per_unit=Count(stage.minor_per_unit))


def settlement_of(stages: Iterable[Stage], totals: Iterable[tuple[int, ...]]) -> Settlement:
    """Units, money and the fewest transfers over all stages."""
    pairs = zip(stages, totals, strict=True)
    return settle([StageTotal(stage.unit, row, stage_stake(stage)) for stage, row in pairs])


def table_view(session: GameSession, most: int = LATEST) -> TableView:
    """The table as it stands, with its latest deals. Four queries."""
    standing = Standing.of(session)
    stages = tuple(Stage.objects.filter(session=session).order_by("index"))
    deals, more = deals_before(session, None, most)
    return TableView(
        session=session,
        players=players_of(session),
        stages=tuple(map(StageView.of, stages, standing.totals)),
        standing=standing,
        settlement=settlement_of(stages, standing.totals),
        deals=deals,
        more=more,
    )


def players_of(session: GameSession) -> tuple[Player, ...]:
    """The players by number."""
    return tuple(Player.objects.filter(session=session).order_by("index"))


def deals_before(
    session: GameSession, position: int | None, most: int = LATEST
) -> tuple[tuple[DealRow, ...], bool]:
    """The deals before a position (None: the latest), newest first, and whether there are older ones."""
    deals = Deal.objects.filter(session=session).select_related("stage").order_by("-position")
    if position is not None:
        deals = deals.filter(position__lt=position)
    found = list(deals[: most + 1])
    return tuple(map(DealRow.of, found[:most])), len(found) > most


def deal_by_key(session: GameSession, key: int) -> DealRow | None:
    """One deal, None where there is none."""
    deal = Deal.objects.filter(session=session, key=key).select_related("stage").first()
    return DealRow.of(deal) if deal else None


def last_deal(stage: Stage) -> Deal:
    """The stage's last deal, whether it counts or not; raises `Deal.DoesNotExist` where it has none."""
    return Deal.objects.filter(session_id=stage.session_id, stage=stage).latest("position")


def last_stage(session: GameSession) -> Stage:
    """The stage that is played."""
    return Stage.objects.filter(session=session).order_by("-index")[0]


def positions_of(session: GameSession, keys: Iterable[int]) -> dict[int, int]:
    """Deal key → its number in the ledger."""
    found = Deal.objects.filter(session=session, key__in=list(keys))
    return dict(found.values_list("key", "position"))


def deals_by_key(session: GameSession, keys: Iterable[int]) -> dict[int, DealRow]:
    """Several deals by key."""
    found = Deal.objects.filter(session=session, key__in=list(keys)).select_related("stage")
    return {deal.key: DealRow.of(deal) for deal in found}


def latest_client_ids(session: GameSession, most: int = LATEST) -> tuple[str, ...]:
    """The client ids of the latest entries that had one, newest first."""
    found = Event.objects.filter(session=session, client_id__isnull=False).order_by("-seq")
    return tuple(client_id or "" for client_id in found.values_list("client_id", flat=True)[:most])


def deal_history(session: GameSession, key: int) -> tuple[Change, ...]:
    """Every event that changed a deal, oldest first: the ones about it, and those that moved its outcome."""
    touching = Posting.objects.filter(session=session, deal_key=key)
    events = Event.objects.filter(pk__in=touching.values("event")).order_by("seq")
    return tuple(_change(event, key) for event in events)


def _change(event: Event, key: int) -> Change:
    body = canonical.parse(event.body)
    outcomes = {entry["deal"]: entry for entry in body["outcomes"]}
    fact = body.get("fact") if body["deal"] == key else body_followed(body).get(key)
    return Change(event, body, fact, outcomes.get(key))


def events_since(session: GameSession, seq: int, most: int = 200) -> tuple[Event, ...]:
    """The events after ``seq``, oldest first."""
    return tuple(Event.objects.filter(session=session, seq__gt=seq).order_by("seq")[:most])


def sessions_of(device_id: int) -> tuple[SessionRow, ...]:
    """The tables a device may open, newest first, with running totals. Four queries."""
    grants = list(
        Grant.objects.filter(device_id=device_id, revoked_at=None)
        .select_related("session")
        .order_by("-session__opened_at")
    )
    ids = [grant.session_id for grant in grants]
    heads = Event.objects.filter(session__in=ids, seq=F("session__ledger_seq"))
    standings = {head.session_id: Standing.read(canonical.parse(head.body)) for head in heads}
    players = _by_session(Player.objects.filter(session__in=ids).order_by("index"), ids)
    stages = _by_session(Stage.objects.filter(session__in=ids).order_by("index"), ids)
    return tuple(
        SessionRow(
            grant=grant,
            session=grant.session,
            players=tuple(players[grant.session_id]),
            rulesets=tuple(dict.fromkeys(stage.ruleset for stage in stages[grant.session_id])),
            playing=stages[grant.session_id][-1].ruleset,
            standing=standings[grant.session_id],
            settlement=settlement_of(stages[grant.session_id], standings[grant.session_id].totals),
        )
        for grant in grants
    )


def _by_session(rows: Iterable[Any], ids: Iterable[int]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {session: [] for session in ids}
    for row in rows:
        found[row.session_id].append(row)
    return found
