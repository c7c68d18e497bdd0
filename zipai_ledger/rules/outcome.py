"""What a deal comes to: explained lines, payments between players, scored wins, and the state after it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .facts import Deal
from .problems import Param, Problem
from .state import State


class Item(NamedTuple):
    """One explained line: ``units`` (of the ruleset) that ``code`` adds, with the numbers its wording needs."""

    code: str
    params: Mapping[str, Param]
    units: int


@dataclass(frozen=True, slots=True)
class Flow:
    """谁付谁 (shei fu shei): units that one owes another for one reason (``code``); every outcome is made of these.

    ``payer`` and ``payee`` are players in an outcome, seats until `seating.by_player` makes it.
    """

    payer: int
    payee: int
    units: int
    code: str


class MeldRead(NamedTuple):
    """A group of the reading that is paid: canonical kind, card characters, 胡."""

    kind: str
    cards: str
    hu: int


class Substitution(NamedTuple):
    """A card that stands for another one, both by name, and the place of its group in the reading."""

    card: str
    stands_for: str
    at: int


class Scored(NamedTuple):
    """胡 (hu), a scored win: what one winner's hand is worth and why.

    ``winner`` and ``from_`` are seats (``winner`` is None where only a hand is scored); ``units`` is None in
    rulesets without units per hand, ``hu`` 0 in those without 胡; ``checked``: how far the hand was verified:
    ``cards``, ``groups`` or ``hu`` (only claimed). ``pattern`` is the 名堂 paid, where hands are paid by one; ``stands``:
    what the cards that stand for others stand for in ``melds``; ``patterns`` are the rows of a table of 名堂 that
    counted, None where there is no such table, and ``worth`` the 胡 after them where they are tallied.
    """

    hu: int
    units: int | None
    items: tuple[Item, ...]
    source: str | None
    winner: int | None = None
    from_: int | None = None
    melds: tuple[MeldRead, ...] = ()
    readings: int = 0
    hand: str = ""
    xing: int = 0
    marks: tuple[str, ...] = ()
    checked: str = "cards"
    warnings: tuple[Problem, ...] = ()
    pattern: str = ""
    stands: tuple[Substitution, ...] = ()
    patterns: tuple[str, ...] | None = None
    worth: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one deal did: ``flows`` between players, the state after it, and the explanation.

    ``tally`` is the running 胡 by player after the deal, and ``gains`` what the deal added to it before a round was
    settled; None where the ruleset has none. The last ``settling`` of the items settle a round. ``deal`` is the fact with
    dealer, sitting seat and minimum filled in. ``answers``: what ``replay`` answers of the deal besides, by name.
    """

    deal: Deal
    state: State
    flows: tuple[Flow, ...] = ()
    items: tuple[Item, ...] = ()
    wins: tuple[Scored, ...] = ()
    tally: tuple[int, ...] | None = None
    gains: tuple[int, ...] | None = None
    round_over: bool = False
    settling: int = 0
    warnings: tuple[Problem, ...] = ()
    answers: Mapping[str, Param] = field(default_factory=dict)

    def deltas(self, count: int) -> tuple[int, ...]:
        """Units won or lost by each of ``count`` players; sums to zero because every flow does."""
        sums = [0] * count
        for flow in self.flows:
            sums[flow.payer] -= flow.units
            sums[flow.payee] += flow.units
        return tuple(sums)
