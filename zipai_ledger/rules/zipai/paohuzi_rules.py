"""跑胡子的规矩说成话 (paohuzi de guiju): text of its rulebooks (docs/rules/paohuzi.md). Read by `rules.ruletext`."""

from typing import Final

from ..house_words import LOW_BRIEF, LOW_RULES, PLEDGE_BRIEF, PLEDGE_RULES

GAME: Final = """
# cards
- [P | preset seats] 这桌照{game}的打法，{seats} 个人上桌；各人自己改过的，照改过的。
+ This table plays as in {game}, {seats} at the table; what it changed itself is as it says.
- [P | yiwushi=on] 一五十、壹伍拾也是一句话，和一二三一样算胡。
+ 1-5-10 of one size is a run too, and counts as 1-2-3 does.
- [ours | yiwushi=off] 一五十不算一句话。
+ 1-5-10 makes no group.
- [P | meld_values] 每一门算几胡，小字、大字：{melds}。
+ What groups count, of small and of big cards: {melds}.

# win
- [P] {min_hu} 胡起胡；有的名堂另外有自己的起胡。
+ A hand needs {min_hu} hu to win; some patterns have a minimum of their own.
- [ours | peng_opens_on=any_draw] 碰了的，不管谁摸出来第四张，都可以跑；打出来的不行。
+ Anybody’s draw of the fourth card makes a peng a pao; a discard does not.
- [ours | peng_opens_on=own_draw] 碰了的，自己摸到第四张才能跑。
+ Only one’s own draw of the fourth card makes a peng a pao.
- [ours | sao_opens_on=any_draw] 偎了的，别人摸出来第四张才能跑，打出来的不行。
+ Another’s draw of the fourth card makes a wei a pao; a discard does not.
- [ours | sao_opens_on=any_card] 偎了的，别人摸出来、打出来的第四张都可以跑。
+ Another’s draw or discard of the fourth card makes a wei a pao.
"""

ROWS: Final = """
# patterns 名堂 | Patterns
- [P | patterns] 这桌算这些名堂：
+ These patterns count here:
@ rows
- [P] 一组里的名堂，够了几样只算最大的一样。
+ Of the patterns of one group only the greatest counts.
- [P | multipliers=product] 有几样翻倍的，连着乘。
+ Several factors are multiplied.
- [P | multipliers=sum] 有几样翻倍的，番加起来，再乘。
+ Several factors are added up before they multiply.
- [ours] 一副牌有几种摆法，照最值的算。
+ The reading that is worth most counts.
"""

