"""A stored deal as it is counted: who played it, what it brought whom, which hands won. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from zipai_ledger.ledger.trail import canonical
from zipai_ledger.ledger.trail.bodies import NumbersBody, WinBody
from zipai_ledger.ledger.trail.kinds import NO_DEALS
from zipai_ledger.rules import facts, registry
from zipai_ledger.rules.problems import Refused

from .counting import Played, Won

DISCARDED = frozenset(("discard", "rob_kong"))


class Ways(NamedTuple):
    """How a game counts: sources that it calls 自摸; whether hands win at all, and are worth 胡 (else units).

    ``in_rounds``: a deal brings 胡 towards a round, which is what is paid.
    """

    drawn: frozenset[str]
    by_hu: bool = True
    has_hands: bool = True
    in_rounds: bool = False


def ways_of(slug: str) -> Ways:
    """The ways of a ruleset; the usual ones where it is gone."""
    try:
        ruleset = registry.get(slug)
    except Refused:
        return Ways(frozenset(("self_draw",)))
    has_hands = facts.Win in ruleset.results or facts.TilesWon in ruleset.results
    return Ways(
        drawn=frozenset(ruleset.own_draws),
        by_hu=facts.Win in ruleset.results,
        has_hands=has_hands,
        in_rounds=bool(ruleset.carries),
    )


class StoredWin(NamedTuple):
    """A win as it is stored: players by number, ``units`` None where hands only count towards a round.

    ``tallied``: what that counts of it, None where it counts its 胡.
    """

    ordinal: int
    winner: int
    source: str
    from_: int | None
    hu: int
    units: int | None
    tallied: int | None = None


class StoredDeal(NamedTuple):
    """A deal as it is stored: its key and number, the numbers of its outcome, and who sat where at its stage."""

    key: int
    position: int
    fact: Mapping[str, Any]
    numbers: NumbersBody
    every_win: tuple[StoredWin, ...]
    seats: tuple[int, ...]
    text: str

    @property
    def sitting(self) -> int | None:
        """The account that sat the deal out."""
        seat = self.fact.get("sitting")
        return None if seat is None else self.seats[seat]

    @property
    def counts(self) -> bool:
        """Whether it was played, and not only written down."""
        return self.fact["result"] not in NO_DEALS

    @property
    def units(self) -> Sequence[int]:
        """What the deal itself brought by account: 胡 counted towards a round, else the units paid."""
        gains: Sequence[int] | None = self.numbers.get("gains")
        return self.numbers["deltas"] if gains is None else gains

    @property
    def wins(self) -> list[StoredWin]:
        """The wins that won: of several openings only the best are paid."""
        return [win for win in self.every_win if win.units != 0]

    def win_body(self, win: StoredWin) -> WinBody:
        """Everything that is stored of a win, its groups among it."""
        found: WinBody = canonical.parse(self.text)["wins"][win.ordinal]
        return found


def played(deal: StoredDeal, who: Mapping[int, int], ways: Ways) -> Played:
    """What is counted of a deal; ``who``: account → person, for all its seats."""
    out = deal.sitting
    offender = deal.fact.get("offender")
    return Played(
        units={who[account]: deal.units[account] for account in deal.seats if account != out},
        sat=() if out is None else (who[out],),
        wins=tuple(_won(win, who, ways) for win in deal.wins),
        offender=None if offender is None else who[deal.seats[offender]],
    )


def _won(win: StoredWin, who: Mapping[int, int], ways: Ways) -> Won:
    return Won(
        winner=who[win.winner],
        from_=None if win.from_ is None else who[win.from_],
        worth=worth(win, ways),
        drawn=win.source in ways.drawn,
        discarded=win.source in DISCARDED,
    )


def worth(win: StoredWin, ways: Ways) -> int:
    """What a hand is compared by."""
    if win.tallied is not None:
        return win.tallied
    return (win.hu if ways.by_hu else win.units) or 0
