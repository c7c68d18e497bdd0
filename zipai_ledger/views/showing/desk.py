"""Who sits where: seats round the desk as one of them sees it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zipai_ledger.ledger.posting import Rules
from zipai_ledger.ledger.queries import TableView
from zipai_ledger.presenters.rounds import seat_in_round

from .numbers import figure

PLACES = {2: (0, 2), 3: (0, 1, 3), 4: (0, 1, 2, 3)}
"""Places of the desk by seats away from the one below: 1 is 下手 on the right, 3 上手 on the left."""
WORDS = {2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True, slots=True)
class Looker:
    """Who looks at the desk (None: an onlooker), and who plays for whom there."""

    player: int | None
    playing: Mapping[int, int]

    @property
    def account(self) -> int | None:
        """Whose cards the looker holds."""
        return next((player for player, by in self.playing.items() if by == self.player), self.player)


def below(view: TableView, looker: Looker) -> int:
    """The seat that is drawn below: the one that the looker plays on, or for an onlooker the first."""
    seats = view.stage.seats
    return seats.index(looker.account) if looker.account in seats else 0


def place(seat: int, bottom: int, size: int) -> int:
    """Where a seat is drawn."""
    return PLACES[size][(seat - bottom) % size]


def running(view: TableView) -> tuple[int, ...]:
    """Totals by player in the unit that is played now, over all stages of that unit."""
    totals = view.settlement.units[view.stage.stage.unit]
    return totals + (0,) * (len(view.players) - len(totals))


def players(
    view: TableView, looker: Looker, record_urls: Sequence[str], rules: Rules | None
) -> list[dict[str, Any]]:
    """The players on their seats, seat 0 first; ``record_urls`` by seat, empty where nothing may be recorded."""
    seats, bottom, totals = view.stage.seats, below(view, looker), running(view)
    shown = []
    for seat, number in enumerate(seats):
        total = figure(totals[number])
        shown.append(
            {
                "index": number,
                "name": view.players[number].name,
                "at": place(seat, bottom, len(seats)),
                "total": total["text"],
                "sign": total["sign"],
                "long": total["long"],
                "round": seat_in_round(rules, view, seat),
                "is_dealer": number == view.next_dealer,
                "is_sitting": number == view.next_sitting,
                "is_me": number == looker.player,
                "by": view.players[looker.playing[number]].name if number in looker.playing else "",
                "record_url": record_urls[seat],
            }
        )
    return shown


def seen_by(
    looker: Looker, view: TableView, record_urls: Sequence[str], rules: Rules | None
) -> dict[str, Any]:
    """The desk as one looks at it: its players, how many sit, and the place that the arrow points to."""
    return {
        "players": players(view, looker, record_urls, rules),
        "dealer_at": dealer_at(view, looker),
        "size": len(view.stage.seats),
    }


def dealer_at(view: TableView, looker: Looker) -> int:
    """The place that the arrow points to."""
    seats = view.stage.seats
    return place(seats.index(view.next_dealer), below(view, looker), len(seats))
