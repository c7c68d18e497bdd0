"""打坨子 (docs/rules/tuozi.md)."""

import pytest

from tests.rules.deng.at import (
    DEAD,
    DEALT,
    DEALT_FIVE,
    FIVE_GROUPS,
    TWELVE,
    Game,
    by_hu,
    codes,
    foul,
    state,
    win,
)
from tests.rules.evenings.house import pledged
from tests.rules.requests import ask
from zipai_ledger.rules import examples

WINS = {"units", "each", "discard"}
FOUL = {"foul.foul", "foul.payers", "foul.stands"}
CHANGES = {
    "must_open": {"stands", "hu", "marks", *WINS, *FOUL},
    "qiangzhao": {"stands", "hu", "marks", *WINS, *FOUL},
    "min_hu": {"stands", *WINS, *FOUL},
    "hu_per_unit": {*WINS, *FOUL},
    "discard_wins": {"stands", "each", "discard", "payers", *FOUL},
    "special_cards": {"stands"},
    "mingtang": {"stands", "marks", *WINS, *FOUL},
    **{code: {"stands", "marks", *WINS, *FOUL} for code in ("honghu", "wuhu", "dianhong")},
    "tiandihu": {"stands", *WINS, "payers"},
    "drawn_cards": set(),
    "change_bottom": set(),
    **pledged("each", "discard"),
}

GAME = Game("tuozi")
THREE = GAME.seated(3)
FOUR = GAME.seated(4, form="four_at_once")


@pytest.mark.parametrize(("hu", "units"), [(10, 2), (14, 2), (15, 3), (19, 3), (20, 4), (72, 14)])
def test_ten_hu_are_two_tuo_and_every_five_more_another(hu, units):
    assert GAME.units(THREE, by_hu(hu)) == units


@pytest.mark.parametrize(("hu", "units"), [(10, 2), (12, 2), (13, 3), (16, 4)])
def test_a_table_may_count_every_three(hu, units):
    assert GAME.units(GAME.seated(3, hu_per_unit=3), by_hu(hu)) == units


def test_an_own_draw_adds_one():
    assert GAME.units(THREE, by_hu(10, source="self_draw")) == 3
    assert codes(GAME.played(THREE, by_hu(10, source="self_draw"))) == ["base", "self_draw"]


def test_every_loser_pays():
    assert GAME.deltas(THREE, by_hu(15, winner=1)) == (-3, 6, -3)
    assert GAME.deltas(FOUR, by_hu(6, winner=2)) == (-2, -2, 6, -2)


def test_below_the_minimum_is_no_win():
    assert GAME.refusal(THREE, by_hu(9)) == [("below_minimum", "hu")]
    assert GAME.refusal(FOUR, by_hu(5)) == [("below_minimum", "hu")]
    assert GAME.refusal(FOUR, by_hu(6)) == []


def test_four_at_once_start_from_six_unless_the_table_says_otherwise():
    assert FOUR.options["min_hu"] == 6
    assert GAME.units(FOUR, by_hu(11)) == 3
    assert GAME.seated(4, form="four_at_once", min_hu=8).options["min_hu"] == 8
    assert THREE.options["min_hu"] == 10


def test_a_form_that_is_chosen_asks_for_its_players():
    assert FOUR.options["min_hu"] == 6
    assert GAME.seated(4).options["min_hu"] == 10
    assert GAME.no_table(4, form="three") == [("bad_deal.players", "players")]
    assert GAME.no_table(3, form="three_and_counter") == [("bad_deal.players", "players")]


def test_with_a_counter_who_sits_out_neither_gets_nor_pays():
    counted = GAME.seated(4)
    assert GAME.deltas(counted, by_hu(12)) == (4, -2, -2, 0)
    assert GAME.deltas(counted, foul(1, hu=22)) == (4, -8, 4, 0)
    assert GAME.after(counted, by_hu(12)) == (0, 3)
    assert GAME.after(counted, by_hu(12, winner=1)) == (1, 0)
    assert GAME.after(counted, DEAD, state(2, 3)) == (0, 3)


def test_hands_are_read_with_the_groups_of_the_form():
    assert GAME.scored(TWELVE + " 翻").hu == 12
    assert GAME.scored(FIVE_GROUPS + " 自摸", form="four_at_once").units == 4
    assert GAME.refusal(FOUR, win(TWELVE + " 翻")) == [("wrong_card_count", "hand.concealed")]
    assert GAME.refusal(THREE, win(FIVE_GROUPS + " 翻")) == [("wrong_card_count", "hand.concealed")]


def test_the_hand_is_written_in_the_words_of_the_game():
    assert GAME.scored(TWELVE + " 翻").hand.startswith("碰倒壹壹壹 锥倒贰贰贰 ")


