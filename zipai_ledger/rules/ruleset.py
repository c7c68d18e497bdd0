"""The vocabulary every ruleset is written in: a stage's table, the state between deals, and a deal's outcome.

A session is a fold: ``state = ruleset.open(table)``, then ``outcome = ruleset.play(table, state, deal)`` and
``state = outcome.state`` for each deal in turn. Everything here is immutable and knows neither names nor a database.

A `Ruleset` is a header of facts; what it comes to under the house rules of one table is a `Game`, put together from parts.
"""

from abc import ABCMeta, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Protocol, TypeVar

from .facts import Deal
from .house import House
from .options import Options, OptionSet, Value, Words
from .outcome import Flow, Item, MeldRead, Outcome, Scored, Substitution
from .presets import NamedPreset
from .problems import Problem, Refused
from .rulebook import Saying, Section
from .state import Carried, State, Table, check_table
from .terms import AGREED, FirstDeal, FoulAsk, Terms
from .waiting import OpenHand, Waiting

__all__ = [
    "Carried",
    "Course",
    "Example",
    "Flow",
    "Game",
    "Hands",
    "Item",
    "MeldRead",
    "NoHands",
    "Outcome",
    "Outlook",
    "Ruleset",
    "ScoreRequest",
    "Scored",
    "State",
    "Substitution",
    "Table",
]


class ScoreRequest(NamedTuple):
    """A hand to be scored on its own, as ``score`` takes it: everything still as it was entered."""

    hand: object = None
    xing: object = None
    marks: object = None
    min_hu: object = None
    patterns: object = None
    dealer: object = None


@dataclass(frozen=True, slots=True)
class Example:
    """A deal that shows what an option does.

    ``items`` are the codes of the lines worth showing (all where there are none), ``paid``: it is about who
    pays.
    """

    deal: Deal
    items: tuple[str, ...] = ()
    paid: bool = False


class Course(Protocol):
    """一盘接一盘 (yi pan jie yi pan): how a stage goes on from deal to deal."""

    def check(self, table: Table) -> None:
        """Raises `Refused` (``bad_deal``) where what is carried in does not fit."""

    def open(self, table: Table) -> State:
        """The state before the first deal."""

    def complete(self, table: Table, state: State, deal: Deal) -> Deal:
        """The deal with what the rule proposes filled in: dealer, sitting seat, minimum."""

    def play(self, table: Table, state: State, deal: Deal) -> Outcome:
        """What the deal does; raises `Refused` when it cannot stand."""


class Reader(Protocol):
    """How a hand on its own is read."""

    def read(self, request: ScoreRequest) -> object:
        """What the request holds, whatever the options; raises `Refused` with everything that cannot be read."""


class Hands(Protocol):
    """手牌 (shoupai): what hands are worth at one table, and what they wait for."""

    def score(self, request: ScoreRequest) -> Scored:
        """What a hand is worth; raises `Refused` when it is no win."""

    def waits(self, hand: object) -> list[dict[str, int | str | None]]:
        """The cards that complete a hand, as the interface lists them; raises `Refused`."""

    def waiting(self, table: Table, state: State, deal: Deal, winning_card: str = "") -> tuple[Waiting, ...]:
        """听牌 of everybody who won this deal with cards that were noted; ``state`` is the one before the deal.

        ``winning_card`` is needed where the deal does not note it. Empty where nothing can be known.
        """

    def waiting_with(self, table: Table, state: State, deal: Deal, open_hand: OpenHand) -> Waiting:
        """听牌 of a hand one card short that is laid open after the deal; raises `Refused` where it can be none."""


class NoHands:
    """A game without hands: every request for one is refused (``bad_deal``)."""

    def read(self, request: ScoreRequest) -> object:
        raise Refused(Problem("bad_deal", "hand", "no_hands"))

    def score(self, request: ScoreRequest) -> Scored:
        raise Refused(Problem("bad_deal", "hand", "no_hands"))

    def waits(self, hand: object) -> list[dict[str, int | str | None]]:
        raise Refused(Problem("bad_deal", "hand", "no_hands"))

    def waiting(self, table: Table, state: State, deal: Deal, winning_card: str = "") -> tuple[Waiting, ...]:
        return ()

    def waiting_with(self, table: Table, state: State, deal: Deal, open_hand: OpenHand) -> Waiting:
        raise Refused(Problem("bad_deal", "hand", "no_hands"))


