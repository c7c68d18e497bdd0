"""The session document (format version 1): reading it strictly, writing it in one way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from . import codec, facts
from .codec import Count, Json, JsonValue, Seat
from .problems import Collector, Problem, Refused
from .ruleset import Carried

FORMAT = "zipai-ledger/session"
VERSION = 1
PLAYERS = (2, 8)
DEALS = 20_000
STAGES = 500
"""Of an evening; each of them is more work to whoever opens one more."""
STAGE_KEYS = ("ruleset", "options", "stake", "first_dealer", "first_sitting", "carried_in", "deals")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """彩头 (caitou), a stake: whole minor units of a currency for one unit of the ruleset."""

    currency: str
    minor_per_unit: Count


@dataclass(frozen=True, slots=True, kw_only=True)
class StageDocument:
    """One stage: ``seats`` are player numbers by seat (all players in order where left out), deals still as JSON."""

    ruleset: str
    options: Json | None = None
    stake: Stake | None = None
    seats: tuple[Seat, ...] | None = None
    first_dealer: Seat | None = None
    first_sitting: Seat | None = None
    carried_in: Carried | None = None
    deals: tuple[Json, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionDocument:
    """A whole session: its players in order and its stages; ``single`` where it was written with one stage inline."""

    name: str
    players: tuple[str, ...]
    stages: tuple[StageDocument, ...]
    single: bool


def _wrong_format(field: str, expected: object, got: object) -> Problem:
    return Problem("bad_json", field, "format", {"expected": str(expected), "got": repr(got)[:40]})


def _check_head(given: Json) -> None:
    found = Collector()
    for field, expected in (("format", FORMAT), ("version", VERSION)):
        if given.get(field) != expected or isinstance(given.get(field), bool):
            found.add(_wrong_format(field, expected, given.get(field)))
    found.finish()


def _players(value: object) -> tuple[str, ...]:
    players = codec.read_many(codec.read_str)(value)
    if not PLAYERS[0] <= len(players) <= PLAYERS[1]:
        raise Refused(Problem("bad_json", "", "players", {"least": 2, "most": 8, "got": len(players)}))
    return players


def _stages(value: object) -> tuple[Json, ...]:
    stages = codec.read_many(codec.read_object)(value)
    if len(stages) > STAGES:
        raise Refused(Problem("bad_json", "", "stages", {"most": STAGES, "got": len(stages)}))
    return stages


def _check_stage(stage: StageDocument, count: int) -> None:
    found = Collector()
    seats = stage.seats or ()
    for place, player in enumerate(seats):
        if player >= count:
            found.add(Problem("bad_deal", f"seats.{place}", "seat", {"seat": player, "seats": count}))
    if len(set(seats)) != len(seats):
        found.add(Problem("bad_deal", "seats", "seated_twice"))
    if len(stage.deals) > DEALS:
        found.add(Problem("bad_json", "deals", "deals", {"most": DEALS, "got": len(stage.deals)}))
    if stage.stake and not stage.stake.currency.strip():
        found.add(Problem("bad_json", "stake.currency", "missing"))
    found.finish()


def _stage(value: object, count: int) -> StageDocument:
    stage = codec.read(StageDocument, value)
    _check_stage(stage, count)
    return stage


def parse(given: object) -> SessionDocument:
    """The document that a JSON value is; raises `Refused` with every problem found. Deals are checked later.

    Keys that a writer may add for people (``ledger``) are passed over.
    """
    if not isinstance(given, Mapping):
        raise Refused(Problem("bad_json", "", "object", {"got": repr(given)[:40]}))
    _check_head(given)
    found = Collector()
    known = {"format", "version", "name", "players", "ledger", "lang", "id"}
    single = "stages" not in given
    players = found.attempt(lambda: _players(given.get("players")), "players")
    name = found.attempt(lambda: codec.read_str(given.get("name", "")), "name")
    count = len(players) if players else PLAYERS[1]
    if single:
        inline = {key: value for key, value in given.items() if key not in known}
        stages: Sequence[StageDocument | None] = [found.attempt(lambda: _stage(inline, count))]
    else:
        listed = found.attempt(lambda: _stages(given["stages"]), "stages") or ()
        stages = [
            found.attempt(partial(_stage, each, count), f"stages.{at}") for at, each in enumerate(listed)
        ]
        found.extend(
            Problem("bad_json", key, "unknown_key", {"key": key, "known": "stages"})
            for key in given
            if key in STAGE_KEYS
        )
        if given["stages"] == []:
            found.add(Problem("bad_json", "stages", "missing"))
    found.finish()
    whole = tuple(stage for stage in stages if stage is not None)
    return SessionDocument(name=name or "", players=players or (), stages=whole, single=single)


def seats_of(stage: StageDocument, count: int) -> tuple[int, ...]:
    """Player numbers by seat: those given, else everybody in order."""
    return stage.seats if stage.seats is not None else tuple(range(count))


def deal_of(deal: Json) -> facts.Deal:
    """The fact of one deal of the document; raises `Refused` (``bad_deal``)."""
    return facts.from_json(deal)


def write(document: SessionDocument) -> dict[str, JsonValue]:
    """The document as JSON, keys in the order of the interface."""
    head: dict[str, JsonValue] = {"format": FORMAT, "version": VERSION, "name": document.name}
    players = list(document.players)
    if not document.single:
        return {**head, "players": players, "stages": [_stage_json(stage) for stage in document.stages]}
    written = _stage_json(replace(document.stages[0], seats=None))
    before = {key: written.pop(key) for key in ("ruleset", "options", "stake")}
    return {**head, **before, "players": players, **written}


def _stage_json(stage: StageDocument) -> dict[str, JsonValue]:
    written = codec.write_fact(stage)
    plain = {key: written.get(key) for key in ("ruleset", "options", "stake")}
    if stage.seats is not None:
        plain["seats"] = list(stage.seats)
    plain |= {"first_dealer": stage.first_dealer or 0, "first_sitting": stage.first_sitting}
    if stage.carried_in is not None:
        plain["carried_in"] = written["carried_in"]
    return {**plain, "options": plain["options"] or {}, "deals": [dict(deal) for deal in stage.deals]}
