"""Tables as a whole: one for its page, several for a device's list."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Protocol

from django.db.models import F, QuerySet
from django.utils import timezone

from zipai_ledger.database.prepared import prepared
from zipai_ledger.ledger.standing import Standing
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.models import Event, GameSession, Grant, Player, Stage
from zipai_ledger.rules import registry
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.totals import MoneyMove, Settlement

from .counts import DealCount, deal_counts
from .deals import LATEST, DealRow, deals_before
from .kept import kept
from .money import keeps_money, moves_in, moves_of, settlement_of, stage_seats, stage_stake
from .people import account_holders

MOST_EVENTS = 200
"""Events read at a time."""
LATELY = 100
"""Events among which the entries of phones are looked for: whoever still holds an older one sends it again."""
AN_EVENING = timedelta(hours=20)
"""So long after it was opened a table is of this evening."""


class PlayedGame(NamedTuple):
    """What a stage plays: the slug of its ruleset, and the stored options, which name the place whose game it is."""

    ruleset: str
    options: Mapping[str, Any]


class HasRuleset(Protocol):
    """A stage, or what it plays."""

    @property
    def ruleset(self) -> str:
        """The slug of its ruleset."""


def rulesets_of(played: Iterable[HasRuleset]) -> tuple[str, ...]:
    """The slugs of what was played, each once."""
    return tuple(dict.fromkeys(one.ruleset for one in played))


def games_of(stages: Iterable[Stage]) -> tuple[PlayedGame, ...]:
    """What each of these stages plays."""
    return tuple(PlayedGame(stage.ruleset, canonical.parse(stage.options)) for stage in stages)


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
        options = registry.played(stage.ruleset, stage.version, canonical.parse(stage.options))
        return cls(stage, options, stage_seats(stage), stage_stake(stage), totals)


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything the table's page shows; ``deals`` newest first, ``more`` when there are older ones.

    ``head`` is the newest event that changed the ledger.
    ``standing.state`` proposes the next dealer and sitting seat; ``settlement`` adds the stages up.
    """

    session: GameSession
    players: tuple[Player, ...]
    stages: tuple[StageView, ...]
    head: Event
    standing: Standing
    settlement: Settlement
    deals: tuple[DealRow, ...]
    more: bool

    @property
    def stage(self) -> StageView:
        """The stage that is played."""
        return self.stages[-1]

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The slugs of what was played, each once."""
        return rulesets_of(stage.stage for stage in self.stages)

    @property
    def holders(self) -> tuple[Player, ...]:
        """Whose numbers the table keeps; see `account_holders`."""
        kept = account_holders((stage.seats for stage in self.stages), self.settlement)
        return tuple(self.players[player] for player in kept)

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
class SessionRow:
    """A session in a device's list, with its running totals.

    ``games``: of each stage, the last is played now; ``sitting``: who plays it, by seat; ``holders``: whose numbers the table
    keeps; ``last_at``: when something last happened there.
    """

    grant: Grant
    session: GameSession
    players: tuple[Player, ...]
    games: tuple[PlayedGame, ...]
    standing: Standing
    settlement: Settlement
    deals: DealCount
    sitting: tuple[Player, ...]
    holders: tuple[Player, ...]
    last_at: datetime

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The slugs of what was played, each once."""
        return rulesets_of(self.games)

    @property
    def playing(self) -> PlayedGame:
        """What is played now."""
        return self.games[-1]


def names_of_this_evening(device_id: int) -> set[str]:
    """What the tables are called that a device may open and that were opened lately. One query."""
    lately = {"session__opened_at__gt": timezone.now() - AN_EVENING}
    held = Grant.objects.filter(device_id=device_id, revoked_at=None, **lately)
    return set(held.values_list("session__name", flat=True))


def stages_lately(device_id: int, most: int = 12) -> tuple[Stage, ...]:
    """What was played at the newest tables that a device may open, samples aside, the newest first. One query."""
    held = {"session__grants__device_id": device_id, "session__grants__revoked_at": None}
    found = Stage.objects.filter(**held, session__sample=False).select_related("session")
    return tuple(found.order_by("-session__opened_at", "-index")[:most])


def session_by_public_id(public_id: str) -> GameSession | None:
    """The session with this address, None where there is none."""
    return GameSession.objects.filter(public_id=public_id).first()


def table_view(session: GameSession, most: int = LATEST) -> TableView:
    """The table as it stands, with its latest deals. Four queries, six where it keeps money."""
    head, standing = _head_of(session)
    stages = stages_of(session)
    deals, more = deals_before(session, None, most)
    return TableView(
        session=session,
        players=players_of(session),
        stages=tuple(map(StageView.of, stages, standing.totals)),
        head=head,
        standing=standing,
        settlement=settlement_of(stages, standing.totals, moves_of(session) if keeps_money(stages) else ()),
        deals=deals,
        more=more,
    )


