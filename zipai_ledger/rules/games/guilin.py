"""桂林字牌 (Guilin zipai): paid in 舵, with 醒 (docs/rules/guilin.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

from .. import facts
from ..codec import Count, Seat
from ..facts import known
from ..options import Options, Words, as_options
from ..presets import NamedPreset
from ..problems import Param, Problem, Refused
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
from ..zipai.bonus_rules import kind_words, lower_counts
from ..zipai.bounds import bounds_of
from ..zipai.call import Call, CallReader, Priced, opens
from ..zipai.claims import ClaimRule
from ..zipai.course import zipai_course
from ..zipai.dealt import EveryKind, TianhuFirst
from ..zipai.drawing import BY_DRAW_OURS
from ..zipai.example import example_for
from ..zipai.form import THREE
from ..zipai.fouls import AgreedPenalty
from ..zipai.fourth import ANYBODY_OPENS, UNCOMPELLED
from ..zipai.game import HAND_HINT, ZipaiGame, zipai_game
from ..zipai.guilin_options import OPTIONS, SEATS_WITH_ZUOXING, GuilinOptions, OwnDraw
from ..zipai.guilin_rules import BRIEF, RULES
from ..zipai.opening import OpeningRules
from ..zipai.readings import Reading
from ..zipai.rulebook import Book, Subject, won_by
from ..zipai.sample_hands import HandJson
from ..zipai.sayings import GUILIN_SAYS
from ..zipai.turns import Seats, Turns
from ..zipai.valuing import MARKS, Limits, Pricing, Valuing
from ..zipai.wins import Paid
from ..zipai.xing import Counted, XingRules, count_by_cards, count_by_number

TIMES: Mapping[str, int] = {"double": 2, "times4": 4}
"""翻倍 (fanbei) and 翻四倍: so many times what stands before."""
SHARES_OF_DIHU = 2
"""What a discarder pays for 地胡 where no other discard wins, in times the winner's 舵 (docs/rules/guilin.md#discard)."""