UNITS: Final = (
    GAME
    + """
- [P | hand seats=4 sits=on] 四个人，每人 20 张：庄家对面坐醒，不打，也不付。
+ Four at the table with 20 cards each: the one opposite the dealer sits out and pays nothing.
- [P | hand=14] 每人 14 张，庄家 15 张，胡五门。
+ 14 cards each, the dealer 15; five groups win.
- [P | hand=20] 每人 20 张，庄家 21 张，胡七门。
+ 20 cards each, the dealer 21; seven groups win.
- [P | wang!=0] 牌里有 {wang} 张王，当哪张都行；算红字、算醒，照它当的那张。
+ The deck has {wang} jokers that stand for any card, and count as that card.
- [ours | wang=0] 牌里没有王。
+ There are no jokers.
- [P | wang_limit=by_fan] 有几张王，翻倍的名堂乘起来要够二的几次方，不够不能胡。
+ With k jokers the factors of the patterns have to come to 2 to the k, or the hand does not win.
- [P | wang_limit=by_wang] 有三张、四张王的，要王钓、王闯、王炸才能胡。
+ With three or four jokers only joker wins win.
- [ours | wang_limit=none] 有王的，名堂不另外要求。
+ Jokers ask for no patterns.

# units 胡了算几囤 | What a win is worth
- [P | ladder=hu] 一息一囤：几胡就是几囤。
+ One tun for each hu.
- [P | ladder=steps points=none ladder_points ladder_from base_units hu_per_unit] {start} 胡算 {base_units} 囤，
再每 {hu_per_unit} 胡加 1 囤。
+ {start} hu are {base_units} tun, and every {hu_per_unit} more another.
- [P | ladder=steps points!=none ladder_points hu_per_unit] 几胡几囤照表：{points}；最后一行往上，再每 {hu_per_unit} 胡加 1 囤。
+ By the table: {points}; above the last every {hu_per_unit} hu are another.
@ ladder
- [P | round=down] 不满一囤的零头不算。
+ What is left below a whole step is dropped.
- [P | round=up] 不满一囤的零头进一。
+ A step that is begun counts.
- [P | base_extra!=0] 每一把另加底分 {base_extra} 囤，跟着翻倍。
+ {base_extra} tun are added to every hand before it is multiplied.
- [P | base_extra=0] 没有底分。
+ Nothing is added to every hand.
- [P | xing=none] 不算醒。
+ There is no xing.
- [P | xing=follow xing_kinds] 跟醒：胡的那张作醒，{kinds}，手里地上每有一张，加 {xing_worth} 囤，跟着翻倍。起手就胡没有醒。
+ The winning card is the xing ({kinds}): each such card of the winner adds {xing_worth} tun before they are multiplied.
- [P | xing=flip xing_kinds] 翻醒：胡了翻一张，{kinds}，手里地上每有一张，加 {xing_worth} 囤，跟着翻倍。
+ A card is turned after a win ({kinds}): each such card of the winner adds {xing_worth} tun before they are multiplied.
- [P | xing=flip xing_empty=winning_card] 没有牌可翻了，胡的那张作醒。
+ Where no card is left, the winning card serves.
- [P | xing=flip xing_empty=none] 没有牌可翻了，就不算醒。
+ Where no card is left there is no xing.
- [ours | xing=none xing_kinds xing_worth] 要算醒才用得上：算{kinds}，一张加 {xing_worth} 囤。
+ Only where there is xing: it counts {kinds}, and each card adds {xing_worth} tun.
- [ours | xing=none,follow xing_empty=winning_card] 要翻醒才用得上：没有牌可翻了，胡的那张作醒。
+ Only where a card is turned: where none is left, the winning card serves.
- [ours | xing=none,follow xing_empty=none] 要翻醒才用得上：没有牌可翻了，就不算醒。
+ Only where a card is turned: where none is left there is no xing.
- [P] 先看胡数，再加底分、醒和加囤的名堂，加起来的一起乘。
+ The hu come first, then extra units, xing and what patterns add; all of it is multiplied.
@ own
- [P | dead_factor=times] 黄番：前面黄了几盘，这一把乘几加一。
+ A win is multiplied by the dead deals just before it and one.
- [P | dead_factor=off] 前面黄了，胡的不多算。
+ Dead deals before it do not change a win.
"""
    + ROWS
    + """
# pay 谁付 | Who pays
- [P] 摸出来的，不管谁摸的：输的每家都付。
+ A drawn card: every loser pays, whoever drew it.
@ drawn
- [P | discard=no] 打出来的牌不能胡。
+ Discards do not win.
- [P | discard=all_pay] 打出来的也能胡，也是每家都付。
+ Discards win, and everybody pays.
@ discard
- [P | discard=alone discard_multiple] 打出来的也能胡，放炮的一个人付，{shares}。
+ Discards win; the discarder alone pays, {shares}.
@ discard
- [ours | discard=no,all_pay discard_multiple] 要放炮的一个人付才用得上：{shares}。
+ Only where the discarder pays alone: {shares}.
- [P | quads!=none quad_pay] 提龙：提了一条，别的每家当时就付（{quads}），胡了、黄了都付，不翻倍。
+ For each ti everybody else pays at once ({quads}), whatever becomes of the deal, never multiplied.
- [P | quads=none quad_pay] 提龙不另付。
+ Nothing is paid for ti.
- [P | wang_dead!=0] 黄了，有王的赔：每张王付没有王的每家 {wang_dead} 囤。
+ In a dead deal every joker costs its holder {wang_dead} tun to everybody without one.
- [ours | wang_dead=0] 黄了，有王的不赔。
+ Jokers cost nothing in a dead deal.
"""
    + PLEDGE_RULES
    + """
# next 下一盘谁坐庄 | Who deals next
- [P] 谁胡，下一盘谁坐庄。
+ The winner deals the next.
@ follows
- [P | after_dead_deal=next_seat] 黄庄：下手坐庄。
+ After a dead deal the next seat deals.
@ dead
- [P | after_dead_deal=dealer_stays] 黄庄：庄家连庄。
+ After a dead deal the dealer stays.
@ dead

# else 诈胡 | Fouls
- [S4 | foul_units=claimed] 诈胡：报的是几囤，就付给每家几囤；只报胡数的，不算名堂。庄家不变。
+ A foul costs the tun of the hand claimed to each of the others; hu alone count no patterns. The dealer stays.
@ foul
- [ours | foul_units=claimed dead_factor=times] 诈胡报的牌、报的胡数，前面黄了的盘数照样乘上。
+ Dead deals before multiply what was claimed by a hand or by its hu.
- [ours | foul_units!=claimed] 诈胡：付给每家 {foul_units} 囤，庄家不变。
+ A foul costs {foul_units} tun to each of the others; the dealer stays.
@ foul
"""
    + LOW_RULES
)

