"""规矩 (guiju): 醒 (docs/rules/guilin.md#xing) and wins at the start (docs/rules/cards.md#opening-wins) in words."""

from typing import Final

from ..options import Words
from ..rulebook import listed
from .xing import XING_OPTIONS, XingOptions

XING: Final = """
# xing 醒 | 醒, the bonus card
- [P | xing=none xing_kinds!=[]] 这桌不算醒。
+ No xing is counted.
- [P | xing_kinds=[]] 上醒、中醒、下醒，这桌一种也不算。
+ None of upper, middle and lower counts here.
- [S1, P | xing=flip] 翻醒：胡了以后，从牌堆翻一张。醒是几，看翻的是几。
+ After a win the next card of the pile is turned; xing are counted from it.
- [P | xing=follow] 跟醒：不翻牌，胡的那张自己作醒。起手就胡的没有醒。
+ Nothing is turned: the winning card serves (following). A hand won as dealt has none.
- [S1, P | xing!=none xing_kinds!=[]] 这桌算{kinds}。翻到四：上醒是三，中醒是四，下醒是五。小字大字各转一圈，十过去是一。
+ {kinds} count here. With 4: upper is 3, middle is 4, lower is 5; each size is a circle, 1 follows 10.
- [S1; P | xing!=none] 赢家手里、桌上、胡的那张，有一张醒多 {xing_worth} 舵。
+ Each copy among the winner’s cards, held, laid or winning, adds {xing_worth} duo.
@ xing
- [open P | xing!=none] 哪边叫上、哪边叫下，各处说法不一。这里上是小一号，下是大一号。
+ Which neighbour is upper and which lower is disputed; here upper is the lower one.
- [P | xing=flip xing_again=on] 重醒：一种醒四张都在赢家手里，再翻一张。
+ Where the winner has all four of an xing, one more card is turned (second xing).
- [P | xing=flip xing_again=off] 只翻一张，四张醒都齐了也不再翻。
+ One card is turned, even where all four of an xing are held.
- [P | xing=flip xing_empty=winning_card] 牌堆没有牌可翻了，胡的那张作醒，叫海底。
+ With no card left to turn, the winning card serves (haidi).
- [P | xing=flip xing_empty=none] 牌堆没有牌可翻了，就没有醒。
+ With no card left to turn, there is no xing.
"""

XING_BRIEF: Final = """
- [xing=none] 不算醒
+ no xing
- [xing!=none xing_kinds=] 不算醒
+ no xing
- [xing=flip xing_kinds!=] 翻醒{xing_kinds}
+ xing by a turned card: {xing_kinds}
- [xing=follow xing_kinds!=] 跟醒{xing_kinds}
+ xing by the winning card: {xing_kinds}
- [xing!=none xing_worth=2] 一张醒 2 舵
+ 2 duo for each xing
- [xing!=none xing_worth=3] 一张醒 3 舵
+ 3 duo for each xing
- [xing=flip xing_again=on] 重醒再翻
+ four of a xing turn another card
- [xing=flip xing_empty=none] 没牌翻就没醒
+ no xing once the pile is empty
"""

OPENINGS: Final = """
# dealt 天胡、地胡、三笼五坎 | Wins at the start
- [{begins}] 天胡：{dealer}起手 {more} 张就胡了。
+ Heavenly hu: the dealer wins with the cards dealt.
- [{begins}] 地胡：{dealer}打的头一张，别人胡了。
+ Earthly hu: another player wins on the dealer’s first discard.
- [{quads} | kan_counts_quads=on] 三笼：起手有三副四张的。五坎：起手有五副三张的，四张的也算一副。
+ Three quads dealt, or five triples dealt with quads among them.
@ opening
- [{source} | kan_counts_quads=off] 三笼：起手有三副四张的。五坎：起手有五副三张的，四张的不算。
+ Three quads dealt, or five triples dealt, quads not among them.
@ opening
- [S0] 三笼、五坎不管别的牌成不成比、够不够 {min_hu} {hu}，亮出来就胡。
+ Three quads or five triples win whatever the other cards, even below {min_hu} {hu}.
- [open {rest}] 三笼、五坎算多少：四张的、三张的照算，剩下的牌里再凑有{hu}的顺子。天胡又有五坎的，哪样多照哪样。
+ What three quads or five triples count: the quads and triples, and the runs that count among the rest. Where the hand is
  heavenly hu too, it counts as whichever is more.
"""
"""``kan_counts_quads``: whether a quad is one of the five triples, by option or made known; see `openings`."""


def openings(*, begins: str, quads: str, rest: str) -> str:
    """The section of a game; where it is from who ``begins`` so, that ``quads`` are triples, what the ``rest`` is worth."""
    text = OPENINGS
    for name, source in (("begins", begins), ("quads", quads), ("rest", rest)):
        text = text.replace(f"{{{name}}}", source)
    return text


def kind_words(o: XingOptions) -> Words:
    """The kinds of 醒 that count at a table."""
    kinds = next(option for option in XING_OPTIONS if option.code == "xing_kinds")
    return listed(kinds.choice(kind).name for kind in o.xing_kinds)


def lower_counts(o: XingOptions) -> str:
    """Whether 下醒 is played: ``on`` or ``off``."""
    return "on" if o.xing != "none" and "下" in o.xing_kinds else "off"
