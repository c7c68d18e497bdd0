"""跑胡子: ladders, rows of 名堂, who pays, and what is told of a deal besides (docs/rules/paohuzi.md)."""

from tests.rules.evenings.house import ANNOUNCED

READ = {"stands", "hu", "units", "each", "discard", "level"}
"""What another reading of the cards may change."""
LADDER = {"units", "each", "discard", "foul.foul", "foul.level"}
"""What another ladder may change."""

CHANGES = {
    "preset": set(),
    "hand": {
        *READ,
        "payers",
        "next",
        "foul.stands",
        "dead.next",
        "foul.foul",
        "foul.level",
        "quads_paid",
        "dead.quads_paid",
        "dead.payers",
    },
    "min_hu": {*LADDER, "stands", "foul.stands"},
    "ladder": LADDER,
    "ladder_from": LADDER,
    "base_units": LADDER,
    "hu_per_unit": LADDER,
    "ladder_points": LADDER,
    "round": LADDER,
    "base_extra": LADDER,
    "multipliers": {*READ},
    "discard": {"stands", "discard", "each", "payers", "foul.stands"},
    "discard_multiple": {"discard"},
    "xing": {"stands", "units", "each", "discard"},
    "xing_kinds": {"stands", "units", "each", "discard"},
    "xing_worth": {"units", "each", "discard"},
    "xing_empty": {"units", "each", "discard"},
    "wang": {"stands", "foul.stands", "dead.stands"},
    "wang_limit": {"stands"},
    "wang_dead": {"dead.wang_paid", "dead.payers"},
    "pledge": {"stands", "each", "discard", *ANNOUNCED},
    "pledge_max": {"stands", *ANNOUNCED},
    "cap": {"each", "discard"},
    "dead_factor": {"units", "each", "discard"},
    "quad_pay": {"stands", "quads_paid", "payers", "dead.stands", "dead.quads_paid", "dead.payers"},
    "after_dead_deal": {"dead.next"},
    "foul_units": {"foul.stands", "foul.foul", "foul.level"},
    "yiwushi": {*READ, "foul.stands"},
    "meld_values": {*READ, "foul.stands", "foul.foul", "foul.level"},
    "patterns": {*READ, "foul.stands", "foul.foul", "foul.level"},
    "must_open": {*READ, "foul.stands"},
    "qiangzhao": {*READ, "foul.stands"},
    "peng_opens_on": {*READ, "foul.stands"},
    "sao_opens_on": {*READ, "foul.stands"},
    "evening_deals": {"over", "dead.over"},
    "low_below": {"close.close", "close.payers"},
    "low_times": {"close.close", "close.payers"},
    "low_add": {"close.close", "close.payers"},
}
"""House rule → what it may change."""
