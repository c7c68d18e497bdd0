"""花式字牌 (huashi zipai), 天地红飘乌: patterns pay ten 牌, other hands by their 胡 (docs/rules/huashi.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from .. import facts
from ..codec import Count
from ..house import PledgedOptions
from ..house_words import PLEDGE_BRIEF, PLEDGE_RULES
from ..options import Options, Words, flag, number, numbers, one_of
from ..pledges import pledge_options
from ..presets import NamedPreset
from ..problems import Param, Problem, Refused
from ..rulebook import Case, Figure, Section, listed, one
from ..ruleset import Flow, Item, Table
from ..ruletext import Known
from ..seating import others
from ..wording import MARKS
from ..zipai import patterns
from ..zipai.asks import DEALT_MARKS, Asks, PatternAsk
from ..zipai.call import Call, CallReader, Priced, priced
from ..zipai.counter import (
    FIRST,
    CounterLimits,
    CounterOptions,
    CounterTurns,
    base,
    counter_options,
    counter_valuing,
)
from ..zipai.counter_game import CounterRuleset
from ..zipai.counter_rules import DEAD, DISCARDS, NEXT, counter_sections
from ..zipai.counter_words import DECK_BRIEF, DISCARDS_BRIEF, LEAST_BRIEF, PAID_TEXTS, form_brief
from ..zipai.discards import DISCARD_WINS, DiscardWins, charge, source_asks
from ..zipai.example import WINNER, example_by_hu
from ..zipai.form import THREE
from ..zipai.fouls import ClaimedPenalty, Fouls
from ..zipai.fourth import UNCOMPELLED
from ..zipai.game import ZipaiGame
from ..zipai.readings import Reading
from ..zipai.rulebook import Book, Subject, won_by
from ..zipai.sample_hands import hand
from ..zipai.valuing import Limits, Pricing
from ..zipai.wins import Paid

PATTERN = 10
"""牌 for a hand with a pattern, however many it has, where the table has nothing else."""

OPTIONS = counter_options(
    "three_and_counter",
    number(
        "hu_per_unit",
        5,
        ("每几胡一牌", "Hu per pai"),
        ("过了起胡，每多这么多胡，加一牌。", "Above the minimum, every so many hu add one pai."),
        "S4",
        least=1,
    ),
    one_of(
        "top",
        10,
        ("封顶", "Highest score"),
        (
            "没有名堂的牌，最多记多少牌。天地红飘乌不受这个管。",
            "What a hand without a pattern scores at most; patterns are not bound by it.",
        ),
        "S4",
        {10: ("10 牌", "10 pai"), "none": ("不封顶", "No limit")},
    ),
    replace(
        numbers(
            "pattern_values",
            dict.fromkeys(patterns.PATTERNS, PATTERN),
            ("名堂几牌", "Patterns"),
            ("天地红飘乌，每样记几牌。", "What each pattern scores."),
            "S4; P",
            {code: (MARKS[code].zh, MARKS[code].en) for code in patterns.PATTERNS},
        ),
        least=1,
    ),
    flag(
        "patterns_add",
        "off",
        ("名堂相加", "Patterns add up"),
        (
            "一副牌有几样名堂，加起来，还是只记最大的一样。",
            "Whether several patterns add up, or the greatest counts alone.",
        ),
        "S4; P",
    ),
    DISCARD_WINS,
    *pledge_options(),
)


@dataclass(frozen=True, kw_only=True)
class HuashiOptions(CounterOptions, PledgedOptions):
    """What a table of 花式 chooses."""

    hu_per_unit: int
    top: int | Literal["none"]
    pattern_values: Mapping[str, int]
    patterns_add: Literal["on", "off"]
    discard_wins: DiscardWins


RULES = (
    """