def test_a_claimed_card_of_which_another_stays_in_the_hand_is_a_warning():
    (warning,) = GAME.scored("吃一二三(一) 碰壹壹壹 锥倒贰贰贰 手四五六七八九一一壹伍陆 胡柒 翻").warnings
    assert warning.key == "unlaid_claim.every_copy"


# ---- discards ----------------------------------------------------------------------------------------------------


def test_a_discard_does_not_win_unless_the_table_says_so():
    assert GAME.refusal(THREE, by_hu(20, source="discard", from_=1)) == [
        ("bad_source.discard_not_allowed", "source")
    ]
    assert GAME.waits(TWELVE.removesuffix("胡陆")) == {"叁": (12, 12, None), "陆": (12, 12, None)}
    assert GAME.waits(TWELVE.removesuffix("胡陆"), discard_wins="all_pay")["陆"] == (12, 12, 12)


def test_a_discard_is_paid_by_all_or_by_the_discarder_for_all():
    deal = by_hu(10, source="discard", from_=1)
    assert GAME.deltas(GAME.seated(3, discard_wins="all_pay"), deal) == (4, -2, -2)
    assert GAME.deltas(GAME.seated(3, discard_wins="discarder_pays_all"), deal) == (4, -4, 0)
    four = GAME.seated(4, form="four_at_once", discard_wins="discarder_pays_all")
    assert GAME.deltas(four, deal) == (6, -6, 0, 0)
    assert GAME.deltas(four, by_hu(10)) == (6, -2, -2, -2)


# ---- won with the cards dealt ------------------------------------------------------------------------------------


def test_heaven_and_earth_have_no_value_of_their_own():
    won = GAME.played(THREE, win(DEALT))
    assert (won.wins[0].units, won.wins[0].marks, codes(won)) == (3, ("tianhu",), ["base", "tianhu"])
    assert GAME.deltas(THREE, win(DEALT)) == (6, -3, -3)
    assert GAME.units(FOUR, win(DEALT_FIVE)) == 3
    all_pay = GAME.seated(3, discard_wins="all_pay")
    dihu = by_hu(10, winner=1, source="discard", from_=0, marks=["dihu"])
    assert GAME.units(all_pay, dihu) == 2
    assert GAME.refusal(THREE, dihu) == [("bad_source.discard_not_allowed", "source")]


def test_whoever_wins_with_the_cards_dealt_is_the_dealer():
    assert GAME.played(THREE, by_hu(15, source="dealt")).wins[0].marks == ("tianhu",)
    assert GAME.refusal(THREE, by_hu(15, winner=1, source="dealt")) == [("bad_marks.needs_dealer", "marks")]
    assert GAME.refusal(THREE, win(DEALT, winner=1)) == [("bad_marks.needs_dealer", "marks")]
    assert GAME.scored(DEALT).marks == ("tianhu",)


def test_the_dealt_cards_must_be_as_many_as_the_form_has():
    assert GAME.refusal(FOUR, win(DEALT)) == [("wrong_card_count.dealt", "hand.concealed")]


def test_there_is_no_opening_by_quads_and_triples():
    assert GAME.refusal(THREE, by_hu(30, source="dealt", marks=["sanlongwukan"])) == [
        ("bad_marks.unknown", "marks")
    ]
    assert GAME.refusal(THREE, {"result": "opening", "wins": [{"winner": 0, "hu": 30}]}) == [
        ("bad_deal.not_here", "result")
    ]


def test_no_turned_cards_and_no_minimum_of_the_deal():
    assert GAME.refusal(THREE, by_hu(10, xing={"count": 0})) == []
    assert GAME.refusal(THREE, by_hu(10, xing={"count": 1})) == [("bad_xing.off", "xing")]
    assert GAME.refusal(THREE, by_hu(10, min_hu=10)) == []
    assert GAME.refusal(THREE, by_hu(10, min_hu=12)) == [("bad_deal.min_hu", "min_hu")]


# ---- fouls -------------------------------------------------------------------------------------------------------


def test_a_foul_pays_each_other_player_the_units_of_the_hand_claimed():
    assert GAME.deltas(THREE, foul(1, units=4)) == (4, -8, 4)
    assert GAME.deltas(THREE, foul(1, hu=15)) == (3, -6, 3)
    assert GAME.deltas(FOUR, foul(0, hu=6)) == (-6, 2, 2, 2)


def test_a_claim_below_the_minimum_counts_as_the_minimum():
    assert GAME.deltas(THREE, foul(0, hu=3)) == (-4, 2, 2)
    assert GAME.deltas(FOUR, foul(0, hu=0)) == (-6, 2, 2, 2)


