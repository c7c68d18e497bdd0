"""桂林字牌 (guilin): paid in 舵, with 醒 (docs/rules/guilin.md)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, cast

from .. import facts
from ..codec import Count, Seat
from ..options import Options, OptionSet, Words, flag, number, one_of
from ..problems import Problem, Refused
from ..rulebook import Case, Figure, Section
from ..ruleset import Example, Flow, Item, Outcome, Scored, State, Table
from ..ruletext import Known
from ..seating import others
from ..terms import FoulAsk
from ..zipai.asks import (
    DEALT_MARKS,
    DISCARDED,
    DISCARDED_SHORT,
    OWN_DRAW,
    TURNED,
    TURNED_SHORT,
    Asks,
    SourceAsk,
)
from ..zipai.bonus_rules import OPENINGS, XING, kinds_said, lower_counts
from ..zipai.call import Call, Priced
from ..zipai.claims import ClaimRule
from ..zipai.dealt import value_dealt
from ..zipai.drawing import DRAWN_TOO
from ..zipai.example import example_for
from ..zipai.form import THREE
from ..zipai.game import ZipaiRuleset
from ..zipai.hand import Hand
from ..zipai.melds import STANDARD
from ..zipai.opening import OpeningRules
from ..zipai.readings import HandRules, Reading
from ..zipai.rulebook import Book, won_by
from ..zipai.sayings import GUILIN_SAYS
from ..zipai.xing import XING_OPTIONS, count_by_cards, count_told, xing_rules

SITS_OUT = 4  # With so many players one sits out each deal.

PLUS_OR_DOUBLE: dict[int | str, tuple[str, str]] = {
    "plus_one": ("加 1 舵", "+1 舵"),
    "double": ("翻倍", "Doubled"),
}

OPTIONS = OptionSet(
    (
        one_of(
            "seats",
            3,
            ("几个人", "Players"),
            (
                "四个人时，庄家对面那家坐醒，不打这一盘。",
                "With four, the seat opposite the dealer sits out (坐醒).",
            ),
            "S1, P",
            {2: ("2 人", "2"), 3: ("3 人", "3"), 4: ("4 人", "4")},
        ),
        one_of(
            "min_hu",
            10,
            ("起胡", "Minimum"),
            ("不够这么多胡，不能胡牌。", "A hand below this many 胡 does not win."),
            "S1; P",
            {10: ("10 胡", "10 胡"), 15: ("15 胡", "15 胡")},
        ),
        one_of(
            "hu_per_unit",
            5,
            ("每几胡一舵", "胡 per 舵"),
            ("过了起胡，每多这么多胡，就多一舵。", "Above the minimum, every so many 胡 add one 舵."),
            "S1; P",
            {5: ("5 胡", "5 胡"), 3: ("3 胡", "3 胡")},
        ),
        one_of(
            "self_draw",
            "plus_one",
            ("自摸", "Self-draw"),
            ("自己摸上来胡的，多收这么多。", "What a self-drawn win adds."),
            "S1; P",
            PLUS_OR_DOUBLE,
        ),
        one_of(
            "special",
            "plus_one",
            ("天胡、地胡、三笼五坎", "天胡, 地胡, 三笼五坎"),
            ("这三种胡法，多收这么多。", "What each of these three adds."),
            "S1; P",
            PLUS_OR_DOUBLE,
        ),
        one_of(
            "discard_multiple",
            2,
            ("点炮", "Discards"),
            (
                "胡别人打出来的牌，点炮的一个人付，付几家的。",
                "Who discards the winning card pays alone: so many shares.",
            ),
            "the owner, P",
            {
                "none": ("不许点炮", "No"),
                1: ("付一家", "One share"),
                2: ("付两家", "Two shares"),
                4: ("付四家", "Four shares"),
            },
        ),
        *XING_OPTIONS,
        flag(
            "kan_counts_quads",
            "on",
            ("五坎里算四张的", "Quads count as triples"),
            ("数五坎的时候，起手四张的也算一坎。", "Dealt quads count among the five triples of 五坎."),
            "P",
        ),
        one_of(
            "peng_opens_on",
            "any_draw",
            ("碰了怎么开舵", "碰 becomes 开舵"),
            ("碰过的牌，谁摸到第四张可以开舵。", "Whose draw of the fourth card opens a 碰."),
            "S1, P",
            {"any_draw": ("谁摸到都行", "Anybody’s draw"), "own_draw": ("自己摸到才行", "One’s own draw")},
        ),
        number(
            "foul_units",
            1,
            ("诈胡罚几舵", "Foul"),
            ("诈胡的人，付给其他每家这么多舵。", "What a player who fouls pays each of the others."),
            "ours",
        ),
        one_of(
            "after_dead_deal",
            "dealer_stays",
            ("黄庄以后", "After a dead deal"),
            ("没有人胡，下一盘谁坐庄。", "Who deals after a deal nobody won."),
            "P",
            {"dealer_stays": ("庄家连庄", "The dealer stays"), "next_seat": ("下手坐庄", "The next seat")},
        ),
    )
)

RULES = (
    """
