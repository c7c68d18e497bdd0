"""剥皮 (docs/rules/bopi.md)."""

import pytest

from tests.rules.deng.at import (
    DEAD,
    DEALT,
    NO_ROUND,
    TWELVE,
    Game,
    by_hu,
    carried,
    codes,
    end,
    foul,
    state,
    win,
    win_fact,
)
from tests.rules.evenings.changes import Correction
from tests.rules.evenings.house import LOW
from tests.rules.requests import ask
from zipai_ledger.rules import facts, messages
from zipai_ledger.rules.problems import Refused

BLOCKED = (
    Correction(
        "an end of a round of which nothing is left",
        "bopi",
        (win_fact(1, 60), facts.EndRound(how="settle"), win_fact(1, 10)),
        {2: NO_ROUND},
        {2: facts.Dead()},
        players=4,
    ),
)
PAID = {"difference", "payers"}
SETTLED = {"round", *PAID, "end_round.round", "end_round.difference", "end_round.payers"}
CHANGES = {
    "must_open": {"stands", "hu", "counted", "round"},
    "qiangzhao": {"stands", "hu", "counted", "round"},
    "min_hu": {"stands"},
    "self_draw_hu": {"counted", "round", *PAID},
    "counter_half": {"counted", "round", *PAID},
    "target": SETTLED,
    "dead_deal_hu": {"dead.counted", "dead.round"},
    "foul_hu": {"foul.counted", "foul.round"},
    "reward_step": SETTLED,
    "reward_hu": SETTLED,
    "special_cards": {"stands"},
    "discard_wins": {"stands", "counted", "round", *PAID},
    "discard_hu": {"counted", "round", *PAID},
    "counter_seat": {
        *{"stands", "counted", "next", *SETTLED},
        *{
            "dead.counted",
            "dead.round",
            "dead.next",
            "foul.stands",
            "foul.next",
            "adjust.next",
            "end_round.next",
        },
    },
    "tiandihu": {"stands", "counted", "round", *PAID},
    "ends_with": {"round", *PAID},
    "ceiling": {"round", *PAID},
    "skin_rounding": {*PAID, "end_round.difference", "end_round.payers"},
    "drawn_cards": set(),
    "change_bottom": set(),
    **LOW,
}

GAME = Game("bopi")
COUNTED = GAME.seated(4)
"""老王 deals, 老陈 is 数算."""
THREE = GAME.seated(3)


def tally(table, deal, before=None) -> tuple[int, ...]:
    return GAME.played(table, deal, before).tally


# ---- what is counted ---------------------------------------------------------------------------------------------


def test_a_win_counts_its_hu_and_half_of_them_for_the_counter():
    won = GAME.played(COUNTED, by_hu(14, winner=1))
    assert won.tally == (0, 14, 0, 7)
    assert won.state == state(1, 0, (0, 14, 0, 7))
    assert (won.wins[0].hu, won.wins[0].units, won.flows, won.round_over) == (14, None, (), False)
    assert codes(won) == ["counted", "half"]


@pytest.mark.parametrize(("hu", "half"), [(10, 5), (11, 6), (12, 6), (13, 7)])
def test_half_is_rounded_up(hu, half):
    assert tally(COUNTED, by_hu(hu)) == (hu, 0, 0, half)


def test_an_own_draw_counts_ten_more_and_the_counter_has_half_of_all():
    assert tally(COUNTED, by_hu(11, source="self_draw")) == (21, 0, 0, 11)
    assert tally(GAME.seated(4, self_draw_hu=4), by_hu(11, source="self_draw")) == (15, 0, 0, 8)
    assert codes(GAME.played(COUNTED, by_hu(11, source="self_draw"))) == [
        "counted",
        "self_draw.counted",
        "half",
    ]
    assert "self_draw.counted" not in codes(
        GAME.played(GAME.seated(4, self_draw_hu=0), by_hu(11, source="self_draw"))
    )


def test_without_a_counter_only_the_winner_counts():
    assert tally(THREE, by_hu(14, winner=2)) == (0, 0, 14)


def test_a_hand_counts_what_it_holds():
    assert tally(COUNTED, win(TWELVE + " 自摸")) == (22, 0, 0, 11)
    dealt = GAME.played(COUNTED, win(DEALT))
    assert (dealt.tally, dealt.wins[0].marks) == ((15, 0, 0, 8), ("tianhu",))
    assert codes(dealt) == ["counted", "tianhu", "half"]


def test_below_the_minimum_and_from_a_discard_is_no_win():
    assert GAME.refusal(COUNTED, by_hu(9)) == [("below_minimum", "hu")]
    assert GAME.refusal(COUNTED, by_hu(20, source="discard", from_=1)) == [
        ("bad_source.discard_not_allowed", "source")
    ]
    assert GAME.refusal(GAME.seated(4, min_hu=8), by_hu(8)) == []


