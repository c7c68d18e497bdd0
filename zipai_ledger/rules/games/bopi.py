"""剥皮 (bopi): 胡 are counted up to a hundred, then everybody's difference is paid in 皮 (docs/rules/bopi.md)."""

from functools import partial

from .. import facts
from ..options import Options, Words
from ..zipai.asks import DEALT_MARKS, Asks
from ..zipai.counted import counted_sources, counting_options
from ..zipai.counter import CounterLimits, counter_options, counter_valuing
from ..zipai.counter_game import CounterRuleset
from ..zipai.counter_words import DECK_BRIEF, LEAST_BRIEF, form_brief
from ..zipai.fouls import FixedPenalty
from ..zipai.fourth import UNCOMPELLED
from ..zipai.game import ZipaiGame
from ..zipai.rounds import Round
from ..zipai.skin_rules import skin_sections
from ..zipai.skins import (
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

OPTIONS = counter_options("three_and_counter", *counting_options(10), *SKIN_OPTIONS)

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
- [discard_wins=on] 打出来的也能胡
+ discards win
- [discard_hu!=0] 放炮加 {discard_hu}
+ discard +{discard_hu}
- [tiandihu=plus_ten] 天胡、地胡加 10
+ heavenly and earthly hu +10
- [tiandihu=double] 天胡、地胡翻倍
+ heavenly and earthly hu doubled
- [counter_seat=fixed] 数算的不换
+ one counter all along
- [counter_seat=opposite] 打桩的对面数算
+ the counter sits opposite the dealer
- [counter_half=hand] 数算的只记胡牌的一半
+ the counter has half of the hand alone
- 满 {target} 结
+ settled at {target}
- [ends_with=other_than_highest_wins] 没满的胡了才结
+ ended by a win below it
- [ends_with=any_win] 满了谁胡都结
+ ended by anybody’s win
- [ceiling!=0] 记满 {ceiling} 就结
+ ended at {ceiling} in any case
- [skin_rounding=up] 不满一皮也算一皮
+ pi are rounded up
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
    version = 4
    former = (1, 2, 3)
    rank = 31
    name = Words("剥皮", "Bopi")
    tagline = Words("记胡，满 100 结皮", "Count hu to 100, paid in pi")
    unit = Words("皮", "pi")
    options = OPTIONS
    usual_before = {3: UNCOMPELLED}
    brief = BRIEF
    lead = "- 记胡，满 {target} 结皮\n+ Count hu to {target}, paid in pi"
    results = (facts.Win, facts.Dead, facts.Foul, facts.EndRound, facts.Adjust, facts.Close)
    carries = ("tally",)
    texts = SKIN_TEXTS

    def compose(self, options: Options) -> ZipaiGame:
        o = OPTIONS.read(SkinOptions, options)
        turns, penalty = SkinTurns(o.seating, o.counter_seat), FixedPenalty(o.foul_hu, foul_ask(o))
        limits = CounterLimits(min_hu=o.min_hu, discards=o.discards, dihu=o.tiandihu != "none")
        return self.game_of(
            o,
            counter_valuing(self.version, o, limits, SkinPricing(o)),
            penalty,
            _asks(o),
            partial(skin_sections, o, OWN_DRAW),
            turns=turns,
            foul=SkinFouls(penalty, turns).play,
            dead=SkinDeadDeals(o.dead_deal_hu, turns).play,
            round_=Round(SkinTally(o), o.target),
        )


def _asks(o: SkinOptions) -> Asks:
    earthly = o.discards or o.tiandihu != "none"
    return Asks(
        groups=o.seating.form.groups,
        min_hu=o.min_hu,
        sources=counted_sources(o),
        marks=DEALT_MARKS[: 1 + earthly],
    )


RULESET = Bopi()