# patterns 天地红飘乌 | Patterns
- [S4; P | pattern_values patterns_add=off] 胡的牌有名堂，{pattern}，有几样也只记一次，记最大的。不够 {min_hu} 胡也能胡。
+ A hand with a pattern scores {pattern}, once, the greatest of several, even below {min_hu} hu.
- [P | pattern_values patterns_add=on] 胡的牌有名堂，{pattern}，有几样就加起来。不够 {min_hu} 胡也能胡。
+ A hand with a pattern scores {pattern}, several of them together, even below {min_hu} hu.
- [S4] 天胡：打桩的起手 {more} 张就胡了。
+ Heavenly hu: the dealer wins with the cards dealt.
@ tianhu
- [S4] 地胡：打桩的打头一个字，别人胡了。
+ Earthly hu: another player wins on the dealer’s first discard.
- [open S4 | discard_wins=off] 不兴放炮，地胡也算，每家都付。
+ Earthly hu is possible even where discards do not win, and then paid by all.
- [S4] 红胡：胡的牌里正好有 {lucky} 张红字，或者有 {many} 张以上。只有 1 张叫一点朱，{many} 张以上叫大红。
+ Red hu: exactly {lucky} red cards among them (1 is one red dot), or {many} and more (great red).
@ honghu
- [S4] 满园花：每一比里都有红字。
+ Full garden: a red card in every group.
@ manyuanhua
- [S4] 飘胡：手里、地上的，一胡也没有。
+ Floating hu: nothing that counts, in the hand or on the table.
@ piaohu
- [S4] 乌胡：没有一张红字。
+ Black hu: no red card at all.
@ wuhu

# units 没有名堂的 | Other hands
- [S4] {min_hu} 胡记 {first} 牌，再每满 {hu_per_unit} 胡加 1 牌；自摸加 1 牌。
+ {min_hu} hu are {first} pai, every {hu_per_unit} more another; a self-draw adds 1.
@ ladder own
- [S4 | top=10] 最多 {top} 牌。
+ At most {top} pai.
- [open S4 | top=none] 没有名堂的不封顶；有名堂的还是上面那么多。
+ Other hands have no limit; patterns still score what they do.
- [ours] 一副牌几种摆法，照牌数最多的算：有时候飘胡比 {min_hu} 胡还值。
+ The reading that scores most counts: floating hu may be worth more than {min_hu} hu.

# pay 谁付 | Who pays
- [S4 | form=three_and_counter] 胡的得 4 份，数算的得 2 份，另外两家各付 3 份。一份就是牌数。
+ The winner gets four times the pai, the counter twice, and each of the two others pays three times.
@ drawn
- [open S4 | form!=three_and_counter] 没有人数算：输的每家付一份，一份就是牌数。
+ Without the counter every loser pays the number of pai once.
@ drawn
"""
    + DISCARDS
    + PLEDGE_RULES
    + NEXT
    + DEAD
    + """
- [open S4 | form=three_and_counter] 臭牌以后，下手正在数算就跳过去，数算的不变。
+ If that seat is the counter it is passed over; the counter stays.

