"""The body of an archive's event, kind by kind: what a verb can have written into it, and nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from zipai_ledger.ledger.trail.kinds import CARRYING, DOUBTING, NAMING, RECORDING, Kind
from zipai_ledger.rules import codec
from zipai_ledger.rules.codec import NULL, Count, Json, Seat, Sum
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.state import Carried


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body:
    """Of every kind: what was sent, which is checked with the event's columns, and words where there were any."""

    sent: Json
    reason: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _SessionOpened(_Body):
    name: str
    time_zone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _SessionRenamed(_Body):
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named(_Body):
    player: Seat
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standing(_Body):
    """Where the ledger stands after the event."""

    totals: tuple[tuple[Sum, ...], ...]
    tally: tuple[Sum, ...] | None = field(metadata=NULL)
    state: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class StageOpened(_Standing):
    """The event that opened a stage."""

    stage: Count
    ruleset: str
    version: Count
    unit: str
    options: Json
    seats: tuple[Seat, ...]
    players: Count
    first_dealer: Seat
    first_sitting: Seat | None = field(metadata=NULL)
    stake: Stake | None = field(metadata=NULL)
    carried_in: Carried | None = field(metadata=NULL)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Followed:
    deal: Count
    fact: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt(_Standing):
    """An event that changed deals."""

    deal: Count
    fact: Json | None = None
    kept: tuple[Count, ...] | None = None
    followed: tuple[_Followed, ...] | None = None
    outcomes: tuple[Json, ...]

    @property
    def facts(self) -> Iterator[Json]:
        """Everything that it says was entered."""
        if self.fact is not None:
            yield self.fact
        yield from (one.fact for one in self.followed or ())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded(Dealt):
    fact: Json
    stage: Count
    position: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Replaced(Dealt):
    fact: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class _Doubted(_Body):
    deal: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Paid(_Body):
    payer: Seat
    payee: Seat
    currency: str
    minor: Sum


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cancelled(_Body):
    payment: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Carried(_Body):
    currency: str
    minor: tuple[Sum, ...]
    from_: str | None = None
    into: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _StoodIn(_Body):
    player: Seat
    by: Seat | None = field(metadata=NULL)
    stage: Count
    after: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pledged(_Body):
    stage: Count
    seats: tuple[Seat, ...]
    pledges: tuple[Count, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Closed(_Body):
    despite: tuple[Count, ...] | None = None


BODIES: Mapping[Kind, type[_Body]] = {
    Kind.SESSION_OPENED: _SessionOpened,
    Kind.SESSION_RENAMED: _SessionRenamed,
    **dict.fromkeys(NAMING, _Named),
    Kind.STAGE_OPENED: StageOpened,
    **dict.fromkeys(RECORDING, _Recorded),
    Kind.DEAL_REPLACED: _Replaced,
    **dict.fromkeys((Kind.DEAL_VOIDED, Kind.DEAL_RESTORED, Kind.RESCORED), Dealt),
    **dict.fromkeys(DOUBTING, _Doubted),
    Kind.PAYMENT_MADE: _Paid,
    Kind.PAYMENT_CANCELLED: _Cancelled,
    **dict.fromkeys(CARRYING, _Carried),
    Kind.STAND_IN: _StoodIn,
    Kind.PLEDGED: _Pledged,
    Kind.CLOSED: _Closed,
    Kind.REOPENED: _Body,
}


def read(kind: Kind, body: Mapping[str, Any]) -> _Body:
    """The body of an event of this kind; raises `Refused` (``bad_json``) where no verb can have written it."""
    return codec.read(BODIES[kind], body)
