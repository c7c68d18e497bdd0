"""What the trail stores as JSON, as it is read again: outcomes of deals, and what events say of them."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

from zipai_ledger.rules.problems import Param


class ItemBody(TypedDict):
    """An `Item` as it is stored."""

    code: str
    params: Mapping[str, Param]
    units: int


class ProblemBody(TypedDict):
    """A `Problem` as it is stored."""

    code: str
    field: str
    why: str
    params: Mapping[str, Param]


class FlowBody(TypedDict):
    """A `Flow` as it is stored."""

    payer: int
    payee: int
    units: int
    code: str


class MeldBody(TypedDict):
    """A `MeldRead` as it is stored."""

    kind: str
    cards: str
    hu: int


class WinBody(TypedDict("_WinBody", {"from": int | None})):
    """胡: a `Scored` as it is stored, players by number; ``hand`` in notation."""

    winner: int
    source: str | None
    hu: int
    units: int | None
    xing: int | None
    marks: list[str]
    checked: str
    hand: str
    readings: int
    melds: list[MeldBody]
    items: list[ItemBody]
    warnings: list[ProblemBody]


class NumbersBody(TypedDict):
    """``deltas`` by player, and ``gains`` towards a round where there are some."""

    deltas: list[int]
    gains: NotRequired[list[int]]


class OutcomeBody(NumbersBody):
    """An `Outcome` as it is stored; ``settling``: as many of its last items settle a round."""

    settling: NotRequired[int]
    hu: int | list[int] | None
    units: int | list[int] | None
    checked: str
    items: list[ItemBody]
    wins: list[WinBody]
    flows: list[FlowBody]
    tally: list[int] | None
    round_over: bool
    warnings: list[ProblemBody]
    state_out: Mapping[str, Any]
    rules_version: int


class DealOutcome(OutcomeBody):
    """An outcome that an event changed, and the key of its deal."""

    deal: int


class DealFact(TypedDict):
    """A fact that an event changed, and the key of its deal."""

    deal: int
    fact: Mapping[str, Any]


class CarriedBody(TypedDict):
    """A `Carried` as it is stored: 胡, and wins where they are counted, by player."""

    tally: list[int]
    wins: NotRequired[list[int]]


class EventBody(TypedDict, total=False):
    """Everything that the body of some kind of event says; see `Kind` for what each does.

    ``deal`` and ``after`` are keys of deals, ``player``, ``by``, ``payer`` and ``payee`` numbers of players, ``payment`` the
    event of one, ``pledges`` those of the players on ``seats``; ``minor`` is an amount, of what was carried one for each player.
    """

    deal: int
    fact: Mapping[str, Any]
    outcomes: list[DealOutcome]
    followed: list[DealFact]
    kept: list[int]
    despite: list[int]
    reason: str
    note: str
    totals: list[list[int]]
    tally: list[int] | None
    ruleset: str
    options: Mapping[str, Any]
    carried_in: CarriedBody | None
    player: int
    by: int | None
    after: int
    seats: list[int]
    pledges: list[int]
    payment: int
    payer: int
    payee: int
    currency: str
    minor: Any
