"""告胡子 (docs/rules/gaohuzi.md)."""

import pytest

from tests.rules.deng.at import (
    DEAD,
    FIVE_GROUPS,
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
from tests.rules.rulebooks import cases, statements
from zipai_ledger.rules import examples, facts, messages, registry
from zipai_ledger.rules.brief import in_brief
from zipai_ledger.rules.problems import Refused

FIRST, SECOND = "below_minimum.gate_first", "below_minimum.gate_second"
BLOCKED = (
    Correction(
        "a first win that was a second one",
        "gaohuzi",
        (win_fact(1, 20), win_fact(1, 15)),
        {2: (FIRST, "头一盘要 18 胡，只有 15 胡")},
        {2: win_fact(1, 18)},
    ),
    Correction(
        "a second win that was a third one",
        "gaohuzi",
        (win_fact(1, 18), win_fact(1, 20), win_fact(1, 10)),
        {3: (SECOND, "头一盘 20 胡，两盘相加要超过 34：这一盘要 15 胡，只有 10 胡")},
        {3: win_fact(1, 15)},
    ),
    Correction(
        "wins that fall into another round",
        "gaohuzi",
        (win_fact(1, 18), win_fact(0, 18), win_fact(1, 32), win_fact(0, 17), win_fact(1, 17)),
        {4: (FIRST, "头一盘要 18 胡，只有 17 胡"), 5: (FIRST, "头一盘要 18 胡，只有 17 胡")},
        {4: win_fact(0, 18), 5: win_fact(1, 18)},
        aim=3,
        void=frozenset((3,)),
    ),
    Correction(
        "an end of a round that is over before",
        "gaohuzi",
        (win_fact(1, 18), win_fact(1, 32), facts.EndRound(how="carry"), win_fact(0, 20)),
        {3: NO_ROUND},
        {3: facts.Dead()},
        aim=2,
        void=frozenset((2,)),
    ),
    Correction(
        "a foul is no tally to end, but its penalty is",
        "gaohuzi",
        (win_fact(2, 20), facts.Foul(offender=0), facts.EndRound(how="settle")),
        {3: NO_ROUND},
        {3: facts.Adjust(deltas=(5, -5, 0))},
    ),
)
SETTLED = {"level", "difference", "payers"}
CHANGES = {
    "must_open": {"stands", "hu", "counted", "round"},
    "qiangzhao": {"stands", "hu", "counted", "round"},
    "min_hu": {"stands"},
    "gates": {"stands"},
    "target": {"round", *SETTLED},
    "levels": {"level", "payers", "end_round.level", "end_round.payers", "foul.foul", "foul.payers"},
    "special_cards": {"stands"},
    "self_draw_hu": {"stands", "counted", "round", *SETTLED},
    "discard_wins": {"stands", "counted", "round", *SETTLED},
    "discard_hu": {"stands", "counted", "round", *SETTLED},
    "settlement": {*SETTLED, "end_round.level", "end_round.difference", "end_round.payers"},
    "drawn_cards": set(),
    "change_bottom": set(),
    **LOW,
}

GAME = Game("gaohuzi")
THREE = GAME.seated(3)
COUNTED = GAME.seated(4, form="three_and_counter")
AT_ONCE = GAME.seated(4, form="four_at_once")


def now(*tally: int, wins: tuple[int, ...], dealer: int = 0, sitting: int | None = None):
    return state(dealer, sitting, tally, wins=wins)


def refused(table, deal, before=None):
    """The only problem that a deal is refused for."""
    with pytest.raises(Refused) as caught:
        GAME.played(table, deal, before)
    (problem,) = caught.value.problems
    return problem


# ---- gates -------------------------------------------------------------------------------------------------------


def test_a_first_win_needs_eighteen():
    assert GAME.refusal(THREE, by_hu(18)) == []
    problem = refused(THREE, by_hu(17))
    assert (problem.key, problem.field) == ("below_minimum.gate_first", "hu")
    assert (problem.params["hu"], problem.params["min_hu"]) == (17, 18)


def test_the_first_gate_is_named_even_below_the_minimum():
    assert refused(THREE, by_hu(9)).key == "below_minimum.gate_first"


def test_the_second_win_with_the_first_must_exceed_thirty_four():
    before = now(18, 0, 0, wins=(1, 0, 0))
    assert GAME.refusal(THREE, by_hu(17), before) == []
    problem = refused(THREE, by_hu(16), before)
    assert (problem.key, problem.params["min_hu"]) == ("below_minimum.gate_second", 17)
    assert messages.problem_text(problem, texts=GAME.ruleset.texts) == (
        "头一盘 18 胡，两盘相加要超过 34：这一盘要 17 胡，只有 16 胡"
    )


def test_the_second_win_needs_the_minimum_too():
    before = now(30, 0, 0, wins=(1, 0, 0))
    assert GAME.refusal(THREE, by_hu(10), before) == []
    assert refused(THREE, by_hu(9), before).key == "below_minimum"


def test_later_wins_need_only_the_minimum():
    before = now(36, 0, 0, wins=(2, 0, 0))
    assert GAME.refusal(THREE, by_hu(10), before) == []
    assert refused(THREE, by_hu(9), before).key == "below_minimum"


def test_each_player_has_gates_of_his_own():
    before = now(36, 0, 20, wins=(2, 0, 1))
    assert refused(THREE, by_hu(17, winner=1), before).key == "below_minimum.gate_first"
    assert refused(THREE, by_hu(14, winner=2), before).key == "below_minimum.gate_second"
    assert GAME.refusal(THREE, by_hu(15, winner=2), before) == []


def test_cards_are_held_to_the_gate_as_well():
    problem = refused(THREE, win(TWELVE + " 翻"))
    assert (problem.key, problem.field, problem.params["hu"]) == ("below_minimum.gate_first", "hand", 12)
    assert GAME.refusal(THREE, win(TWELVE + " 翻"), now(30, 0, 0, wins=(1, 0, 0))) == []


def test_four_at_once_have_the_same_gates_and_a_minimum_of_six():
    assert AT_ONCE.options["min_hu"] == 6
    assert refused(AT_ONCE, win(FIVE_GROUPS + " 翻")).key == "below_minimum.gate_first"
    assert GAME.refusal(AT_ONCE, by_hu(6), now(36, 0, 0, 0, wins=(2, 0, 0, 0))) == []


def test_gates_are_options():
    table = GAME.seated(3, gates=[12, 20])
    assert GAME.refusal(table, by_hu(12)) == []
    assert refused(table, by_hu(10), now(10, 0, 0, wins=(1, 0, 0))).params["min_hu"] == 11
    assert GAME.refusal(GAME.seated(3, gates=[0, 0]), by_hu(10)) == []
    assert GAME.no_table(3, gates=[18]) == [("bad_option.series", "gates")]


def test_score_knows_no_earlier_wins_and_tests_the_minimum_only():
    assert (GAME.scored(TWELVE + " 翻").hu, GAME.scored(TWELVE + " 翻").units) == (12, None)
    with pytest.raises(Refused) as caught:
        GAME.scored(TWELVE + " 翻", min_hu=13)
    assert [problem.key for problem in caught.value.problems] == ["below_minimum"]
    assert GAME.waits(TWELVE.removesuffix("胡陆"))["陆"] == (12, 12, None)


# ---- what is counted ---------------------------------------------------------------------------------------------


def test_a_win_counts_its_hu_and_an_own_draw_adds_nothing():
    won = GAME.played(THREE, by_hu(20, winner=1, source="self_draw"))
    assert (won.tally, won.state) == ((0, 20, 0), now(0, 20, 0, wins=(0, 1, 0), dealer=1))
    assert (won.flows, won.round_over, codes(won)) == ((), False, ["counted"])


def test_the_counter_has_no_share():
    won = GAME.played(COUNTED, by_hu(20, winner=1))
    assert (won.tally, won.state.wins) == ((0, 20, 0, 0), (0, 1, 0, 0))


# ---- the end of a round ------------------------------------------------------------------------------------------


def test_who_reaches_fifty_is_paid_thirty_twenty_and_ten():
    before = now(40, 20, 0, 36, wins=(2, 1, 0, 2))
    over = GAME.played(AT_ONCE, by_hu(10), before)
    assert over.round_over
    assert over.tally == (50, 20, 0, 36)
    assert over.deltas(4) == (60, -20, -30, -10)
    assert over.state == now(0, 0, 0, 0, wins=(0, 0, 0, 0))
    assert codes(over) == ["counted", "gaochu", "level.one", "level.none", "level.more"]


def test_below_fifty_the_round_goes_on():
    assert not GAME.played(THREE, by_hu(10), now(39, 0, 0, wins=(2, 0, 0))).round_over


def test_one_great_hand_ends_a_round():
    assert GAME.deltas(THREE, by_hu(50)) == (60, -30, -30)


def test_the_counter_of_the_deal_pays_nothing():
    before = now(40, 20, 0, 0, wins=(2, 1, 0, 0), sitting=3)
    assert GAME.deltas(COUNTED, by_hu(10), before) == (50, -20, -30, 0)


def test_target_and_levels_are_options():
    table = GAME.seated(3, target=20, levels=[1, 2, 5])
    assert GAME.deltas(table, by_hu(20)) == (10, -5, -5)
    assert GAME.deltas(table, foul(0)) == (-2, 1, 1)
    assert GAME.deltas(GAME.seated(3, levels=[7, 6, 5]), foul(0)) == (-10, 5, 5)


# ---- fouls and dead deals ----------------------------------------------------------------------------------------


def test_a_foul_pays_the_lowest_level_at_once_to_everybody_at_the_table():
    before = now(40, 20, 0, wins=(2, 1, 0))
    outcome = GAME.played(THREE, foul(1), before)
    assert (outcome.deltas(3), outcome.tally) == ((10, -20, 10), (40, 20, 0))
    assert outcome.state == before
    assert GAME.deltas(COUNTED, foul(1)) == (10, -30, 10, 10)
    assert GAME.deltas(AT_ONCE, foul(1)) == (10, -30, 10, 10)
    assert GAME.refusal(COUNTED, foul(1, units=3)) == [("bad_deal.foul_fixed", "units")]


def test_after_a_dead_deal_the_counter_deals_and_the_next_seat_counts():
    assert GAME.after(COUNTED, DEAD) == (3, 0)
    assert GAME.after(COUNTED, DEAD, now(18, 0, 0, 0, wins=(1, 0, 0, 0), dealer=2, sitting=1)) == (1, 2)
    dead = GAME.played(COUNTED, DEAD, now(18, 0, 0, 0, wins=(1, 0, 0, 0), sitting=3))
    assert (dead.tally, dead.state.wins, dead.flows) == ((18, 0, 0, 0), (1, 0, 0, 0), ())


def test_without_a_counter_the_next_seat_deals_after_a_dead_deal():
    assert GAME.after(THREE, DEAD, now(0, 0, 0, wins=(0, 0, 0), dealer=2)) == (0, None)


def test_the_counter_moves_as_in_the_other_games():
    assert GAME.after(COUNTED, by_hu(20, winner=0)) == (0, 3)
    assert GAME.after(COUNTED, by_hu(20, winner=1)) == (1, 0)


# ---- an evening that ends in mid-round ---------------------------------------------------------------------------


def test_in_mid_round_the_highest_is_paid():
    outcome = GAME.played(THREE, end("settle"), now(36, 20, 0, wins=(2, 1, 0)))
    assert (outcome.deltas(3), outcome.tally, outcome.round_over) == ((50, -20, -30), (36, 20, 0), True)
    assert outcome.state == now(0, 0, 0, wins=(0, 0, 0))
    assert codes(outcome) == ["end_round.settle", "gaochu.most", "level.one", "level.none"]


def test_several_highest_are_each_paid_by_everybody_below():
    outcome = GAME.played(THREE, end("settle"), now(20, 20, 0, wins=(1, 1, 0)))
    assert outcome.deltas(3) == (30, 30, -60)


def test_a_round_may_be_dropped_or_carried():
    for how in ("drop", "carry"):
        outcome = GAME.played(THREE, end(how), now(36, 20, 0, wins=(2, 1, 0)))
        assert (outcome.flows, outcome.tally, outcome.round_over) == ((), (36, 20, 0), True)
        assert outcome.state == now(0, 0, 0, wins=(0, 0, 0))
    assert GAME.refusal(THREE, end("drop")) == [("bad_deal.no_round", "result")]


def test_a_round_carried_in_has_its_wins():
    table = GAME.seated(3, carried=carried(18, 0, 40, wins=(1, 0, 2)))
    assert GAME.ruleset.open(table) == now(18, 0, 40, wins=(1, 0, 2))
    assert refused(table, by_hu(16)).key == "below_minimum.gate_second"
    assert GAME.played(table, by_hu(10, winner=2)).round_over


@pytest.mark.parametrize(
    ("carried_in", "why"),
    [
        (carried(18, 0, 0), [("bad_deal.carried_wins", "carried_in.wins")]),
        (carried(18, 0, 0, wins=(1, 0)), [("bad_deal.carried_count", "carried_in.wins")]),
        (carried(18, 0, 0, wins=(1, 0, -1)), [("bad_deal.carried_wins", "carried_in.wins")]),
        (carried(50, 0, 0, wins=(2, 0, 0)), [("bad_deal.carried_over", "carried_in.tally")]),
    ],
)
def test_what_cannot_be_carried_in_is_refused(carried_in, why):
    assert GAME.no_table(3, carried=carried_in) == why


@pytest.mark.parametrize(
    ("form", "tally", "wins", "stands"),
    [
        ("three", 0, 0, True),
        ("three", -20, 0, True),
        ("three", 1, 0, False),
        ("three", 17, 1, False),
        ("three", 18, 1, True),
        ("three", 49, 1, True),
        ("three", 34, 2, False),
        ("three", 35, 2, True),
        ("three", 44, 3, False),
        ("three", 45, 3, True),
        ("four_at_once", 49, 1, False),
        ("four_at_once", 48, 1, True),
    ],
)
def test_a_tally_that_is_carried_in_can_come_of_its_wins(form, tally, wins, stands):
    more = (0,) * (3 if form == "four_at_once" else 2)
    carried_in = carried(tally, *more, wins=(wins, *more))
    seats = len(more) + 1
    if stands:
        assert GAME.seated(seats, carried=carried_in, form=form).carried_in == carried_in
    else:
        found = GAME.no_table(seats, carried=carried_in, form=form)
        assert found == [("bad_deal.carried_wins_differ", "carried_in.tally")]


def test_in_the_first_edition_any_tally_stood():
    table = GAME.ruleset.as_of(1).table({}, (0, 1, 2), 3, 0, None, carried(40, 17, -5, wins=(0, 1, 0)))
    assert table.carried_in is not None


# ---- the table ---------------------------------------------------------------------------------------------------


def test_the_table_knows_who_leads_and_what_each_needs():
    lines = GAME.ruleset.game(COUNTED.options).outlook.standing(
        COUNTED, now(18, 36, 0, 0, wins=(1, 2, 0, 0), sitting=3)
    )
    texts = [messages.label(line, texts=GAME.ruleset.texts, names=["甲", "乙", "丙", "丁"]) for line in lines]
    assert texts == ["乙最高，36 胡，离满 50 还差 14 胡", "数算的数 19 张"]


def test_each_who_plays_knows_what_the_next_win_needs():
    state = now(18, 36, 0, 0, wins=(1, 2, 0, 0), sitting=3)
    lines = [GAME.ruleset.game(COUNTED.options).outlook.need(COUNTED, state, seat) for seat in range(4)]
    sentences = [
        line and messages.label(line, texts=GAME.ruleset.texts, names=["甲", "乙", "丙"]) for line in lines
    ]
    second = "甲头盘 18 胡，两盘相加要过 34：这一盘要 17 胡"
    assert sentences == [second, None, "丙头一盘要 18 胡", None]
    short = [line and messages.short_label(line, texts=GAME.ruleset.texts) for line in lines]
    assert short == ["这盘要 17", None, "头盘要 18", None]


def test_a_gate_that_the_minimum_reaches_is_not_told():
    # 25 + 10 = 35 already exceed 34.
    assert (
        GAME.ruleset.game(COUNTED.options).outlook.need(
            COUNTED, now(25, 0, 0, 0, wins=(1, 0, 0, 0), sitting=3), 0
        )
        is None
    )


def test_an_entry_asks_for_what_the_table_plays():
    asks = GAME.ruleset.game(AT_ONCE.options).asks
    assert (asks.groups, asks.min_hu, asks.hu_per_unit) == (5, 6, 0)
    assert asks.sources[1].hint.zh == "记胡数，不另加"


def test_the_example_shows_who_pays_which_level():
    options = GAME.ruleset.options.resolve({})
    assert [flow.units for flow in examples.play_example(GAME.ruleset, options, "levels").paid] == [30, 30]
    assert examples.play_example(GAME.ruleset, options, "gates") is None


def test_an_evening_is_replayed():
    answer = GAME.evening(
        by_hu(18, winner=1),
        by_hu(20, winner=0),
        DEAD,
        by_hu(32, winner=1),
        by_hu(18, winner=2),
        players=3,
        stake={"currency": "CNY", "minor_per_unit": 10},
    )
    assert [deal["dealer"] for deal in answer["deals"]] == [0, 1, 0, 1, 1]
    assert [deal["tally"] for deal in answer["deals"]] == [
        [0, 18, 0],
        [20, 18, 0],
        [20, 18, 0],
        [20, 50, 0],
        [0, 0, 18],
    ]
    assert answer["deals"][3]["deltas"] == [-20, 50, -30]
    assert answer["totals"] == [-20, 50, -30]
    assert answer["money"] == [-200, 500, -300]
    assert answer["tally"] == [0, 0, 18]


def test_a_deal_below_its_gate_is_named_in_the_replay():
    answer = GAME.evening(by_hu(18), by_hu(16), players=3)
    assert (answer["ok"], answer["deal"]) == (False, 2)
    (error,) = answer["errors"]
    assert (error["code"], error["params"]["min_hu"]) == ("below_minimum", 17)
    assert "17" in error["message"]


def test_the_fact_of_a_round_ended_is_written_back_as_it_was():
    deal = {"result": "end_round", "how": "settle", "dealer": 0}
    assert facts.to_json(facts.from_json(deal)) == deal


def page_of(**options: str) -> str:
    """Everything that the page of a table says of its rules, and its line in brief."""
    ruleset = registry.get("gaohuzi")
    resolved = ruleset.options.resolve(options)
    texts = [each.text for each in statements(ruleset.game(resolved).rulebook())]
    return "\n".join(f"{words.zh}\n{words.en}" for words in (*texts, *in_brief(ruleset, resolved)))


@pytest.mark.parametrize("form", ["two", "three"])
def test_the_page_of_a_table_that_settles_differences_has_neither_levels_nor_others(form: str):
    page = page_of(settlement="difference", form=form)
    absent = (
        "四个人同时打",
        "four at once",
        "底子 10",
        "levels 10",
        "数算的也",
        "counter included",
        "counter among",
    )
    assert [words for words in absent if words in page] == []


@pytest.mark.parametrize(
    ("form", "deltas"),
    [
        ("two", (6, -6)),
        ("three", (16, -2, -14)),
        ("three_and_counter", (24, 0, -16, -8)),
        ("four_at_once", (24, 0, -16, -8)),
    ],
)
def test_differences_are_worked_out_for_as_many_as_play(form: str, deltas: tuple[int, ...]):
    # 104, 36, 0 and 20 hu are 10, 4, 0 and 2 tens: four get 40, 16, 0 and 8 less 16.
    ruleset = registry.get("gaohuzi")
    options = ruleset.options.resolve({"settlement": "difference", "form": form})
    (case,) = (each for each in cases(ruleset.game(options).rulebook()) if "92" in each.caption.zh)
    played = examples.play_case(ruleset, options, case)
    assert played.problems == ()
    assert facts.known(played.outcome).deltas(len(deltas)) == deltas