# else 岔胡 | Fouls
- [S4 | form=three_and_counter] 岔胡：报的是几牌，付 4 份：数算的得 2 份，另外两家各得 1 份。
+ A foul costs four times the pai of the hand claimed: twice to the counter, once to each of the two others.
@ foul
- [S4 | form!=three_and_counter] 岔胡：报的是几牌，就付给每家几牌。
+ A foul costs the pai of the hand claimed, to each of the others.
@ foul
- [open S4] 报的不够起胡，照 {min_hu} 胡算；自摸不加。谁打桩不变。
+ A claim below {min_hu} hu counts as the minimum, without the self-draw; the dealer stays.
"""
)
PATTERN_HANDS = {
    "honghu": (
        hand([("chi", "一二三"), ("peng", "伍伍伍"), ("sao", "八八八")], "四五六玖玖玖三四五陆陆", "六"),
        hand([("chi", "一二三"), ("peng", "伍伍伍")], "四五六玖玖玖陆陆", "六"),
    ),
    "manyuanhua": (
        hand([("chi", "一二三"), ("chi", "陆柒捌"), ("chi", "捌玖拾")], "六七八壹贰叁二七十八九", "十"),
        hand([("chi", "一二三"), ("chi", "贰柒拾")], "二七十六七八八九", "十"),
    ),
    "piaohu": (
        hand([("chi", "四五六"), ("chi", "叁肆伍"), ("chi", "捌捌八")], "六七八陆柒捌九九玖三四", "五"),
        hand([("chi", "四五六"), ("chi", "捌捌八")], "六七八陆柒捌三四", "五"),
    ),
    "wuhu": (
        hand([("chi", "四五六"), ("peng", "伍伍伍"), ("sao", "八八八")], "玖玖玖三四五一一壹陆陆", "六"),
        hand([("chi", "四五六"), ("peng", "伍伍伍")], "玖玖玖一一壹陆陆", "六"),
    ),
}
"""A hand for each pattern that cards show, with seven groups and with five."""


class HuashiLimits(CounterLimits):
    """A pattern wins whatever its 胡."""

    def check_marks(self, call: Call) -> None:
        if clash := patterns.contradiction(call):
            raise Refused(Problem("bad_marks", "marks", "both", {"one": clash[0], "other": clash[1]}))
        if call.hand is None and "piaohu" in call.marks and call.hu:
            raise Refused(Problem("bad_marks", "marks", "piaohu_hu", {"hu": call.hu}))

    def minimum(self, call: Call) -> int:
        return 0 if call.marks else self.min_hu


@dataclass(frozen=True)
class HuashiPricing(Pricing):
    """A hand with patterns by their values; others by their 胡."""

    by_hu = False
    o: HuashiOptions

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        if call.hand is None or reading is None:
            names, red = patterns.marks_of(call), None
        else:
            names, red = patterns.found(reading, call.marks), patterns.reds(reading)
        items = self._pattern_items(names, red) if names else self._ordinary_items(call, hu)
        return priced(items)._replace(marks=names)

    def _pattern_items(self, names: tuple[str, ...], red: int | None) -> tuple[Item, ...]:
        """The greatest value once, or every one where they add up; and every pattern by name."""
        reds: dict[str, Param] = {} if red is None else {"how": "counted", "n": red}
        worth, adds = self.o.pattern_values, self.o.patterns_add == "on"
        best = max(worth[name] for name in names)
        first = Item("pattern", {"how": "add"}, 0) if adds else Item("pattern", {"units": best}, best)
        named = [Item(name, reds if name == "honghu" else {}, worth[name] if adds else 0) for name in names]
        return (first, *named)

    def _ordinary_items(self, call: Call, hu: int) -> tuple[Item, ...]:
        min_hu, step, top = self.o.min_hu, self.o.hu_per_unit, self.o.top
        first, own = base(hu, min_hu, step), int(call.source == "self_draw")
        items = [first]
        items += [Item("self_draw", {}, own)] if own else []
        if top != "none" and first.units + own > top:
            items.append(Item("top", {"top": top}, top - first.units - own))
        return tuple(items)

    def best(self, limits: Limits, call: Call, found: tuple[Reading, ...]) -> tuple[Reading, Priced]:
        """Most units first: a hand may be worth more as 飘胡 than as ten 胡."""
        offered = [(reading, self.price(call, reading.hu, reading)) for reading in found]
        standing = [pair for pair in offered if pair[0].hu >= limits.min_hu or pair[1].marks]
        if not standing:
            raise Refused(Problem("below_minimum", "hand", "", {"hu": found[0].hu, "min_hu": limits.min_hu}))
        claimed = set(call.marks)
        best = max(standing, key=lambda pair: (pair[1].units, claimed <= {*(pair[1].marks or ())}))
        for mark in call.marks:
            if mark not in (best[1].marks or ()):
                raise Refused(Problem("bad_marks", "marks", "not_held", {"mark": mark}))
        return best


def _payment(o: HuashiOptions, table: Table, deal: facts.Win, source: str | None, priced: Priced) -> Paid:
    """With 数算 the winner gets four shares and he two, and each of the others pays three; else every loser one."""
    units, losers = priced.units, others(table, deal, deal.winner)
    if deal.sitting is None:
        flows = [Flow(loser, deal.winner, units, "each") for loser in losers]
    else:
        flows = [Flow(loser, deal.winner, 2 * units, "each") for loser in losers]
        flows += [Flow(loser, deal.sitting, units, "counter") for loser in losers]
    return charge(o.discard_wins, deal, source, flows)


BRIEF = (
    LEAST_BRIEF
    + """
- 每牌 {hu_per_unit} 胡
+ {hu_per_unit} hu per pai
- [top=none] 不封顶
+ no limit
- [top!=none] 封顶 {top} 牌
+ at most {top} pai
"""
    + """
