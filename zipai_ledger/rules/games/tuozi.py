"""打坨子 (da tuozi): ten 胡 are two 坨, every five more another (docs/rules/tuozi.md)."""

from dataclasses import dataclass
from functools import partial

from .. import facts
from ..codec import Count
from ..house import PledgedOptions
from ..house_words import PLEDGE_BRIEF, PLEDGE_RULES
from ..options import Options, Words, one_of
from ..pledges import pledge_options
from ..presets import NamedPreset
from ..problems import Problem, Refused
from ..rulebook import Case, Section
from ..ruleset import Flow, Item, Table
from ..seating import others
from ..wording import MARKS as MARKS_NAMED
from ..zipai.asks import DEALT_MARKS, Asks
from ..zipai.call import BEGINNINGS, Call, CallReader, Priced, priced
from ..zipai.counter import (
    FIRST,
    MARKS,
    CounterLimits,
    base,
    counter_options,
    counter_valuing,
)
from ..zipai.counter_game import CounterRuleset
from ..zipai.counter_rules import DEAD, DISCARDS, NEXT, counter_sections
from ..zipai.counter_words import DECK_BRIEF, DISCARDS_BRIEF, LEAST_BRIEF, PAID_TEXTS, form_brief
from ..zipai.discards import DISCARD_WINS, DiscardWins, charge, source_asks
from ..zipai.example import WINNER, example_by_hu
from ..zipai.fouls import ClaimedPenalty
from ..zipai.fourth import UNCOMPELLED
from ..zipai.game import ZipaiGame
from ..zipai.patterns import MANY_REDS
from ..zipai.readings import Reading
from ..zipai.red_black import MINGTANG_OPTIONS, MINGTANG_TEXTS, RED_BLACK, MingtangOptions
from ..zipai.rulebook import NO_HAND, Book, Subject
from ..zipai.valuing import Limits, Pricing
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
    *MINGTANG_OPTIONS,
    *pledge_options(),
)

MINGTANG_HU = Count(17)
"""胡 of a win with 名堂 in an example."""

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
- [P | mingtang=none numbers=usual honghu wuhu dianhong] 红胡、乌胡、点红都不算。
+ Red hu, black hu and one red are not played.
- [P | mingtang=none numbers=own honghu wuhu dianhong] 红胡、乌胡、点红都不算；说好算的话，红胡 {honghu}、乌胡 {wuhu}、点红 {dianhong}。
+ Red hu, black hu and one red are not played; where they are, they are {honghu}, {wuhu} and {dianhong}.
- [P | mingtang=multiply] 红黑点，胡的那张也算：{many} 张以上红字是红胡，乘 {honghu}；没有红字是乌胡，乘 {wuhu}；正好一张是点红，
乘 {dianhong}。0 就是不算。
+ By the red cards, the winning one among them: {many} and more are red hu, times {honghu}; none is black hu, times {wuhu};
  just one is one red, times {dianhong}. What is 0 is not played.
- [P | mingtang=add] 红黑点，胡的那张也算：{many} 张以上红字是红胡，加 {honghu}；没有红字是乌胡，加 {wuhu}；正好一张是点红，
加 {dianhong}。0 就是不算。
+ By the red cards, the winning one among them: {many} and more are red hu, +{honghu}; none is black hu, +{wuhu}; just one is
  one red, +{dianhong}. What is 0 is not played.
- [P | mingtang!=none] 有名堂的，起胡还是 {min_hu} 胡。
+ The minimum stays {min_hu} hu with any of them.
@ mingtang
- [open S4 | tiandihu=0] 天胡、地胡有名字，坨数不另加。
+ Heavenly hu and earthly hu have a name and add nothing.
- [P | mingtang=multiply tiandihu!=0] 天胡、地胡，再乘 {tiandihu}。不兴放炮，地胡也算，每家都付。
+ Heavenly hu and earthly hu then multiply by {tiandihu}. Earthly hu is possible even where discards do not win, and then
  paid by all.
@ began
- [P | mingtang!=multiply tiandihu!=0] 天胡、地胡，再加 {tiandihu}。不兴放炮，地胡也算，每家都付。
+ Heavenly hu and earthly hu then add {tiandihu}. Earthly hu is possible even where discards do not win, and then paid by all.
@ began

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
class TuoziOptions(MingtangOptions, PledgedOptions):
    """What a table of 打坨子 chooses."""

    hu_per_unit: int
    discard_wins: DiscardWins


@dataclass(frozen=True, kw_only=True)
class TuoziLimits(CounterLimits):
    """What is claimed of the cards has to be played here."""

    o: TuoziOptions

    def check_marks(self, call: Call) -> None:
        self.o.check(call)


