"""打坨子 (da tuozi): ten 胡 are two 坨, every five more another (docs/rules/tuozi.md)."""

from dataclasses import dataclass
from functools import partial

from .. import facts
from ..house import PledgedOptions
from ..house_words import PLEDGE_BRIEF, PLEDGE_RULES
from ..options import Options, Words, one_of
from ..pledges import pledge_options
from ..presets import NamedPreset
from ..rulebook import Section
from ..ruleset import Flow, Item, Table
from ..seating import others
from ..zipai.asks import DEALT_MARKS, Asks
from ..zipai.call import Call, Priced, priced
from ..zipai.counter import (
    FIRST,
    CounterLimits,
    CounterOptions,
    base,
    counter_options,
    counter_valuing,
)
from ..zipai.counter_game import CounterRuleset
from ..zipai.counter_rules import DEAD, DISCARDS, NEXT, counter_sections
from ..zipai.counter_words import DECK_BRIEF, DISCARDS_BRIEF, LEAST_BRIEF, PAID_TEXTS, form_brief
from ..zipai.discards import DISCARD_WINS, DiscardWins, charge, source_asks
from ..zipai.example import example_by_hu
from ..zipai.fouls import ClaimedPenalty
from ..zipai.fourth import UNCOMPELLED
from ..zipai.game import ZipaiGame
from ..zipai.readings import Reading
from ..zipai.rulebook import Book, Subject
from ..zipai.valuing import Pricing
from ..zipai.wins import Paid

OPTIONS = counter_options(
    "three",
    one_of(
        "hu_per_unit",
        5,
        ("每几胡一坨", "Hu per tuo"),
        ("过了起胡，每多这么多胡，加一坨。", "Above the minimum, every so many hu add one tuo."),
        "S4",
        {5: ("逢五", "5 hu"), 3: ("逢三", "3 hu")},
    ),
    DISCARD_WINS,
    *pledge_options(),
)

RULES = (
    """
# cards
- [open S4 | form=four_at_once] 书上没有讲四个人同时打坨子。这里照三个人的算法。
+ The book does not tell of Tuozi for four at once; it is scored as with three.

# units 胡了算几坨 | What a win is worth
- [S4] {min_hu} 胡算 {first} 坨，再每满 {hu_per_unit} 胡加 1 坨。
+ {min_hu} hu are {first} tuo, and every {hu_per_unit} more another.
@ ladder
- [S4] 自摸加 1 坨。
+ A self-draw adds 1 tuo.
@ own
- [open S4] 天胡、地胡有名字，坨数不另加。
+ Heavenly hu and earthly hu have a name and add nothing.

# pay 谁付 | Who pays
- [S4 | form] 从坨子里摸出来的，自己摸、别人摸都一样：输的每家都付。
+ A drawn card: every loser pays, whoever drew it.
@ drawn
"""
    + DISCARDS
    + PLEDGE_RULES
    + NEXT
    + DEAD
    + """
# else 岔胡 | Fouls
- [S4] 岔胡：报的是几坨，就付给每家几坨。
+ A foul costs the units of the hand claimed, to each of the others.
@ foul
- [open S4] 报的不够起胡，照 {min_hu} 胡算；自摸不加。谁打桩不变。
+ A claim below {min_hu} hu counts as the minimum, without the self-draw; the dealer stays.
"""
)


@dataclass(frozen=True, kw_only=True)
class TuoziOptions(CounterOptions, PledgedOptions):
    """What a table of 打坨子 chooses."""

    hu_per_unit: int
    discard_wins: DiscardWins


@dataclass(frozen=True)
class TuoziPricing(Pricing):
    """坨 by the 胡, and one more for an own draw."""

    o: TuoziOptions

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        min_hu, step = self.o.min_hu, self.o.hu_per_unit
        items = [base(hu, min_hu, step)]
        items += [Item("self_draw", {}, 1)] if call.source == "self_draw" else []
        return priced((*items, *(Item(mark, {}, 0) for mark in call.marks)))


def _payment(o: TuoziOptions, table: Table, deal: facts.Win, source: str | None, priced: Priced) -> Paid:
    """Every loser pays; the discarder for all of them where the table plays it so."""
    losers = others(table, deal, deal.winner)
    flows = [Flow(loser, deal.winner, priced.units, "each") for loser in losers]
    return charge(o.discard_wins, deal, source, flows)


def _rulebook(step: int, subject: Subject) -> tuple[Section, ...]:
    ladder = Book(subject, "S4").ladder(Call(source="other_draw"), step)
    return counter_sections(subject, RULES, {"first": FIRST}, {"ladder": ladder})


def _asks(o: TuoziOptions) -> Asks:
    each = Words("每家都付", "Everybody pays")
    own = Words("每家都付，加 1 坨", "Everybody pays, +1 tuo")
    return Asks(
        groups=o.seating.form.groups,
        min_hu=o.min_hu,
        hu_per_unit=o.hu_per_unit,
        first_units=FIRST,
        sources=source_asks(each, own, o.discard_wins),
        marks=DEALT_MARKS[: 1 + (o.discard_wins != "off")],
    )


BRIEF = (
    LEAST_BRIEF
    + """
- 每坨 {hu_per_unit} 胡
+ {hu_per_unit} hu per tuo
"""
    + DISCARDS_BRIEF
    + DECK_BRIEF
    + PLEDGE_BRIEF
    + form_brief("three")
)


class Tuozi(CounterRuleset):
    """打坨子: every loser pays the winner; nobody sits out."""

    slug = "tuozi"
    version = 3
    former = (1, 2)
    rank = 30
    name = Words("打坨子", "Tuozi")
    tagline = Words("按坨算，自摸加一", "Paid in tuo, self-draw +1")
    presets_named = (NamedPreset("", name, (), ("塔子",)),)
    unit = Words("坨", "tuo")
    modest_stake = 500
    options = OPTIONS
    usual_before = {3: UNCOMPELLED}
    brief = BRIEF
    results = (facts.Win, facts.Dead, facts.Foul, facts.Adjust, facts.Close)
    texts = PAID_TEXTS

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(TuoziOptions, options)
        limits = CounterLimits(min_hu=o.min_hu, discards=o.discard_wins != "off")
        valuing = counter_valuing(self.version, o, limits, TuoziPricing(o))
        return self.game_of(
            o,
            valuing,
            ClaimedPenalty(valuing),
            _asks(o),
            partial(_rulebook, o.hu_per_unit),
            example=partial(example_by_hu, o.discard_wins),
            payment=partial(_payment, o),
        )


RULESET = Tuozi()
