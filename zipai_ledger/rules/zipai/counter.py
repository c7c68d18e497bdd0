"""数算 (shusuan): the games of S4, where three play and a fourth may sit the deal out (docs/rules/deng.md#counter)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

from .. import facts
from ..evening import EVENING_OPTIONS
from ..house import HouseOptions
from ..options import Option as HouseRule
from ..options import OptionSet, Value, Words, flag, number, one_of
from ..problems import Collector, Problem
from ..ruleset import Item, State, Table
from .bounds import bounds_of
from .call import Call
from .claims import ClaimRule
from .dealt import OnlyTianhu
from .deck import SPECIAL_CARDS
from .form import FOUR_AT_ONCE, THREE, Form
from .fourth import FourthOptions, fourth_options
from .turns import Seats, Turns
from .valuing import Limits, Pricing, Valuing
from .words import DENG

MARKS = ("tianhu", "dihu")
"""What may be claimed beside the cards where a game has no others."""


@dataclass(frozen=True, slots=True)
class Seating:
    """How many sit at the table, how many cards they play with, and whether one of them is 数算."""

    seats: int
    form: Form
    sits_out: bool
    name: Words


FORMS: Mapping[str, Seating] = {
    "two": Seating(2, THREE, False, Words("两个人打", "Two")),
    "three": Seating(3, THREE, False, Words("三个人打", "Three")),
    "three_and_counter": Seating(4, THREE, True, Words("四个人，一个数算", "Four, one of them the counter")),
    "four_at_once": Seating(4, FOUR_AT_ONCE, False, Words("四个人同时打", "Four at once")),
}


DRAWN_CARDS = one_of(
    "drawn_cards",
    0,
    ("抽牌", "Cards taken out"),
    ("两个人打，开打前从坨子里抽掉几张；只记着，不影响算。", "Taken out before two play; only noted."),
    "P",
    {0: ("不抽", "None"), 10: ("抽 10 张", "10"), 20: ("抽 20 张", "20")},
)

CHANGE_BOTTOM = flag(
    "change_bottom",
    "off",
    ("换底", "Changed bottom"),
    ("数算的数牌，换底的多数一张；只记着，不影响算。", "The counter counts out one card more; only noted."),
    "S4",
)


def counter_options(
    usual: str, *own: HouseRule, beside: Mapping[str, Mapping[str, Mapping[str, Value]]] | None = None
) -> OptionSet:
    """The house rules of such a game: how many play (``usual``: the default), the minimum, its own.

    ``beside``: what else chooses defaults, as `OptionSet` has it.
    """
    form = one_of(
        "form",
        usual,
        ("几个人打", "Players"),
        (
            "数算的那家不摸牌，每盘算账。四个人同时打，每人 14 张，胡五比。两个人打，牌和三个人一样发。",
            "The counter sits out and counts. Four at once hold 14 cards each, with five groups. Two are dealt as three.",
        ),
        "S4; P",
        {code: (seating.name.zh, seating.name.en) for code, seating in FORMS.items()},
    )
    minimum = number(
        "min_hu",
        10,
        ("起胡", "Minimum"),
        (
            "不够这么多胡，不能胡牌。四个人同时打是 6 胡。",
            "Fewer hu do not win. With four at once the usual is 6.",
        ),
        "S4",
    )
    fourth = fourth_options("on", "none", "S4", whose_draw="不管谁摸出来")
    noted = (DRAWN_CARDS, CHANGE_BOTTOM, *EVENING_OPTIONS)
    return OptionSet(
        (form, minimum, *own, *fourth, SPECIAL_CARDS, *noted),
        "form",
        {"four_at_once": {"min_hu": 6}},
        beside=beside or {},
    )


@dataclass(frozen=True, kw_only=True)
class CounterOptions(FourthOptions, HouseOptions):
    """What every such game lets a table choose."""

    form: Literal["two", "three", "three_and_counter", "four_at_once"]
    min_hu: int
    special_cards: Mapping[str, int]
    drawn_cards: int
    change_bottom: Literal["on", "off"]

    @property
    def seating(self) -> Seating:
        """Who sits and plays."""
        return FORMS[self.form]


COUNTED_OUT = 19
"""80 cards without the 21 of the dealer and the 20 of each of two others."""


def counted_out(changes_bottom: bool, deck: Mapping[str, int]) -> int:
    """数算数多少张 (shusuan shu duoshao zhang): cards that the counter counts out (docs/rules/deng.md#counted-out)."""
    return COUNTED_OUT + changes_bottom + sum(deck.values())


SEATS_OF = {code: seating.seats for code, seating in FORMS.items()}


@dataclass(frozen=True)
class CounterTurns(Turns):
    """The winner deals next, and 数算 moves on when the dealer loses (亦转亦坐)."""

    seating: Seating

    def first(self, table: Table) -> Seats:
        """Where who is 数算 first is not chosen, it is the seat before the dealer."""
        if not self.seating.sits_out:
            return Seats(table.first_dealer)
        before = table.after(table.first_dealer, -1)
        return Seats(table.first_dealer, before if table.first_sitting is None else table.first_sitting)

    @property
    def usual_sitting(self) -> int | None:
        """Steps from the first dealer to who is 数算 first, None where nobody is."""
        return self.seating.seats - 1 if self.seating.sits_out else None

    def sitting_with(self, table: Table, state: State, dealer: int) -> int | None:
        """数算; where just that seat dealt, the one after it."""
        return table.after(dealer) if state.sitting == dealer else state.sitting

    def after_win(self, table: Table, deal: facts.Win) -> Seats:
        """数算 stays while the dealer wins, else the next seat is 数算, passing over the new dealer."""
        if deal.sitting is None or deal.winner == deal.dealer:
            return Seats(deal.winner, deal.sitting)
        following = table.after(deal.sitting)
        return Seats(deal.winner, table.after(following) if following == deal.winner else following)

    def after_dead(self, table: Table, seats: Seats) -> Seats:
        """臭牌: the dealer's 下手 deals, passing over 数算, who stays."""
        following = table.after(seats.dealer)
        passed = table.after(following) if following == seats.sitting else following
        return seats._replace(dealer=passed)


@dataclass(frozen=True, kw_only=True)
class CounterLimits(Limits):
    """兴放炮 (xing fangpao): whether a card from another player's hand may win, or only one from the pile (docs/rules/deng.md#discards)."""

    discards: bool = False
    dihu: bool = False
    """Whether 地胡 has a value here, and so wins even where other discards do not."""

    def allows(self, call: Call) -> None:
        may_win = self.allows_source(call)
        if may_win and not call.marks:
            super().allows(call)
            return
        found = Collector()
        if not may_win:
            found.add(Problem("bad_source", "source", "discard_not_allowed"))
        found.attempt(partial(super().allows, call))
        if call.marks:
            found.attempt(partial(self.check_marks, call))
        found.finish()

    def check_marks(self, call: Call) -> None:
        """Raises `Refused` (``bad_marks``) where something is claimed that the table does not play, or that cannot be together."""

    def allows_source(self, call: Call) -> bool:
        """Whether this call may win on a discard, where it does; on every other card it may."""
        return call.source != "discard" or self.discards or (self.dihu and "dihu" in call.marks)


FIRST = 2
"""Units for the minimum, where a hand is paid by its 胡."""


def base(hu: int, min_hu: int, step: int) -> Item:
    """What so many 胡 are paid: `FIRST` for the minimum, and one for every ``step`` above it."""
    return Item("base", {"hu": hu, "min_hu": min_hu, "hu_per_unit": step}, FIRST + (hu - min_hu) // step)


STRICT_COUNT: Final = 4
"""The version since which a 飞王 or 秤子 brings a card only where it was held."""


def counter_valuing(version: int, o: CounterOptions, limits: CounterLimits, pricing: Pricing) -> Valuing:
    """How these games look at a hand: in their words, and with the cards that an old-style deck has."""
    form = replace(o.seating.form, won_special=version < STRICT_COUNT)
    rules = o.hand_rules(form, draws=("self_draw", "other_draw"))
    return Valuing(
        rules=rules,
        limits=limits,
        pricing=pricing,
        dealt=OnlyTianhu(rules),
        claims=ClaimRule.EVERY_COPY,
        bounds=bounds_of(version, o.seating.form),
        words=DENG,
        specials=o.special_cards,
    )
