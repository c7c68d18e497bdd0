"""跑胡子记胡: hands on a tally, discards that cost, rounds that end on any win, pairs (docs/rules/paohuzi_tally.md#tally)."""

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
        "difference",
        "end_round.difference",
        "dead.stands",
        "foul.stands",
        "end_round.stands",
        "payers",
        "end_round.payers",
    },
    "pledge_max": {"stands", "dead.stands", "foul.stands", "end_round.stands"},
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
