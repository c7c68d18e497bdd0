"""House rules that seldom count, each with the seed of an evening in which it does: `tests/rules/test_conformance.py`.

Where a change of the rules makes one miss, the test goes on to all evenings, and names another with `pytest -rP`.
"""

from collections.abc import Mapping

RARE: Mapping[str, Mapping[str, str]] = {
    "guilin": {
        "kan_counts_quads": "0 10",
        "must_open": "0 10",
        "special_counts": "1 6",
        "xing_again": "1 9",
        "peng_opens_on": "1 9",
        "low_times": "2 7",
        "low_add": "2 7",
        "qiangzhao": "3 6",
        "low_below": "4 6",
    },
    "dazipai": {
        "pledge_max": "0 7",
        "qiangzhao": "0 8",
        "evening_deals": "0 13",
        "low_times": "1 2",
        "low_add": "1 2",
        "low_below": "1 13",
        "must_open": "8 6",
    },
    "paohuzi": {
        "round": "0 6",
        "wang_dead": "0 6",
        "xing_empty": "0 7",
        "hu_per_unit": "0 11",
        "wang_limit": "0 13",
        "qiangzhao": "1 0",
        "ladder_from": "2 2",
        "base_units": "2 2",
        "low_below": "4 7",
        "low_times": "4 7",
        "low_add": "4 7",
    },
    "paohuzi_tally": {
        "multipliers": "0 7",
        "yiwushi": "0 7",
        "must_open": "0 12",
        "hand_cap": "0 14",
        "peng_opens_on": "1 5",
        "low_below": "1 6",
        "low_times": "1 6",
        "low_add": "1 6",
        "sao_opens_on": "2 2",
        "qiangzhao": "5 1",
    },
    "tuozi": {
        "must_open": "0 8",
        "low_below": "0 10",
        "dianhong": "1 0",
        "low_times": "1 0",
        "low_add": "1 0",
    },
    "bopi": {
        "must_open": "0 8",
        "low_times": "0 8",
        "low_add": "0 8",
        "counter_half": "1 1",
        "reward_step": "1 10",
        "reward_hu": "1 10",
        "qiangzhao": "2 2",
        "low_below": "3 3",
    },
    "gaohuzi": {
        "discard_wins": "0 6",
        "discard_hu": "0 6",
        "must_open": "0 6",
        "special_cards": "0 10",
        "min_hu": "0 14",
        "low_times": "1 0",
        "low_add": "1 0",
        "qiangzhao": "1 2",
        "low_below": "1 2",
    },
    "huashi": {
        "special_cards": "0 14",
        "low_times": "1 0",
        "low_add": "1 0",
        "patterns_add": "1 12",
        "low_below": "2 9",
    },
    "guiyang": {
        "triple_ron": "0 10",
        "rob_kong": "0 12",
        "haidi": "1 5",
        "gangkai": "2 9",
    },
}
"""Ruleset → house rule → seed."""