class Outlook:
    """局面 (jumian): what a table should know before the coming deal, beside who deals."""

    def standing(self, table: Table, state: State) -> tuple[Item, ...]:
        """Explained lines without units."""
        return ()

    def need(self, table: Table, state: State, seat: int) -> Item | None:
        """What this seat's next win has to reach beyond the house's minimum: ``least`` and why; None where that is enough."""
        return None


NO_HANDS = NoHands()


Kind = TypeVar("Kind", bound="Game")


def no_sections() -> tuple[Section, ...]:
    """A game that leaves its rules to its options."""
    return ()


def no_example(code: str) -> Example | None:
    """A game whose options need no deal that shows them."""
    return None


@dataclass(frozen=True, kw_only=True)
class Game:
    """这桌的打法 (zhe zhuo de dafa): what a ruleset comes to under the house rules of one table, put together from parts.

    ``rulebook`` gives the game's own sections in the order they are read, ``example`` the deal that shows what an option
    does, None where its sentence is enough. ``usual_sitting``: steps from the first dealer to who sits out first, None
    where nobody does or the rule leaves no choice. ``minima``: the minima of which each deal chooses one, none where the
    minimum is a house rule. ``target``: 满多少 (man duoshao), the tally at which a round may end, None where nothing is tallied.
    """

    course: Course
    hands: Hands = NO_HANDS
    outlook: Outlook = field(default_factory=Outlook)
    house: House = field(default_factory=House)
    """What its tables add to any game: pledges, an evening of so many deals, how a stage is closed."""
    rulebook: Callable[[], tuple[Section, ...]] = no_sections
    example: Callable[[str], Example | None] = no_example
    sits_out: bool = False
    """Whether one seat sits each deal out."""
    usual_sitting: int | None = None
    minima: tuple[int, ...] = ()
    foul_ask: FoulAsk = field(default_factory=FoulAsk)
    """What has to be entered for a foul."""
    target: int | None = None

    def of_kind(self, kind: type[Kind]) -> Kind:
        """The game as one of a family; raises TypeError where it is of another."""
        if not isinstance(self, kind):
            raise TypeError(f"expected a {kind.__name__}, not a {type(self).__name__}")
        return self


GAMES = 64
"""Different option sets remembered at once; few tables are looked at together."""