@kept
def _head_of(session: GameSession) -> tuple[Event, Standing]:
    """The last event of the ledger, and how the table stood after it."""
    (head,) = _event_at(session.pk, session.ledger_seq)
    return head, Standing.read(canonical.parse(head.body))


@kept
def players_of(session: GameSession) -> tuple[Player, ...]:
    """The players by number."""
    return tuple(_players_of(session.pk))


@kept
def stages_of(session: GameSession) -> tuple[Stage, ...]:
    """The stages in order."""
    return tuple(_stages_of(session.pk))


@prepared
def _event_at(session: int, seq: int) -> QuerySet[Event]:
    return Event.objects.filter(session=session, seq=seq)


@prepared
def _stages_of(session: int) -> QuerySet[Stage]:
    return Stage.objects.filter(session=session).order_by("index")


@prepared
def _players_of(session: int) -> QuerySet[Player]:
    return Player.objects.filter(session=session).order_by("index")


@kept
def last_stage(session: GameSession) -> Stage:
    """The stage that is played."""
    return _last_stage(session.pk)[0]


@prepared
def _last_stage(session: int) -> QuerySet[Stage]:
    return Stage.objects.filter(session=session).order_by("-index")[:1]


def latest_client_ids(session: GameSession, most: int = LATEST) -> tuple[str, ...]:
    """The client ids of the latest entries that had one, newest first; only of the last `LATELY` events."""
    return _ids_of(session)[:most]


@kept
def _ids_of(session: GameSession) -> tuple[str, ...]:
    found = _client_ids_of(session.pk, session.head_seq - LATELY)
    return tuple(client_id or "" for client_id in found)


@prepared
def _client_ids_of(session: int, seq: int) -> QuerySet[Event, str | None]:
    found = Event.objects.filter(session=session, seq__gt=seq, client_id__isnull=False).order_by("-seq")
    return found.values_list("client_id", flat=True)[:LATEST]


def is_stored(session: GameSession, client_id: str) -> bool:
    """Whether an entry with this id has come before."""
    return Event.objects.filter(session=session, client_id=client_id).exists()


def events_since(session: GameSession, seq: int, most: int = MOST_EVENTS) -> tuple[Event, ...]:
    """The events after ``seq``, oldest first; ``most``: `MOST_EVENTS` at most."""
    return tuple(_events_since(session.pk, seq)[:most])


@prepared
def _events_since(session: int, seq: int) -> QuerySet[Event]:
    return Event.objects.filter(session=session, seq__gt=seq).order_by("seq")[:MOST_EVENTS]


def sessions_of(device_id: int) -> tuple[SessionRow, ...]:
    """The tables a device may open, newest first, with running totals. Six queries, eight where money is kept."""
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
    deals = deal_counts(ids)
    newest = Event.objects.filter(session__in=ids, seq=F("session__head_seq"))
    last_at = {session: datetime.fromisoformat(at) for session, at in newest.values_list("session_id", "at")}
    moves = moves_in([session for session in ids if keeps_money(stages[session])])
    return tuple(
        _session_row(
            grant,
            players[grant.session_id],
            stages[grant.session_id],
            standings[grant.session_id],
            moves.get(grant.session_id, ()),
            deals[grant.session_id],
            last_at[grant.session_id],
        )
        for grant in grants
    )


def _session_row(
    grant: Grant,
    players: Sequence[Player],
    stages: Sequence[Stage],
    standing: Standing,
    moves: Sequence[MoneyMove],
    deals: DealCount,
    last_at: datetime,
) -> SessionRow:
    seats = [stage_seats(stage) for stage in stages]
    settlement = settlement_of(stages, standing.totals, moves)
    return SessionRow(
        grant=grant,
        session=grant.session,
        players=tuple(players),
        games=games_of(stages),
        standing=standing,
        settlement=settlement,
        deals=deals,
        sitting=tuple(players[seat] for seat in seats[-1]),
        holders=tuple(players[player] for player in account_holders(seats, settlement)),
        last_at=last_at,
    )


def latest_grant(device_id: int) -> Grant | None:
    """The grant of the newest table that a device may open and that is still played, with its session. One query."""
    playing = Grant.objects.filter(
        device_id=device_id, revoked_at=None, session__status=GameSession.Status.OPEN
    )
    return playing.select_related("session").order_by("-session__opened_at").first()


def _by_session(rows: Iterable[Any], ids: Iterable[int]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {session: [] for session in ids}
    for row in rows:
        found[row.session_id].append(row)
    return found
