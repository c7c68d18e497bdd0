"""What the events of an archive may hold: pages show outcomes as they are stored, without asking the rules again.

Everything that a page, a file or a figure reads of an event's body has its type and its range checked here, once.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from django.utils import timezone

from zipai_ledger.ledger.record.stages import check_stake
from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.columns import body_followed
from zipai_ledger.ledger.trail.kinds import Kind
from zipai_ledger.ledger.trail.projection import Projection
from zipai_ledger.models import PLAYERS
from zipai_ledger.rules import codec, facts
from zipai_ledger.rules.codec import NULL, Count, Json, Seat
from zipai_ledger.rules.registry import all_rulesets
from zipai_ledger.rules.rowtable import RowTable
from zipai_ledger.rules.state import State
from zipai_ledger.rules.zipai.cards import CARDS

from . import archive_bodies

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
AHEAD = timedelta(days=1)
"""By how much the clock of the machine that wrote an archive may be before ours."""
LONGEST = 10_000
"""Characters of a text in an outcome."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Item:
    code: str
    params: Json
    units: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Flow:
    payer: Seat
    payee: Seat
    units: int
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Meld:
    kind: str
    cards: str
    hu: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Warning:
    code: str
    field: str
    why: str
    params: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class _Win:
    winner: Seat | None = field(metadata=NULL)
    source: str | None = field(metadata=NULL)
    from_: Seat | None = field(metadata=NULL)
    hu: int
    units: int | None = field(metadata=NULL)
    xing: int
    marks: tuple[str, ...]
    checked: Literal["cards", "groups", "hu"]
    hand: str
    readings: Count
    melds: tuple[_Meld, ...]
    items: tuple[_Item, ...]
    warnings: tuple[_Warning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcome:
    gains: tuple[int, ...] | None = None
    settling: Count | None = None
    deltas: tuple[int, ...]
    checked: Literal["cards", "groups", "hu", ""]
    items: tuple[_Item, ...]
    wins: tuple[_Win, ...]
    flows: tuple[_Flow, ...]
    tally: tuple[int, ...] | None = field(metadata=NULL)
    round_over: bool
    warnings: tuple[_Warning, ...]
    state_out: Json
    rules_version: Count


ONE_OR_MANY = ("hu", "units")
"""Of an outcome: null without a winner, a number, or a list of several."""


def check_time(text: str) -> None:
    """Raises ValueError where an event cannot have been written then, OverflowError where no calendar has it."""
    at = datetime.fromisoformat(text).astimezone(UTC)
    if at.isoformat(timespec="microseconds") != text or not EARLIEST <= at <= timezone.now() + AHEAD:
        raise ValueError(f"written at {text}")


def check_body(kind: Kind, body: Mapping[str, Any], players: int) -> None:
    """Raises ValueError (`Refused` among them), TypeError or LookupError; ``players`` are those known before the event.

    Nothing may be made of a body that was not checked: what it says is a number may be one that nobody can count to.
    """
    _check_plain(body)
    parsed = archive_bodies.read(kind, body)
    if isinstance(parsed, archive_bodies.StageOpened):
        _check_stage(parsed)
    if isinstance(parsed, archive_bodies.Dealt):
        for fact in parsed.facts:
            facts.from_json(fact)
        for outcome in parsed.outcomes:
            _check_outcome(outcome, players)


def _check_stage(stage: archive_bodies.StageOpened) -> None:
    if stage.players > PLAYERS:
        raise ValueError(f"a stage of {stage.players} players")
    _check_options(stage.ruleset, stage.options)
    if stage.stake is not None:
        check_stake(stage.stake)
    _check_state(stage.state)


def check_fit(projection: Projection, body: Mapping[str, Any]) -> None:
    """Raises as `check_body` where what an event said of deals does not fit the stage that each of them is in."""
    for key, fact in _facts(body):
        seats = canonical.parse(projection.stages[projection.deals[key].stage]["seats"])
        if not all(seat < len(seats) for _place, seat in codec.seats(facts.from_json(fact))):
            raise ValueError(f"deal {key}: a seat that its stage does not have")
    for outcome in body["outcomes"]:
        count = projection.stages[projection.deals[outcome["deal"]].stage]["player_count"]
        by_player = (outcome["deltas"], outcome.get("gains"), outcome["tally"])
        if not all(numbers is None or len(numbers) == count for numbers in by_player):
            raise ValueError(f"deal {outcome['deal']}: not a number for each of {count} players")
        if outcome["round_over"] and outcome["tally"] is None:
            raise ValueError(f"deal {outcome['deal']}: a round without a tally ended")


def _facts(body: Mapping[str, Any]) -> Iterator[tuple[int, Any]]:
    if "fact" in body:
        yield body["deal"], body["fact"]
    yield from body_followed(body).items()


def _check_options(ruleset: str, given: Json) -> None:
    """Raises `Refused` for a value that today's rules could not show, where there are any; older ones had fewer options."""
    known = all_rulesets().get(ruleset)
    for code, value in given.items():
        option = known.options.by_code.get(code) if known else None
        if isinstance(option, RowTable):
            option = option.by_itself
        if option and not option.parts and canonical.to_text(option.parse(value)) != canonical.to_text(value):
            raise ValueError(f"the option {code} is {value!r}")
        if option:
            option.parse(value)


def _check_outcome(body: Mapping[str, Any], players: int) -> None:
    for name in ONE_OR_MANY:
        _check_one_or_many(body[name])
    outcome = codec.read(_Outcome, {k: v for k, v in body.items() if k not in ("deal", *ONE_OR_MANY)})
    _check_state(outcome.state_out)
    for meld in (meld for win in outcome.wins for meld in win.melds):
        if not meld.cards or not set(meld.cards) <= set(CARDS):
            raise ValueError(f"a group of {meld.cards!r}")
    numbers = [
        *(player for win in outcome.wins for player in (win.winner, win.from_) if player is not None),
        *(player for flow in outcome.flows for player in (flow.payer, flow.payee)),
    ]
    if not all(number < players for number in numbers):
        raise ValueError(f"there are {players} players, the outcome names {sorted(set(numbers))}")


def _check_state(body: Json) -> None:
    codec.read(State, {name: value for name, value in body.items() if name != "v"})


def _check_one_or_many(value: Any) -> None:
    for each in value if isinstance(value, list) else [value]:
        if each is not None:
            codec.read_int(each)


def _check_plain(value: Any) -> None:
    """Whole numbers, texts that a database can hold, and lists and objects of them."""
    if isinstance(value, dict):
        _check_plain([*value.keys(), *value.values()])
    elif isinstance(value, list):
        for each in value:
            _check_plain(each)
    elif isinstance(value, str):
        if "\0" in value or len(value) > LONGEST:
            raise ValueError(f"a text of {len(value)} characters, or with NUL")
        value.encode()
    elif isinstance(value, float) or (isinstance(value, int) and abs(value) > codec.GREATEST_SUM):
        raise ValueError(f"a number {value!r}")
