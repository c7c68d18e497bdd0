"""An evening on paper: a second calculation of what everybody wins, written from docs/rules/index.md with plain numbers.

Nothing here asks the program: each game is worked out anew (桂林, 坨子, 花式, 剥皮), by seat.
"""

import copy
from dataclasses import dataclass, field
from typing import Any

TARGET, STEP, REWARD = 100, 50, 10
"""剥皮: where a round ends, and what 数算 is rewarded for each step beyond."""


@dataclass
class Line:
    """A deal as the scorekeeper wrote it down, with who dealt and who was 数算 then."""

    fact: dict[str, Any]
    dealer: int
    sitting: int | None
    live: bool = True


@dataclass
class Standing:
    """Who deals next and who sits, and the 胡 of the open round by seat."""

    dealer: int
    sitting: int | None
    tally: list[int]


@dataclass
class Sheet:
    """One stage: who sits where (players by seat), what a unit is worth, the deals."""

    game: str
    seats: list[int]
    worth: int
    dealer: int = 0
    lines: list[Line] = field(default_factory=list)

    @property
    def sitting(self) -> int | None:
        """数算 first: the seat before the dealer."""
        return (self.dealer - 1) % 4 if self.game in ("huashi", "bopi") else None

    def add(self, fact: dict[str, Any], at: int | None = None) -> Line:
        """Write a deal down, at the end or before line ``at``; dealer and 数算 as they then are."""
        at = len(self.lines) if at is None else at
        _won, now = self.fold(at)
        line = Line(fact, now.dealer, now.sitting)
        self.lines.insert(at, line)
        return line

    def fold(self, until: int | None = None) -> tuple[dict[int, int], Standing]:
        """Units by player and how things stand after the first ``until`` lines."""
        now = Standing(self.dealer, self.sitting, [0] * len(self.seats))
        won = dict.fromkeys(self.seats, 0)
        for line in self.lines[:until]:
            if not line.live:
                continue
            if line.fact["result"] == "adjust":
                for player, units in enumerate(line.fact["deltas"]):
                    won[player] = won.get(player, 0) + units
                continue
            now.dealer, now.sitting = line.dealer, line.sitting
            for seat, units in enumerate(PLAY[self.game](line, now)):
                won[self.seats[seat]] += units
        return won, now

    def fen(self) -> dict[int, int]:
        """Money by player."""
        return {player: units * self.worth for player, units in self.fold()[0].items()}

    def tried(self) -> "Sheet":
        """A copy to try a correction on."""
        return copy.deepcopy(self)


def next_seats(now: Standing, winner: int) -> None:
    """The winner deals; 数算 goes on when somebody else than the dealer won, past the one who deals now."""
    if now.sitting is not None and winner != now.dealer:
        now.sitting = (now.sitting + 1) % 4
        if now.sitting == winner:
            now.sitting = (now.sitting + 1) % 4
    now.dealer = winner


def each_pays(seats: int, winner: int, units: int) -> list[int]:
    return [units * (seats - 1) if seat == winner else -units for seat in range(seats)]


def guilin(line: Line, now: Standing) -> list[int]:
    fact = line.fact
    if fact["result"] == "dead":
        return [0, 0, 0]
    if fact["result"] == "foul":
        return each_pays(3, fact["offender"], -fact.get("units", 1))
    units = 1 + (fact["hu"] - 10) // 5 + fact["xing"]["count"]
    units += fact["source"] == "self_draw"
    units += len(fact.get("marks", []))
    now.dealer = fact["winner"]
    if fact["source"] != "discard":
        return each_pays(3, fact["winner"], units)
    won = [0, 0, 0]
    won[fact["winner"]], won[fact["from"]] = 2 * units, -2 * units
    return won


def tuozi(line: Line, now: Standing) -> list[int]:
    fact = line.fact
    if fact["result"] == "dead":
        now.dealer = (now.dealer + 1) % 3
        return [0, 0, 0]
    if fact["result"] == "foul":
        return each_pays(3, fact["offender"], -(2 + (max(fact["hu"], 10) - 10) // 5))
    now.dealer = fact["winner"]
    own = fact["source"] == "self_draw"
    return each_pays(3, fact["winner"], 2 + (fact["hu"] - 10) // 5 + own)


def huashi(line: Line, now: Standing) -> list[int]:
    fact, sitting = line.fact, line.sitting
    if fact["result"] == "dead":
        now.dealer = (now.dealer + 1) % 4
        if now.dealer == sitting:
            now.dealer = (now.dealer + 1) % 4
        return [0, 0, 0, 0]
    if fact["result"] == "foul":
        units = min(10, 2 + (max(fact["hu"], 10) - 10) // 5)
        shares = {fact["offender"]: -4, sitting: 2}
        return [units * shares.get(seat, 1) for seat in range(4)]
    own = fact["source"] == "self_draw"
    units = min(10, 2 + (fact["hu"] - 10) // 5 + own)
    next_seats(now, fact["winner"])
    shares = {fact["winner"]: 4, sitting: 2}
    return [units * shares.get(seat, -3) for seat in range(4)]


def bopi(line: Line, now: Standing) -> list[int]:
    fact, sitting, tally = line.fact, line.sitting, now.tally
    assert sitting is not None
    if fact["result"] == "dead":
        tally[line.dealer] -= 10
        tally[sitting] += 10
    elif fact["result"] == "foul":
        tally[fact["offender"]] -= 30
    elif fact["result"] == "end_round":
        return skins(now, sitting, line.dealer)
    else:
        gained = fact["hu"] + (10 if fact["source"] == "self_draw" else 0)
        tally[fact["winner"]] += gained
        tally[sitting] += (gained + 1) // 2
        next_seats(now, fact["winner"])
        if fact["winner"] != line.dealer and max(tally) >= TARGET:
            return skins(now, sitting, fact["winner"])
    return [0, 0, 0, 0]


def skins(now: Standing, sitting: int, last_winner: int) -> list[int]:
    """结账: 数算 is rewarded, then every pair settles the difference of its 皮."""
    tally = now.tally
    top = max(tally)
    leading = [seat for seat in range(4) if tally[seat] == top]
    payer = last_winner if last_winner in leading else leading[0]
    if top >= TARGET + STEP and payer != sitting:
        reward = REWARD * ((top - TARGET) // STEP)
        tally[payer] -= reward
        tally[sitting] += reward
    skin = [(abs(hu) + 5) // 10 * (1 if hu > 0 else -1) for hu in tally]
    now.tally = [0, 0, 0, 0]
    return [sum(mine - other for other in skin) for mine in skin]


PLAY = {"guilin": guilin, "tuozi": tuozi, "huashi": huashi, "bopi": bopi}