# cards
- [S1, P | seats=2] 两个人打，对家就是下手。
+ Two play.
- [S1, P | seats=3] 三个人打，都上场。
+ Three play, all of them.
- [S1, P | seats=4] 四个人坐，三个人打。庄家对面那家坐醒：这一盘不摸牌，也不付。
+ Four sit and three play: the seat opposite the dealer sits out (坐醒) and pays nothing.

# win
- [S1; P] {min_hu} 胡起胡，不够不能胡。
+ A hand below {min_hu} 胡 does not win.
- [S1] 先后：扫和扫穿最先，再是胡，再是开舵和碰，最后是吃。
+ First come 扫 and 扫穿, then a win, then 开舵 and 碰, then 吃.
- [P | peng_opens_on=any_draw] 碰了的，不管谁摸出来第四张，都可以开舵；打出来的不行。
+ Anybody’s draw of the fourth card makes a 碰 a 开舵; a discard does not.
- [S1 | peng_opens_on=own_draw] 碰了的，自己摸到第四张才能开舵。
+ Only one’s own draw of the fourth card makes a 碰 a 开舵.

# units 胡了算几舵 | What a win is worth
- [S1; P] {min_hu} 胡算 1 舵，往上每满 {hu_per_unit} 胡，多 1 舵。舵也叫子。
+ {min_hu} 胡 are 1 舵, and every {hu_per_unit} more another. A 舵 is also called 子.
@ ladder
- [S1 | self_draw=plus_one] 自摸加 1 舵。自己摸上来的才算自摸。
+ A self-draw adds 1 舵.
@ own
- [P | self_draw=double] 自摸翻倍，醒也一起翻。自己摸上来的才算自摸。
+ A self-draw doubles everything, 醒 included.
@ own
- [S1 | special=plus_one] 天胡、地胡、三笼五坎，加 1 舵。
+ 天胡, 地胡 and 三笼五坎 add 1 舵.
@ tianhu
- [P | special=double] 天胡、地胡、三笼五坎，翻倍。
+ 天胡, 地胡 and 三笼五坎 double.
@ tianhu
- [open P] 几样凑在一起：先算胡数和醒，再算自摸，最后算天胡这些。要翻倍的，翻前面加起来的。
+ 胡 and 醒 come first, then the self-draw, then 天胡 and the like; a doubling doubles all that stands before it.
"""
    + XING
    + """
# pay 谁付 | Who pays
- [S1, P] 自摸的、别人摸出来的、起手就胡的：输的每家都付这么多舵。
+ A drawn card or a dealt hand: every loser pays the whole number of 舵.
@ drawn
- [P | discard_multiple=none] 不许点炮：从手里打出来的牌不能胡，地胡除外。地胡由打的人付两家的。
+ Discards do not win, 地胡 excepted, whose discarder pays two shares.
- [P | discard_multiple!=none] 点炮：打的那个人付 {discard_multiple} 家的，别人不付。地胡也一样。
+ Discards: whoever discarded the card pays {discard_multiple} times the 舵, the others nothing. So with 地胡.
@ discard
- [P | seats=4 lower=on] 庄家胡了，下醒不加给庄家：付的每家另付坐醒的这么多舵，不翻倍，点炮也只付一份。闲家胡了，下醒谁也不算。
+ When the dealer wins, 下醒 do not count for him: each payer pays their number to the seat that sits out, never doubled
  or multiplied. When another player wins, they count for nobody.
"""
    + OPENINGS
    + """
# next 下一盘谁坐庄 | Who deals next
- [P] 谁胡，下一盘谁坐庄。
+ The winner deals the next.
@ follows
- [P | after_dead_deal=dealer_stays] 黄庄，没有人胡：谁也不付，庄家连庄。
+ A deal nobody wins (黄庄): nobody pays and the dealer stays.
@ dead
- [P | after_dead_deal=next_seat] 黄庄，没有人胡：谁也不付，下手坐庄。
+ A deal nobody wins (黄庄): nobody pays and the next seat deals.
@ dead

