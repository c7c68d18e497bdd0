"""跑胡子记胡 (paohuzi jihu): 胡 are tallied to a target and differences settled, as each place plays it (docs/rules/paohuzi_tally.md)."""

from collections.abc import Mapping
from functools import partial

from .. import facts
from ..codec import Count, Seat
from ..options import Options, Words, as_options
from ..rulebook import Section
from ..ruleset import Example, Ruleset
from ..ruletext import Known
from ..terms import FoulAsk
from ..zipai.asks import Asks, SourceAsk, by_discard, by_draw, by_own_draw
from ..zipai.bounds import Bounds
from ..zipai.call import CallReader
from ..zipai.claims import ClaimRule
from ..zipai.course import zipai_course
from ..zipai.dealt import OnlyTianhu
from ..zipai.form import THREE
from ..zipai.fouls import FixedPenalty
from ..zipai.game import HAND_HINT, ZipaiGame, zipai_game
from ..zipai.paohuzi_book import brief_words, every_value, row_grid, values_words
from ..zipai.paohuzi_options import TALLY_OPTIONS as OPTIONS
from ..zipai.paohuzi_options import PaohuziTallyOptions
from ..zipai.paohuzi_presets import TALLY
from ..zipai.paohuzi_rules import TALLY as RULES
from ..zipai.paohuzi_rules import TALLY_BRIEF
from ..zipai.paohuzi_words import TALLY_TERMS, TALLY_TEXTS
from ..zipai.rounds import Round
from ..zipai.rowed import RowLimits
from ..zipai.rowed_asks import count_asks, least_hu, mark_asks, tick_asks
from ..zipai.rowed_marks import ROWED_MARKS, RowedMarks
from ..zipai.rowed_wins import answering
from ..zipai.rulebook import Book, Subject, won_by
from ..zipai.sayings import EVERYWHERE
from ..zipai.skins import SkinFouls
from ..zipai.tally_rows import (
    DealerLoses,
    DiscardBookings,
    PairSettling,
    TallyRowPricing,
    pledged_dead,
    pledged_foul,
    pledged_win,
)
from ..zipai.turns import OppositeTurns
from ..zipai.valuing import Valuing
from ..zipai.words import PAOHUZI


class PaohuziTally(Ruleset):
    """跑胡子记胡: a discard costs who discarded, tallies fall below zero, and any win may end the round."""

    slug = "paohuzi_tally"
    version = 1
    rank = 21
    name = Words("跑胡子记胡", "Paohuzi Tally")
    tagline = Words("记胡，满 100 结差额", "Count hu to 100, settle differences")
    unit = Words("胡", "hu")
    seats = (2, 3)
    entry = "zipai_hand"
    options = OPTIONS
    presets_named = tuple(each.named for each in TALLY)
    brief = TALLY_BRIEF
    lead = "- 记胡，满 {target} 结差额\n+ Count hu to {target}, settle differences"
    results = (facts.Win, facts.Dead, facts.Foul, facts.EndRound, facts.Adjust, facts.Close)
    carries = ("tally",)
    terms = TALLY_TERMS
    fei = "王"
    texts = TALLY_TEXTS
    sayings = EVERYWHERE
    hand_hint = HAND_HINT
    reader = CallReader(ROWED_MARKS, rows=True)

    def known_in_brief(self, options: Options) -> Mapping[str, Known]:
        o = OPTIONS.read(PaohuziTallyOptions, options)
        words = {"melds": values_words(o.meld_values), "game": self.name_under(options)}
        return {**words, **brief_words(self, options)}

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(PaohuziTallyOptions, options)
        rules, values = o.read_by(THREE), o.values
        valuing = Valuing(
            rules=rules,
            limits=RowLimits(min_hu=o.min_hu, discards=o.discard == "yes"),
            pricing=TallyRowPricing(
                rows=o.rows, min_hu=o.min_hu, joining=o.multipliers, values=values, wang=0, cap=o.hand_cap
            ),
            dealt=OnlyTianhu(rules),
            claims=ClaimRule.EVERY_COPY,
            bounds=Bounds(THREE, quad=values.most_quad, triple=values.most_three),
            words=PAOHUZI,
            marks=RowedMarks(),
        )
        turns = OppositeTurns(sits_out=False, dealer_stays=o.after_dead_deal == "dealer_stays")
        ask = FoulAsk(usual=Words(f"扣 {o.foul_hu} 胡，别人不加", f"{o.foul_hu} hu off the tally"))
        penalty = FixedPenalty(o.foul_hu, ask)
        bookings = DiscardBookings(
            cap_winner=o.discard_cap_winner,
            cap_loser=o.discard_cap_loser,
            target=o.target,
            settling=PairSettling(o.settle_round, o.pledge),
        )
        course = zipai_course(
            self.reader,
            valuing,
            turns,
            penalty,
            foul=pledged_foul(SkinFouls(penalty, turns).play),
            dead=pledged_dead(DealerLoses(o.dead_deal_hu, turns).play),
            round_=Round(bookings, o.target),
            win=lambda play: answering(pledged_win(play)),
            rowed=True,
        )
        subject = Subject(self, as_options(o), course)
        return zipai_game(
            course, _asks(o), partial(_rulebook, self, o, subject), partial(_example, o), house=o.house
        )


def _asks(o: PaohuziTallyOptions) -> Asks:
    rows, discards = o.rows, o.discard == "yes"
    return Asks(
        groups=THREE.groups,
        min_hu=o.min_hu,
        sources=_sources(o),
        marks=mark_asks(rows, discards),
        patterns=tick_asks(rows),
        counts=count_asks(rows),
        below=least_hu(rows),
    )


def _sources(o: PaohuziTallyOptions) -> tuple[SourceAsk, ...]:
    counted = Words("记胡数", "Counts its hu")
    draws = (by_draw(counted), by_own_draw(counted))
    loses = Words("放炮的扣胡", "The discarder loses hu")
    return draws if o.discard == "no" else (by_discard(loses), *draws)


def _rulebook(ruleset: Ruleset, o: PaohuziTallyOptions, subject: Subject) -> tuple[Section, ...]:
    known = {"melds": every_value(o.meld_values), "game": ruleset.name_under(subject.options)}
    return Book(subject, "P", known).sections(RULES, {"rows": row_grid(o.rows)}, won_by)


WINNER, NEXT = Seat(0), Seat(1)
EXAMPLE_HU = Count(22)
"""胡 of the win that shows an option."""


def _example(o: PaohuziTallyOptions, code: str) -> Example | None:
    """A win by its 胡 alone."""
    if code in ("discard_cap_winner", "discard_cap_loser") and o.discard == "yes":
        return Example(facts.Win(winner=WINNER, source="discard", from_=NEXT, hu=EXAMPLE_HU))
    if code in ("min_hu", "multipliers", "hand_cap"):
        return Example(facts.Win(winner=WINNER, source="self_draw", hu=EXAMPLE_HU))
    return None


RULESET = PaohuziTally()
