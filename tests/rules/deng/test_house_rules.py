"""What tables of the four games ask for beside the text: discards in tally games, 红黑点, ends of rounds, values of patterns."""

import pytest

from tests.rules.deng.at import (
    DEAD,
    DEALT,
    TWELVE,
    Game,
    by_hu,
    carried,
    codes,
    end,
    state,
    win,
)

TUOZI, BOPI, GAOHUZI, HUASHI = map(Game, ("tuozi", "bopi", "gaohuzi", "huashi"))
EARTH = by_hu(12, winner=1, source="discard", from_=0, marks=["dihu"])
HEAVEN = by_hu(12, source="dealt", marks=["tianhu"])
DISCARD = by_hu(15, source="discard", from_=1)

NO_RED = "开舵八八八八 碰伍伍伍 碰陆陆陆 手捌捌捌三三叁九九五六 胡四 翻"
ONE_RED = "碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 手一三八八捌九九玖 胡二 翻"


# ---- two players -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [TUOZI, BOPI, GAOHUZI, HUASHI], ids=lambda game: game.ruleset.slug)
def test_two_are_dealt_as_three_and_the_dead_deal_goes_to_the_other(game: Game):
    table = game.seated(2)
    assert (table.options["form"], table.options["min_hu"]) == ("two", 10)
    assert game.scored(TWELVE + " 翻", form="two").hu == 12
    assert game.after(table, DEAD) == (0 if game is BOPI else 1, None)
    assert game.no_table(2, first_sitting=1) == [("bad_deal.nobody_sits", "first_sitting")]


def test_the_one_loser_pays():
    assert TUOZI.deltas(TUOZI.seated(2), by_hu(17, winner=1, source="self_draw")) == (-4, 4)
    assert HUASHI.deltas(HUASHI.seated(2), by_hu(17, source="self_draw")) == (4, -4)


# ---- 打坨子: 红黑点 --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("how", "units"), [("multiply", 8), ("add", 6)])
def test_no_red_card_multiplies_or_adds(how: str, units: int):
    assert TUOZI.units(TUOZI.seated(3, mingtang=how), by_hu(17, source="self_draw", marks=["wuhu"])) == units


def test_the_cards_show_it_themselves():
    won = TUOZI.scored(NO_RED, mingtang="multiply")
    assert (won.hu, won.units, won.marks) == (18, 6, ("wuhu",))
    assert [item.units for item in won.items] == [3, 3]
    assert TUOZI.scored(NO_RED).marks == ()
    one = TUOZI.scored(ONE_RED, mingtang="add", dianhong=3)
    assert (one.marks, one.units) == (("dianhong",), TUOZI.scored(ONE_RED).units + 3)


def test_ten_red_cards_are_red_hu():
    many = "碰贰贰贰 碰柒柒柒 碰十十十 手二二二四五六七八九捌玖 胡拾 翻"
    assert TUOZI.scored(many, mingtang="multiply").marks == ("honghu",)
    assert TUOZI.scored(many, mingtang="multiply", honghu=0).marks == ()


def test_a_mark_that_is_not_played_or_not_held_is_refused():
    for options in ({}, {"mingtang": "add", "wuhu": 0}):
        found = TUOZI.refusal(TUOZI.seated(3, **options), by_hu(17, marks=["wuhu"]))
        assert found == [("bad_marks.not_played", "marks")]
    table = TUOZI.seated(3, mingtang="add")
    assert TUOZI.refusal(table, by_hu(17, marks=["wuhu", "honghu"])) == [("bad_marks.both", "marks")]
    assert TUOZI.refusal(table, win(ONE_RED, marks=["wuhu"])) == [("bad_marks.not_held", "marks")]
    assert TUOZI.refusal(table, by_hu(9, marks=["wuhu"])) == [("below_minimum", "hu")]


@pytest.mark.parametrize(("dianhong", "mark"), [(0, "wuhu"), (5, "dianhong")])
def test_what_a_joker_stands_for_is_what_pays_most(dianhong: int, mark: str):
    """飞 beside 五六 may be 七, the only red card, or 四."""
    hand = "碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 手八八飞五六一一壹 胡捌 翻"
    won = TUOZI.scored(hand, mingtang="add", dianhong=dianhong, special_cards={"飞": 1})
    assert won.marks == (mark,)


