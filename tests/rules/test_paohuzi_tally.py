"""跑胡子记胡: hands on a tally, discards that cost, rounds that end on any win, pairs (docs/rules/paohuzi_tally.md#tally)."""

from tests.rules.deng.at import NO_ROUND, Game, state
from tests.rules.evenings.changes import Correction
from tests.rules.evenings.house import ANNOUNCED
from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.codec import Count, Seat

WIN = facts.Win(winner=Seat(1), source="self_draw", hu=Count(20))
ENDING = facts.Win(winner=Seat(1), source="self_draw", hu=Count(60))
PLEDGED = facts.Win(winner=Seat(1), source="self_draw", hu=Count(20), pledges=(Count(1), Count(0), Count(0)))
BLOCKED = (
    Correction(
        "an end of a round of 跑胡子 of which nothing is left",
        "paohuzi_tally",
        (WIN, facts.EndRound(how="settle"), WIN),
        {2: NO_ROUND},
        {2: facts.Dead()},
    ),
    Correction(
        "pledges of a round that has not begun any more",
        "paohuzi_tally",
        (WIN, ENDING, PLEDGED),
        {3: ("bad_deal.pledges_round", "这一轮的坨头一盘已经报了，中间不能改")},
        {3: WIN},
        aim=2,
        options={"pledge": "sum"},
    ),
)
READ = {"stands", "hu", "counted", "round", "level", "difference", "payers"}
ROUND = {"counted", "round", "difference", "payers"}
CHANGES = {
    "preset": set(),
    "min_hu": {"stands", *READ},
    "discard": {"stands"},
    "discard_cap_winner": ROUND,
    "discard_cap_loser": ROUND,
    "hand_cap": {*ROUND, "level"},
    "target": {"stands", *ROUND},
    "dead_deal_hu": {"dead.counted", "dead.round"},
    "after_dead_deal": {"dead.next"},
    "foul_hu": {"foul.counted", "foul.round"},
    "settle_round": {"difference", "payers", "end_round.difference", "end_round.payers"},
    "pledge": {
        "stands",
        *ANNOUNCED,
        "difference",
        "end_round.difference",
        "payers",
        "end_round.payers",
    },
    "pledge_max": {"stands", *ANNOUNCED},
    "multipliers": READ,
    "yiwushi": READ,
    "meld_values": READ,
    "patterns": READ,
    "must_open": READ,
    "qiangzhao": READ,
    "peng_opens_on": READ,
    "sao_opens_on": READ,
    "evening_deals": {"over", "dead.over"},
    "low_below": {"close.close", "close.payers"},
    "low_times": {"close.close", "close.payers"},
    "low_add": {"close.close", "close.payers"},
}
"""House rule → what it may change."""


def test_a_round_at_its_target_waits_for_one_more_win_of_anybody():
    """docs/rules/paohuzi_tally.md#tally: it ends with the win after which anybody stands there."""
    game = Game("paohuzi_tally")
    table = game.seated(3)
    outlook = game.ruleset.game(table.options).outlook
    for hu, sentence in (
        (99, "乙最高，99 胡，离满 100 还差 1 胡"),
        (100, "乙 100 胡，满了 100：一有人胡就结"),
    ):
        (line,) = outlook.standing(table, state(0, tally=(20, hu, 0)))
        assert messages.label(line, texts=game.ruleset.texts, names=["甲", "乙", "丙"]) == sentence
