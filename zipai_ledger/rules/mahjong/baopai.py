"""包牌 (baopai): who let a win pass pays all three for the next one, each by his own hand (docs/rules/guiyang.md#baopai)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from ..facts import Bao, TilesWon
from ..problems import Problem, Refused
from ..ruleset import Flow, Item
from .lines import Line, Standing

PAID: Final = "bao_paid"


def check_bao(deal: TilesWon, bao: Bao, owed: Sequence[Flow], seats: int) -> None:
    """Each of the others is named once; ``owed`` is what the discarder would have paid to the winners.

    The winners need not be named, and where they are it is with what they are owed. Raises `Refused` (``bad_deal``).
    """
    problems = tuple(_problems(deal, bao, owed, seats))
    if problems:
        raise Refused(*problems)


def _problems(deal: TilesWon, bao: Bao, owed: Sequence[Flow], seats: int) -> Iterator[Problem]:
    winners = {win.winner for win in deal.wins}
    named = {pay.to for pay in bao.pays}
    if set(Standing(seats, frozenset()).others(bao.player)) - winners - named:
        yield Problem("bad_deal", "bao.pays", "bao_missing")
    for place, pay in enumerate(bao.pays):
        due = sum(flow.units for flow in owed if flow.payee == pay.to)
        if pay.to in winners and pay.units != due:
            params = {"expected": due, "got": pay.units}
            yield Problem("bad_deal", f"bao.pays.{place}.units", "bao_differs", params)


def paid_by(bao: Bao, owed: Iterable[Flow], code: str) -> tuple[Flow, ...]:
    """What the discarder owed, paid in his place for this reason."""
    return tuple(replace(flow, payer=bao.player, code=code) for flow in owed)


def bao_lines(deal: TilesWon, bao: Bao) -> tuple[Line, ...]:
    """Who pays, and what the others who did not win are paid for their own hands."""
    winners = {win.winner for win in deal.wins}
    hands = tuple(_hand(bao, pay.to, pay.units) for pay in bao.pays if pay.to not in winners)
    return (Line(Item("bao", {"player": bao.player}, 0)), *hands)


def _hand(bao: Bao, seat: int, units: int) -> Line:
    item = Item("bao", {"how": "hand", "player": seat, "units": units}, units)
    return Line(item, (Flow(bao.player, seat, units, PAID),))


def typed_line(bao: Bao) -> Line:
    """The first edition: whoever was named is paid what was typed, the winner too."""
    flows = tuple(Flow(bao.player, pay.to, pay.units, PAID) for pay in bao.pays)
    return Line(Item("bao", {"player": bao.player}, sum(flow.units for flow in flows)), flows)
