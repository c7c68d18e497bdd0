"""跑胡子的话 (paohuzi de hua): wording of its lines, its payments and its refusals (docs/rules/paohuzi.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ..options import Words
from ..terms import Terms
from .counts import MARKS, NAMES
from .local import local_texts
from .rounds import ROUND_TEXTS
from .words import PAOHUZI

PAOHUZI_TERMS: Final = Terms(
    dead=Words("黄庄", "Dead deal"),
    discarded=Words("{name}放炮", "{name} discarded it"),
)

TALLY_TERMS: Final = replace(PAOHUZI_TERMS, pledge=Words("坨", "pledges"))

ROWED_TEXTS: Final[Mapping[str, Words]] = {
    **local_texts(PAOHUZI),
    **{f"word.{mark}": NAMES[mark] for mark in MARKS},
    "word.discard": Words("放炮", "discard"),
    "why.discard": Words("放炮", "Discarded"),
    "row.hu": Words("{name}：算 {now} 胡", "{name}: counts as {now} hu"),
    "row.worth": Words("{name}：值 {n} 胡，一共 {now}", "{name}: worth {n} hu, {now} in all"),
    "row.hu_times": Words("{name}：胡数 ×{n}，{now} 胡", "{name}: hu times {n}, {now} hu"),
    "row.hu_plus": Words("{name}：加 {n} 胡，{now} 胡", "{name}: {n} hu more, {now} hu"),
    "row.plus": Words("{name}加 {n}", "{name}: {n} more"),
    "row.times": Words("{name} ×{n}", "{name}: times {n}"),
    "row.added": Words("{name}再加 {n} 番", "{name}: {n} times more"),
    **{
        f"row.{how}.short": Words("{name}", "{name}")
        for how in ("hu", "worth", "hu_times", "hu_plus", "plus", "times", "added")
    },
    "stands": Words("王当{for}", "a joker stands for {for}"),
    "tianhu": Words("天胡", "Heavenly hu, won with the cards dealt"),
    "below_minimum.wang": Words("有王要更大的名堂才能胡", "With jokers a hand needs greater patterns to win"),
    "bad_source.discard_not_allowed": Words(
        "这桌不兴放炮，打出来的牌不能胡", "No win on discards at this table"
    ),
    "bad_marks.not_dealt": Words("起手就胡，不会有{mark}", "A dealt win has no {mark}"),
    "bad_marks.needs_own_draw": Words("{mark}要自摸", "{mark} needs an own draw"),
    "bad_marks.both": Words("{one}和{other}不能都有", "{one} and {other} cannot go together"),
    "bad_marks.needs_dealer": Words("起手就胡是天胡，要庄家胡", "A dealt win is by the dealer"),
    "bad_marks.needs_discard": Words(
        "地胡要胡庄家的头一张，打出来的、亮出来的都行",
        "Earthly hu is won on the dealer’s first card, discarded or shown",
    ),
    "bad_marks.list": Words("名堂要写成一个列表：{got}", "Patterns are a list, not {got}"),
    "bad_marks.row_unknown": Words(
        "这桌没有“{got}”这个名堂，有：{known}", "There is no pattern “{got}” here; there are: {known}"
    ),
    "bad_marks.row_decided": Words("照报的数，没有{name}", "By what was counted there is no {name}"),
    "bad_marks.row_each_told": Words(
        "{name}要报是几张，光打勾不行", "{name} needs the number, not only a tick"
    ),
    "bad_marks.row_by_cards": Words("有牌就照牌看，{name}不用报", "The cards tell whether there is {name}"),
    "bad_marks.counts_with_hand": Words("有牌就照牌数，不用报数", "The cards tell the numbers"),
    "bad_marks.wang_differs": Words("照牌不是 {got} 张王", "The cards do not have {got} jokers"),
    "bad_marks.counts_most": Words("{name}最多 {most}，写的是 {got}", "{name}: at most {most}, not {got}"),
}
"""Wording of both rulesets."""

UNIT_TEXTS: Final[Mapping[str, Words]] = {
    **ROWED_TEXTS,
    "ladder.each": Words("{hu} 胡，一息一囤", "{hu} hu, one tun each"),
    "ladder.point": Words("{hu} 胡算 {units} 囤", "{hu} hu are {units} tun"),
    "ladder.steps": Words(
        "{hu} 胡：{from} 胡 {first} 囤，再每满 {step} 胡加 1",
        "{hu} hu: {first} for {from}, and 1 for every {step} above it",
    ),
    "ladder.up": Words(
        "{hu} 胡：{from} 胡 {first} 囤，再每 {step} 胡加 1，零头进一",
        "{hu} hu: {first} for {from}, and 1 for every {step} above it, begun ones too",
    ),
    "pledge.add": Words(
        "飘：{player}付{payee} {units} + {n} = {paid}",
        "Pledges: {player} pays {payee} {units} + {n} = {paid}",
    ),
    "base_extra": Words("底分", "Extra units"),
    "base_extra.short": Words("底分", "extra"),
    "dead_factor.short": Words("黄番", "dead deals"),
    "dead_factor": Words("黄了 {n} 盘，×{times}", "{n} dead deals before: times {times}"),
    "dead.side": Words("黄庄", "Dead deal"),
    "quads": Words("{player}提了 {n} 条，每家付 {units}", "{player} drew {n} ti: {units} from each"),
    "wang_dead": Words(
        "{player}有 {n} 张王，没有王的每家赔 {units}",
        "{player} holds {n} jokers: {units} to everybody without one",
    ),
    "quads_paid": Words("提龙", "Ti"),
    "wang_paid": Words("黄庄赔王", "Jokers of a dead deal"),
    "why.quads_paid": Words("提龙", "Ti"),
    "why.wang_paid": Words("赔王", "Jokers"),
    "bad_deal.foul_value": Words(
        "赔多少看报的是几胡：写胡数，或者直接写赔多少",
        "The penalty follows the claim: give its hu, or the units to pay",
    ),
    "bad_deal.quads_off": Words("这桌提龙不付", "Nothing is paid for ti here"),
    "bad_deal.quads_twice": Words("一家的提只写一行", "The ti of a player are one entry"),
    "bad_deal.quads_most": Words("一家最多 {most} 条，写的是 {got}", "At most {most} ti, not {got}"),
    "bad_deal.wang_most": Words(
        "这副牌只有 {most} 张王，写的是 {got}", "The deck has {most} jokers, not {got}"
    ),
    "bad_deal.wang_seats": Words(
        "王要写 {expected} 家的数，写了 {got} 个", "Expected {expected} numbers of jokers, got {got}"
    ),
}
"""Wording of `paohuzi` alone."""

_ROUND: Final = ("end_round", "highest", "bad_deal.no_round", "bad_deal.foul_fixed", "bad_deal.carried")

TALLY_TEXTS: Final[Mapping[str, Words]] = {
    **{key: words for key, words in ROUND_TEXTS.items() if key.startswith(_ROUND)},
    **ROWED_TEXTS,
    "counted": Words("{hu} 胡，记 {n}", "{hu} hu, counted as {n}"),
    "hand_cap": Words("{hu} 胡，单局封顶 {cap}", "{hu} hu, at most {cap} for a hand"),
    "discarded": Words("放炮：接炮的记 {n}，{player}扣 {hu}", "Off a discard: {n} booked, {hu} off {player}"),
    "dead.counted": Words("黄庄，庄家扣 {hu} 胡", "Dead deal: {hu} hu off the dealer"),
    "foul.counted": Words("诈胡，扣 {hu} 胡", "Foul: {hu} hu off the tally"),
    "rounded": Words("{player} {hu} 胡，算 {n}", "{player}: {hu} hu count as {n}"),
    "difference": Words("两家的差", "The difference of two tallies"),
    "highest.enough": Words(
        "{player} {hu} 胡，满了 {target}：一有人胡就结",
        "{player} has {hu} hu, beyond {target}: the round ends with the next win",
    ),
    "bad_deal.carried_over": Words(
        "满了 {target} 的已经结了，带不进来：{got}",
        "At {target} a round has ended: {got} cannot be carried in",
    ),
    "pledge": Words(
        "打坨：{player}付{payee} {units} × {n} = {paid}",
        "Pledges: {player} pays {payee} {units} × {n} = {paid}",
    ),
    "pledge.add": Words(
        "打鸟：{player}付{payee} {units} + {n} = {paid}",
        "Pledges: {player} pays {payee} {units} + {n} = {paid}",
    ),
    "bad_deal.pledges_off": Words("这桌不打坨", "This table plays without pledges"),
    "bad_deal.pledges_most": Words(
        "一家最多报 {most} 坨，写的是 {got}", "At most {most} are pledged, not {got}"
    ),
    "bad_deal.pledges_round": Words(
        "这一轮的坨头一盘已经报了，中间不能改", "The pledges of a round stand from its first deal on"
    ),
}
"""Wording of `paohuzi_tally` alone."""
