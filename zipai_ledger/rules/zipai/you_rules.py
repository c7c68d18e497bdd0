"""规矩 (guiju): 大字牌 in words, as a rules page has them (docs/rules/dazipai.md), and its house rules in a line."""

from typing import Final

from ..house_words import LOW_BRIEF, LOW_RULES, PLEDGE_BRIEF, PLEDGE_RULES
from .bonus_rules import openings
from .fourth import FOURTH_BRIEF, NEVER_BRIEF

RULES: Final = (
    """
# cards
- [S0 | seats=2] 两个人打，对家就是下手。
+ Two play.
- [S0 | seats=3] 三个人打，都上场。
+ Three play, all of them.
- [S0] 起手有两副四张的，大家发完牌再补抓一张。
+ Who is dealt two quads draws one card more once everybody has his cards.

# groups
- [S0] 一对没有碰，后来自己又摸到一张，是死罩：两张盖着，一张亮。没有碰的那张，别人再打出来，不可以碰，可以吃。
+ A pair that was not claimed for peng, and then one’s own draw, is a sizhao: two cards lie down, one up. Another player’s
  later discard of that card may not be claimed for peng, but for chi.
- [S0] 红字碰了多算：小的 {red_small} 油，大的 {red_big} 油。别的组红黑一样。
+ A peng of red cards counts for more: {red_small} you small, {red_big} big. Other groups count alike, red or black.

# win
- [S0] 打出来的牌，只有下家有权利吃。
+ Only the next seat may chi a discard.
- [S0] 下伙：吃一张，手里还有一样的，要各自组成一比一起摆下；组不成就不能吃。
+ Equal cards in the hand have to be laid down with a chi, each in a group; where they make none, the card may not be claimed.
- [S0] 起胡：头一盘由庄家定，这一桌是 {min_hu} 油；以后每盘由上一盘的赢家定，{minima} 里挑一个。
+ The minimum is {min_hu} you in the first deal; later the last winner names one of {minima}.
- [open S0] 赢家没有说，就照上一盘。
+ If the winner names none, it stays.

# pay 谁付 | Who pays
- [S0] 胡多少油就付多少油。从牌堆摸出来的，不管谁摸的都叫自摸：输的每家都付。
+ A win is worth its you. A drawn card is self-draw whoever drew it: every loser pays.
@ own
- [S0 | discard_multiple=1] 点炮：从手里打出来的，打的那个人付一份，别人不付。
+ Discards: whoever discarded the card pays one share, the others nothing.
@ discard
- [S0 | discard_multiple=2] 点炮：从手里打出来的，打的那个人付双份，别人不付。
+ Discards: whoever discarded the card pays twice, the others nothing.
@ discard
"""
    + openings(begins="S4", quads="ours", rest="S0")
    + """
- [open S0] 书上没有天胡、地胡；两副四张的补抓一张，庄家 22 张也能天胡。三笼五坎的叫法是桂林的。
+ Heavenly and earthly hu are not in the source; with two quads, and so 22 cards, the dealer may win as dealt too. The
  names of three quads and five triples are those of Guilin.
- [S0] 起手两副四张，补抓的那张凑成第三副，也一样亮出来就胡。有三副四张的，{least} 张、{most} 张都对，庄家再多一张。
+ The card that two quads bring may make the third: with three quads {least} or {most} cards are right, the dealer’s
  being one more.
@ third
- [S0] 几家同时起手就胡：油多的胡，别的各家都付他。油一样多，都算胡：没胡的付给每家，他们互不付。
+ Several win as dealt: the highest is paid by all others. Those tied highest are each paid by everybody below, and owe
  each other nothing.
@ openers
- [open S0] 天胡、地胡不另加油。起手就胡的都当自摸，每家付。
+ Heavenly hu and earthly hu add nothing; a dealt hand is paid by every loser.

# next 下一盘谁坐庄 | Who deals next
- [S0] 谁胡，下一盘谁坐庄。
+ The winner deals the next.
@ follows
- [open S0] 几家起手同胡：庄家在里面就连庄，不在就从庄家逆时针数，先数到的坐庄。
+ After several opening wins the dealer stays if among them, else the nearest of them counter-clockwise deals.
- [open S0 | after_dead_deal=dealer_stays] 黄庄，没有人胡：谁也不付，庄家连庄。
+ A deal nobody wins: nobody pays and the dealer stays.
@ dead
- [open S0 | after_dead_deal=next_seat] 黄庄，没有人胡：谁也不付，下手坐庄。
+ A deal nobody wins: nobody pays and the next seat deals.
@ dead

# else 吃而不下伙 | Claiming without laying down
- [S0 | min_hu] 吃了不下伙，被看出来的，付给每家底油，也就是这一盘起胡的油数。
+ Who claims a card and does not lay down what goes with it pays the minimum of the deal to each of the others.
@ foul
"""
    + PLEDGE_RULES
    + LOW_RULES
)

BRIEF: Final = (
    """
- 头一盘 {min_hu} 油起胡
+ first minimum {min_hu} you
- [discard_multiple=1] 点炮付一份
+ a discard pays one share
- [discard_multiple=2] 点炮付两份
+ a discard pays two shares
- [kan_counts_quads=on] 五坎里四张的也算
+ quads count among the five triples
- [after_dead_deal=next_seat] 黄庄下手坐庄
+ the next seat deals after a dead deal
- [seats=2] 两个人打
+ two play
"""
    + FOURTH_BRIEF
    + NEVER_BRIEF
    + PLEDGE_BRIEF
    + LOW_BRIEF
)