- [pattern_values!=] {pattern_values}
+ {pattern_values}
- [patterns_add=on] 名堂加起来
+ patterns add up
"""
    + DISCARDS_BRIEF
    + DECK_BRIEF
    + PLEDGE_BRIEF
    + form_brief("three_and_counter")
)


class Huashi(CounterRuleset):
    """花式: the winner takes four shares with 数算, who takes two; each of the others pays three."""

    slug = "huashi"
    version = 4
    former = (1, 2, 3)
    rank = 33
    name = Words("花式字牌", "Huashi")
    tagline = Words("天地红飘乌，按牌算", "Patterns, paid in pai")
    presets_named = (NamedPreset("", name, (), ("天地红飘乌",)),)
    unit = Words("牌", "pai")
    options = OPTIONS
    usual_before = {3: UNCOMPELLED}
    brief = BRIEF
    results = (facts.Win, facts.Dead, facts.Foul, facts.Adjust, facts.Close)
    reader = CallReader(patterns.PATTERNS)
    texts = {
        **PAID_TEXTS,
        "top": Words("最多 {top} 牌", "At most {top} pai"),
        "pattern": Words("有名堂，记 {units} 牌，不重复记", "A pattern scores {units} pai, once"),
        "pattern.add": Words("有名堂，加起来", "Patterns add up"),
        "tianhu": Words("天胡", "Heavenly hu, won with the cards dealt"),
        "dihu": Words("地胡", "Earthly hu, on the dealer’s first discard"),
        "honghu": Words("红胡", "Red hu, a lucky number of red cards"),
        "honghu.counted": Words("红胡：{n} 张红字", "Red hu: {n} red cards"),
        "manyuanhua": Words("满园花：每一比都有红字", "Full garden: a red card in every group"),
        "piaohu": Words("飘胡：一胡也没有", "Floating hu: 0 hu"),
        "wuhu": Words("乌胡：没有红字", "Black hu: no red card"),
        "counter": Words("数算的得", "The counter gains"),
        "foul.counter": Words(
            "岔胡，每家罚 {units}，数算的再加一份", "Foul: {units} to each, twice that to the counter"
        ),
        "bad_marks.both": Words("{one}和{other}不能都有", "{one} and {other} cannot go together"),
        "bad_marks.piaohu_hu": Words("飘胡是 0 胡，写的是 {hu} 胡", "Floating hu has 0 hu, not {hu}"),
        "bad_marks.not_held": Words("照牌看没有{mark}", "The cards do not show {mark}"),
    }

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(HuashiOptions, options)
        limits = HuashiLimits(min_hu=o.min_hu, discards=o.discard_wins != "off", dihu=True)
        turns, valuing = CounterTurns(o.seating), counter_valuing(self.version, o, limits, HuashiPricing(o))
        penalty = ClaimedPenalty(valuing)
        return self.game_of(
            o,
            valuing,
            penalty,
            _asks(o),
            partial(_rulebook, o),
            example=partial(example_by_hu, o.discard_wins),
            turns=turns,
            payment=partial(_payment, o),
            foul=Fouls(
                penalty=penalty, turns=turns, how="each", sitting_shares=2, how_sitting="counter"
            ).play,
        )


def _rulebook(o: HuashiOptions, subject: Subject) -> tuple[Section, ...]:
    book = Book(subject, "S4")
    tianhu = facts.Win(winner=WINNER, source="dealt", hu=Count(22), marks=("tianhu",))
    figures: dict[str, Figure] = {
        "ladder": book.ladder(Call(source="other_draw"), o.hu_per_unit, rows=9),
        "tianhu": Case(Words("甲天胡", "A wins by heavenly hu"), (tianhu,)),
    }
    for name, hands in PATTERN_HANDS.items():
        deal = won_by(hands[book.form.groups < THREE.groups], "other_draw")
        figures[name] = Case(Words("比如这一副", "For example"), (deal,), ("hand", "lines"))
    numbers: dict[str, Known] = {
        "first": FIRST,
        "pattern": _values(o),
        "many": patterns.MANY_REDS,
        "lucky": listed(map(one, sorted(patterns.LUCKY_REDS))),
    }
    return counter_sections(subject, RULES, numbers, figures)


def _values(o: HuashiOptions) -> Words:
    """What patterns score: one number for all, or each."""
    worth = o.pattern_values
    if len(set(worth.values())) == 1:
        (units,) = set(worth.values())
        return Words(f"记 {units} 牌", f"{units} pai")
    values = listed(Words(f"{MARKS[code].zh} {n}", f"{MARKS[code].en} {n}") for code, n in worth.items())
    return Words(f"照名堂记牌（{values.zh}）", f"its pai ({values.en})")


def _asks(o: HuashiOptions) -> Asks:
    sits_out = o.seating.sits_out
    each = Words("闲家都付", "The others pay") if sits_out else Words("每家都付", "Everybody pays")
    own = Words(each.zh + "，加 1 牌", each.en + ", +1 牌")
    return Asks(
        groups=o.seating.form.groups,
        min_hu=o.min_hu,
        hu_per_unit=o.hu_per_unit,
        first_units=FIRST,
        sources=source_asks(each, own, o.discard_wins),
        marks=DEALT_MARKS[:2],
        patterns=tuple(
            PatternAsk(code, MARKS[code], 0 if code == "piaohu" else None) for code in patterns.BY_CARDS
        ),
    )


RULESET = Huashi()
