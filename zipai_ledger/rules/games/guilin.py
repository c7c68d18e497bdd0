"""桂林字牌 (Guilin zipai): paid in 舵, with 醒 (docs/rules/guilin.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from .. import facts
from ..codec import Count, Seat
from ..facts import known
from ..options import Options, OptionSet, Words, as_options, flag, number, one_of
from ..problems import Problem, Refused
from ..rulebook import Case, Figure, Section
from ..ruleset import Flow, Item, Ruleset, State, Table
from ..ruletext import Known
from ..seating import others
from ..terms import FoulAsk
from ..zipai.asks import (
    BOTH_OPENINGS,
    DEALT_MARKS,
    TIANHU_WITH_WUKAN,
    Asks,
    MarkAsk,
    SourceAsk,
    by_draw,
    by_own_draw,
    paid_alone,
)
from ..zipai.bonus_rules import OPENINGS, XING, XING_BRIEF, kind_words, lower_counts
from ..zipai.bounds import bounds_of
from ..zipai.call import Call, CallReader, Priced, opens
from ..zipai.claims import ClaimRule
from ..zipai.course import zipai_course
from ..zipai.dealt import EveryKind, TianhuFirst
from ..zipai.drawing import BY_DRAW_OURS
from ..zipai.example import example_for
from ..zipai.form import THREE
from ..zipai.fouls import AgreedPenalty
from ..zipai.game import HAND_HINT, ZipaiGame, zipai_game
from ..zipai.opening import OpeningRules
from ..zipai.readings import HandRules, Reading
from ..zipai.rulebook import LEFT_OPEN, Book, Subject, won_by
from ..zipai.sample_hands import HandJson
from ..zipai.sayings import GUILIN_SAYS
from ..zipai.turns import Seats, Turns
from ..zipai.valuing import MARKS, Limits, Pricing, Valuing
from ..zipai.wins import Paid
from ..zipai.xing import XING_OPTIONS, Counted, XingOptions, XingRules, count_by_cards, count_by_number

SEATS_WITH_ZUOXING = 4
"""坐醒 (zuoxing): with so many seats one sits out each deal."""

SHARES_OF_DIHU = 2
"""What a discarder pays for 地胡 where no other discard wins, in times the winner's 舵 (docs/rules/guilin.md#discard)."""

