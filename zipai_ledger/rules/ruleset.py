"""The vocabulary every ruleset is written in: a stage's table, the state between deals, and a deal's outcome.

A session is a fold: ``state = ruleset.open(table)``, then ``outcome = ruleset.play(table, state, deal)`` and
``state = outcome.state`` for each deal in turn. Everything here is immutable and knows neither names nor a database.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from .facts import Deal
from .options import Options, OptionSet, Words
from .problems import Param, Problem, Refused
from .rulebook import Explained
from .state import Carried, State, Table, check_table
from .terms import AGREED, FirstDeal, FoulAsk, Terms
from .waiting import Shown, Waiting

__all__ = [
    "Carried",
    "Example",
    "Flow",
    "Item",
    "MeldRead",
    "Outcome",
    "Ruleset",
    "ScoreRequest",
    "Scored",
    "State",
    "Stood",
    "Table",
]


class Item(NamedTuple):
    """One explained line: ``units`` (of the ruleset) that ``code`` adds, with the numbers its wording needs."""

    code: str
    params: Mapping[str, Param]
    units: int


@dataclass(frozen=True, slots=True)
class Flow:
    """Units that one player owes another for one reason (``code``); every outcome is made of these."""

    payer: int
    payee: int
    units: int
    code: str


class MeldRead(NamedTuple):
    """A group of the reading that is paid: canonical kind, card characters, 胡."""

    kind: str
    cards: str
    hu: int


class Stood(NamedTuple):
    """A card that stands for another one, both by name, and the place of its group in the reading."""

    card: str
    stands_for: str
    at: int


class Scored(NamedTuple):
    """胡 (a scored win): what one winner's hand is worth and why.

    ``winner`` and ``from_`` are seats (``winner`` is None where only a hand was asked about); ``units`` is None in
    rulesets without units per hand, ``hu`` 0 in those without 胡; ``checked`` tells how well the hand was verified:
    ``cards``, ``groups`` or ``hu`` (only told). ``pattern`` is the 名堂 paid, where hands are paid by one; ``stands``
    tells what the cards that stand for others stand for in ``melds``.
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
    stands: tuple[Stood, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one deal did: ``flows`` between players, the state after it, and the explanation.

    ``tally`` is the running 胡 by player after the deal, and ``gains`` what the deal added to it before a round was
    settled; None where the ruleset has none. The last ``settling`` of the items settle a round. ``deal`` is the fact with
    dealer, sitting seat and minimum filled in. ``answers`` is what ``replay`` tells of the deal besides, by name.
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


class ScoreRequest(NamedTuple):
    """A hand to be scored on its own, as ``score`` asks: everything still as it was entered."""

    hand: Any = None
    xing: Any = None
    marks: Any = None
    min_hu: Any = None


@dataclass(frozen=True, slots=True)
class Example:
    """A deal that shows what an option does.

    ``items`` are the codes of the lines worth showing (all where there are none), ``paid`` says that it is about who
    pays.
    """

    deal: Deal
    items: tuple[str, ...] = ()
    paid: bool = False


class Ruleset(Explained, ABC):
    """规则 (a ruleset): one way to play, wholly described by one file of ``rules.games``."""

    slug: ClassVar[str]
    version: ClassVar[int]
    name: ClassVar[Words]
    tagline: ClassVar[Words]
    unit: ClassVar[Words]
    entry: ClassVar[str]
    """The kind of entry that fits: ``zipai_hand``, ``mahjong_win`` or ``points_band``."""
    seats: ClassVar[tuple[int, ...]]
    """How many may sit at the table."""
    options: ClassVar[OptionSet]
    rank: ClassVar[int] = 50
    """Where it stands among the games offered, the smallest first; by name where these are equal."""
    terms: ClassVar[Terms] = Terms()
    """What the game calls what every table has."""
    first_deal: ClassVar[FirstDeal] = AGREED
    """How the first dealer is found."""
    seats_by: ClassVar[str] = "seats"
    """The option that says how many sit, where there is one."""
    hand_hint: ClassVar[Words | None] = None
    """How a hand that somebody shows may be written, None where there are no hands."""
    carries: ClassVar[tuple[str, ...]] = ()
    """What an open round carries into another evening: the parts of `Carried` that count here, none without rounds."""
    own_draws: ClassVar[tuple[str, ...]] = ("self_draw",)
    """The sources that its players call 自摸."""
    modest_stake: ClassVar[int] = 100
    """小赌 (xiaodu): the most, in 分, that one unit should be worth (docs/rules/common.md#stages)."""
    results: ClassVar[tuple[type[Deal], ...]]
    """The facts that can happen in this ruleset."""
    texts: ClassVar[Mapping[str, Words]] = {}
    """Wordings of items and problems that only this ruleset has, and ``word.`` before a code that stands among their
    params (a kind of group, a source, a mark), ``why.`` before that of a payment; they win over the common ones."""

    def places(self, options: Options) -> int:
        """How many sit at a table with these resolved options."""
        seats = options.get(self.seats_by, self.seats[0])
        return seats if isinstance(seats, int) else self.seats[0]

    def table(
        self,
        options: Any,
        players: tuple[int, ...],
        count: int,
        first_dealer: int,
        first_sitting: int | None,
        carried_in: Carried | None = None,
    ) -> Table:
        """The stage's table, validated; raises `Refused` (``bad_option``, ``bad_deal``)."""
        resolved = self.options.resolve(self._fitting(options, len(players)))
        table = Table(resolved, players, count, first_dealer, first_sitting, carried_in)
        self.check(table)
        return table

    def _fitting(self, options: Any, seats: int) -> Any:
        """The options with the only way to sit for so many, where none is chosen and the usual one is for others."""
        option = self.options.by_code.get(self.seats_by)
        if option is None or not isinstance(options, Mapping) or option.code in options:
            return options
        fits = [each.value for each in option.choices if self.places({option.code: each.value}) == seats]
        return options if option.default in fits or len(fits) != 1 else {**options, option.code: fits[0]}

    def check(self, table: Table) -> None:
        """Raises `Refused` (``bad_deal``) with everything that is wrong with who sits at the table."""
        expected = self.places(table.options)
        check_table(table, expected, sits_out=self.sits_out(table), tallies=bool(self.carries))

    def sits_out(self, table: Table) -> bool:
        """Whether one seat sits each deal out."""
        return False

    @abstractmethod
    def open(self, table: Table) -> State:
        """The state before the first deal."""

    @abstractmethod
    def complete(self, table: Table, state: State, deal: Deal) -> Deal:
        """The deal with what the rule proposes filled in: dealer, sitting seat, minimum."""

    @abstractmethod
    def play(self, table: Table, state: State, deal: Deal) -> Outcome:
        """What the deal does; raises `Refused` when it cannot stand."""

    @abstractmethod
    def read(self, request: ScoreRequest) -> Any:
        """What the request says, whatever the options; raises `Refused` with everything that cannot be read."""

    @abstractmethod
    def score(self, options: Options, request: ScoreRequest) -> Scored:
        """What a hand is worth under resolved options; raises `Refused` when it is no win."""

    @abstractmethod
    def waits(self, options: Options, hand: Any) -> list[dict[str, int | str | None]]:
        """The cards that complete a hand, as the interface lists them; raises `Refused`."""

    def as_of(self, version: int) -> "Ruleset":
        """The rules by which a deal that stood under ``version`` still stands and comes to the same: today's unless told.

        Asked where a deal is folded on because an earlier one was corrected, and for what was as usual when a table
        was opened; what is recorded or corrected itself is judged by today's rules. The answer's own version is what
        such a deal is stored with.
        """
        return self

    def waiting(self, table: Table, state: State, deal: Deal, drawn: str = "") -> tuple[Waiting, ...]:
        """听牌 of everybody who won this deal with cards that were noted; ``state`` is the one before the deal.

        ``drawn`` is the winning card where the deal does not say which it was. Empty where nothing can be told.
        """
        return ()

    def waiting_shown(self, table: Table, state: State, deal: Deal, shown: Shown) -> Waiting:
        """听牌 of a hand one card short that somebody shows after the deal; raises `Refused` where it can be none."""
        raise Refused(Problem("bad_deal", "hand", "no_hands"))

    def minima(self, options: Options) -> tuple[int, ...]:
        """The minima of which each deal chooses one; none where the minimum is a house rule."""
        return ()

    def foul_ask(self, options: Options) -> FoulAsk:
        """What has to be told of a foul."""
        return FoulAsk()

    def target(self, options: Options) -> int | None:
        """满多少 (man): the tally at which a round may end, None where nothing is tallied."""
        return None

    def need(self, table: Table, state: State, seat: int) -> Item | None:
        """What this seat's next win has to reach beyond the house's minimum: ``least`` and why; None where that is enough."""
        return None

    def usual_sitting(self, options: Options) -> int | None:
        """Steps from the first dealer to who sits out first, None where nobody does or the rule leaves no choice."""
        return None

    def standing(self, table: Table, state: State) -> tuple[Item, ...]:
        """What the table should know before the coming deal, beside who deals: explained lines without units."""
        return ()

    def example(self, options: Options, code: str) -> Example | None:
        """The deal that shows what the option ``code`` does, None where its sentence says it all."""
        return None
