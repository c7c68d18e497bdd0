"""字牌: a game played with the 80 cards, put together, and its hands looked at on their own and after a deal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from .. import facts
from ..house import House
from ..options import Words
from ..problems import Collector, Problem, Refused
from ..rulebook import Section
from ..ruleset import Example, Game, Item, Outlook, Scored, ScoreRequest, State, Table, no_example
from ..seating import others
from ..waiting import OpenHand, Waiting
from .afterwards import waiting
from .asks import Asks
from .call import Call, read_marks, read_xing
from .cards import card_name
from .course import ZipaiCourse
from .deck import check_deck
from .form import check_count
from .hand import Hand
from .notation import parse_hand
from .rounds import RoundOutlook
from .valuing import Valuing
from .waits import SOURCES
from .xing import NOTHING

HAND_HINT = Words("碰捌捌捌 扫伍伍伍 手一二三四五六…", "碰捌捌捌 扫伍伍伍 手一二三四五六…")
"""How a hand that somebody shows may be written."""


@dataclass(frozen=True)
class ZipaiHands:
    """What hands are worth at one table, and what they wait for."""

    course: ZipaiCourse

    def score(self, request: ScoreRequest) -> Scored:
        try:
            call = self.course.reader.read(request)
        except Refused as refused:
            raise Refused(*refused.problems, *self._of_source(request)) from None
        return self.course.valuing.value(call)[0]

    def _of_source(self, request: ScoreRequest) -> list[Problem]:
        """What the table has against the source of a win that cannot be read otherwise."""
        source = request.hand.get("source") if isinstance(request.hand, Mapping) else None
        if source not in SOURCES:
            return []
        marks = Collector().attempt(partial(read_marks, request.marks, self.course.reader.marks)) or ()
        xing = Collector().attempt(partial(read_xing, request.xing)) or NOTHING
        found = Collector()
        found.attempt(partial(self.course.valuing.limits.allows, Call(source=source, marks=marks, xing=xing)))
        return found.problems

    def waits(self, hand: object) -> list[dict[str, int | str | None]]:
        position = Hand.from_json(hand)
        check_deck(self.course.valuing.specials, position)
        self._check_waiting(position)
        found = self.course.valuing.waits(position)
        return [{**wait._asdict(), "card": card_name(wait.card)} for wait in found]

    def _check_waiting(self, hand: Hand) -> None:
        if hand.winning_card is not None or hand.source is not None:
            raise Refused(Problem("bad_card", "hand.winning_card", "waiting"))
        check_count(hand, self.course.valuing.rules.form, "hand.concealed")

    def waiting(
        self, table: Table, state: State, deal: facts.Deal, winning_card: str = ""
    ) -> tuple[Waiting, ...]:
        if not isinstance(deal, facts.Win | facts.SharedWin):
            return ()
        wins = deal.wins if isinstance(deal, facts.SharedWin) else (deal,)
        found = (self._waiting_before(table, state, deal, win) for win in wins)
        return tuple(each for each in found if each is not None)

    def _waiting_before(
        self, table: Table, state: State, deal: facts.Win | facts.SharedWin, win: facts.Win | facts.OneWin
    ) -> Waiting | None:
        """听牌 of one winner; None where his cards were not noted, or no card of theirs won."""
        hand = None if win.hand is None else Hand.from_json(win.hand)
        if hand is None or hand.winning_card is None:
            return None
        hand = replace(hand, source=deal.source or hand.source)
        giver = others(table, deal, win.winner)[0] if deal.from_ is None else deal.from_
        return self._waiting(table, state, deal, win.winner, hand, giver)

    def waiting_with(self, table: Table, state: State, deal: facts.Deal, open_hand: OpenHand) -> Waiting:
        hand = parse_hand(open_hand.text)
        check_deck(self.course.valuing.specials, hand)
        self._check_waiting(hand)
        return self._waiting(table, state, deal, open_hand.seat, hand, others(table, deal, open_hand.seat)[0])

    def _waiting(
        self, table: Table, state: State, deal: facts.Deal, seat: int, hand: Hand, giver: int
    ) -> Waiting:
        deal, play = self.course.complete(table, state, deal), partial(self.course.play, table, state)
        return waiting(deal, seat, hand, self.course.valuing.limits.sources(), giver, play)


@dataclass(frozen=True, kw_only=True)
class ZipaiGame(Game):
    """A game of 字牌 at one table."""

    course: ZipaiCourse
    asks: Asks
    """What an entry needs."""

    @property
    def valuing(self) -> Valuing:
        """How its hands are read and valued."""
        return self.course.valuing


@dataclass(frozen=True)
class CountingOut(Outlook):
    """数算 (shusuan): how many ``cards`` who sits out counts out, beside what else the table should know."""

    course: Outlook
    cards: int

    def standing(self, table: Table, state: State) -> tuple[Item, ...]:
        return (*self.course.standing(table, state), Item("counted_out", {"n": self.cards}, 0))

    def need(self, table: Table, state: State, seat: int) -> Item | None:
        return self.course.need(table, state, seat)


def zipai_game(
    course: ZipaiCourse,
    asks: Asks,
    rulebook: Callable[[], tuple[Section, ...]],
    example: Callable[[str], Example | None] = no_example,
    *,
    sits_out: bool = False,
    usual_sitting: int | None = None,
    house: House,
    counted_out: int = 0,
) -> ZipaiGame:
    """The game of this course; ``counted_out``: cards of who sits out, 0 where it is not known; see `Game` for the rest."""
    limits, round_ = course.valuing.limits, course.round
    outlook = Outlook() if round_ is None else RoundOutlook(round_, limits.min_hu)
    return ZipaiGame(
        course=course,
        hands=ZipaiHands(course),
        outlook=CountingOut(outlook, counted_out) if counted_out else outlook,
        house=house,
        rulebook=rulebook,
        example=example,
        sits_out=sits_out,
        usual_sitting=usual_sitting,
        minima=limits.minima,
        foul_ask=course.penalty.ask,
        target=None if round_ is None else round_.target,
        asks=asks,
    )
