"""数算 (shusuan): the games of S4, where three play and a fourth may sit the deal out (docs/rules/deng.md#counter)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, cast

from .. import facts
from ..codec import Seat
from ..options import Option as HouseRule
from ..options import Options, OptionSet, Words, number, one_of
from ..problems import Collector, Problem, together
from ..ruleset import Item, Outcome, Scored, State, Table
from ..terms import FoulAsk
from .call import Call, Priced
from .claims import ClaimRule
from .counter_words import DENG_TERMS, DENG_TEXTS
from .deck import SPECIAL_CARDS
from .drawing import DRAWN
from .form import FOUR_AT_ONCE, THREE, Form, check_count
from .fouls import claimed_hand, claimed_units
from .game import ZipaiRuleset
from .hand import Hand
from .readings import HandRules, Reading, readings
from .sayings import DENG_SAYS
from .words import DENG
from .xing import none_played

DEALT = frozenset(("tianhu", "dihu"))
"""Marks that say how the deal began; a hand may have a pattern beside them."""


@dataclass(frozen=True, slots=True)
class Seating:
    """How many sit at the table, how many cards they play with, and whether one of them is 数算."""

    seats: int
    form: Form
    sits_out: bool
    name: Words


FORMS: Mapping[str, Seating] = {
    "three": Seating(3, THREE, False, Words("三个人打", "Three")),
    "three_and_counter": Seating(4, THREE, True, Words("四个人，一个数算", "Four, one of them 数算")),
    "four_at_once": Seating(4, FOUR_AT_ONCE, False, Words("四个人同时打", "Four at once")),
}


PLAYED: Mapping[str, tuple[str, str]] = {
    "three_and_counter": ("数算的那家不摸牌，每盘算账。", "数算 sits the deal out and counts."),
    "four_at_once": (
        "四个人同时打，每人 14 张，胡五比。",
        "Four at once hold 14 cards each and win with five groups.",
    ),
}
LEAST: Mapping[str, tuple[str, str]] = {
    "four_at_once": ("四个人同时打是 6 胡。", "With four at once the usual is 6."),
}


def _of_forms(
    forms: tuple[str, ...], told: Mapping[str, tuple[str, str]], *before: tuple[str, str]
) -> tuple[str, str]:
    """What an option says of those ways to sit that a game offers."""
    said = [*before, *(told[form] for form in forms if form in told)]
    return "".join(zh for zh, _ in said), " ".join(en for _, en in said)


def counter_options(forms: tuple[str, ...], *own: HouseRule) -> OptionSet:
    """The house rules of such a game: how many play (the first form is the default), the minimum, its own."""
    form = one_of(
        "form",
        forms[0],
        ("几个人打", "Players"),
        _of_forms(forms, PLAYED),
        "S4",
        {code: (FORMS[code].name.zh, FORMS[code].name.en) for code in forms},
    )
    minimum = number(
        "min_hu",
        10,
        ("起胡", "Minimum"),
        _of_forms(forms, LEAST, ("不够这么多胡，不能胡牌。", "Fewer 胡 do not win.")),
        "S4",
    )
    return OptionSet((form, minimum, *own, SPECIAL_CARDS), "form", {"four_at_once": {"min_hu": 6}})


class CounterRuleset(ZipaiRuleset):
    """One of these games: the winner deals next, and 数算 moves on when the dealer loses."""

    words = DENG
    marks: ClassVar[tuple[str, ...]] = ("tianhu", "dihu")
    claim_rule = ClaimRule.EVERY_COPY
    texts = DENG_TEXTS
    terms = DENG_TERMS
    sayings = DENG_SAYS
    seats_by = "form"
    first_deal = DRAWN

    def seating(self, options: Options) -> Seating:
        """Who sits and plays under these options."""
        return FORMS[cast(str, options["form"])]

    def places(self, options: Options) -> int:
        return self.seating(options).seats

    def sits_out(self, table: Table) -> bool:
        return self.seating(table.options).sits_out

    def open(self, table: Table) -> State:
        """Where nobody says who is 数算 first, it is the seat before the dealer."""
        if not self.sits_out(table):
            return State(dealer=table.first_dealer)
        before = table.after(table.first_dealer, -1)
        return State(
            dealer=table.first_dealer,
            sitting=before if table.first_sitting is None else table.first_sitting,
        )

    def usual_sitting(self, options: Options) -> int | None:
        seating = self.seating(options)
        return seating.seats - 1 if seating.sits_out else None

    def sitting_with(self, table: Table, state: State, dealer: int) -> int | None:
        """数算; where just that seat dealt, the one after it."""
        return table.after(dealer) if state.sitting == dealer else state.sitting

    def after(self, table: Table, state: State, deal: facts.Deal) -> State:
        if isinstance(deal, facts.Win):
            return State(dealer=deal.winner, sitting=_moved(table, deal))
        stayed = State(dealer=cast(Seat, deal.dealer), sitting=deal.sitting)
        return self.after_dead_deal(table, stayed) if isinstance(deal, facts.Dead) else stayed

    def after_dead_deal(self, table: Table, seats: State) -> State:
        """臭牌: the dealer's 下手 deals, passing over 数算, who stays."""
        following = table.after(seats.dealer)
        passed = table.after(following) if following == seats.sitting else following
        return replace(seats, dealer=passed)

    # ---- what a hand is worth ------------------------------------------------------------------------------------

    def hand_rules(self, options: Options) -> HandRules:
        return HandRules(self.seating(options).form, self.values)

    def minimum(self, options: Options, call: Call) -> int:
        return cast(int, options["min_hu"])

    def wins_on_discards(self, options: Options, call: Call) -> bool:
        """兴放炮: whether a card from another player's hand may win; only one drawn from the pile may (docs/rules/deng.md#discards)."""
        return False

    def allows(self, options: Options, call: Call) -> None:
        found = Collector()
        if call.source == "discard" and not self.wins_on_discards(options, call):
            found.add(Problem("bad_source", "source", "discard_not_allowed"))
        found.attempt(partial(self.check_named, options, call.min_hu))
        found.attempt(partial(none_played, call.xing))
        found.finish()

    def value(self, options: Options, call: Call) -> tuple[Scored, Priced]:
        """Whoever wins with the cards dealt wins by 天胡: these games know no other opening."""
        if call.source == "dealt" and not DEALT.intersection(call.marks):
            call = call._replace(marks=("tianhu", *call.marks))
        return super().value(options, call)

    def value_dealt(self, options: Options, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        rules = self.hand_rules(options)
        check_count(hand, rules.form, "hand.concealed")
        return call, readings(hand, rules)

    def penalty(self, table: Table, deal: facts.Foul) -> int:
        """岔胡 (chahu): what the hand claimed would have been paid."""
        return claimed_units(self, table.options, deal)

    def play_foul(self, table: Table, state: State, deal: facts.Foul) -> Outcome:
        outcome = super().play_foul(table, state, deal)
        return replace(outcome, items=tuple(_each(item) for item in outcome.items))

    def foul_ask(self, options: Options) -> FoulAsk:
        return FoulAsk(units=True, hu=True, hand=True)

    def _check_deal(self, table: Table, state: State, deal: facts.Deal) -> None:
        together(partial(super()._check_deal, table, state, deal), partial(claimed_hand, deal))


def _each(line: Item) -> Item:
    """The penalty in the words of these games."""
    return line._replace(params={"how": "each", **line.params})


def _moved(table: Table, deal: facts.Win) -> int | None:
    """亦转亦坐: 数算 stays while the dealer wins, else the next seat is 数算, passing over the new dealer."""
    if deal.sitting is None or deal.winner == deal.dealer:
        return deal.sitting
    following = table.after(deal.sitting)
    return table.after(following) if following == deal.winner else following