def test_the_tally_goes_with_the_players_not_with_the_seats():
    table = GAME.ruleset.table({}, (4, 2, 0, 3), 5, 0, None)
    won = GAME.ruleset.play(table, GAME.ruleset.open(table), facts.from_json(by_hu(14, winner=1)))
    assert won.tally == (0, 0, 14, 7, 0)
    assert won.state.tally == (0, 14, 0, 7)


# ---- dead deals and fouls ----------------------------------------------------------------------------------------


def test_a_dead_deal_takes_ten_from_the_dealer_for_the_counter_and_both_stay():
    dead = GAME.played(COUNTED, DEAD, state(1, 3, (20, 30, 0, 5)))
    assert dead.tally == (20, 20, 0, 15)
    assert (dead.state, dead.flows) == (state(1, 3, (20, 20, 0, 15)), ())
    assert codes(dead) == ["dead.counted"]
    assert tally(GAME.seated(4, dead_deal_hu=7), DEAD) == (-7, 0, 0, 7)


def test_without_a_counter_a_dead_deal_books_nothing_and_the_dealer_stays():
    dead = GAME.played(THREE, DEAD, state(1, None, (20, 30, 0)))
    assert (dead.tally, dead.state.dealer, codes(dead)) == ((20, 30, 0), 1, ["dead"])


def test_a_foul_costs_thirty_and_nobody_gains():
    outcome = GAME.played(COUNTED, foul(1), state(0, 3, (20, 10, 0, 5)))
    assert (outcome.tally, outcome.flows) == ((20, -20, 0, 5), ())
    assert outcome.state == state(0, 3, (20, -20, 0, 5))
    assert codes(outcome) == ["foul.counted"]
    assert tally(GAME.seated(4, foul_hu=50), foul(0, hu=17)) == (-50, 0, 0, 0)
    assert tally(COUNTED, foul(0, hand=TWELVE)) == (-30, 0, 0, 0)


def test_a_foul_cannot_cost_anything_else_and_the_counter_commits_none():
    assert GAME.refusal(COUNTED, foul(1, units=3)) == [("bad_deal.foul_fixed", "units")]
    assert GAME.refusal(COUNTED, foul(3)) == [("bad_deal.sits_out", "offender")]


def test_an_adjustment_pays_in_pi_and_leaves_the_tally():
    before = state(0, 3, (20, 10, 0, 5))
    outcome = GAME.played(COUNTED, {"result": "adjust", "deltas": [2, -2, 0, 0]}, before)
    assert (outcome.tally, outcome.state, outcome.deltas(4)) == ((20, 10, 0, 5), before, (2, -2, 0, 0))


# ---- when a round ends -------------------------------------------------------------------------------------------


def test_a_round_ends_when_the_dealer_has_lost_and_somebody_has_a_hundred():
    before = state(0, 3, (90, 80, 0, 40))
    over = GAME.played(COUNTED, by_hu(20, winner=1), before)
    assert over.round_over
    assert over.tally == (90, 100, 0, 50)
    assert over.state == state(1, 0, (0, 0, 0, 0))
    assert not GAME.played(COUNTED, by_hu(19, winner=1), before).round_over


def test_while_the_dealer_keeps_winning_the_round_goes_on():
    on = GAME.played(COUNTED, by_hu(20, winner=0), state(0, 3, (90, 80, 0, 40)))
    assert (on.round_over, on.tally, on.state) == (False, (110, 80, 0, 50), state(0, 3, (110, 80, 0, 50)))
    assert GAME.played(COUNTED, by_hu(10, winner=1), on.state).round_over


def test_the_tally_of_the_counter_and_of_others_ends_it_too():
    assert GAME.played(COUNTED, by_hu(20, winner=1), state(0, 3, (0, 0, 0, 90))).round_over
    assert GAME.played(COUNTED, by_hu(10, winner=1), state(0, 3, (0, 0, 130, 0))).round_over


def test_it_never_ends_on_a_dead_deal_or_a_foul():
    before = state(0, 3, (95, 0, 0, 95))
    assert not GAME.played(COUNTED, DEAD, before).round_over
    assert not GAME.played(COUNTED, foul(1), before).round_over


def test_the_target_is_an_option():
    assert GAME.played(GAME.seated(4, target=14), by_hu(14, winner=1)).round_over
    assert GAME.no_table(4, target=0) == [("bad_option.range", "target")]
    assert GAME.no_table(4, reward_step=0) == [("bad_option.range", "reward_step")]