@dataclass(frozen=True)
class TuoziPricing(Pricing):
    """坨 by the 胡, one more for an own draw, then 名堂."""

    o: TuoziOptions

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        min_hu, step = self.o.min_hu, self.o.hu_per_unit
        items = [base(hu, min_hu, step)]
        items += [Item("self_draw", {}, 1)] if call.source == "self_draw" else []
        marks = call.marks
        if reading is not None:
            marks = (*filter(BEGINNINGS.__contains__, marks), *self.o.marks_of(reading))
        items += self.o.lines(marks, sum([item.units for item in items]))
        return priced(items, marks)

    def best(self, limits: Limits, call: Call, found: tuple[Reading, ...]) -> tuple[Reading, Priced]:
        """Most units first: what 飞 and 秤 stand for may show 名堂, or none."""
        limits.check_minimum(call, found[0].hu)
        least = limits.minimum(call)
        offered = [(each, self.price(call, each.hu, each)) for each in found if each.hu >= least]
        best = max(offered, key=lambda pair: pair[1].units) if len(offered) > 1 else offered[0]
        for mark in call.marks:
            if mark not in (best[1].marks or ()):
                raise Refused(Problem("bad_marks", "marks", "not_held", {"mark": mark}))
        return best


class MixedPricing(TuoziPricing):
    """The same where fewer 胡 may pay more: with 名堂 and cards that stand for others."""

    by_hu = False


def _payment(o: TuoziOptions, table: Table, deal: facts.Win, source: str | None, priced: Priced) -> Paid:
    """Every loser pays; the discarder for all of them where the table plays it so."""
    losers = others(table, deal, deal.winner)
    flows = [Flow(loser, deal.winner, priced.units, "each") for loser in losers]
    return charge(o.discard_wins, deal, source, flows)


def _rulebook(step: int, subject: Subject) -> tuple[Section, ...]:
    ladder = Book(subject, "S4").ladder(Call(source="other_draw"), step)
    usual = all(subject.options[code] == OPTIONS.by_code[code].default for code in RED_BLACK)
    return counter_sections(
        subject,
        RULES,
        {"first": FIRST, "many": MANY_REDS, "numbers": "usual" if usual else "own"},
        {"ladder": ladder, **_mingtang(subject.options)},
    )


def _mingtang(options: Options) -> dict[str, Case]:
    """A win with the first of 乌胡, 红胡 and 点红 that the table plays."""
    played = next((code for code in ("wuhu", "honghu", "dianhong") if options[code]), None)
    if played is None:
        return {}
    name = MARKS_NAMED[played]
    words = Words(f"甲自摸 {MINGTANG_HU} 胡，{name.zh}", f"A draws {MINGTANG_HU} hu, {name.en}")
    deal = facts.Win(winner=WINNER, source="self_draw", marks=(played,), hu=MINGTANG_HU)
    return {"mingtang": Case(words, (deal,), NO_HAND)}


def _asks(o: TuoziOptions) -> Asks:
    each = Words("每家都付", "Everybody pays")
    own = Words("每家都付，加 1 坨", "Everybody pays, +1 tuo")
    return Asks(
        groups=o.seating.form.groups,
        min_hu=o.min_hu,
        hu_per_unit=o.hu_per_unit,
        first_units=FIRST,
        sources=source_asks(each, own, o.discard_wins),
        marks=DEALT_MARKS[: 1 + (o.discard_wins != "off" or bool(o.tiandihu))],
        patterns=o.patterns,
        bound=True,
    )


BRIEF = (
    LEAST_BRIEF
    + """
- 每坨 {hu_per_unit} 胡
+ {hu_per_unit} hu per tuo
"""
    + DISCARDS_BRIEF
    + """
- [mingtang=multiply] 红黑点乘
+ red, black and one red multiply
- [mingtang=add] 红黑点加
+ red, black and one red add
- [honghu!=2] 红胡 {honghu}
+ red hu {honghu}
- [wuhu!=2] 乌胡 {wuhu}
+ black hu {wuhu}
- [dianhong!=0] 点红 {dianhong}
+ one red {dianhong}
- [tiandihu!=0] 天胡、地胡 {tiandihu}
+ heavenly and earthly hu {tiandihu}
"""
    + DECK_BRIEF
    + PLEDGE_BRIEF
    + form_brief("three")
)


class Tuozi(CounterRuleset):
    """打坨子: every loser pays the winner; nobody sits out."""

    slug = "tuozi"
    version = 4
    former = (1, 2, 3)
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
    reader = CallReader((*MARKS, *RED_BLACK))
    texts = {**PAID_TEXTS, **MINGTANG_TEXTS}

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(TuoziOptions, options)
        discards, earthly = o.discard_wins != "off", bool(o.tiandihu)
        limits = TuoziLimits(min_hu=o.min_hu, discards=discards, dihu=earthly, o=o)
        mixed = o.worth and any(o.special_cards.values())
        valuing = counter_valuing(self.version, o, limits, (MixedPricing if mixed else TuoziPricing)(o))
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