def test_a_claimed_hand_counts_where_it_scores():
    assert GAME.deltas(THREE, foul(0, hand=TWELVE + " 翻")) == (-4, 2, 2)
    assert GAME.deltas(THREE, foul(0, hand=TWELVE + " 自摸")) == (-6, 3, 3)
    assert GAME.deltas(THREE, foul(0, hand=TWELVE + " 翻", hu=20)) == (-8, 4, 4)
    assert GAME.deltas(THREE, foul(0, hand=TWELVE + " 翻", hu=20, units=1)) == (-2, 1, 1)


def test_a_claimed_hand_that_does_not_score_needs_its_hu_or_units():
    wrong = "手一二三四五六七八九肆伍柒 胡陆 翻"
    assert GAME.refusal(THREE, foul(0, hand=wrong)) == [
        ("wrong_card_count", "hand.concealed"),
        ("bad_deal.foul_value", "hu"),
    ]
    assert GAME.refusal(THREE, foul(0, hand=TWELVE)) == [
        ("bad_source.missing", "hand.source"),
        ("bad_deal.foul_value", "hu"),
    ]
    assert GAME.refusal(THREE, foul(0, hand=TWELVE + " 点炮"))[-1] == ("bad_deal.foul_value", "hu")
    assert GAME.deltas(THREE, foul(0, hand=wrong, units=2)) == (-4, 2, 2)
    assert GAME.refusal(THREE, foul(0)) == [("bad_deal.foul_value", "hu")]


def test_a_claimed_hand_is_read_whatever_else_is_told():
    broken = {"exposed": [], "concealed": "x"}
    assert GAME.refusal(THREE, foul(0, hand=broken, units=2)) == [("bad_card", "hand.concealed")]


# ---- who deals ---------------------------------------------------------------------------------------------------


def test_the_winner_deals_next_and_after_a_dead_deal_the_next_seat():
    assert GAME.after(THREE, by_hu(10, winner=2)) == (2, None)
    assert GAME.after(THREE, DEAD, state(2)) == (0, None)
    assert GAME.deltas(THREE, DEAD) == (0, 0, 0)
    assert GAME.after(THREE, foul(1, units=1), state(2)) == (2, None)
    assert GAME.after(THREE, {"result": "adjust", "deltas": [1, -1, 0]}, state(2)) == (2, None)


def test_nobody_sits_out_and_no_round_is_carried_in():
    assert GAME.refusal(THREE, by_hu(10, sitting=2)) == [("bad_deal.nobody_sits", "sitting")]
    assert GAME.no_table(3, first_sitting=2) == [("bad_deal.nobody_sits", "first_sitting")]
    assert GAME.refusal(THREE, {"result": "end_round", "how": "settle"}) == [("bad_deal.not_here", "result")]


# ---- what is asked, shown and answered ---------------------------------------------------------------------------


def asks(**options):
    return GAME.ruleset.game(GAME.ruleset.options.resolve(options)).asks


def test_an_entry_asks_for_what_the_table_plays():
    usual = asks()
    assert (usual.groups, usual.min_hu, usual.hu_per_unit, usual.first_units) == (7, 10, 5, 2)
    assert ([s.code for s in usual.sources], [m.code for m in usual.marks]) == (
        ["other_draw", "self_draw"],
        ["tianhu"],
    )
    four = asks(form="four_at_once", discard_wins="all_pay")
    assert (four.groups, four.min_hu) == (5, 6)
    assert [s.code for s in four.sources] == ["discard", "other_draw", "self_draw"]
    assert [m.code for m in four.marks] == ["tianhu", "dihu"]
    assert four.sources[0].hint.zh == "每家都付"
    assert asks(discard_wins="discarder_pays_all").sources[0].hint.zh == "放炮，一个人付"


def test_examples_follow_the_chosen_rules():
    def worked(code, **options):
        return examples.play_example(GAME.ruleset, GAME.ruleset.options.resolve(options), code)

    assert worked("hu_per_unit").units == 4
    assert worked("hu_per_unit", hu_per_unit=3).units == 6
    assert worked("min_hu", form="four_at_once").units == 5
    assert worked("min_hu", hu_per_unit=3, discard_wins="discarder_pays_all").units == 6
    assert worked("discard_wins") is None
    assert [f.units for f in worked("discard_wins", discard_wins="discarder_pays_all").paid] == [8]
    assert worked("form") is None


def test_score_and_waits_and_replay_answer():
    hand = '{"exposed": [], "concealed": "壹壹壹贰贰贰一二三四五六七八九六七八肆伍", "winning_card": "陆", "source": "other_draw"}'
    answer = ask("score", '{"id": 1, "ruleset": "tuozi", "hand": ' + hand + "}")
    assert (answer["ok"], answer["hu"], answer["units"]) == (True, 15, 3)
    evening = GAME.evening(by_hu(15, winner=1), DEAD, foul(0, units=2), players=3)
    assert [deal["dealer"] for deal in evening["deals"]] == [0, 1, 2]
    assert evening["totals"] == [-3 - 4, 6 + 2, -3 + 2]
    assert evening["tally"] is None
