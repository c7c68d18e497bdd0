"""What the games of S4 call things at the table, where the common wording is another place's (docs/rules/deng.md)."""

from collections.abc import Mapping
from typing import Final

from ..house_words import LOW_BRIEF
from ..options import Words
from ..terms import Terms
from .fourth import DISCARD_BRIEF, FOURTH_BRIEF
from .local import local_texts
from .words import DENG

DENG_TERMS = Terms(
    dealer=Words("打桩的", "Dealer"),
    deals=Words("打桩", "deals"),
    seal=Words("桩", "D"),
    sitting=Words("数算", "the counter"),
    dead=Words("臭牌", "Dead deal"),
    foul=Words("岔胡", "Foul"),
    fouled=Words("{who}岔胡", "{who} fouled"),
    ask_foul=Words("谁岔胡了？", "Who fouled?"),
    discarded=Words("{name}放炮", "{name} discarded it"),
)

DENG_TEXTS: Mapping[str, Words] = {
    **local_texts(DENG),
    "word.discard": Words("放炮", "discard"),
    "why.discard": Words("放炮", "Discarded"),
    "why.foul": Words("岔胡", "Foul"),
    "self_draw": Words("自摸加一", "Self-draw"),
    "tianhu": Words("天胡，不另加", "Heavenly hu, worth nothing more"),
    "dihu": Words("地胡，不另加", "Earthly hu, worth nothing more"),
    "counted_out": Words("数算的数 {n} 张", "The counter counts out {n} cards"),
    "stands": Words("{card}当{for}", "{card} stands for {for}"),
    "dead": Words("臭了牌，谁也不付", "Dead deal: nobody pays"),
    "foul": Words("岔胡赔付", "Penalty"),
    "foul.each": Words("岔胡，每家罚 {units}", "Foul: {units} to each of the others"),
    "bad_deal.sits_out": Words("数算的人不打这一盘", "The counter sits this deal out"),
    "bad_deal.dealer_sits": Words("打桩的不能数算", "The dealer cannot be the counter"),
    "bad_deal.nobody_sits": Words("这桌没有人数算", "Nobody is the counter at this table"),
    "bad_deal.foul_value": Words(
        "罚多少看报的是几胡：写胡数，或者直接写罚多少",
        "The penalty follows the claim: give its hu, or the units to pay",
    ),
    "bad_source.discard_not_allowed": Words(
        "不兴放炮：打出来的字不能胡，只胡从坨子里摸出来的",
        "No win on discards here: only cards drawn from the pile",
    ),
    "bad_marks.dealer_wins": Words("打桩的自己不能地胡", "The dealer cannot win by earthly hu"),
    "bad_marks.needs_dealer": Words(
        "起手就胡是天胡，要打桩的胡", "A dealt win is heavenly hu, by the dealer"
    ),
    "bad_marks.needs_discard": Words(
        "地胡要打桩的打出来的第一个字", "Earthly hu is won on the dealer’s first discard"
    ),
    "dealer_differs": Words("照规矩该{player}打桩", "By the rule {player} would deal"),
    "sitting_differs": Words("照规矩该{player}数算", "By the rule {player} would be the counter"),
}
"""打桩 deals, 数算 sits out, 岔胡 is a foul, 臭牌 a deal nobody won."""

PAID_TEXTS: Mapping[str, Words] = {
    **DENG_TEXTS,
    "base": Words(
        "{hu} 胡：起胡 {min_hu} 得 2，再每满 {hu_per_unit} 胡加 1",
        "{hu} hu: 2 for the minimum of {min_hu}, and 1 for every {hu_per_unit} above it",
    ),
}
"""The same where a hand is paid by its 胡."""

LEAST_BRIEF: Final = """
- 起胡 {min_hu}
+ minimum {min_hu} hu
"""

DISCARDS_BRIEF: Final = """
- [discard_wins=off] 不兴放炮
+ no wins by discard
- [discard_wins=all_pay] 放炮各付各的
+ all pay for a discard
- [discard_wins=discarder_pays_all] 放炮的一个人付
+ who discards pays for all
"""

DECK_BRIEF: Final = (
    FOURTH_BRIEF
    + DISCARD_BRIEF
    + """
- [special_cards!=] 有{special_cards}
+ with {special_cards}
- [drawn_cards!=0] 抽掉 {drawn_cards} 张
+ {drawn_cards} cards taken out
- [change_bottom=on] 换底的打法
+ the bottom is changed
"""
    + LOW_BRIEF
)

_PLAYING: Final[Mapping[str, tuple[str, str]]] = {
    "two": ("两个人打", "two play"),
    "three": ("三个人打", "three play"),
    "three_and_counter": ("四个人，一个数算", "four, one of them the counter"),
    "four_at_once": ("四个人同时打", "four play at once"),
}


def form_brief(usual: str) -> str:
    """How many play, where that is not as usual."""
    return "".join(f"- [form={form}] {zh}\n+ {en}\n" for form, (zh, en) in _PLAYING.items() if form != usual)