def test_dealer_and_counter_simply_continue_in_the_next_round():
    over = GAME.played(COUNTED, by_hu(20, winner=1), state(0, 2, (90, 80, 0, 40)))
    assert over.state == state(1, 3, (0, 0, 0, 0))


# ---- settlement --------------------------------------------------------------------------------------------------


def settled(*points: int, sitting: int = 3, last_winner: int = 0, **options: int):
    """A round of these tallies, settled as it stands."""
    table = GAME.seated(4, **options)
    return GAME.played(table, end("settle"), state(last_winner, sitting, points))


def test_the_example_of_the_seed_comes_out():
    outcome = settled(104, 85, 72, 36)
    assert outcome.deltas(4) == (10, 6, -2, -14)
    skins = [item.params for item in outcome.items if item.code == "skins"]
    assert [(each["hu"], each["n"]) for each in skins] == [(104, 10), (85, 9), (72, 7), (36, 4)]


def test_each_pair_settles_its_difference():
    assert sorted((flow.payer, flow.payee, flow.units) for flow in settled(104, 85, 72, 36).flows) == [
        (1, 0, 1),
        (2, 0, 3),
        (2, 1, 2),
        (3, 0, 6),
        (3, 1, 5),
        (3, 2, 3),
    ]


def test_equal_players_owe_each_other_nothing():
    assert settled(50, 50, 50, 50).flows == ()
    assert settled(14, 5, 5, 5).flows == ()


def test_pi_are_rounded_half_away_from_zero():
    skins = [item.params["n"] for item in settled(15, 14, -15, -14).items if item.code == "skins"]
    assert skins == [2, 1, -2, -1]
    assert settled(15, 14, -15, -14).deltas(4) == (8, 4, -8, -4)


def test_three_players_settle_too():
    outcome = GAME.played(THREE, by_hu(20, winner=1), state(0, None, (36, 80, 55)))
    assert outcome.deltas(3) == (3 * 4 - 20, 3 * 10 - 20, 3 * 6 - 20)


# ---- the reward --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("top", "reward"), [(149, 0), (150, 10), (199, 10), (200, 20), (250, 30)])
def test_the_highest_rewards_the_counter_for_every_fifty_above(top, reward):
    outcome = settled(top, 0, 0, 40)
    assert outcome.tally == (top - reward, 0, 0, 40 + reward)
    assert ("reward" in codes(outcome)) is (reward > 0)


def test_step_and_reward_are_options():
    assert settled(130, 0, 0, 40, reward_step=10, reward_hu=3).tally == (121, 0, 0, 49)
    assert settled(160, 0, 0, 40, target=60).tally == (140, 0, 0, 60)


def test_it_is_the_counter_of_the_last_deal_who_is_rewarded():
    over = GAME.played(COUNTED, by_hu(10, winner=1), state(0, 3, (150, 0, 0, 40)))
    assert over.tally == (140, 10, 0, 45 + 10)
    assert over.state.sitting == 0


def test_a_counter_with_the_highest_tally_is_rewarded_by_nobody():
    assert settled(0, 0, 0, 160).tally == (0, 0, 0, 160)


def test_of_several_highest_the_last_winner_rewards_else_the_lowest_seat():
    assert settled(160, 160, 0, 0, last_winner=1).tally == (160, 150, 0, 10)
    assert settled(160, 160, 0, 0, last_winner=2).tally == (150, 160, 0, 10)
    assert settled(0, 160, 0, 160, last_winner=2).tally == (0, 150, 0, 170)
    assert settled(160, 0, 0, 160, sitting=0, last_winner=2).tally == (160, 0, 0, 160)


def test_without_a_counter_nobody_is_rewarded():
    assert GAME.played(THREE, end("settle"), state(0, None, (160, 0, 0))).tally == (160, 0, 0)


# ---- an evening that ends in mid-round ---------------------------------------------------------------------------


def test_an_evening_may_settle_drop_or_carry_its_round():
    before = state(1, 3, (60, 20, 40, 10))
    for how in ("settle", "drop", "carry"):
        outcome = GAME.played(COUNTED, end(how), before)
        assert (outcome.round_over, outcome.tally) == (True, (60, 20, 40, 10))
        assert outcome.state == state(1, 3, (0, 0, 0, 0))
        assert codes(outcome)[0] == f"end_round.{how}"
        assert bool(outcome.flows) is (how == "settle")


def test_where_nobody_has_any_hu_there_is_nothing_to_end():
    assert GAME.refusal(COUNTED, end("settle")) == [("bad_deal.no_round", "result")]


def test_a_round_carried_in_goes_on():
    table = GAME.seated(4, carried=carried(90, 0, 20, -5))
    assert GAME.ruleset.open(table) == state(0, 3, (90, 0, 20, -5))
    assert GAME.played(table, by_hu(10, winner=1)).tally == (90, 10, 20, 0)
    assert GAME.ruleset.open(GAME.seated(4, carried=carried(110, 0, 0, 0, wins=(3, 0, 0, 0)))).wins is None