PlusOrDouble = Literal["plus_one", "double"]
PLUS_OR_DOUBLE: dict[int | str, tuple[str, str]] = {
    "plus_one": ("加 1 舵", "+1 duo"),
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
                "With four, the seat opposite the dealer sits out.",
            ),
            "S1, P",
            {2: ("2 人", "2"), 3: ("3 人", "3"), 4: ("4 人", "4")},
        ),
        one_of(
            "min_hu",
            10,
            ("起胡", "Minimum"),
            ("不够这么多胡，不能胡牌。", "A hand below this many hu does not win."),
            "S1; P",
            {10: ("10 胡", "10 hu"), 15: ("15 胡", "15 hu")},
        ),
        one_of(
            "hu_per_unit",
            5,
            ("每几胡一舵", "Hu per duo"),
            ("过了起胡，每多这么多胡，就多一舵。", "Above the minimum, every so many hu add one duo."),
            "S1; P",
            {5: ("5 胡", "5 hu"), 3: ("3 胡", "3 hu")},
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
            ("天胡、地胡、三笼、五坎", "Heavenly hu, earthly hu, three quads, five triples"),
            ("这四种胡法，每种多收这么多。", "What each of these four adds."),
            "S1; P",
            PLUS_OR_DOUBLE,
        ),
        one_of(
            "special_counts",
            "each",
            ("同时有两样的", "Two of these at once"),
            (
                "三笼、五坎都有，或者天胡又有五坎，怎么算。",
                "Three quads with five triples, or heavenly hu with five triples.",
            ),
            "S1; P",
            {"each": ("两样都算", "Both count"), "once": ("只算一样", "One counts")},
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
            ("数五坎的时候，起手四张的也算一坎。", "Dealt quads count among the five triples."),
            "P",
        ),
        one_of(
            "peng_opens_on",
            "any_draw",
            ("碰了怎么开舵", "Peng becomes kaiduo"),
            ("碰过的牌，谁摸到第四张可以开舵。", "Whose draw of the fourth card opens a peng."),
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


@dataclass(frozen=True, kw_only=True)
class GuilinOptions(XingOptions):
    """What a table of 桂林字牌 chooses (docs/rules/guilin.md#options)."""

    seats: int
    min_hu: int
    hu_per_unit: int
    self_draw: PlusOrDouble
    special: PlusOrDouble
    special_counts: Literal["each", "once"]
    discard_multiple: int | Literal["none"]
    kan_counts_quads: Literal["on", "off"]
    peng_opens_on: Literal["any_draw", "own_draw"]
    foul_units: int
    after_dead_deal: Literal["dealer_stays", "next_seat"]

    @property
    def sits_out(self) -> bool:
        """Whether one seat sits each deal out (坐醒)."""
        return self.seats == SEATS_WITH_ZUOXING

    @property
    def discards(self) -> bool:
        """Whether discards may win."""
        return self.discard_multiple != "none"


RULES = (
    """
# cards
- [S1, P | seats=2] 两个人打，对家就是下手。
+ Two play.
- [S1, P | seats=3] 三个人打，都上场。
+ Three play, all of them.
- [S1, P | seats=4] 四个人坐，三个人打。庄家对面那家坐醒：这一盘不摸牌，也不付。
+ Four sit and three play: the seat opposite the dealer sits out and pays nothing.

# win
- [S1; P] {min_hu} 胡起胡，不够不能胡。
+ A hand below {min_hu} hu does not win.
- [S1] 先后：扫和扫穿最先，再是胡，再是开舵和碰，最后是吃。
+ First come sao and saochuan, then a win, then kaiduo and peng, then chi.
- [P | peng_opens_on=any_draw] 碰了的，不管谁摸出来第四张，都可以开舵；打出来的不行。
+ Anybody’s draw of the fourth card makes a peng a kaiduo; a discard does not.
- [S1 | peng_opens_on=own_draw] 碰了的，自己摸到第四张才能开舵。
+ Only one’s own draw of the fourth card makes a peng a kaiduo.

# units 胡了算几舵 | What a win is worth
- [S1; P] {min_hu} 胡算 1 舵，往上每满 {hu_per_unit} 胡，多 1 舵。舵也叫子。
+ {min_hu} hu are 1 duo, and every {hu_per_unit} more another. A duo is also called zi.
@ ladder
- [S1 | self_draw=plus_one] 自摸加 1 舵。自己摸上来的才算自摸。
+ A self-draw adds 1 duo.
@ own
- [P | self_draw=double] 自摸翻倍，醒也一起翻。自己摸上来的才算自摸。
+ A self-draw doubles everything, xing included.
@ own
- [S1 | special=plus_one] 天胡、地胡、三笼、五坎，每种加 1 舵。
+ Heavenly hu, earthly hu, three quads and five triples add 1 duo each.
@ tianhu
- [P | special=double] 天胡、地胡、三笼、五坎，每种翻倍。
+ Heavenly hu, earthly hu, three quads and five triples double, each of them.
@ tianhu
- [S1 | special_counts=each] 这是四种：三笼、五坎都有的算两样，天胡又有五坎的也算两样。
+ These are four kinds: three quads with five triples are two of them, and so is heavenly hu with five triples.
@ both
- [P | special_counts=once] 三笼、五坎都有，天胡又有五坎，都只算一样。
+ Three quads with five triples count as one, and so does heavenly hu with five triples.
@ both
- [open P] 几样凑在一起：先算胡数和醒，再算自摸，最后算天胡这些。要翻倍的，翻前面加起来的。
+ Hu and xing come first, then the self-draw, then heavenly hu and the like; a doubling doubles all that stands before it.
"""
    + XING
    + """
# pay 谁付 | Who pays
- [S1, P] 自摸的、别人摸出来的、起手就胡的：输的每家都付这么多舵。
+ A drawn card or a dealt hand: every loser pays the whole number of duo.
@ drawn
- [P | discard_multiple=none] 不许点炮：从手里打出来的牌不能胡，地胡除外。地胡由打的人付两家的。
+ Discards do not win, earthly hu excepted, whose discarder pays two shares.
- [P | discard_multiple!=none] 点炮：打的那个人付 {discard_multiple} 家的，别人不付。地胡也一样。
+ Discards: whoever discarded the card pays {discard_multiple} times the duo, the others nothing. So with earthly hu.
@ discard
- [P | seats=4 lower=on] 庄家胡了，下醒不加给庄家：付的每家另付坐醒的这么多舵，不翻倍，点炮也只付一份。闲家胡了，下醒谁也不算。
+ When the dealer wins, lower xing do not count for him: each payer pays their number to the seat that sits out, never doubled
  or multiplied. When another player wins, they count for nobody.
"""
    + OPENINGS
    + """
# next 下一盘谁坐庄 | Who deals next
- [P] 谁胡，下一盘谁坐庄。
+ The winner deals the next.
@ follows
- [P | after_dead_deal=dealer_stays] 黄庄，没有人胡：谁也不付，庄家连庄。
+ A deal nobody wins: nobody pays and the dealer stays.
@ dead
- [P | after_dead_deal=next_seat] 黄庄，没有人胡：谁也不付，下手坐庄。
+ A deal nobody wins: nobody pays and the next seat deals.
@ dead

# else 诈胡 | Fouls
- [open S1] 书上没有讲诈胡怎么罚。这里诈胡的人付给每家 {foul_units} 舵，桌上也可以另定；庄家不变。
+ A foul is not in the sources: the offender pays {foul_units} duo to each of the others, or what the table says; the
  dealer stays.
@ foul
"""
)


@dataclass(frozen=True)
class OppositeSits(Turns):
    """坐醒 (zuoxing): with four seats the one opposite the dealer (docs/rules/guilin.md#seats).

    The winner of a deal deals the next (docs/rules/guilin.md#next).
    """

    o: GuilinOptions

    def first(self, table: Table) -> Seats:
        seats = _seats(table, table.first_dealer)
        return seats if table.first_sitting is None else seats._replace(sitting=table.first_sitting)

    def sitting_with(self, table: Table, state: State, dealer: int) -> int | None:
        return state.sitting if dealer == state.dealer else _seats(table, dealer).sitting

    def after_win(self, table: Table, deal: facts.Win) -> Seats:
        return _seats(table, deal.winner)

    def after_dead(self, table: Table, seats: Seats) -> Seats:
        if self.o.after_dead_deal == "dealer_stays":
            return seats
        following = table.after(seats.dealer)
        return _seats(table, table.after(seats.dealer, 2) if following == seats.sitting else following)


def _seats(table: Table, dealer: int) -> Seats:
    return Seats(dealer, table.after(dealer, 2) if table.seats == SEATS_WITH_ZUOXING else None)


@dataclass(frozen=True, kw_only=True)
class GuilinLimits(Limits):
    """起胡 (qihu) and 点炮 (dianpao): the least 胡 of a win, and whether discards win.

    三笼 and 五坎 win below the minimum too (docs/rules/guilin.md#ladder), and 地胡 where other discards do not win
    (docs/rules/guilin.md#discard).
    """

    discards: bool

    def minimum(self, call: Call) -> int:
        return 0 if opens(call.marks) else self.min_hu

    def allows(self, call: Call) -> None:
        if call.source == "discard" and not self.discards and "dihu" not in call.marks:
            raise Refused(Problem("bad_source", "source", "discard_not_allowed"))
        if call.min_hu is not None and call.min_hu != self.min_hu:
            raise Refused(Problem("bad_deal", "min_hu", "min_hu"))


@dataclass(frozen=True)
class GuilinPricing(Pricing):
    """舵 (duo) by the 胡 and 醒, then more for 自摸, then for 天胡 and the like (docs/rules/guilin.md#units)."""

    o: GuilinOptions
    xing: XingRules

    def price(self, call: Call, hu: int, reading: Reading | None) -> Priced:
        o, xing = self.o, self._xing(call)
        base = max(1, 1 + (hu - o.min_hu) // o.hu_per_unit)
        numbers = {"hu": hu, "min_hu": o.min_hu, "hu_per_unit": o.hu_per_unit}
        items = [Item("base", numbers, base), *xing.items]
        units = base + xing.copies
        bonuses = [("self_draw", o.self_draw)] if call.source == "self_draw" else []
        marks = call.marks if o.special_counts == "each" else call.marks[:1]
        for code, how in bonuses + [(mark, o.special) for mark in marks]:
            items.append(_bonus(code, how, units))
            units += items[-1].units
        return Priced(tuple(items), units, xing)

    def _xing(self, call: Call) -> Counted:
        if call.hand is None:
            return count_by_number(self.xing, call.source, call.xing)
        return count_by_cards(self.xing, call.hand, call.xing)


def _bonus(code: str, how: PlusOrDouble, so_far: int) -> Item:
    """One more 舵, or all that stands before it once again."""
    return Item(code, {"how": "double"}, so_far) if how == "double" else Item(code, {}, 1)


def _payment(o: GuilinOptions, table: Table, deal: facts.Win, source: str | None, priced: Priced) -> Paid:
    """Every loser pays, or the discarder alone (docs/rules/guilin.md#pay).

    Who sits out gets what 下醒 brings while the dealer wins (docs/rules/guilin.md#zuoxing).
    """
    payers, units, why = others(table, deal, deal.winner), priced.units, "each"
    if source == "discard":
        payers, why = (known(deal.from_),), "discard"
        units *= SHARES_OF_DIHU if o.discard_multiple == "none" else o.discard_multiple
    flows = tuple(Flow(payer, deal.winner, units, why) for payer in payers)
    lower = priced.xing.lower
    if deal.sitting is None or deal.winner != deal.dealer or not lower:
        return Paid(flows)
    owed = tuple(Flow(payer, deal.sitting, lower, "sitting_xing") for payer in payers)
    return Paid(flows + owed, (Item("xing_sitting", {"n": lower}, 0),))


BRIEF = (
    """
- 起胡 {min_hu}
+ minimum {min_hu} hu
- 每舵 {hu_per_unit} 胡
+ {hu_per_unit} hu per duo
- [self_draw=plus_one] 自摸加 1
+ self-draw +1
- [self_draw=double] 自摸翻倍
+ self-draw doubled
- [discard_multiple=none] 不许点炮
+ no wins by discard
- [discard_multiple=1] 点炮付一家
+ a discard pays one share
- [discard_multiple=2] 点炮付两家
+ a discard pays two shares
- [discard_multiple=4] 点炮付四家
+ a discard pays four shares
"""
    + XING_BRIEF
    + """
- [special=double] 天胡、地胡、三笼、五坎翻倍
+ heavenly hu, earthly hu, three quads and five triples doubled
- [special_counts=once] 同时有两样的只算一样
+ two of these at once count as one
- [kan_counts_quads=off] 五坎不算四张的
+ quads are none of the five triples
- [peng_opens_on=own_draw] 碰了的，自己摸到才开舵
+ only one’s own draw makes a peng a kaiduo
- [foul_units!=1] 诈胡罚 {foul_units} 舵
+ a foul pays {foul_units} duo to each
- [after_dead_deal=next_seat] 黄庄下手坐庄
+ the next seat deals after a dead deal
- [seats=2] 两个人打
+ two play
- [seats=4] 四个人坐，三个人打
+ four sit, three play
"""
)


class Guilin(Ruleset):
    """桂林字牌: the winner of a deal deals the next; four players take turns sitting out opposite the dealer."""

    slug = "guilin"
    version = 2
    former = (1,)
    rank = 10
    name = Words("桂林字牌", "Guilin Zipai")
    tagline = Words("按舵算，翻醒", "Paid in duo, with xing")
    unit = Words("舵", "duo")
    seats = (2, 3, 4)
    entry = "zipai_hand"
    options = OPTIONS
    first_options = {"special_counts": "once"}
    brief = BRIEF
    results = (facts.Win, facts.Dead, facts.Foul, facts.Adjust)
    hand_hint = HAND_HINT
    reader = CallReader(MARKS)
    sayings = GUILIN_SAYS
    first_deal = BY_DRAW_OURS

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(GuilinOptions, options)
        if self.version > 1:
            o = o.without_idle_xing()
        turns, rules = OppositeSits(o), HandRules(THREE, peng_opens_on=o.peng_opens_on)
        openings = OpeningRules(THREE, quads_in_five=int(o.kan_counts_quads == "on"))
        valuing = Valuing(
            rules=rules,
            limits=GuilinLimits(min_hu=o.min_hu, discards=o.discards),
            pricing=GuilinPricing(o, o.rules(lower_sits=o.sits_out, bounded=self.version > 1)),
            dealt=EveryKind(rules, openings) if self.version > 1 else TianhuFirst(rules, openings),
            claims=ClaimRule.MAKES_A_SHAPE,
            bounds=bounds_of(self.version, THREE, openings.quads_in_five),
        )
        usual = Words(f"付给每一家 {o.foul_units} 舵", f"{o.foul_units} duo to each of the others")
        ask = FoulAsk(units=True, usual=usual, usual_units=o.foul_units)
        penalty = AgreedPenalty(ask, o.foul_units)
        course = zipai_course(self.reader, valuing, turns, penalty, partial(_payment, o))
        return zipai_game(
            course,
            _asks(o),
            partial(_rulebook, o, Subject(self, as_options(o), course)),
            partial(example_for, o, o.discards),
            sits_out=o.sits_out,
        )


def _asks(o: GuilinOptions) -> Asks:
    return Asks(
        groups=THREE.groups,
        min_hu=o.min_hu,
        hu_per_unit=o.hu_per_unit,
        xing=o.xing != "none",
        turned=o.xing == "flip",
        lower=o.sits_out and "下" in o.xing_kinds,
        sources=_sources(o),
        marks=_marks(o),
    )


def _marks(o: GuilinOptions) -> tuple[MarkAsk, ...]:
    """Those that can be claimed, two at once where both count."""
    if o.special_counts == "once":
        return DEALT_MARKS
    both = (BOTH_OPENINGS,) if o.kan_counts_quads == "on" else ()
    return (*DEALT_MARKS, *both, TIANHU_WITH_WUKAN)


def _sources(o: GuilinOptions) -> tuple[SourceAsk, ...]:
    """打出来, 翻出来 and 自摸, with what each costs at this table."""
    losers = min(o.seats, 3) - 1
    each = Words("两家都付", "Both pay") if losers == 2 else Words("对家付", "The other pays")
    added = Words("，翻倍", ", doubled") if o.self_draw == "double" else Words("，加 1 舵", ", +1 duo")
    drawn = (by_draw(each), by_own_draw(Words(each.zh + added.zh, each.en + added.en)))
    if not o.discards:
        return drawn
    return (paid_alone(OPTIONS.by_code["discard_multiple"], o.discard_multiple), *drawn)


def _rulebook(o: GuilinOptions, subject: Subject) -> tuple[Section, ...]:
    words: dict[str, Known] = {
        "kinds": kind_words(o),
        "lower": lower_counts(o),
        "passed": "过扫",
        "again": "重舵",
    }
    book = Book(subject, "S1", words, settled=LEFT_OPEN)
    return book.sections(RULES, _figures(o, book), partial(_won, o))


def _won(o: GuilinOptions, hand: HandJson, source: facts.Source) -> facts.Win:
    """甲 wins this hand; 八 is turned where a card is."""
    xing = facts.Xing(flipped=("八",)) if o.xing == "flip" else None
    return replace(won_by(hand, source), xing=xing)


def _figures(o: GuilinOptions, book: Book) -> Mapping[str, Figure]:
    counted = facts.Xing(count=Count(0), lower=Count(0)) if o.xing != "none" else facts.Xing()
    tianhu = facts.Win(winner=Seat(0), source="dealt", hu=Count(22), marks=("tianhu",), xing=counted)
    both = facts.Win(winner=Seat(0), source="dealt", hu=Count(27), marks=("tianhu", "wukan"), xing=counted)
    return {
        "both": Case(Words("甲天胡又有五坎，27 胡", "A: heavenly hu with five triples, 27 hu"), (both,)),
        "ladder": book.ladder(Call(source="other_draw", xing=counted), o.hu_per_unit),
        "tianhu": Case(Words("甲天胡，22 胡", "A wins by heavenly hu with 22 hu"), (tianhu,)),
    }


RULESET = Guilin()
