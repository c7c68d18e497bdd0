"""What a stage is opened with, read and checked as a whole."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.crypto import salted_hmac

from zipai_ledger.ledger.posting import Rules
from zipai_ledger.rules import codec, registry
from zipai_ledger.rules.document import Stake
from zipai_ledger.rules.problems import Collector, Problem
from zipai_ledger.rules.ruleset import Carried, Ruleset, State, Table

CURRENCY = re.compile(r"[A-Z]{3}")
STAKE_MOST = 1_000_000


def veiled(name: str) -> str:
    """A name as a request remembers it: by it a repetition is recognised, and no list of names tells which it was."""
    return salted_hmac(__name__, name, algorithm="sha256").hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStage:
    """What a stage is asked to be.

    ``seats`` names who sits on each seat: the number of a player, or the name of one who joins now.
    """

    ruleset: str
    seats: Sequence[int | str]
    options: Mapping[str, Any] = field(default_factory=dict)
    first_dealer: int = 0
    first_sitting: int | None = None
    stake: Stake | None = None
    carried_in: Carried | None = None

    def request(self) -> dict[str, Any]:
        """Everything asked for, as JSON."""
        return {
            "ruleset": self.ruleset,
            "seats": [veiled(seat) if isinstance(seat, str) else seat for seat in self.seats],
            "options": dict(self.options),
            "first_dealer": self.first_dealer,
            "first_sitting": self.first_sitting,
            "stake": codec.write(self.stake),
            "carried_in": codec.write(self.carried_in),
        }


@dataclass(frozen=True, slots=True)
class Opened:
    """A stage that can be opened: the rules at its table, and the state before its first deal."""

    rules: Rules
    state: State

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        return self.rules.ruleset

    @property
    def table(self) -> Table:
        """The table."""
        return self.rules.table


def prepare(requested: NewStage, seats: tuple[int, ...], count: int) -> Opened:
    """The stage with ``seats`` filled by players out of ``count``.

    Raises `Refused` (``unknown_ruleset``, ``bad_option``, ``bad_deal``, ``bad_stage``, ``bad_stake``).
    """
    ruleset = registry.get(requested.ruleset)
    first = (requested.first_dealer, requested.first_sitting)
    found = Collector()
    table = None
    with found.keeping():
        _check_seats(seats, count)
    with found.keeping():
        check_stake(requested.stake)
    with found.keeping():
        table = ruleset.table(requested.options, seats, count, *first, requested.carried_in)
    found.finish()
    assert table is not None  # noqa: S101 - finish() raised otherwise
    return Opened(Rules(ruleset, table), ruleset.open(table))


def _check_seats(seats: tuple[int, ...], count: int) -> None:
    found = Collector()
    for seat, player in enumerate(seats):
        if not 0 <= player < count:
            found.add(Problem("bad_stage", f"seats.{seat}", "player", {"got": player, "count": count}))
    if len(set(seats)) < len(seats):
        found.add(Problem("bad_stage", "seats", "twice"))
    found.finish()


def check_stake(stake: Stake | None) -> None:
    """Raises `Refused` (``bad_stake``) for what is no currency, or too much of one for a unit."""
    if stake is None:
        return
    found = Collector()
    if not CURRENCY.fullmatch(stake.currency):
        found.add(Problem("bad_stake", "stake.currency", "currency", {"got": stake.currency[:40]}))
    if not 1 <= stake.minor_per_unit <= STAKE_MOST:
        params = {"got": stake.minor_per_unit, "least": 1, "greatest": STAKE_MOST}
        found.add(Problem("bad_stake", "stake.minor_per_unit", "range", params))
    found.finish()