# else 诈胡 | Fouls
- [open S1] 书上没有讲诈胡怎么罚。这里诈胡的人付给每家 {foul_units} 舵，桌上也可以另定；庄家不变。
+ A foul is not in the sources: the offender pays {foul_units} 舵 to each of the others, or what the table says; the
  dealer stays.
@ foul
"""
)

HAND_RULES: Mapping[object, HandRules] = {
    "any_draw": HandRules(THREE, STANDARD, "any_draw"),
    "own_draw": HandRules(THREE, STANDARD, "own_draw"),
}


class Guilin(ZipaiRuleset):
    """桂林字牌: the winner of a deal deals the next; four players take turns sitting out opposite the dealer."""

    slug = "guilin"
    version = 1
    rank = 10
    name = Words("桂林字牌", "Guilin Zipai")
    tagline = Words("按舵算，翻醒", "Paid in 舵, with 醒")
    unit = Words("舵", "舵")
    seats = (2, 3, 4)
    options = OPTIONS
    claim_rule = ClaimRule.MAKES_A_SHAPE
    sayings = GUILIN_SAYS
    first_deal = DRAWN_TOO

    def sits_out(self, table: Table) -> bool:
        return table.seats == SITS_OUT

    def open(self, table: Table) -> State:
        state = self._state(table, table.first_dealer)
        return state if table.first_sitting is None else replace(state, sitting=table.first_sitting)

    def hand_rules(self, options: Options) -> HandRules:
        return HAND_RULES[options["peng_opens_on"]]

    def minimum(self, options: Options, call: Call) -> int:
        """三笼五坎 wins below the minimum too."""
        return 0 if "sanlongwukan" in call.marks else cast(int, options["min_hu"])

    def allows(self, options: Options, call: Call) -> None:
        if call.source == "discard" and options["discard_multiple"] == "none" and "dihu" not in call.marks:
            raise Refused(Problem("bad_source", "source", "discard_not_allowed"))
        if call.min_hu is not None and call.min_hu != options["min_hu"]:
            raise Refused(Problem("bad_deal", "min_hu", "min_hu"))

    def value_dealt(self, options: Options, call: Call, hand: Hand) -> tuple[Call, tuple[Reading, ...]]:
        openings = OpeningRules(THREE, self.values, quads_in_five=int(options["kan_counts_quads"] == "on"))
        return value_dealt(call, hand, self.hand_rules(options), openings)

    def price(self, options: Options, call: Call, hu: int, reading: Reading | None) -> Priced:
        rules = xing_rules(options, lower_sits=options["seats"] == SITS_OUT)
        xing = (
            count_told(rules, call.source, call.xing)
            if call.hand is None
            else count_by_cards(rules, call.hand, call.xing)
        )
        chosen: Any = options
        min_hu, step = chosen["min_hu"], chosen["hu_per_unit"]
        base = max(1, 1 + (hu - min_hu) // step)
        items = [Item("base", {"hu": hu, "min_hu": min_hu, "hu_per_unit": step}, base), *xing.items]
        units = base + xing.copies
        bonuses = [("self_draw", chosen["self_draw"])] if call.source == "self_draw" else []
        for code, how in bonuses + [(mark, chosen["special"]) for mark in call.marks]:
            items.append(_bonus(code, how, units))
            units += items[-1].units
        return Priced(tuple(items), units, xing)

    def pay(self, table: Table, deal: facts.Win, won: tuple[Scored, Priced]) -> tuple[Flow, ...]:
        scored, priced = won
        payers, units, why = others(table, deal, deal.winner), priced.units, "each"
        if scored.source == "discard":
            multiple = table.options["discard_multiple"]
            payers, why = (cast(int, deal.from_),), "discard"
            units *= 2 if multiple == "none" else cast(int, multiple)
        flows = [Flow(payer, deal.winner, units, why) for payer in payers]
        if deal.sitting is not None and deal.winner == deal.dealer and priced.xing.lower:
            flows += [Flow(payer, deal.sitting, priced.xing.lower, "sitting_xing") for payer in payers]
        return tuple(flows)

    def play_win(self, table: Table, state: State, deal: facts.Win, call: Call) -> Outcome:
        outcome = super().play_win(table, state, deal, call)
        owed = next((flow.units for flow in outcome.flows if flow.code == "sitting_xing"), 0)
        told = (Item("xing_sitting", {"n": owed}, 0),) if owed else ()
        return replace(outcome, items=outcome.items + told)

    def penalty(self, table: Table, deal: facts.Foul) -> int:
        return cast(int, table.options["foul_units"]) if deal.units is None else deal.units

    def foul_ask(self, options: Options) -> FoulAsk:
        units = options["foul_units"]
        return FoulAsk(units=True, usual=Words(f"付给每一家 {units} 舵", f"{units} 舵 to each of the others"))

    def after(self, table: Table, state: State, deal: facts.Deal) -> State:
        dealer = cast(Seat, deal.dealer)
        if isinstance(deal, facts.Win):
            return self._state(table, deal.winner)
        if isinstance(deal, facts.Dead) and table.options["after_dead_deal"] == "next_seat":
            following = table.after(dealer)
            return self._state(table, table.after(dealer, 2) if following == deal.sitting else following)
        return State(dealer=dealer, sitting=deal.sitting)

    def sitting_with(self, table: Table, state: State, dealer: int) -> int | None:
        """坐醒 (zuoxing): with four seats the one opposite the dealer."""
        return state.sitting if dealer == state.dealer else self._state(table, dealer).sitting

    def _state(self, table: Table, dealer: int) -> State:
        return State(dealer=dealer, sitting=table.after(dealer, 2) if table.seats == SITS_OUT else None)

    def example(self, options: Options, code: str) -> Example | None:
        return example_for(options, code)

    def asks(self, options: Options) -> Asks:
        return Asks(
            groups=THREE.groups,
            min_hu=cast(int, options["min_hu"]),
            hu_per_unit=cast(int, options["hu_per_unit"]),
            xing=options["xing"] != "none",
            turned=options["xing"] == "flip",
            lower=options["seats"] == SITS_OUT and "下" in cast(list[str], options["xing_kinds"]),
            sources=_sources(options),
            marks=DEALT_MARKS,
        )

    def rulebook(self, options: Options) -> tuple[Section, ...]:
        known: dict[str, Known] = {
            "kinds": kinds_said(options),
            "lower": lower_counts(options),
            "passed": "过扫",
            "again": "重舵",
        }
        book = Book(self, options, "S1", known)
        return book.sections(RULES, _figures(options, book), partial(_won, options))


def _sources(options: Options) -> tuple[SourceAsk, ...]:
    """打出来, 翻出来 and 自摸, with what each costs at this table."""
    losers = min(cast(int, options["seats"]), 3) - 1
    each = Words("两家都付", "Both pay") if losers == 2 else Words("对家付", "The other pays")
    added = (
        Words("，翻倍", ", doubled") if options["self_draw"] == "double" else Words("，加 1 舵", ", +1 舵")
    )
    own = SourceAsk(
        "self_draw", OWN_DRAW, OWN_DRAW, Words(each.zh + added.zh, each.en + added.en), other=False
    )
    turned = SourceAsk("other_draw", TURNED, TURNED_SHORT, each, other=True)
    if options["discard_multiple"] == "none":
        return (turned, own)
    choice = OPTIONS.by_code["discard_multiple"].choice(cast(int, options["discard_multiple"]))
    hint = Words("点炮，" + choice.name.zh, "Pays alone: " + choice.name.en.lower())
    return (SourceAsk("discard", DISCARDED, DISCARDED_SHORT, hint, other=True), turned, own)


def _bonus(code: str, how: object, so_far: int) -> Item:
    """One more 舵, or all that stands before it once again."""
    return Item(code, {"how": "double"}, so_far) if how == "double" else Item(code, {}, 1)


def _won(options: Options, hand: Any, source: str) -> facts.Win:
    """甲 wins this hand; 八 is turned where a card is."""
    xing = facts.Xing(flipped=("八",)) if options["xing"] == "flip" else None
    return replace(won_by(hand, source), xing=xing)


def _figures(options: Options, book: Book) -> Mapping[str, Figure]:
    told = facts.Xing(count=Count(0), lower=Count(0)) if options["xing"] != "none" else facts.Xing()
    tianhu = facts.Win(winner=Seat(0), source="dealt", hu=Count(22), marks=("tianhu",), xing=told)
    return {
        "ladder": book.ladder(Call(source="other_draw", xing=told)),
        "tianhu": Case(Words("甲天胡，22 胡", "A wins by 天胡 with 22 胡"), (tianhu,)),
    }


RULESET = Guilin()
