"""跑胡子: ladders, rows of 名堂, who pays, and what is told of a deal besides (docs/rules/paohuzi.md)."""

import json

import pytest

from tests.rules.deng.at import Game
from tests.rules.evenings.house import ANNOUNCED
from tests.rules.requests import ask
from zipai_ledger.rules.ruleset import Carried
from zipai_ledger.rules.zipai.notation import parse_hand

LADDER = {"hu", "units", "each", "discard", "payers", "level", "foul.foul", "foul.level", "foul.payers"}
"""What another ladder may change: which reading pays most too, and who pays at all, where it comes to nothing."""
READ = {"stands", "foul.stands", *LADDER}
"""What another reading of the cards may change."""

CHANGES = {
    "preset": set(),
    "hand": {
        *READ,
        "next",
        "foul.next",
        "dead.next",
        "quads_paid",
        "dead.quads_paid",
        "dead.wang_paid",
        "dead.payers",
        "dead.stands",
        "adjust.next",
        "adjust.stands",
    },
    "min_hu": READ,
    "ladder": LADDER,
    "ladder_from": LADDER,
    "base_units": LADDER,
    "hu_per_unit": LADDER,
    "ladder_points": LADDER,
    "round": LADDER,
    "base_extra": LADDER,
    "multipliers": READ,
    "discard": {"stands", "discard", "each", "payers", "foul.stands"},
    "discard_multiple": {"discard"},
    "xing": {"stands", *LADDER},
    "xing_kinds": {"stands", *LADDER},
    "xing_worth": LADDER,
    "xing_empty": LADDER,
    "wang": {"stands", "foul.stands", "dead.stands"},
    "wang_limit": {"stands"},
    "wang_dead": {"dead.wang_paid", "dead.payers"},
    "pledge": {"stands", "each", "discard", *ANNOUNCED},
    "pledge_max": {"stands", *ANNOUNCED},
    "cap": {"each", "discard"},
    "dead_factor": {"units", "each", "discard", "foul.foul", "foul.level"},
    "quad_pay": {"stands", "quads_paid", "payers", "dead.stands", "dead.quads_paid", "dead.payers"},
    "after_dead_deal": {"dead.next"},
    "foul_units": {"foul.stands", "foul.foul", "foul.level", "foul.payers"},
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

GAME = Game("paohuzi")


def deal_of(*quads: tuple[int, int, int], **more: object) -> dict:
    """黄庄 with 提: (player, big, small) each."""
    named = [{"player": player, "big": big, "small": small} for player, big, small in quads]
    return {"result": "dead", "quads": named, **more}


def test_ti_is_paid_at_once_by_every_other_player_also_where_nobody_won():
    """docs/rules/paohuzi.md#side: 5.2."""
    table = GAME.seated(3, quad_pay=[8, 4])
    outcome = GAME.played(table, deal_of((1, 1, 1)))
    assert outcome.deltas(3) == (-12, 24, -12)
    assert [(item.code, item.params["n"], item.params["units"]) for item in outcome.items[1:]] == [
        ("quads", 2, 12)
    ]
    assert GAME.deltas(GAME.seated(3, quad_pay=[8, 0]), deal_of((1, 0, 1))) == (0, 0, 0)


def test_ti_that_is_not_paid_or_cannot_be_is_refused_with_its_place():
    paid = GAME.seated(3, quad_pay=[8, 4])
    assert GAME.refusal(GAME.seated(3), deal_of((1, 1, 0))) == [("bad_deal.quads_off", "quads")]
    assert GAME.refusal(paid, deal_of((1, 1, 0), (1, 0, 1))) == [("bad_deal.quads_twice", "quads")]
    assert GAME.refusal(paid, deal_of((0, 1, 0), (3, 1, 0))) == [("bad_deal.seat", "quads.1.player")]
    assert GAME.refusal(paid, deal_of((2, 4, 4))) == [("bad_deal.quads_most", "quads.0")]
    four = GAME.seated(4, quad_pay=[8, 4], preset="changde", first_sitting=2)
    assert GAME.refusal(four, deal_of((2, 1, 0))) == [("bad_deal.sits_out", "quads.0.player")]


def test_wang_of_a_dead_deal_is_named_for_every_seat_and_never_for_who_sits_out():
    table = GAME.seated(3, wang=2, wang_dead=5)
    assert GAME.deltas(table, {"result": "dead", "wang": [1, 0, 1]}) == (-5, 10, -5)
    assert GAME.refusal(table, {"result": "dead", "wang": [1, 0]}) == [("bad_deal.wang_seats", "wang")]
    four = GAME.seated(4, wang=2, wang_dead=5, preset="changde", first_sitting=2)
    assert GAME.refusal(four, {"result": "dead", "wang": [0, 0, 1, 0]}) == [("bad_deal.sits_out", "wang")]


def test_a_winner_has_no_more_wang_than_the_deck():
    deal = won(1, "self_draw", wang=3)
    assert GAME.refusal(GAME.seated(3, wang=2), deal) == [("bad_deal.wang_most", "wang")]
    assert GAME.refusal(GAME.seated(3, wang=4), deal) == []


def won(winner: int, source: str, *marks: str, **more: object) -> dict:
    """A win of 20 胡, by whom and how, with what was seen of it."""
    given = {"from": (winner + 1) % 3} if source in ("discard", "other_draw") else {}
    return {"result": "win", "winner": winner, "source": source, "hu": 20, "marks": [*marks], **given, **more}


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        (won(0, "self_draw", "tianhu"), "needs_dealt"),
        (won(1, "dealt", "tianhu"), "needs_dealer"),
        (won(0, "dealt", "haidi"), "not_dealt"),
        (won(1, "self_draw", "dihu"), "needs_discard"),
        (won(0, "discard", "dihu"), "dealer_wins"),
        (won(1, "discard", "wangdiao"), "needs_own_draw"),
        (won(1, "self_draw", "wangdiao", "wangchuang"), "both"),
    ],
)
def test_what_was_seen_of_a_win_has_to_go_with_how_it_was_won(deal: dict, why: str):
    """docs/rules/paohuzi.md#marks."""
    table = GAME.seated(3, wang=4, discard="alone")
    assert (f"bad_marks.{why}", "marks") in GAME.refusal(table, deal)


