"""剥皮 (bopi): 胡 are counted up to a hundred, then everybody's difference is paid in 皮 (docs/rules/bopi.md)."""

from functools import partial

from .. import facts
from ..options import Options, Words, as_options
from ..ruleset import Ruleset, no_example
from ..zipai.asks import DEALT_MARKS, Asks
from ..zipai.call import CallReader
from ..zipai.counter import MARKS, SEATS_OF, CounterLimits, counter_options, counter_valuing
from ..zipai.counter_words import DENG_TERMS
from ..zipai.course import ZipaiCourse
from ..zipai.discards import source_asks
from ..zipai.drawing import BY_DRAW
from ..zipai.fouls import FixedPenalty
from ..zipai.game import HAND_HINT, ZipaiGame, zipai_game
from ..zipai.rounds import CountedWins, Round
from ..zipai.rulebook import Subject
from ..zipai.sayings import DENG_SAYS
from ..zipai.skin_rules import skin_sections
from ..zipai.skins import (
    SELF_DRAW_HU,
    SKIN_OPTIONS,
    SKIN_TEXTS,
    SkinDeadDeals,
    SkinFouls,
    SkinOptions,
    SkinPricing,
    SkinTally,
    SkinTurns,
    foul_ask,
)
from ..zipai.wins import Wins

OPTIONS = counter_options(("three_and_counter", "three"), SELF_DRAW_HU, *SKIN_OPTIONS)

OWN_DRAW = """- [S4] 自摸多记 {self_draw_hu} 胡。
+ A self-draw counts {self_draw_hu} more.
@ own
"""


class Bopi(Ruleset):
    """剥皮: an own draw counts ten more."""

    slug = "bopi"
    version = 1
    rank = 31
    name = Words("剥皮", "Bopi")
    tagline = Words("记胡，满 100 结皮", "Count 胡 to 100, paid in 皮")
    unit = Words("皮", "皮")
    seats = (3, 4)
    entry = "zipai_hand"
    options = OPTIONS
    seats_by = "form"
    seats_of = SEATS_OF
    results = (facts.Win, facts.Dead, facts.Foul, facts.EndRound, facts.Adjust)
    terms = DENG_TERMS
    sayings = DENG_SAYS
    first_deal = BY_DRAW
    hand_hint = HAND_HINT
    reader = CallReader(MARKS)
    carries = ("tally",)
    texts = {**SKIN_TEXTS, "self_draw.counted": Words("自摸，多记 {hu} 胡", "Self-draw: {hu} more")}

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(SkinOptions, options)
        turns = SkinTurns(o.seating)
        valuing = counter_valuing(o, CounterLimits(min_hu=o.min_hu), SkinPricing(o))
        round_ = Round(SkinTally(o), o.target)
        penalty = FixedPenalty(o.foul_hu, foul_ask(o))
        course = ZipaiCourse(
            reader=self.reader,
            valuing=valuing,
            turns=turns,
            penalty=penalty,
            win=CountedWins(Wins(valuing, turns), round_).play,
            foul=SkinFouls(penalty, turns).play,
            dead=SkinDeadDeals(o.dead_deal_hu, turns).play,
            round=round_,
        )
        subject = Subject(self, as_options(o), course)
        return zipai_game(
            course,
            _asks(o),
            partial(skin_sections, o, subject, OWN_DRAW),
            no_example,
            sits_out=o.seating.sits_out,
            usual_sitting=turns.usual_sitting,
        )


def _asks(o: SkinOptions) -> Asks:
    drawn, own = Words("记胡数", "Counts its 胡"), o.own_draw_hu("self_draw")
    more = Words(f"，加 {own} 胡", f", +{own} 胡") if own else Words("，不另加", ", no more")
    return Asks(
        groups=o.seating.form.groups,
        min_hu=o.min_hu,
        sources=source_asks(drawn, Words(drawn.zh + more.zh, drawn.en + more.en)),
        marks=DEALT_MARKS[:1],
    )


RULESET = Bopi()