READ_BRIEF: Final = """
- [multipliers=sum] 番加起来
+ factors are added up
- [yiwushi=on] 有一五十
+ 1-5-10 is a run
- [melds!=none] {melds}
+ {melds}
- [rows!=none] {rows}
+ {rows}
- [must_open=on] 碰了的，摸到一定跑
+ a peng has to become a pao
- [qiangzhao=discard] 打出来的才能抢招
+ three held stay only for a discard
- [qiangzhao=none] 不能抢招
+ three held always open
- [peng_opens_on=own_draw] 碰了的，自己摸到才跑
+ only one’s own draw makes a peng a pao
- [sao_opens_on=any_draw] 偎了的，摸出来才跑
+ only a drawn card makes a wei a pao
"""

UNITS_BRIEF: Final = (
    """
- {game}
+ {game}
- [seats=2] 两个人打
+ two play
- [seats=4] 四个人打
+ four play
- [hand=14] 每人 14 张
+ 14 cards each
- 起胡 {min_hu}
+ minimum {min_hu} hu
- [ladder=hu] 一息一囤
+ one tun for each hu
- [ladder=steps points=none] {base_units} 囤起，每 {hu_per_unit} 胡加 1
+ {base_units} tun, +1 every {hu_per_unit} hu
- [ladder=steps points!=none] {points}，再每 {hu_per_unit} 胡加 1
+ {points}, then +1 every {hu_per_unit} hu
- [ladder_from!=min_hu] 从 {ladder_from} 胡算囤
+ tun from {ladder_from} hu on
- [round=up] 零头进一
+ begun steps count
- [base_extra!=0] 底分加 {base_extra}
+ {base_extra} added to each hand
- [discard=no] 不兴放炮
+ no win on discards
- [discard=all_pay] 放炮每家付
+ all pay for a discard
- [discard=alone] 放炮一个人付
+ the discarder alone pays
- [discard_multiple!=losers] 放炮{shares}
+ discards: {shares}
- [xing=follow] 跟醒
+ xing: the winning card
- [xing=flip] 翻醒
+ xing: a card is turned
- [kinds!=中醒] 醒算{kinds}
+ xing counts {kinds}
- [xing_worth!=1] 一醒 {xing_worth} 囤
+ {xing_worth} tun for a xing
- [xing_empty=none] 没牌翻不算醒
+ no xing from an empty pile
- [wang!=0] {wang} 张王
+ {wang} jokers
- [wang_limit=by_fan] 按番限胡
+ jokers ask for factors
- [wang_limit=by_wang] 按王限胡
+ many jokers ask for a joker win
- [wang_dead!=0] 黄庄一王赔 {wang_dead}
+ a joker costs {wang_dead} in a dead deal
- [dead_factor=times] 黄几盘乘几加一
+ dead deals multiply
- [quads!=none] 提龙{quads}
+ ti are paid: {quads}
- [after_dead_deal=dealer_stays] 黄了庄家连庄
+ the dealer stays after a dead deal
- [foul_units!=claimed] 诈胡赔 {foul_units}
+ a foul costs {foul_units}
"""
    + READ_BRIEF
    + PLEDGE_BRIEF
    + LOW_BRIEF
)

