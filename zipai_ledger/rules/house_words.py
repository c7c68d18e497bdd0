"""规矩 (guiju): what a table may add to any game, in words (docs/rules/common.md#house-rules). Read by `rules.ruletext`."""

from typing import Final

PLEDGE_RULES: Final = """
# pay
- [P | pledge=none pledge_max=1] 不加锤：开打前不报打坨、打鸟、飘。
+ No pledges are announced before a deal.
- [P | pledge=none pledge_max!=1] 不加锤：开打前不报打坨、打鸟、飘。说好加的话，一家最多 {pledge_max} 个。
+ No pledges are announced before a deal; where they are, at most {pledge_max} by one player.
- [P | pledge=sum] 加锤，也叫打坨、打鸟：开打前各人报 0 到 {pledge_max}。胡了，付的和收的两家报的加起来再加 1，付的钱乘这么多。
+ Pledges: before the deal each announces 0 to {pledge_max}. What one pays another for a win is multiplied by 1 plus what
  the two announced.
@ pledged
- [P | pledge=power] 加锤，也叫打坨、打鸟：开打前各人报 0 到 {pledge_max}。胡了，付的和收的两家一共报了几，付的钱就翻几番。
+ Pledges: before the deal each announces 0 to {pledge_max}. What one pays another for a win is doubled as often as the two
  announced.
@ pledged
- [P | pledge=add] 加锤，也叫飘：开打前各人报 0 到 {pledge_max}。胡了，付的和收的两家报了多少，另加这么多，只加一次。
+ Pledges: before the deal each announces 0 to {pledge_max}. What one pays another for a win is more by what the two
  announced, once.
@ pledged
- [P | pledge!=none] 本来不用付的，报了也不付。这一盘不打的不报。罚的、商定的不加。
+ Who owes nothing pays nothing more; who sits out announces nothing. Penalties and agreed payments stay as they are.
- [P | cap=0] 不封顶：该付多少付多少。
+ There is no limit to what is paid for a win.
- [P | cap!=0] 封顶：胡一次，一家付给一家最多 {cap}，锤也算在里面。
+ For one win a player pays another at most {cap}, pledges included.
"""
"""Where wins are paid in units."""

EVENING_RULES: Final = """
# evening 打多少 | How long it goes on
- [P | evening_deals=0] 打多少盘不定，说散就散。
+ How many deals are played is open.
- [P | evening_deals!=0] 说好打 {evening_deals} 盘。胡了的、没人胡的都算一盘，罚的、商定的不算。打满了要接着打也行，本子会说一声。
+ The evening is to have {evening_deals} deals. Wins and deals nobody won count, penalties and agreed payments do not. Going
  on is fine; the ledger says so.
"""

LOW_RULES: Final = (
    EVENING_RULES
    + """
- [P | low_below=0 low_times=1 low_add=0] 收场时赢多赢少都照算。
+ On closing, whatever was won counts as it is.
- [P | low_below=0 low_times!=1 low_add] 收场时赢多赢少都照算；说好低于几分的话，先乘 {low_times}，再加 {low_add}。
+ On closing, whatever was won counts as it is; where a low win is raised it is times {low_times} and plus {low_add}.
- [P | low_below=0 low_times=1 low_add!=0] 收场时赢多赢少都照算；说好低于几分的话，加 {low_add}。
+ On closing, whatever was won counts as it is; where a low win is raised it is by {low_add}.
- [P | low_below!=0] 两个人打，收场时看赢的那家这一段一共赢了多少：
不到 {low_below} 的，乘 {low_times}，再加 {low_add}，输的照付。正好 {low_below} 就不动。
+ When two close the stage, a winner’s total below {low_below} is multiplied by {low_times} and raised by {low_add}; just
  {low_below} stays.
@ low
"""
)
"""The same where two may play."""

PLEDGE_BRIEF: Final = """
- [pledge=sum] 加锤，锤几个多几倍
+ pledges multiply
- [pledge=power] 加锤，锤几个翻几番
+ pledges double
- [pledge=add] 加锤，锤几个加几个
+ pledges are added
- [pledge_max!=1] 最多锤 {pledge_max} 个
+ pledges up to {pledge_max}
- [cap!=0] 一家最多付 {cap}
+ nobody pays more than {cap}
"""

EVENING_BRIEF: Final = """
- [evening_deals!=0] 打 {evening_deals} 盘
+ {evening_deals} deals
"""

LOW_BRIEF: Final = (
    EVENING_BRIEF
    + """
- [low_below!=0] 收场低于 {low_below} 的另算
+ a win below {low_below} is raised on closing
- [low_times!=1] 低分乘 {low_times}
+ a low win times {low_times}
- [low_add!=0] 低分加 {low_add}
+ a low win plus {low_add}
"""
)