def test_a_round_carried_in_has_a_number_for_every_player():
    assert GAME.no_table(4, carried=carried(1, 2, 3)) == [("bad_deal.carried_count", "carried_in.tally")]
    with_absent = GAME.ruleset.table({}, (0, 1, 2, 3), 5, 0, None, carried(1, 2, 3, 4, 0))
    assert GAME.ruleset.open(with_absent).tally == (1, 2, 3, 4)
    with pytest.raises(Refused) as caught:
        GAME.ruleset.table({}, (0, 1, 2, 3), 5, 0, None, carried(1, 2, 3, 4, 5))
    assert [problem.key for problem in caught.value.problems] == ["bad_deal.carried_seat"]


# ---- replay, score, what is shown --------------------------------------------------------------------------------


def test_an_evening_is_replayed_with_tally_and_rounds():
    answer = GAME.evening(
        by_hu(60, winner=1),
        by_hu(50, winner=1),
        by_hu(20, winner=2),
        by_hu(10, winner=2),
        stake={"currency": "CNY", "minor_per_unit": 100},
    )
    first, second, third, fourth = answer["deals"]
    assert (first["hu"], first["units"], first["tally"]) == (60, None, [0, 60, 0, 30])
    assert (second["dealer"], second["sitting"], second["tally"]) == (1, 0, [25, 110, 0, 30])
    assert (third["tally"], third["round_over"]) == ([35, 110, 20, 30], True)
    assert third["deltas"] == [4 * 4 - 20, 4 * 11 - 20, 4 * 2 - 20, 4 * 3 - 20]
    assert (fourth["dealer"], fourth["sitting"], fourth["tally"]) == (2, 1, [0, 5, 10, 0])
    assert answer["tally"] == [0, 5, 10, 0]
    assert answer["totals"] == [-4, 24, -12, -8]
    assert answer["money"] == [-400, 2400, -1200, -800]


def test_a_document_may_carry_a_round_in():
    answer = GAME.evening(
        by_hu(10, winner=1), carried_in={"tally": [40, 12, 0, 95], "wins": [2, 1, 0, 2]}, first_sitting=3
    )
    assert answer["deals"][0]["tally"] == [40, 22, 0, 100]
    assert answer["deals"][0]["round_over"]
    assert answer["totals"] == [4 * 4 - 16, 4 * 2 - 16, -16, 4 * 10 - 16]


def test_score_leaves_units_out():
    hand = '{"exposed": [], "concealed": "壹壹壹贰贰贰一二三四五六七八九六七八肆伍", "winning_card": "陆", "source": "self_draw"}'
    answer = ask("score", '{"ruleset": "bopi", "hand": ' + hand + "}")
    assert (answer["ok"], answer["hu"]) == (True, 15)
    assert "units" not in answer
    assert [item["label"] for item in answer["items"]] == ["15 胡，记 15", "自摸，多记 10 胡"]


def test_the_table_knows_who_leads_and_how_far_it_is():
    lines = GAME.ruleset.game(COUNTED.options).outlook.standing(COUNTED, state(0, 3, (20, 60, 0, 5)))
    assert [messages.label(line, texts=GAME.ruleset.texts, names=["甲", "乙"]) for line in lines] == [
        "乙最高，60 胡，离满 100 还差 40 胡",
        "数算的数 19 张",
    ]
    line, _cards = GAME.ruleset.game(COUNTED.options).outlook.standing(COUNTED, state(0, 3, (100, 60, 0, 5)))
    sentence = messages.label(line, texts=GAME.ruleset.texts, names=["甲", "乙"])
    assert sentence == "甲 100 胡，满了 100：打桩的再胡接着打，别人胡了就结"
    assert GAME.ruleset.game(COUNTED.options).target == 100
    assert GAME.ruleset.game(COUNTED.options).outlook.need(COUNTED, state(0, 3, (20, 60, 0, 5)), 0) is None
    assert GAME.ruleset.game(THREE.options).outlook.standing(THREE, GAME.ruleset.open(THREE)) == ()


def test_an_entry_asks_for_what_the_table_plays():
    asks = GAME.ruleset.game(COUNTED.options).asks
    assert (asks.groups, asks.min_hu, asks.hu_per_unit) == (7, 10, 0)
    assert [(source.code, source.hint.zh) for source in asks.sources] == [
        ("other_draw", "记胡数"),
        ("self_draw", "记胡数，加 10 胡"),
    ]
    assert [mark.code for mark in asks.marks] == ["tianhu"]
