"""Who sits where in a deal: the seats a fact names, the others, and flows between seats as flows between players."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from . import facts
from .outcome import Flow, Item
from .problems import Param, Problem
from .state import Table

Message = TypeVar("Message", Item, Problem)
WHO = ("player", "payee")
"""Params that are somebody."""


NAMED = ("dealer", "sitting", "winner", "from_", "offender")
"""Parts of a fact that are a seat."""


def seat_problems(table: Table, deal: facts.Deal) -> list[Problem]:
    """Every seat named exists, plays this deal, and dealer and sitting seat differ; what is wrong with that."""
    found, seats = [], table.seats
    for name in NAMED:
        seat, field = getattr(deal, name, None), name.rstrip("_")
        if seat is not None and seat >= seats:
            found.append(Problem("bad_deal", field, "seat", {"seat": seat, "seats": seats}))
        elif seat is not None and seat == deal.sitting and name not in ("dealer", "sitting"):
            found.append(Problem("bad_deal", field, "sits_out"))
    if deal.sitting is not None and deal.sitting == deal.dealer:
        found.append(Problem("bad_deal", "sitting", "dealer_sits"))
    return found


def others(table: Table, deal: facts.Deal, seat: int) -> tuple[int, ...]:
    """The other seats that play this deal, counter-clockwise from ``seat``."""
    around = (table.after(seat, steps) for steps in range(1, table.seats))
    return tuple(other for other in around if other != deal.sitting)


def naming_players(table: Table, messages: Iterable[Message]) -> tuple[Message, ...]:
    """Items or problems that name seats, naming players instead."""
    return tuple([_naming_players(table, each) for each in messages])


def _naming_players(table: Table, message: Message) -> Message:
    found: dict[str, Param] = {}
    for name in WHO:
        seat = message.params.get(name)
        if isinstance(seat, int):
            found[name] = table.players[seat]
    if not found:
        return message
    params: dict[str, Param] = {**message.params, **found}
    return message._replace(params=params) if isinstance(message, Item) else replace(message, params=params)


def by_player(table: Table, flows: tuple[Flow, ...]) -> tuple[Flow, ...]:
    """Flows between seats as flows between the players on them."""
    players = table.players
    return tuple([Flow(players[flow.payer], players[flow.payee], flow.units, flow.code) for flow in flows])
