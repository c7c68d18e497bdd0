"""剥皮 (bopi): 胡 are counted up to a hundred, then everybody's difference is paid in 皮 (docs/rules/bopi.md)."""

from functools import partial

from .. import facts
from ..options import Options, Words
from ..zipai.asks import DEALT_MARKS, Asks
from ..zipai.counter import CounterLimits, counter_options, counter_valuing
from ..zipai.counter_game import CounterRuleset
from ..zipai.counter_words import DECK_BRIEF, LEAST_BRIEF, form_brief
from ..zipai.discards import source_asks
from ..zipai.fouls import FixedPenalty
from ..zipai.fourth import UNCOMPELLED
from ..zipai.game import ZipaiGame
from ..zipai.rounds import Round
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

OPTIONS = counter_options("three_and_counter", SELF_DRAW_HU, *SKIN_OPTIONS)

OWN_DRAW = """- [S4] 自摸多记 {self_draw_hu} 胡。
+ A self-draw counts {self_draw_hu} more.
@ own
"""


BRIEF = (
    LEAST_BRIEF
    + """
- [self_draw_hu=0] 自摸不加
+ nothing for a self-draw
- [self_draw_hu!=0] 自摸加 {self_draw_hu}
+ self-draw +{self_draw_hu}
- [counter_half=hand] 数算的只记胡牌的一半
+ the counter has half of the hand alone
- 满 {target} 结
+ settled at {target}
- [dead_deal_hu=0] 臭牌不扣
+ a dead deal costs nothing
- [dead_deal_hu!=0] 臭牌扣 {dead_deal_hu}
+ a dead deal costs {dead_deal_hu}
- [foul_hu!=30] 岔胡扣 {foul_hu}
+ a foul costs {foul_hu}
- [reward_step!=50] 每多 {reward_step} 胡奖一次数算
+ the counter is rewarded every {reward_step} hu
- [reward_hu!=10] 每次奖数算 {reward_hu}
+ each reward of the counter is {reward_hu}
"""
    + DECK_BRIEF
    + form_brief("three_and_counter")
)


class Bopi(CounterRuleset):
    """剥皮: an own draw counts ten more."""

    slug = "bopi"
    version = 3
    former = (1, 2)
    rank = 31
    name = Words("剥皮", "Bopi")
    tagline = Words("记胡，满 100 结皮", "Count hu to 100, paid in pi")
    unit = Words("皮", "pi")
    options = OPTIONS
    usual_before = {3: UNCOMPELLED}
    brief = BRIEF
    results = (facts.Win, facts.Dead, facts.Foul, facts.EndRound, facts.Adjust, facts.Close)
    carries = ("tally",)
    texts = {**SKIN_TEXTS, "self_draw.counted": Words("自摸，多记 {hu} 胡", "Self-draw: {hu} more")}

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(SkinOptions, options)
        turns, penalty = SkinTurns(o.seating), FixedPenalty(o.foul_hu, foul_ask(o))
        return self.game_of(
            o,
            counter_valuing(self.version, o, CounterLimits(min_hu=o.min_hu), SkinPricing(o)),
            penalty,
            _asks(o),
            partial(skin_sections, o, OWN_DRAW),
            turns=turns,
            foul=SkinFouls(penalty, turns).play,
            dead=SkinDeadDeals(o.dead_deal_hu, turns).play,
            round_=Round(SkinTally(o), o.target),
        )


def _asks(o: SkinOptions) -> Asks:
    drawn, own = Words("记胡数", "Counts its hu"), o.own_draw_hu("self_draw")
    more = Words(f"，加 {own} 胡", f", +{own} hu") if own else Words("，不另加", ", no more")
    return Asks(
        groups=o.seating.form.groups,
        min_hu=o.min_hu,
        sources=source_asks(drawn, Words(drawn.zh + more.zh, drawn.en + more.en)),
        marks=DEALT_MARKS[:1],
    )


RULESET = Bopi()
