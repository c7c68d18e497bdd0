"""Counting, pure: what deals come to for one person. Tallies add up, over stages and over evenings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple


class Won(NamedTuple):
    """胡 (hu), a win: who won with what, from whom; ``worth`` in what the game counts hands by (胡, or its units).

    ``drawn``: the game calls it 自摸; ``discarded``: ``from_`` discarded the winning card.
    """

    winner: int
    from_: int | None
    worth: int
    drawn: bool
    discarded: bool


@dataclass(frozen=True, slots=True)
class Played:
    """One deal that was played: ``units`` won or lost by each who played it, and who sat it out.

    Persons are numbers; those of a stand-in where one played.
    """

    units: Mapping[int, int]
    sat: tuple[int, ...] = ()
    wins: tuple[Won, ...] = ()
    offender: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """战绩 of one person at one game.

    ``played`` deals, ``sat`` out beside them; ``wins``, of these ``drawn`` (自摸); ``discards`` that others won with (点炮);
    ``fouls``; ``worth`` of all hands won and the ``greatest``; deals that ended ``ahead`` and ``behind``, the units of the
    best (``most_won``) and the worst (``most_lost``, not positive); ``streak``: most wins one after another.
    """

    played: int = 0
    sat: int = 0
    wins: int = 0
    drawn: int = 0
    discards: int = 0
    fouls: int = 0
    worth: int = 0
    greatest: int = 0
    ahead: int = 0
    behind: int = 0
    most_won: int = 0
    most_lost: int = 0
    streak: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        """Both together; a streak does not go on from one into the other."""
        return Tally(
            played=self.played + other.played,
            sat=self.sat + other.sat,
            wins=self.wins + other.wins,
            drawn=self.drawn + other.drawn,
            discards=self.discards + other.discards,
            fouls=self.fouls + other.fouls,
            worth=self.worth + other.worth,
            greatest=max(self.greatest, other.greatest),
            ahead=self.ahead + other.ahead,
            behind=self.behind + other.behind,
            most_won=max(self.most_won, other.most_won),
            most_lost=min(self.most_lost, other.most_lost),
            streak=max(self.streak, other.streak),
        )


NOTHING = Tally()


def tallies(deals: Sequence[Played]) -> dict[int, Tally]:
    """Person → tally, for everybody who played one of the deals or sat it out; ``deals`` in their order."""
    people = {person for deal in deals for person in (*deal.units, *deal.sat)}
    return {person: _tally(person, deals) for person in sorted(people)}


def together(found: Iterable[Mapping[int, Tally]]) -> dict[int, Tally]:
    """Several counts as one: each person's tallies added up."""
    sums: dict[int, Tally] = {}
    for count in found:
        for person, tally in count.items():
            sums[person] = sums.get(person, NOTHING) + tally
    return dict(sorted(sums.items()))


def _tally(person: int, deals: Iterable[Played]) -> Tally:
    mine = [deal for deal in deals if person in deal.units]
    wins = [[win for win in deal.wins if win.winner == person] for deal in mine]
    won = [win for of_deal in wins for win in of_deal]
    units = [deal.units[person] for deal in mine]
    return Tally(
        played=len(mine),
        sat=sum(person in deal.sat for deal in deals),
        wins=len(won),
        drawn=sum(win.drawn for win in won),
        discards=sum(_discarded(person, deal) for deal in mine),
        fouls=sum(deal.offender == person for deal in mine),
        worth=sum(win.worth for win in won),
        greatest=max((win.worth for win in won), default=0),
        ahead=sum(each > 0 for each in units),
        behind=sum(each < 0 for each in units),
        most_won=max([0, *units]),
        most_lost=min([0, *units]),
        streak=max((len(list(run)) for won_it, run in groupby(wins, bool) if won_it), default=0),
    )


def _discarded(person: int, deal: Played) -> bool:
    """点炮: one discard counts once, however many won with it."""
    return any(win.discarded and win.from_ == person for win in deal.wins)