TALLY: Final = (
    GAME
    + """
# units 记胡 | Counting
- [P] 胡了不当场付，先记着：名堂算完是几胡，就记几胡。
+ Nobody pays for a hand; the hu that the patterns make of it are counted.
@ drawn own
- [P | hand_cap!=0] 一把牌最多算 {hand_cap} 胡。
+ One hand counts at most {hand_cap} hu.
- [P | hand_cap=0] 一把牌算多少都行。
+ There is no limit to a hand.
- [P | discard=no discard_cap_winner discard_cap_loser] 打出来的牌不能胡；
要能胡，接炮的最多记 {discard_cap_winner}，放炮的最多扣 {discard_cap_loser}（0 不封）。
+ Discards do not win; where they do, at most {discard_cap_winner} is booked and {discard_cap_loser} lost (0: no limit).
- [P | discard=yes discard_cap_winner=0] 放炮：接炮的记这一把的胡，不封。
+ Off a discard the winner books the worth of the hand, without a limit.
- [P | discard=yes discard_cap_winner!=0] 放炮：接炮的记这一把的胡，最多 {discard_cap_winner}。
+ Off a discard the winner books the worth of the hand, at most {discard_cap_winner}.
- [P | discard=yes discard_cap_loser=0] 放炮的也扣这么多，不封；可以扣成负的。
+ The discarder loses it, without a limit, below zero too.
- [P | discard=yes discard_cap_loser!=0] 放炮的扣这么多，最多 {discard_cap_loser}；可以扣成负的。
+ The discarder loses it, at most {discard_cap_loser}, below zero too.
@ discard
- [P] 黄庄：庄家扣 {dead_deal_hu} 胡，别人不加。
+ In a deal nobody won the dealer loses {dead_deal_hu} hu.
@ dead
"""
    + ROWS
    + """
# end 打到什么时候 | The end of a round
- [P] 胡了以后，有哪一家满了 {target} 胡，这一轮就结，不管谁胡的。黄庄、诈胡不结。
+ The round ends with the win after which any tally stands at {target}, whoever won. It never ends on a dead deal or a foul.

# pay 结账 | Settling
- [P | settle_round=10] 每家的胡四舍五入到整十，两家两家比，少的付给多的，差几胡付几胡。
+ Every tally is rounded to tens, and each pair settles its difference in hu.
- [ours | settle_round=1] 两家两家比，少的付给多的，差几胡付几胡，不取整。
+ Each pair settles its difference in hu, not rounded.
- [P | pledge=sum] 打坨：一轮头一盘前各人报 0 到 {pledge_max}，管一轮。两家报的加起来再加 1，差多少乘这么多。
+ Pledges: before a round each announces 0 to {pledge_max}. A difference is multiplied by 1 plus what the two announced.
- [P | pledge=power] 打坨：一轮头一盘前各人报 0 到 {pledge_max}，管一轮。两家一共报了几，差多少就翻几番。
+ Pledges: before a round each announces 0 to {pledge_max}. A difference is doubled as often as the two announced.
- [P | pledge=add] 打鸟：一轮头一盘前各人报 0 到 {pledge_max}，管一轮。胡数不一样的两家，另加两家报的。
+ Pledges: before a round each announces 0 to {pledge_max}. Two whose tallies differ pay what both announced besides.
- [ours | pledge=none pledge_max] 不打坨；要打，一家最多报 {pledge_max}。
+ There are no pledges; where there are, nobody announces more than {pledge_max}.

# next 下一盘谁坐庄 | Who deals next
- [P] 谁胡，下一盘谁坐庄。结了账，从 0 记起，坨重新报。
+ The winner deals the next. After settling, tallies start at zero and pledges anew.
@ follows
- [P | after_dead_deal=next_seat] 黄庄：下手坐庄。
+ After a dead deal the next seat deals.
- [P | after_dead_deal=dealer_stays] 黄庄：庄家连庄。
+ After a dead deal the dealer stays.

# stop 打到一半散了 | Stopping in mid-round
- [ours] 一轮没打完要散，桌上挑一样：照现在的胡结；不算了；带到下次接着打。
+ A round that is not over when the evening ends is settled as it stands, dropped, or carried into another evening.

# else 诈胡 | Fouls
- [ours] 诈胡：扣 {foul_hu} 胡，别人不加，庄家不变。
+ A foul takes {foul_hu} hu off the tally; nobody gains them, and the dealer stays.
@ foul
"""
    + LOW_RULES
)

TALLY_BRIEF: Final = (
    """
- {game}
+ {game}
- [seats=2] 两个人打
+ two play
- 起胡 {min_hu}
+ minimum {min_hu} hu
- 满 {target} 结
+ settled at {target}
- [discard=no] 不兴放炮
+ no win on discards
- [discard_cap_winner=0] 接炮不封顶
+ no limit for who wins off a discard
- [discard_cap_winner!=0] 接炮封顶 {discard_cap_winner}
+ at most {discard_cap_winner} off a discard
- [discard_cap_loser!=100] 放炮最多扣 {discard_cap_loser}
+ a discard costs at most {discard_cap_loser}
- [hand_cap=0] 一把不封顶
+ no limit to a hand
- [hand_cap!=0] 一把封顶 {hand_cap}
+ at most {hand_cap} a hand
- [dead_deal_hu!=10] 黄庄扣 {dead_deal_hu}
+ a dead deal costs {dead_deal_hu}
- [after_dead_deal=next_seat] 黄了下手坐庄
+ the next seat deals after a dead deal
- [foul_hu!=30] 诈胡扣 {foul_hu}
+ a foul costs {foul_hu}
- [settle_round=1] 结账不取整
+ not rounded
- [pledge=sum] 打坨，坨几个多几倍
+ pledges multiply
- [pledge=power] 打坨，坨几个翻几番
+ pledges double
- [pledge=add] 打鸟，报几加几
+ pledges are added
- [pledge_max!=1] 最多报 {pledge_max}
+ pledges up to {pledge_max}
"""
    + READ_BRIEF
    + LOW_BRIEF
)