@pytest.mark.parametrize(
    "deal",
    [
        won(1, "discard", "dihu", **{"from": 0}),
        won(0, "dealt", "tianhu", "tinghu"),
        won(1, "self_draw", "haidi", "wangdiao"),
    ],
)
def test_what_goes_with_how_it_was_won_stands(deal: dict):
    assert GAME.refusal(GAME.seated(3, wang=4, discard="alone"), deal) == []


def test_a_tally_that_its_round_would_have_ended_with_is_not_carried_in():
    """docs/rules/paohuzi_tally.md#tally."""
    tallying = Game("paohuzi_tally")
    assert tallying.no_table(3, target=100, carried=Carried(tally=(100, 0, 0))) == [
        ("bad_deal.carried_over", "carried_in.tally")
    ]
    assert tallying.no_table(3, target=100, carried=Carried(tally=(99, 0, 0))) == []


@pytest.mark.parametrize(("count", "why"), [(40, "bad_marks.row_unknown"), (41, "bad_marks.list")])
def test_so_many_rows_are_named_at_most(count: int, why: str):
    win = {"result": "win", "winner": 1, "source": "self_draw", "hu": 15}
    named = [f"row_{number}" for number in range(count)]
    assert GAME.refusal(GAME.seated(3, preset="shaoyang"), win | {"patterns": named})[:1] == [
        (why, "patterns")
    ]


CARDS = "提壹壹壹壹 碰六六六 吃二七十 手伍陆柒捌玖拾三四五九 胡九"
"""15 胡 in 邵阳 (docs/rules/paohuzi.md, worked hands)."""


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"counts": {"red": 5}}, ("bad_marks.counts_with_hand", "counts")),
        ({"patterns": ["honghu"]}, ("bad_marks.row_by_cards", "patterns")),
        ({"wang": 1}, ("bad_marks.wang_differs", "wang")),
        ({"patterns": ["honghu", "nothing"]}, ("bad_marks.row_unknown", "patterns")),
        ({"patterns": "honghu"}, ("bad_deal.list", "patterns")),
    ],
)
def test_beside_cards_nothing_is_claimed_that_they_show(more: dict, why: tuple[str, str]):
    table = GAME.seated(3, preset="shaoyang", wang=4, patterns=[{"code": "honghu", "on": True}])
    win = {"result": "win", "winner": 1, "source": "self_draw", "hand": CARDS}
    assert GAME.refusal(table, win) == []
    assert GAME.refusal(table, win | more)[:1] == [why]


@pytest.mark.parametrize(
    ("preset", "written"),
    [
        ("shaoyang", "提壹壹壹壹 偎六六六 吃二七十 手"),
        ("yongzhou", "倾壹壹壹壹 啸六六六 恰二七十 手"),
    ],
)
def test_a_hand_is_written_in_the_words_of_its_place(preset: str, written: str):
    assert GAME.scored(f"{CARDS} 翻".replace("碰", "偎"), preset=preset, min_hu=10).hand.startswith(written)


def test_cards_claimed_falsely_cost_what_they_are_worth_before_any_is_turned():
    """docs/rules/paohuzi.md#fouls."""
    table = GAME.seated(3, preset="shaoyang", xing="flip")
    hand = f"{CARDS} 翻"
    nothing = {"result": "win", "winner": 1, "hand": hand, "from": 2, "xing": {"count": 0}}
    units = GAME.units(table, nothing)
    assert GAME.deltas(table, {"result": "foul", "offender": 1, "hand": hand}) == (units, -2 * units, units)


def answer(**more: object) -> dict:
    """The answer to these cards on their own: with a row that the table adds, and one that only a dealer's win brings."""
    rows = [
        {"code": "own", "zh": "背靠背", "when": "said=1", "value": "x3"},
        {"code": "deals", "zh": "庄家", "when": "dealer=1", "value": "x2"},
    ]
    options = {"preset": "shaoyang", "patterns": rows}
    hand = parse_hand(f"{CARDS} 翻").to_json()
    return ask("score", json.dumps({"ruleset": "paohuzi", "options": options, "hand": hand, **more}))


def test_beside_cards_on_their_own_a_row_may_be_named_and_who_dealt():
    usual = answer()["units"]
    assert answer(patterns=None, dealer=None)["units"] == answer(dealer=False)["units"] == usual
    assert answer(patterns=["own", "own"])["units"] == 3 * usual
    assert answer(dealer=True)["units"] == 2 * usual


@pytest.mark.parametrize(
    ("more", "problems"),
    [
        ({"patterns": "own"}, [("bad_marks", "patterns", "own")]),
        ({"patterns": ["own"] * 41}, [("bad_marks", "patterns", str(["own"] * 41)[:40])]),
        ({"dealer": 1}, [("bad_json", "dealer", "1")]),
        ({"patterns": {}, "dealer": "甲"}, [("bad_marks", "patterns", "{}"), ("bad_json", "dealer", "甲")]),
    ],
)
def test_what_is_no_list_of_rows_and_no_yes_or_no_is_refused(more: dict, problems: list[tuple[str, ...]]):
    errors = answer(**more)["errors"]
    assert [(error["code"], error["field"], error["params"]["got"]) for error in errors] == problems
