"""规矩 (guiju): what the games settled in 皮 have in common, of counting, rounds and 皮 (docs/rules/bopi.md)."""

from typing import Final

from .. import facts
from ..codec import Count, Seat
from ..options import Words
from ..rulebook import Case, Section, listed, one
from ..settlement import round_half_up
from .counter_rules import COUNTED_DISCARDS, NEXT, ROUND, counter_sections
from .rounds import added
from .rulebook import Subject
from .skins import HU_PER_SKIN, TIANDIHU_HU, SkinOptions

COUNTED: Final = """
# units 记胡 | Counting
- [S4] 胡了不当场付，先记着：胡几胡，记几胡。
+ Nobody pays for a hand; its hu are counted.
@ drawn
"""
"""How a win is counted."""

SEATS_TURN: Final = (
    NEXT.replace("form=three_and_counter]", "form=three_and_counter counter_seat=rotates]")
    + """
- [P | form=three_and_counter counter_seat=fixed] 数算的一直是一个人；轮到他打桩，就由他下手打桩。
+ The counter is the same player all along; where he would deal, the next seat does.
- [P | form=three_and_counter counter_seat=opposite] 打桩的对面数算。
+ The seat opposite the dealer is the counter.
- [S4; P | form!=three_and_counter counter_seat] 没有人数算。
+ Nobody is the counter.
"""
)

BOOKED: Final = (
    COUNTED_DISCARDS
    + """
- [open S4 | form=three_and_counter counter_half=all] 数算的也记：赢家记多少，他记一半，四舍五入。赢家的不少。
+ The counter counts half of what the winner does, rounded half up; the winner loses nothing.
- [open S4 | form=three_and_counter counter_half=hand] 数算的也记：胡牌多少，他记一半，四舍五入，多记的不算。赢家的不少。
+ The counter counts half of the hand’s hu, rounded half up, without what is added; the winner loses nothing.
- [open S4 | form!=three_and_counter counter_half] 没有人数算，就没有人记一半。
+ Without the counter nobody counts half.
- [open S4 | tiandihu=none] 天胡、地胡有名字，胡数不另加。
+ Heavenly hu and earthly hu have a name and add nothing.
- [P | tiandihu=plus_ten] 天胡、地胡，多记 {began} 胡。不兴放炮，地胡也算。
+ Heavenly hu and earthly hu count {began} more. Earthly hu is possible even where discards do not win.
@ began
- [P | tiandihu=double] 天胡、地胡，记的翻倍。不兴放炮，地胡也算。
+ Heavenly hu and earthly hu count double. Earthly hu is possible even where discards do not win.
@ began
- [S4 | form=three_and_counter] 臭牌，没有人胡：打桩的扣 {dead_deal_hu} 胡，给数算的。谁打桩、谁数算，都不变。
+ A deal nobody wins: the dealer gives {dead_deal_hu} hu to the counter. Both stay.
@ dead
- [open S4 | form!=three_and_counter dead_deal_hu] 臭牌，没有人胡：没有人数算，就什么也不记，打桩的不变。
+ A deal nobody wins: without the counter nothing is counted, and the dealer stays.
@ dead

# end 打到什么时候 | The end of a round
- [S4 | ends_with=idle_wins] 有人满了 {target} 胡，就到了头。打桩的胡了还接着打，要等闲家胡一盘，叫脱桩，这一轮才完。
+ With anybody at {target} hu the round ends, once a player who does not deal wins.
- [P | ends_with=other_than_highest_wins] 有人满了 {target} 胡，就到了头。要等一个没满的胡一盘，打桩的也算，这一轮才完。
+ With anybody at {target} hu the round ends, once one who is below it wins, the dealer too.
- [P | ends_with=any_win] 有人满了 {target} 胡，随便谁胡了，这一轮就完。
+ With anybody at {target} hu the round ends with the win.
- [P | ceiling=0] 记再多也没有封顶。
+ No tally ends the round by itself.
- [P | ceiling!=0] 胡的人记满 {ceiling} 胡，不管怎样，这一轮都完。
+ A winner who reaches {ceiling} hu ends the round in any case.
- [open S4] 数算的满了也算。臭牌、岔胡不完。
+ The counter’s tally counts too. A round never ends on a dead deal or a foul.
- [S4 | form=three_and_counter] 完了，最高的奖数算的：满 {first} 胡奖 {reward_hu}，满 {second} 胡奖 {twice}，
再每多 {reward_step} 胡多奖 {reward_hu}。
+ Then the highest rewards the counter: {reward_hu} hu from {first} on, {twice} from {second} on, {reward_hu} for every
  {reward_step} more.
- [open S4 | form=three_and_counter reward_step reward_hu] 几家一样高，最后胡的那家奖；最高的就是数算的，不奖。
+ Of several highest the last winner pays; nothing if the counter is the highest.
- [open S4 | form!=three_and_counter reward_step reward_hu] 没有人数算，就不奖。
+ Without the counter nobody is rewarded.

# pay 结皮 | Settling
- [S4 | skin_rounding=half_up_away] {skin} 胡一皮，四舍五入。两家两家比，少的付给多的，差几皮付几皮。
+ {skin} hu make one pi, rounded. Each pair settles its difference.
@ skins
- [P | skin_rounding=up] {skin} 胡一皮，不满的也算一皮；扣了的往少里算。两家两家比，少的付给多的，差几皮付几皮。
+ {skin} hu make one pi, rounded up. Each pair settles its difference.
@ skins
"""
    + SEATS_TURN
    + """
- [open S4] 一轮结了，接着打：大家从 0 记起，打桩、数算照着轮。
+ After settling a new round starts from zero; dealer and the counter simply continue.
"""
    + ROUND
    + """
# else 岔胡 | Fouls
- [S4] 岔胡：扣 {foul_hu} 胡，别人不加。
+ A foul takes {foul_hu} hu off the tally; nobody gains them.
@ foul
"""
)
"""Stands after a game's own statements of its wins."""

ENDED = (104, 85, 72, 36)
"""胡 at the end of the round of docs/rules/bopi.md#settlement."""
LAST = 12
"""胡 of its last win here, where so many are enough."""


def skin_sections(o: SkinOptions, own: str, subject: Subject) -> tuple[Section, ...]:
    """The rulebook of a game settled in 皮, with what is its ``own`` about counting a win."""
    first = o.target + o.reward_step
    known = {
        "first": first,
        "second": first + o.reward_step,
        "twice": 2 * o.reward_hu,
        "skin": HU_PER_SKIN,
        "began": TIANDIHU_HU,
    }
    return counter_sections(subject, COUNTED + own + BOOKED, known, {"skins": _ended(o)})


def _ended(o: SkinOptions) -> Case:
    """Its last hand: 甲 wins while 乙 deals; where more 胡 are needed, it is settled as it then stands."""
    hu = max(LAST, o.min_hu)
    before = added(ENDED, {0: -hu, 3: -round_half_up(hu, 2)})[: o.seating.seats]
    last = facts.Win(winner=Seat(0), source="other_draw", from_=Seat(2), hu=Count(hu), dealer=Seat(1))
    deals: tuple[facts.Deal, ...] = (last,)
    if o.target > ENDED[0]:
        deals = (last, facts.EndRound(how="settle"))
    stood = listed(map(one, before))
    words = Words(
        f"已经记了 {stood.zh} 胡，乙打桩，甲再胡 {hu} 胡",
        f"After {stood.en} hu, B deals and A wins with {hu}",
    )
    return Case(words, deals, tally=before)