@pytest.mark.parametrize(("mingtang", "units"), [("none", 5), ("add", 5), ("multiply", 6)])
def test_heaven_and_earth_may_have_a_value_and_are_then_possible_without_discards(mingtang: str, units: int):
    table = TUOZI.seated(3, mingtang=mingtang, tiandihu=3)
    assert TUOZI.deltas(table, HEAVEN) == (2 * units, -units, -units)
    assert TUOZI.deltas(table, EARTH) == (-units, 2 * units, -units)
    assert TUOZI.refusal(table, DISCARD) == [("bad_source.discard_not_allowed", "source")]
    assert TUOZI.refusal(TUOZI.seated(3), EARTH) == [("bad_source.discard_not_allowed", "source")]


def test_a_name_comes_before_how_the_deal_began():
    won = TUOZI.played(
        TUOZI.seated(3, mingtang="multiply", tiandihu=3), HEAVEN | {"marks": ["tianhu", "wuhu"]}
    )
    assert won.wins[0].units == 2 * 2 * 3
    assert codes(won) == ["base", "wuhu.times", "tianhu.times"]


# ---- 剥皮, 告胡子: discards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "tally"), [(0, (15, 0, 0, 8)), (10, (25, 0, 0, 13))])
def test_discards_may_win_and_count_more(more: int, tally: tuple[int, ...]):
    table = BOPI.seated(4, discard_wins="on", discard_hu=more)
    assert BOPI.played(table, DISCARD).tally == tally
    assert BOPI.refusal(BOPI.seated(4, discard_hu=more), DISCARD) == [
        ("bad_source.discard_not_allowed", "source")
    ]
    assert BOPI.waits(TWELVE.removesuffix(" 胡陆"), discard_wins="on")["陆"] == (12, 12, 12)


def test_gates_look_at_the_hand_and_the_tally_grows_by_more():
    table = GAOHUZI.seated(3, discard_wins="on", discard_hu=10, target=100)
    assert GAOHUZI.refusal(table, DISCARD | {"hu": 17}) == [("below_minimum.gate_first", "hu")]
    first = GAOHUZI.played(table, DISCARD | {"hu": 18})
    assert first.tally == (28, 0, 0)
    assert GAOHUZI.played(table, DISCARD | {"hu": 10}, first.state).tally == (48, 0, 0)
    own = GAOHUZI.seated(3, self_draw_hu=5)
    assert GAOHUZI.played(own, by_hu(18, source="self_draw")).tally == (23, 0, 0)


def test_a_tally_carried_in_may_hold_what_was_counted_more():
    fits = carried(90, 0, 0, wins=(1, 0, 0))
    assert GAOHUZI.no_table(3, target=100, carried=fits) == [
        ("bad_deal.carried_wins_differ", "carried_in.tally")
    ]
    assert GAOHUZI.no_table(3, target=100, self_draw_hu=18, carried=fits) == []
    off = {"target": 100, "discard_hu": 18}
    assert GAOHUZI.no_table(3, **off, carried=fits) != []
    assert GAOHUZI.no_table(3, **off, discard_wins="on", carried=fits) == []


# ---- 告胡子: 补差 ----------------------------------------------------------------------------------------------------


def test_differences_are_settled_in_tens_at_a_hundred():
    table = GAOHUZI.seated(3, settlement="difference")
    assert table.options["target"] == 100
    assert GAOHUZI.seated(3, settlement="difference", target=60).options["target"] == 60
    before = state(0, None, (52, 36, 0), wins=(1, 1, 0))
    won = GAOHUZI.played(table, by_hu(52), before)
    assert (won.tally, won.deltas(3), won.round_over) == ((104, 36, 0), (16, -2, -14), True)
    assert codes(won)[-3:] == ["tens"] * 3


def test_the_counter_settles_his_difference_too():
    table = GAOHUZI.seated(4, settlement="difference")
    before = state(0, 3, (40, 36, 0, 5), wins=(2, 2, 0, 0))
    assert GAOHUZI.deltas(table, end("settle"), before) == (7, 7, -9, -5)


# ---- 剥皮: how a round ends ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ends_with", "over"),
    [
        ("idle_wins", [True, False, True]),
        ("other_than_highest_wins", [False, True, True]),
        ("any_win", [True, True, True]),
    ],
)
def test_who_has_to_win_for_a_round_to_end(ends_with: str, over: list[bool]):
    """闲家 at 98 wins 12; the dealer at 40 wins; 闲家 at 20 wins: with somebody at the target each time."""
    table = BOPI.seated(3, ends_with=ends_with)
    cases = [((40, 98, 20), 1), ((40, 110, 20), 0), ((40, 110, 20), 2)]
    found = [BOPI.played(table, by_hu(12, winner=w), state(0, None, tally)).round_over for tally, w in cases]
    assert found == over


