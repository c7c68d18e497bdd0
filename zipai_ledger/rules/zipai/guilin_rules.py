"""规矩 (guiju): 桂林字牌 in words, as a rules page has them (docs/rules/guilin.md), and its house rules in a line."""

from typing import Final

from ..house_words import LOW_BRIEF, LOW_RULES, PLEDGE_BRIEF, PLEDGE_RULES
from .bonus_rules import XING, XING_BRIEF, openings
from .fourth import OPENS_ON_BRIEF, OPENS_ON_RULES

RULES: Final = (
    """
# cards
- [S1, P | seats=2] 两个人打，对家就是下手。
+ Two play.
- [S1, P | seats=3] 三个人打，都上场。
+ Three play, all of them.
- [S1] 最后一张牌亮出来，叫挡底，也叫亮张。
+ The last card dealt is shown (dangdi, liangzhang).
- [S1, P | seats=4] 四个人坐，三个人打。庄家对面那家坐醒：这一盘不摸牌，也不付。
+ Four sit and three play: the seat opposite the dealer sits out and pays nothing.

# win
- [S1; P] {min_hu} 胡起胡，不够不能胡。
+ A hand below {min_hu} hu does not win.
- [S1] 先后：扫和扫穿最先，再是胡，再是开舵和碰，最后是吃。
+ First come sao and saochuan, then a win, then kaiduo and peng, then chi.
- [S1] 吃牌先是摸的人自己吃，自己不吃才到下家；上家可以碰，不能吃。
+ The drawer may chi first, then the next seat; the seat before may peng, not chi.
- [S1] 臭牌，也叫过张：能吃没吃的，别人再打出一样的，不能再吃。
+ Who could chi a card and did not may not chi that card later.
- [S1] 自己打出过的牌，不管后来谁打出、谁摸到，都不能吃，只能胡。
+ Nobody may chi what he has discarded himself: it can only win.
- [S1] 有比的情况下不比，吃的过程整体取消。
+ Who could lay down equal cards with a chi and did not takes the whole chi back.
"""
    + OPENS_ON_RULES
    + """
# units 胡了算几舵 | What a win is worth
- [S1; P] {min_hu} 胡算 {base_units} 舵，往上每满 {hu_per_unit} 胡，多 1 舵。舵也叫子。
+ {min_hu} hu are {base_units} duo, and every {hu_per_unit} more another. A duo is also called zi.
@ ladder
- [S1 | self_draw=plus_one] 自摸加 1 舵。自己摸上来的才算自摸。
+ A self-draw adds 1 duo.
@ own
- [P | self_draw=double] 自摸翻倍，醒也一起翻。自己摸上来的才算自摸。
+ A self-draw doubles everything, xing included.
@ own
- [P | self_draw=times4] 自摸翻四倍，醒也一起翻。自己摸上来的才算自摸。
+ A self-draw is worth four times everything, xing included.
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
- [S4 | seats=3 multiple_winners=one] 两家都要一张打出来的：从打的人逆时针数，先数到的胡。
+ Where two would win a discard, the first counter-clockwise from the discarder wins.
- [P | seats=3 multiple_winners=two] 一炮双响：一张打出来的，两家都能胡，各算各的舵和醒，打的那个人付两家。翻的醒两家通用。
+ Two may win one discard, each by his own duo and xing; the discarder pays both. One turned card serves both.
@ two
- [P | seats=4 lower=on] 庄家胡了，下醒不加给庄家：付的每家另付坐醒的这么多舵，不翻倍，点炮也只付一份。闲家胡了，下醒谁也不算。
+ When the dealer wins, lower xing do not count for him: each payer pays their number to the seat that sits out, never doubled
  or multiplied. When another player wins, they count for nobody.
"""
    + openings(begins="S1", quads="S1; P", rest="P")
    + """
# next 下一盘谁坐庄 | Who deals next
- [P | multiple_winners=one] 谁胡，下一盘谁坐庄。
+ The winner deals the next.
@ follows
- [P | multiple_winners=two] 谁胡，下一盘谁坐庄；两家都胡，从打的人逆时针数，先数到的坐庄。
+ The winner deals the next, of two the first counter-clockwise from the discarder.
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
    + PLEDGE_RULES
    + LOW_RULES
)

BRIEF: Final = (
    """
- 起胡 {min_hu}
+ minimum {min_hu} hu
- 每舵 {hu_per_unit} 胡
+ {hu_per_unit} hu per duo
- [self_draw=plus_one] 自摸加 1
+ self-draw +1
- [base_units=2] 底分 2 舵
+ 2 duo for the minimum
- [self_draw=double] 自摸翻倍
+ self-draw doubled
- [self_draw=times4] 自摸翻四倍
+ self-draw four times
- [discard_multiple=none] 不许点炮
+ no wins by discard
- [discard_multiple=1] 点炮付一家
+ a discard pays one share
- [discard_multiple=2] 点炮付两家
+ a discard pays two shares
- [discard_multiple=3] 点炮付三家
+ a discard pays three shares
- [discard_multiple=4] 点炮付四家
+ a discard pays four shares
- [discard_multiple=8] 点炮付八家
+ a discard pays eight shares
"""
    + XING_BRIEF
    + """
- [special=double] 天胡、地胡、三笼、五坎翻倍
+ heavenly hu, earthly hu, three quads and five triples doubled
- [special_counts=once] 同时有两样的只算一样
+ two of these at once count as one
- [kan_counts_quads=off] 五坎不算四张的
+ quads are none of the five triples
"""
    + OPENS_ON_BRIEF
    + """
- [multiple_winners=two] 一炮双响都胡
+ two may win a discard
- [foul_units!=1] 诈胡罚 {foul_units} 舵
+ a foul pays {foul_units} duo to each
- [after_dead_deal=next_seat] 黄庄下手坐庄
+ the next seat deals after a dead deal
- [seats=2] 两个人打
+ two play
- [seats=4] 四个人坐，三个人打
+ four sit, three play
"""
    + PLEDGE_BRIEF
    + LOW_BRIEF
)
