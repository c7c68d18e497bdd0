"""跑胡子 (paohuzi): paid in 囤 by a ladder and a table of 名堂, as each place plays it (docs/rules/paohuzi.md)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from .. import facts
from ..codec import Count, Seat
from ..facts import known
from ..options import Options, Words, as_options
from ..outcome import Flow
from ..rulebook import Figure, Section, listed, one
from ..ruleset import Example, Ruleset, Table
from ..ruletext import Known
from ..seating import others
from ..terms import FoulAsk
from ..zipai.asks import Asks, SourceAsk, by_discard, by_draw, by_own_draw
from ..zipai.bounds import Bounds
from ..zipai.call import Call, CallReader, Priced
from ..zipai.claims import ClaimRule
from ..zipai.course import zipai_course
from ..zipai.dealt import OnlyTianhu
from ..zipai.fouls import AgreedPenalty, Penalty
from ..zipai.game import HAND_HINT, ZipaiGame, zipai_game
from ..zipai.paohuzi_book import brief_words, every_value, ladder_words, row_grid, values_words
from ..zipai.paohuzi_options import OPTIONS, PaohuziOptions
from ..zipai.paohuzi_presets import UNITS
from ..zipai.paohuzi_rules import UNITS as RULES
from ..zipai.paohuzi_rules import UNITS_BRIEF
from ..zipai.paohuzi_words import PAOHUZI_TERMS, UNIT_TEXTS
from ..zipai.rowed import RowLimits
from ..zipai.rowed_asks import count_asks, least_hu, mark_asks, tick_asks
from ..zipai.rowed_fouls import AnsweredFouls, RowedClaim
from ..zipai.rowed_marks import ROWED_MARKS, RowedMarks
from ..zipai.rowed_wins import answering
from ..zipai.rulebook import Book, Subject, won_by
from ..zipai.sample_hands import HandJson
from ..zipai.sayings import EVERYWHERE
from ..zipai.side_pay import SidePay
from ..zipai.turns import OppositeTurns
from ..zipai.unit_rows import UnitRowPricing
from ..zipai.valuing import Valuing
from ..zipai.wins import Paid
from ..zipai.words import PAOHUZI, YONGZHOU

WINNER, NEXT = Seat(0), Seat(1)
EVERY_READING = 10_000
"""More than four 王 make of any hand: rows may pay any of them most, and 1,200 are the most that were found."""


def _payment(o: PaohuziOptions, table: Table, deal: facts.Win, source: str | None, priced: Priced) -> Paid:
    """Every loser pays, or the discarder alone (docs/rules/paohuzi.md#pay)."""
    losers = others(table, deal, deal.winner)
    if source == "discard" and o.discard == "alone":
        units = priced.units * o.shares(len(losers))
        return Paid((Flow(known(deal.from_), deal.winner, units, "discard"),))
    return Paid(tuple(Flow(loser, deal.winner, priced.units, "each") for loser in losers))


class Paohuzi(Ruleset):
    """跑胡子 (paohuzi): a preset is how a place plays it, and everything in it can be changed."""

    slug = "paohuzi"
    version = 3
    former = (1, 2)
    rank = 20
    name = Words("跑胡子", "Paohuzi")
    tagline = Words("按囤算，各地的名堂", "Paid in tun, with the patterns of each place")
    unit = Words("囤", "tun")
    seats = (2, 3, 4)
    entry = "zipai_hand"
    options = OPTIONS
    presets_named = tuple(each.named for each in UNITS)
    brief = UNITS_BRIEF
    results = (facts.Win, facts.Dead, facts.Foul, facts.Adjust, facts.Close)
    terms = PAOHUZI_TERMS
    fei = "王"
    texts = UNIT_TEXTS
    sayings = EVERYWHERE
    hand_hint = HAND_HINT
    reader = CallReader(ROWED_MARKS, rows=True)

    def known_in_brief(self, options: Options) -> Mapping[str, Known]:
        o = OPTIONS.read(PaohuziOptions, options)
        return {**_words(o), **brief_words(self, options), "game": self.name_under(options)}

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(PaohuziOptions, options)
        valuing = _valuing(o, self.version)
        turns = OppositeTurns(o.sits_out, o.after_dead_deal == "dealer_stays")
        penalty, dead_counts = _penalty(o, valuing), o.dead_factor == "times"
        side = SidePay(turns, o.quad_pay, o.wang, o.wang_dead, dead_counts, o.form.groups)
        fouls = AnsweredFouls(
            penalty=penalty,
            turns=turns,
            dead_counts=dead_counts and o.foul_units == "claimed" and self.version > 1,
        )
        course = zipai_course(
            self.reader,
            valuing,
            turns,
            penalty,
            partial(_payment, o),
            foul=fouls.play,
            dead=side.play_dead,
            pledging=o.pledging,
            win=lambda play: answering(side.around(play)),
            rowed=True,
        )
        return zipai_game(
            course,
            _asks(o),
            partial(_rulebook, self, o, Subject(self, as_options(o), course)),
            partial(_example, o),
            sits_out=o.sits_out,
            house=o.house,
        )


def _valuing(o: PaohuziOptions, version: int) -> Valuing:
    """How this table looks at a hand: by its rows, in the words of its place."""
    rules, values = replace(o.read_by(o.form), laid_yiwushi=version > 2), o.values
    if version > 1:
        rules = replace(rules, most=EVERY_READING)
    pricing = UnitRowPricing(
        rows=o.rows,
        min_hu=o.min_hu,
        joining=o.multipliers,
        values=values,
        wang=o.wang,
        ladder=o.units_ladder,
        extra=o.base_extra,
        xing=o.xing_rules,
        xing_worth=o.xing_worth,
        wang_limit=o.wang_limit,
        dead_counts=o.dead_factor == "times",
        any_wang_row=version == 1,
    )
    return Valuing(
        rules=rules,
        limits=RowLimits(min_hu=o.min_hu, discards=o.discard != "no"),
        pricing=pricing,
        dealt=OnlyTianhu(rules),
        claims=ClaimRule.EVERY_COPY,
        bounds=Bounds(o.form, quad=values.most_quad, triple=values.most_three),
        words=YONGZHOU if o.preset == "yongzhou" else PAOHUZI,
        specials=o.deck,
        marks=RowedMarks(),
    )


def _penalty(o: PaohuziOptions, valuing: Valuing) -> Penalty:
    """What was claimed, or what the table fixed."""
    if o.foul_units == "claimed":
        return RowedClaim(valuing)
    units = o.foul_units
    usual = Words(f"付给每一家 {units} 囤", f"{units} tun to each of the others")
    return AgreedPenalty(FoulAsk(units=True, usual=usual, usual_units=units), units)


def _asks(o: PaohuziOptions) -> Asks:
    rows, discards = o.rows, o.discard != "no"
    return Asks(
        groups=o.form.groups,
        min_hu=o.min_hu,
        sources=_sources(o),
        marks=mark_asks(rows, discards, o.wang),
        xing=o.xing_rules.mode != "none",
        turned=o.xing_rules.mode == "flip",
        patterns=tick_asks(rows),
        counts=count_asks(rows, o.wang, is_limited=o.wang_limit != "none"),
        below=least_hu(rows),
        quads=any(o.quad_pay),
        wang_dead=o.wang if o.wang_dead else 0,
    )


def _sources(o: PaohuziOptions) -> tuple[SourceAsk, ...]:
    each = Words("每家都付", "Everybody pays")
    draws = (by_draw(each), by_own_draw(each))
    if o.discard == "no":
        return draws
    alone = Words(f"放炮，{_shares(o).zh}", f"Pays alone: {_shares(o).en}")
    return (by_discard(alone if o.discard == "alone" else each), *draws)


def _shares(o: PaohuziOptions) -> Words:
    name = OPTIONS.by_code["discard_multiple"].choice(o.discard_multiple).name
    return Words(f"付{name.zh}", name.en.lower())


def _words(o: PaohuziOptions) -> dict[str, Known]:
    """What rulebook and summary name that no option is by itself."""
    kinds = {each.value: each.name for each in OPTIONS.by_code["xing_kinds"].choices}
    chosen = [kinds[kind] for kind in o.xing_kinds]
    big, small = o.quad_pay
    start = o.units_ladder.points[0][0] if o.units_ladder.points else o.min_hu
    return {
        "kinds": listed(chosen) if chosen else Words("哪样都不", "nothing"),
        "shares": _shares(o),
        "quads": Words(f"大 {big} 小 {small}", f"big {big}, small {small}")
        if any(o.quad_pay)
        else one("none"),
        "points": ladder_words(o.ladder_points),
        "start": start,
        "melds": values_words(o.meld_values),
        "sits": "on" if o.sits_out else "off",
    }


def _rulebook(ruleset: Ruleset, o: PaohuziOptions, subject: Subject) -> tuple[Section, ...]:
    words = {"melds": every_value(o.meld_values), "game": ruleset.name_under(subject.options)}
    book = Book(subject, "P", {**_words(o), **words})
    call = Call(
        source="other_draw", xing=facts.Xing(count=Count(0)) if o.xing_rules.mode != "none" else facts.Xing()
    )
    figures: dict[str, Figure] = {"ladder": book.ladder(call, o.hu_per_unit), "rows": row_grid(o.rows)}
    return book.sections(RULES, figures, partial(_won, o))


def _won(o: PaohuziOptions, hand: HandJson, source: facts.Source) -> facts.Win:
    """甲 wins this hand; 八 is turned where a card is."""
    xing = facts.Xing(flipped=("八",)) if o.xing_rules.mode == "flip" else None
    return replace(won_by(hand, source), xing=xing)


EXAMPLE_HU = Count(22)
"""胡 of the win that shows an option."""


def _example(o: PaohuziOptions, code: str) -> Example | None:
    """A win by its 胡 alone, so that it fits however many play."""
    xing = facts.Xing(count=Count(1)) if o.xing_rules.mode != "none" else None
    win = facts.Win(winner=WINNER, source="other_draw", hu=EXAMPLE_HU, xing=xing)
    if code in ("min_hu", "hu_per_unit", "base_units", "ladder", "ladder_from", "ladder_points", "round"):
        return Example(win, ("ladder",))
    if code in ("base_extra", "multipliers"):
        return Example(replace(win, source="self_draw"))
    if code in ("discard", "discard_multiple") and o.discard != "no":
        return Example(replace(win, source="discard", from_=NEXT), paid=True)
    return None


RULESET = Paohuzi()