def test_below_the_target_no_win_ends_a_round():
    for ends_with in ("idle_wins", "other_than_highest_wins", "any_win"):
        table = BOPI.seated(3, ends_with=ends_with)
        assert not BOPI.played(table, by_hu(12, winner=1), state(0, None, (40, 80, 20))).round_over


def test_a_winner_at_the_ceiling_ends_the_round_whoever_it_is():
    table = BOPI.seated(3, ceiling=150)
    assert BOPI.played(table, by_hu(12), state(0, None, (138, 0, 0))).round_over
    assert not BOPI.played(table, by_hu(12), state(0, None, (137, 160, 0))).round_over


def test_pi_may_be_rounded_up():
    before = state(0, 3, (92, 85, 72, 30))
    table = BOPI.seated(4, skin_rounding="up")
    won = BOPI.played(table, by_hu(12, dealer=1, sitting=3), before)
    assert (won.tally, won.deltas(4)) == ((104, 85, 72, 36), (12, 4, 0, -16))
    below = BOPI.played(BOPI.seated(2, skin_rounding="up"), end("settle"), state(0, None, (0, -36)))
    assert below.deltas(2) == (3, -3)


@pytest.mark.parametrize(("tiandihu", "tally"), [("none", 12), ("plus_ten", 22), ("double", 24)])
def test_heaven_and_earth_may_count_more(tiandihu: str, tally: int):
    table = BOPI.seated(4, tiandihu=tiandihu)
    assert BOPI.played(table, HEAVEN).tally == (tally, 0, 0, tally // 2)
    if tiandihu != "none":
        assert BOPI.played(table, EARTH).tally == (0, tally, 0, tally // 2)
    by_cards = BOPI.played(table, win(DEALT))
    assert by_cards.tally[0] == {"none": 15, "plus_ten": 25, "double": 30}[tiandihu]


def test_earth_doubles_what_a_discard_counts_more_and_half_of_the_hand_stays():
    table = BOPI.seated(4, tiandihu="double", discard_wins="on", discard_hu=10, counter_half="hand")
    assert BOPI.played(table, EARTH).tally == (0, 44, 0, 6)


def test_a_fixed_counter_stays_whoever_wins():
    table = BOPI.seated(4, counter_seat="fixed")
    assert BOPI.after(table, by_hu(20, winner=1)) == (1, 3)
    assert BOPI.after(table, by_hu(20, winner=2), state(1, 3, (0, 0, 0, 0))) == (2, 3)


def test_the_counter_may_sit_opposite_the_dealer():
    table = BOPI.seated(4, counter_seat="opposite", first_dealer=1)
    opened = BOPI.ruleset.open(table)
    assert (opened.dealer, opened.sitting) == (1, 3)
    assert BOPI.after(table, by_hu(20, winner=2)) == (2, 0)
    assert BOPI.after(table, DEAD) == (1, 3)
    assert BOPI.played(table, by_hu(20, winner=1, dealer=2)).deal.sitting == 0


# ---- 花式: values of patterns ----------------------------------------------------------------------------------------

FLOATING_BLACK = by_hu(0, source="self_draw", marks=["piaohu", "wuhu"])


@pytest.mark.parametrize(
    ("options", "units"),
    [
        ({}, 10),
        ({"patterns_add": "on"}, 20),
        ({"pattern_values": {"wuhu": 8}}, 10),
        ({"pattern_values": {"wuhu": 8}, "patterns_add": "on"}, 18),
        ({"pattern_values": {"wuhu": 30}}, 30),
    ],
)
def test_patterns_have_values_and_may_add_up(options: dict, units: int):
    won = HUASHI.played(HUASHI.seated(3, **options), FLOATING_BLACK)
    assert won.wins[0].units == units == sum(item.units for item in won.wins[0].items)
    assert won.deltas(3) == (2 * units, -units, -units)


def test_the_top_does_not_bound_patterns():
    table = HUASHI.seated(3, pattern_values={"wuhu": 12}, top=10)
    assert HUASHI.units(table, by_hu(12, marks=["wuhu"])) == 12


def test_a_pattern_is_worth_one_at_least():
    found = HUASHI.no_table(3, pattern_values={"wuhu": 0})
    assert found == [("bad_option.range", "pattern_values")]