READER = CallReader(MARKS, in_order=True)
AS_NAMED = 3
"""The last version in which the lines of two marks stood in the order in which they were named."""


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
        base = max(o.base_units, o.base_units + (hu - o.min_hu) // o.hu_per_unit)
        items = [_base(o, hu, base), *xing.items]
        units = base + xing.units
        bonuses = [("self_draw", o.self_draw)] if call.source == "self_draw" else []
        marks = call.marks if o.special_counts == "each" else call.marks[:1]
        for code, how in bonuses + [(mark, o.special) for mark in marks]:
            items.append(_bonus(code, how, units))
            units += items[-1].units
        return Priced(tuple(items), units, xing)

    def _xing(self, call: Call) -> Counted:
        if call.hand is None:
            return count_by_number(self.xing, call.source, call.xing)
        return count_by_cards(self.xing, call.hand, call.xing, call.beside)


def _base(o: GuilinOptions, hu: int, units: int) -> Item:
    """What the 胡 are worth; empty where the minimum is one 舵."""
    numbers: dict[str, Param] = {"hu": hu, "min_hu": o.min_hu, "hu_per_unit": o.hu_per_unit}
    if o.base_units != 1:
        numbers |= {"how": "from", "first": o.base_units}
    return Item("base", numbers, units)


def _bonus(code: str, how: OwnDraw, so_far: int) -> Item:
    """One more 舵, or all that stands before it once again, or thrice."""
    times = TIMES.get(how, 1)
    return Item(code, {}, 1) if times == 1 else Item(code, {"how": how}, (times - 1) * so_far)


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
    owed = lower * o.xing_worth
    given = tuple(Flow(payer, deal.sitting, owed, "sitting_xing") for payer in payers)
    params: dict[str, Param] = {"n": lower}
    if o.xing_worth != 1:
        params |= {"how": "worth", "units": owed}
    return Paid(flows + given, (Item("xing_sitting", params, 0),))


class Guilin(Ruleset):
    """桂林字牌: the winner of a deal deals the next; four players take turns sitting out opposite the dealer."""

    slug = "guilin"
    version = 4
    former = (1, 2, 3)
    rank = 10
    name = Words("桂林字牌", "Guilin Zipai")
    tagline = Words("按舵算，翻醒", "Paid in duo, with xing")
    presets_named = (NamedPreset("", name, (Words("广西桂林", "Guilin, Guangxi"),), ("字牌",)),)
    unit = Words("舵", "duo")
    seats = (2, 3, 4)
    entry = "zipai_hand"
    options = OPTIONS
    usual_before = {2: {"special_counts": "once"}, 3: {**UNCOMPELLED, **ANYBODY_OPENS}}
    brief = BRIEF
    results = (facts.Win, facts.SharedWin, facts.Dead, facts.Foul, facts.Adjust, facts.Close)
    hand_hint = HAND_HINT
    reader = READER
    sayings = GUILIN_SAYS
    first_deal = BY_DRAW_OURS

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(GuilinOptions, options)
        if self.version > 1:
            o = o.without_idle_xing()
        turns = OppositeSits(o)
        rules = o.hand_rules(peng_opens_on=o.peng_opens_on, sao_opens_on=o.sao_opens_on)
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
        reader = READER if self.version > AS_NAMED else replace(READER, in_order=False)
        course = zipai_course(
            reader, valuing, turns, penalty, partial(_payment, o), pledging=o.pledging, shares=o.shares
        )
        return zipai_game(
            course,
            _asks(o),
            partial(_rulebook, o, Subject(self, as_options(o), course)),
            partial(example_for, o, o.discards),
            sits_out=o.sits_out,
            house=o.house,
        )


def _asks(o: GuilinOptions) -> Asks:
    return Asks(
        groups=THREE.groups,
        min_hu=o.min_hu,
        hu_per_unit=o.hu_per_unit,
        first_units=o.base_units,
        xing=o.xing != "none",
        turned=o.xing == "flip",
        lower=o.sits_out and "下" in o.xing_kinds,
        sources=_sources(o),
        marks=_marks(o),
        shares=o.shares,
    )


def _marks(o: GuilinOptions) -> tuple[MarkAsk, ...]:
    """Those that can be claimed, two at once where both count."""
    if o.special_counts == "once":
        return DEALT_MARKS
    both = (BOTH_OPENINGS,) if o.kan_counts_quads == "on" else ()
    return (*DEALT_MARKS, *both, TIANHU_WITH_WUKAN)


OWN_DRAW_ADDS: Mapping[str, Words] = {
    "plus_one": Words("，加 1 舵", ", +1 duo"),
    "double": Words("，翻倍", ", doubled"),
    "times4": Words("，翻四倍", ", four times"),
}


def _sources(o: GuilinOptions) -> tuple[SourceAsk, ...]:
    """打出来, 翻出来 and 自摸, with what each costs at this table."""
    losers = min(o.seats, 3) - 1
    each = Words("两家都付", "Both pay") if losers == 2 else Words("对家付", "The other pays")
    added = OWN_DRAW_ADDS[o.self_draw]
    draws = (by_draw(each), by_own_draw(Words(each.zh + added.zh, each.en + added.en)))
    if not o.discards:
        return draws
    return (paid_alone(OPTIONS.by_code["discard_multiple"], o.discard_multiple), *draws)


def _rulebook(o: GuilinOptions, subject: Subject) -> tuple[Section, ...]:
    words: dict[str, Known] = {
        "kinds": kind_words(o),
        "lower": lower_counts(o),
        "passed": "过扫",
        "again": "重舵",
    }
    book = Book(subject, "S1", words)
    return book.sections(RULES, _figures(o, book), partial(_won, o))


def _won(o: GuilinOptions, hand: HandJson, source: facts.Source) -> facts.Win:
    """甲 wins this hand; 八 is turned where a card is."""
    xing = facts.Xing(flipped=("八",)) if o.xing == "flip" else None
    return replace(won_by(hand, source), xing=xing)


def _figures(o: GuilinOptions, book: Book) -> Mapping[str, Figure]:
    counted = facts.Xing(count=Count(0), lower=Count(0)) if o.xing != "none" else facts.Xing()
    tianhu = facts.Win(winner=Seat(0), source="dealt", hu=Count(22), marks=("tianhu",), xing=counted)
    both = facts.Win(winner=Seat(0), source="dealt", hu=Count(27), marks=("tianhu", "wukan"), xing=counted)
    pair = tuple(
        facts.OneWin(winner=Seat(seat), hu=Count(hu), xing=counted) for seat, hu in ((0, 17), (1, 12))
    )
    two = facts.SharedWin(source="discard", from_=Seat(2), wins=pair)
    return {
        "two": Case(
            Words("丙打出来，甲 17 胡、乙 12 胡", "C discards; A wins with 17 hu, B with 12"),
            (two,),
            ("lines", "paid", "next"),
        ),
        "both": Case(Words("甲天胡又有五坎，27 胡", "A: heavenly hu with five triples, 27 hu"), (both,)),
        "ladder": book.ladder(Call(source="other_draw", xing=counted), o.hu_per_unit),
        "tianhu": Case(Words("甲天胡，22 胡", "A wins by heavenly hu with 22 hu"), (tianhu,)),
    }


RULESET = Guilin()
