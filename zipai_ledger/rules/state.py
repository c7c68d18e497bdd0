"""A stage's table, and what the rules remember from one deal to the next."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import ClassVar

from .options import Options
from .problems import Collector, Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A round carried in from another evening: 胡 by player, and wins so far where the ruleset counts them."""

    tally: tuple[int, ...]
    wins: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One stage as the rules see it: resolved options, and which player sits on which seat.

    ``players[seat]`` is a player number below ``count``, the number of players the session had when the stage opened;
    results over players have ``count`` entries. Seats run counter-clockwise.
    """

    options: Options
    players: tuple[int, ...]
    count: int
    first_dealer: int = 0
    first_sitting: int | None = None
    carried_in: Carried | None = None

    @property
    def seats(self) -> int:
        return len(self.players)

    def after(self, seat: int, steps: int = 1) -> int:
        """The seat ``steps`` further counter-clockwise (下手 for one)."""
        return (seat + steps) % self.seats

    def by_player(self, by_seat: Iterable[int]) -> tuple[int, ...]:
        """Values of seats as values of all players, 0 for who does not sit here."""
        spread = [0] * self.count
        for player, value in zip(self.players, by_seat, strict=True):
            spread[player] = value
        return tuple(spread)


LISTS = {"tally", "wins", "level", "total", "pledges", "dealt"}
"""Fields of a state that JSON has as lists."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What the rules remember from one deal to the next; seats, never players.

    ``dealer`` and ``sitting`` are those of the coming deal, ``min_hu`` is its minimum where each deal names one, in 胡.
    ``tally``: the running 胡 of an open round, ``wins``: wins so far in it, both by seat. ``level``: 打几 (da ji), the
    level of seats 0 and 2, then that of 1 and 3, counted from 0. ``streak``: 连庄 (lianzhuang), deals that the dealer
    has dealt in a row with the coming one, from 1. ``played``: deals of an evening that is to have so many, ``total``: units
    of the stage by seat, where closing it looks at them, ``closed``: nothing may follow. ``dead``: deals that nobody won since
    the last win, where they count; ``pledges``: those of an open round, by seat. ``dealt``: who dealt last and how many in
    a row, where another is to deal and the bonus of 连庄 would need it. None where there is no such thing.
    """

    FORMAT: ClassVar[int] = 1
    dealer: int
    sitting: int | None = None
    tally: tuple[int, ...] | None = None
    wins: tuple[int, ...] | None = None
    level: tuple[int, ...] | None = None
    min_hu: int | None = None
    streak: int | None = None
    played: int | None = None
    total: tuple[int, ...] | None = None
    closed: bool | None = None
    dead: int | None = None
    pledges: tuple[int, ...] | None = None
    dealt: tuple[int, int] | None = None

    @property
    def in_round(self) -> bool:
        """Whether a round is open: somebody has 胡, or a win, that is not settled yet."""
        return any((*(self.tally or ()), *(self.wins or ())))

    def carried(self, table: Table) -> Carried:
        """The open round as another evening takes it over."""
        wins = None if self.wins is None else table.by_player(self.wins)
        return Carried(tally=table.by_player(self.tally or ()), wins=wins)

    def to_text(self) -> str:
        """Canonical JSON: the same state always has the same bytes."""
        known = {spec.name: getattr(self, spec.name) for spec in fields(self)}
        stored = {name: value for name, value in known.items() if value is not None}
        return json.dumps({"v": self.FORMAT, **stored}, separators=(",", ":"))

    @classmethod
    def from_text(cls, text: str) -> "State":
        """The state that `to_text` wrote."""
        stored = json.loads(text)
        del stored["v"]
        for name in LISTS & stored.keys():
            stored[name] = tuple(stored[name])
        return cls(**stored)


def check_table(table: Table, expected: int, *, sits_out: bool, tallies: bool) -> None:
    """The players fit the rules' seats, and who starts is among them; raises `Refused` (``bad_deal``) with all."""
    found = Collector()
    if table.seats != expected:
        found.add(Problem("bad_deal", "players", "players", {"seats": expected, "players": table.seats}))
    for field, seat in (("first_dealer", table.first_dealer), ("first_sitting", table.first_sitting)):
        if seat is not None and not 0 <= seat < table.seats:
            found.add(Problem("bad_deal", field, "seat", {"seat": seat, "seats": table.seats}))
    if table.first_sitting is not None and not sits_out:
        found.add(Problem("bad_deal", "first_sitting", "nobody_sits"))
    elif table.first_sitting == table.first_dealer:
        found.add(Problem("bad_deal", "first_sitting", "dealer_sits"))
    if table.carried_in is not None and not tallies:
        found.add(Problem("bad_deal", "carried_in", "no_tally"))
    found.finish()