class Ruleset(metaclass=ABCMeta):
    """打法 (dafa), a ruleset: one way to play, wholly described by one file of ``rules.games``."""

    slug: ClassVar[str]
    version: int
    former: ClassVar[tuple[int, ...]] = ()
    """Versions before, which it can still be."""
    name: ClassVar[Words]
    tagline: ClassVar[Words]
    unit: ClassVar[Words]
    entry: ClassVar[str]
    """The kind of entry that fits: ``zipai_hand``, ``mahjong_win`` or ``points_band``."""
    seats: ClassVar[tuple[int, ...]]
    """How many may sit at the table."""
    options: OptionSet
    presets_named: ClassVar[tuple[NamedPreset, ...]] = ()
    """The games that the choices of its preset are, where they have names of their own."""
    usual_before: ClassVar[Mapping[int, Mapping[str, Value]]] = {}
    """Version → what was as usual before it, by option, where it changed that."""
    rank: ClassVar[int] = 50
    """Where it stands among the games offered, the smallest first; by name where these are equal."""
    terms: ClassVar[Terms] = Terms()
    """What the game calls what every table has."""
    fei: ClassVar[str] = "飞"
    """What 飞王 is called, the card that stands for any other."""
    first_deal: ClassVar[FirstDeal] = AGREED
    """How the first dealer is found."""
    seats_by: ClassVar[str] = "seats"
    """The option of how many sit, where there is one."""
    seats_of: ClassVar[Mapping[str, int]] = {}
    """How many sit by the values of that option, where these are no numbers."""
    hand_hint: ClassVar[Words | None] = None
    """How a hand that somebody shows may be written, None where there are no hands."""
    carries: ClassVar[tuple[str, ...]] = ()
    """What an open round carries into another evening: the parts of `Carried` that count here, none without rounds."""
    own_draws: ClassVar[tuple[str, ...]] = ("self_draw",)
    """The sources that its players call 自摸."""
    modest_stake: ClassVar[int] = 100
    """小赌 (xiaodu): the most, in minor units of money, that one unit should be worth (docs/rules/common.md#stages)."""
    results: ClassVar[tuple[type[Deal], ...]]
    """The facts that can happen in this ruleset."""
    texts: ClassVar[Mapping[str, Words]] = {}
    """Wordings of items and problems that only this ruleset has, and ``word.`` before a code that stands among their
    params (a kind of group, a source, a mark), ``why.`` before that of a payment; they win over the common ones."""
    brief: ClassVar[str] = ""
    """The house rules in a line, see `brief.in_brief`."""
    lead: ClassVar[str] = ""
    """Where the tagline has numbers of the usual rules: the same of a table, see `brief.tagline_under`."""
    sayings: ClassVar[tuple[Saying, ...]] = ()
    """Words of the table that belong to it."""
    reader: ClassVar[Reader] = NO_HANDS
    """How a hand on its own is read."""

    def __init__(self, version: int | None = None) -> None:
        self.version = self.version if version is None else version
        for since in sorted(self.usual_before, reverse=True):
            if self.version < since:
                self.options = self.options.with_usual(self.usual_before[since])
        self._editions: dict[int, Ruleset] = {}
        self._games: dict[str, Game] = {}
        self._latest: tuple[Options, Game] | None = None

    @abstractmethod
    def compose(self, options: Options) -> Game:
        """The game under resolved options, from its parts."""

    def known_in_brief(self, options: Options) -> Mapping[str, Value | Words]:
        """What its summary names besides the options themselves."""
        return {}

    def preset_named(self, options: Options) -> NamedPreset | None:
        """The game by the preset among these options, None where it has no name of its own."""
        chosen = options.get(self.options.preset)
        return next((each for each in self.presets_named if each.code == chosen), None)

    def name_under(self, options: Options) -> Words:
        """What a table with these options plays: 邵阳字牌."""
        named = self.preset_named(options)
        return named.name if named else self.name

    def game(self, options: Options) -> Game:
        """The same, composed once for equal options; deal after deal is played with those of one table."""
        latest = self._latest
        if latest is None or latest[0] is not options:
            latest = self._latest = options, self._composed(options)
        return latest[1]

    def _composed(self, options: Options) -> Game:
        written = repr(options)
        game = self._games.get(written)
        if game is None:
            if len(self._games) >= GAMES:
                self._games.clear()
            game = self._games[written] = self.compose(options)
        return game

    def places(self, options: Options) -> int:
        """How many sit at a table with these options; as usual where they were stored before that could be chosen."""
        option = self.options.by_code.get(self.seats_by)
        seats = options.get(self.seats_by, None if option is None else option.default)
        if isinstance(seats, str):
            return self.seats_of[seats]
        return seats if isinstance(seats, int) else self.seats[0]

    def table(
        self,
        options: object,
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

    def _fitting(self, options: object, seats: int) -> object:
        """The options with the first way to sit for so many, where none is chosen and the usual one is for others."""
        option = self.options.by_code.get(self.seats_by)
        if option is None or not isinstance(options, Mapping) or option.code in options:
            return options
        fits = [each.value for each in option.choices if self.places({option.code: each.value}) == seats]
        usual = next(each.default for each in self.options.usual(options) if each.code == option.code)
        return options if usual in fits or not fits else {**options, option.code: fits[0]}

    def check(self, table: Table) -> None:
        """Raises `Refused` (``bad_deal``) with everything that is wrong with who sits at the table."""
        game, places = self.game(table.options), self.places(table.options)
        check_table(table, places, sits_out=game.sits_out, tallies=bool(self.carries))
        game.course.check(table)

    def open(self, table: Table) -> State:
        """The state before the first deal."""
        game = self.game(table.options)
        return game.house.open(table, game.course.open(table))

    def complete(self, table: Table, state: State, deal: Deal) -> Deal:
        """The deal with what the rule proposes filled in: dealer, sitting seat, minimum."""
        return self.game(table.options).course.complete(table, state, deal)

    def play(self, table: Table, state: State, deal: Deal) -> Outcome:
        """What the deal does; raises `Refused` when it cannot stand."""
        game = self.game(table.options)
        return game.house.play(game.course, table, state, deal)

    def as_of(self, version: int) -> "Ruleset":
        """The rules by which a deal that stood under ``version`` still stands and comes to the same; usually today's.

        Needed where a deal is folded on because an earlier one was corrected, and for what was as usual when a table
        was opened; what is recorded or corrected itself is judged by today's rules. The answer's own version is what
        such a deal is stored with.
        """
        if version not in self.former or version == self.version:
            return self
        if version not in self._editions:
            self._editions[version] = type(self)(version)
        return self._editions[version]
