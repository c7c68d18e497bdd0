"""花式 (天地红飘乌) and who is 数算 (docs/rules/huashi.md)."""

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
from zipai_ledger.rules import examples, messages
from zipai_ledger.rules.zipai.melds import meld
from zipai_ledger.rules.zipai.patterns import found
from zipai_ledger.rules.zipai.readings import Reading

WINS = {"units", "each", "counter", "discard"}
FOUL = {"foul.foul", "foul.payers", "foul.stands"}
CHANGES = {
    "must_open": {"stands", "hu", "marks", *WINS, *FOUL},
    "qiangzhao": {"stands", "hu", "marks", *WINS, *FOUL},
    "min_hu": {"stands", "hu", "marks", *WINS, *FOUL},
    "hu_per_unit": {"hu", "marks", *WINS, *FOUL},
    "top": {"hu", "marks", *WINS, *FOUL},
    "discard_wins": {"stands", "each", "counter", "discard", "payers", *FOUL},
    "special_cards": {"stands"},
    "pattern_values": {"hu", "marks", *WINS, *FOUL},
    "patterns_add": {"hu", "marks", *WINS, *FOUL},
    "drawn_cards": set(),
    "change_bottom": set(),
    **pledged("each", "discard"),
}

GAME = Game("huashi")
COUNTED = GAME.seated(4)
"""老王 deals, 老陈 is 数算."""
THREE = GAME.seated(3)
AT_ONCE = GAME.seated(4, form="four_at_once")

ONE_RED = "碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 手一三八八捌九九玖 胡二 翻"
NO_RED = "碰壹壹壹 碰叁叁叁 碰四四四 锥倒伍伍伍 手六六八八捌九九玖 胡陆 翻"
NO_HU = "手三四五四五六六七八七八九叁肆伍肆伍玖玖九 胡陆 翻"
RED_EVERYWHERE = "手二二贰五六七七八九八九十壹贰叁伍陆柒捌玖 胡拾 翻"
TWELVE_OR_NONE = "手一一二二三三壹贰叁四五六肆伍陆八八捌九九 胡玖 翻"
NINE_PLAIN = "碰壹壹壹 碰叁叁叁 碰伍伍伍 手四五六六七八七八九肆肆 胡四 翻"
DEALT_ONE_RED = "手壹壹壹叁叁叁一二三四五六八八捌九九玖伍伍五 起手"
TWELVE_OR_NONE_RED = "手一一二二三三壹贰叁五六七肆伍陆八八捌九九 胡玖 翻"


# ---- units -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hu", "units"), [(10, 2), (14, 2), (15, 3), (49, 9), (50, 10), (72, 10)])
def test_ten_hu_are_two_pai_every_five_more_another_up_to_ten(hu, units):
    assert GAME.units(COUNTED, by_hu(hu)) == units


def test_an_own_draw_adds_one_within_the_top():
    assert GAME.units(COUNTED, by_hu(10, source="self_draw")) == 3
    assert GAME.units(COUNTED, by_hu(50, source="self_draw")) == 10
    assert codes(GAME.played(COUNTED, by_hu(50, source="self_draw"))) == ["base", "self_draw", "top"]


def test_without_a_top_an_ordinary_hand_may_score_more_and_a_pattern_still_ten():
    free = GAME.seated(4, top="none")
    assert GAME.units(free, by_hu(72)) == 14
    assert GAME.units(free, by_hu(72, source="self_draw")) == 15
    assert GAME.units(free, by_hu(72, marks=["honghu"])) == 10


def test_the_step_is_an_option():
    assert GAME.units(GAME.seated(4, hu_per_unit=3), by_hu(16)) == 4
    assert GAME.no_table(4, hu_per_unit=0) == [("bad_option.range", "hu_per_unit")]


def test_an_ordinary_hand_needs_the_minimum():
    assert GAME.refusal(COUNTED, by_hu(9)) == [("below_minimum", "hu")]
    assert GAME.refusal(AT_ONCE, by_hu(6)) == []
    assert GAME.refusal(AT_ONCE, by_hu(5)) == [("below_minimum", "hu")]
    assert GAME.refusal(COUNTED, win(NINE_PLAIN)) == [("below_minimum", "hand")]
    assert GAME.units(GAME.seated(4, min_hu=9), win(NINE_PLAIN)) == 2


# ---- patterns ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "named"),
    [
        (ONE_RED, ("honghu",)),
        (NO_RED, ("wuhu",)),
        (NO_HU, ("piaohu",)),
        (RED_EVERYWHERE, ("manyuanhua",)),
        (TWELVE_OR_NONE, ("piaohu",)),
        (DEALT, ("tianhu",)),
        (DEALT_ONE_RED, ("tianhu", "honghu")),
        (TWELVE + " 翻", ()),
    ],
)
def test_patterns_are_found_from_the_cards(hand, named):
    assert GAME.scored(hand).marks == named
    assert GAME.scored(hand).units == (10 if named else 2)


@pytest.mark.parametrize(
    ("red", "lucky"),
    [(red, red in (1, 4, 7)) for red in range(10)] + [(10, True), (11, True), (21, True)],
)
def test_red_hu_is_exactly_one_four_or_seven_red_cards_or_ten_and_more(red, lucky):
    reading = Reading((meld("kan", (0, 0, 0)),) + (meld("shun", (0, 1, 2)),) * red, 5)
    assert ("honghu" in found(reading, ())) is lucky


def test_a_pair_is_a_group_that_must_hold_a_red_card_too():
    base = "清倒二二二二 碰七七七 碰柒柒柒 碰贰贰贰 碰十十十 手捌玖"
    assert GAME.scored(base + "壹壹 胡拾 翻").marks == ("honghu",)
    assert GAME.scored(base + "拾拾 胡拾 翻").marks == ("honghu", "manyuanhua")


def test_patterns_are_all_named_in_order_and_paid_once():
    both = GAME.played(COUNTED, by_hu(0, source="dealt", marks=["wuhu", "piaohu"]))
    assert both.wins[0].marks == ("tianhu", "piaohu", "wuhu")
    assert codes(both) == ["pattern", "tianhu", "piaohu", "wuhu"]
    assert both.wins[0].units == 10
    assert GAME.units(COUNTED, by_hu(20, source="self_draw", marks=["honghu"])) == 10


def test_patterns_win_below_the_minimum():
    assert GAME.scored(NO_HU).hu == 0
    assert GAME.units(COUNTED, by_hu(3, marks=["honghu"])) == 10


def test_a_hand_may_be_worth_more_as_no_hu_than_as_ten():
    won = GAME.scored(TWELVE_OR_NONE)
    assert (won.hu, won.units, won.marks) == (0, 10, ("piaohu",))
    assert won.readings > 1
    assert sum(meld.hu for meld in won.melds) == 0


def test_red_cards_are_counted_in_the_line():
    (_, line) = GAME.scored(ONE_RED).items
    assert messages.label(line, texts=GAME.ruleset.texts) == "红胡：1 张红字"
    (_, line) = GAME.played(COUNTED, by_hu(10, marks=["honghu"])).items
    assert messages.label(line, texts=GAME.ruleset.texts) == "红胡"


def test_what_is_claimed_must_be_in_the_cards():
    assert GAME.refusal(COUNTED, win(ONE_RED, marks=["honghu"])) == []
    assert GAME.refusal(COUNTED, win(ONE_RED, marks=["wuhu"])) == [("bad_marks.not_held", "marks")]
    assert GAME.refusal(COUNTED, win(ONE_RED, marks=["honghu", "piaohu"])) == [
        ("bad_marks.not_held", "marks")
    ]


def test_of_readings_that_pay_the_same_the_one_that_shows_the_claim_is_taken():
    usual, claimed = GAME.scored(TWELVE_OR_NONE_RED), GAME.scored(TWELVE_OR_NONE_RED, marks=["piaohu"])
    assert (usual.hu, usual.units, usual.marks) == (12, 10, ("honghu",))
    assert (claimed.hu, claimed.units, claimed.marks) == (0, 10, ("honghu", "piaohu"))


def test_patterns_that_exclude_one_another_are_refused():
    assert GAME.refusal(COUNTED, by_hu(10, marks=["wuhu", "honghu"])) == [("bad_marks.both", "marks")]
    assert GAME.refusal(COUNTED, by_hu(10, marks=["manyuanhua", "wuhu"])) == [("bad_marks.both", "marks")]
    assert GAME.refusal(COUNTED, by_hu(10, marks=["piaohu"])) == [("bad_marks.piaohu_hu", "marks")]
    assert GAME.units(COUNTED, by_hu(0, marks=["piaohu"])) == 10
    assert GAME.refusal(COUNTED, by_hu(10, marks=["tianhu", "dihu"])) == [("bad_marks.one", "marks")]
    assert GAME.refusal(COUNTED, by_hu(10, marks=["sanlongwukan"])) == [("bad_marks.unknown", "marks")]


def test_patterns_that_exclude_one_another_are_named_beside_a_discard_that_does_not_win():
    deal = by_hu(12, source="discard", from_=1, marks=["honghu", "wuhu"])
    assert GAME.refusal(COUNTED, deal) == [
        ("bad_source.discard_not_allowed", "source"),
        ("bad_marks.both", "marks"),
    ]


def test_heaven_pays_forty_twenty_and_takes_thirty():
    assert GAME.deltas(COUNTED, by_hu(12, source="dealt")) == (40, -30, -30, 20)
    assert GAME.deltas(COUNTED, win(DEALT)) == (40, -30, -30, 20)
    assert GAME.units(AT_ONCE, win(DEALT_FIVE)) == 10
    assert GAME.refusal(COUNTED, by_hu(12, winner=1, source="dealt")) == [("bad_marks.needs_dealer", "marks")]


def test_earth_is_possible_though_discards_do_not_win_and_is_paid_by_all():
    deal = by_hu(12, winner=1, source="discard", from_=0, marks=["dihu"])
    assert GAME.deltas(COUNTED, deal) == (-30, 40, -30, 20)
    by_cards = win(TWELVE + " 点炮", winner=1, from_=0, marks=["dihu"])
    assert GAME.deltas(COUNTED, by_cards) == (-30, 40, -30, 20)
    assert GAME.played(COUNTED, by_cards).wins[0].marks == ("dihu",)
    assert GAME.refusal(COUNTED, by_hu(12, source="discard", from_=1)) == [
        ("bad_source.discard_not_allowed", "source")
    ]
    assert GAME.refusal(COUNTED, by_hu(12, winner=1, source="discard", from_=2, marks=["dihu"])) == [
        ("bad_marks.needs_discard", "marks")
    ]


# ---- payment -----------------------------------------------------------------------------------------------------


def test_with_a_counter_the_winner_takes_four_the_counter_two_and_each_other_pays_three():
    assert GAME.deltas(COUNTED, by_hu(15, winner=1)) == (-9, 12, -9, 6)
    assert [(f.payer, f.payee, f.units, f.code) for f in GAME.played(COUNTED, by_hu(10)).flows] == [
        (1, 0, 4, "each"),
        (2, 0, 4, "each"),
        (1, 3, 2, "counter"),
        (2, 3, 2, "counter"),
    ]


def test_without_a_counter_every_loser_pays():
    assert GAME.deltas(THREE, by_hu(15, winner=1)) == (-3, 6, -3)
    assert GAME.deltas(AT_ONCE, by_hu(11, winner=1)) == (-3, 9, -3, -3)


def test_the_discarder_may_pay_for_all():
    deal = by_hu(10, source="discard", from_=1)
    assert GAME.deltas(GAME.seated(4, discard_wins="discarder_pays_all"), deal) == (8, -12, 0, 4)
    assert GAME.deltas(GAME.seated(4, discard_wins="all_pay"), deal) == (8, -6, -6, 4)
    assert GAME.deltas(GAME.seated(3, discard_wins="discarder_pays_all"), deal) == (4, -4, 0)


def test_a_foul_pays_the_counter_two_shares_and_each_other_one():
    assert GAME.deltas(COUNTED, foul(0, hu=15)) == (-12, 3, 3, 6)
    assert codes(GAME.played(COUNTED, foul(0, units=1))) == ["foul.counter"]
    assert GAME.deltas(THREE, foul(0, hu=15)) == (-6, 3, 3)
    assert GAME.deltas(AT_ONCE, foul(0, hu=3)) == (-6, 2, 2, 2)
    assert GAME.deltas(COUNTED, foul(1, hand=ONE_RED)) == (10, -40, 10, 20)


# ---- who deals and who is 数算 -------------------------------------------------------------------------------------


def test_the_seat_before_the_dealer_counts_first_unless_somebody_is_named():
    assert GAME.ruleset.open(COUNTED) == state(0, 3)
    assert GAME.ruleset.open(GAME.seated(4, first_dealer=2)) == state(2, 1)
    assert GAME.ruleset.open(GAME.seated(4, first_dealer=2, first_sitting=0)) == state(2, 0)


def test_who_counts_first_may_be_chosen_where_somebody_does():
    ruleset = GAME.ruleset
    assert ruleset.game(GAME.seated(4).options).usual_sitting == 3
    assert ruleset.game(GAME.seated(3).options).usual_sitting is None
    assert GAME.ruleset.open(THREE) == state(0)
    assert GAME.no_table(4, first_sitting=0) == [("bad_deal.dealer_sits", "first_sitting")]


def test_the_counter_stays_while_the_dealer_wins():
    assert GAME.after(COUNTED, by_hu(10, winner=1), state(1, 3)) == (1, 3)


def test_when_another_wins_the_next_seat_counts():
    assert GAME.after(COUNTED, by_hu(10, winner=2), state(1, 3)) == (2, 0)
    assert GAME.after(COUNTED, by_hu(10, winner=1), state(0, 2)) == (1, 3)


def test_where_the_new_dealer_sits_there_the_one_after_counts():
    assert GAME.after(COUNTED, by_hu(10, winner=1), state(3, 0)) == (1, 2)
    assert GAME.after(COUNTED, by_hu(10, winner=0), state(1, 3)) == (0, 1)


def test_after_a_dead_deal_the_next_seat_deals_passing_over_the_counter_who_stays():
    assert GAME.after(COUNTED, DEAD, state(0, 2)) == (1, 2)
    assert GAME.after(COUNTED, DEAD, state(1, 2)) == (3, 2)
    assert GAME.after(THREE, DEAD, state(2)) == (0, None)


def test_after_a_foul_both_stay():
    assert GAME.after(COUNTED, foul(1, units=1), state(1, 2)) == (1, 2)


def test_the_counter_neither_plays_nor_fouls():
    assert GAME.refusal(COUNTED, by_hu(10, winner=3)) == [("bad_deal.sits_out", "winner")]
    assert GAME.refusal(COUNTED, foul(3, units=1)) == [("bad_deal.sits_out", "offender")]
    assert GAME.refusal(COUNTED, by_hu(10, from_=3)) == [("bad_deal.sits_out", "from")]


def test_others_may_deal_and_count_and_that_is_said():
    deal = by_hu(10, dealer=1, sitting=2)
    outcome = GAME.played(COUNTED, deal)
    assert [warning.code for warning in outcome.warnings] == ["dealer_differs", "sitting_differs"]
    assert GAME.after(COUNTED, deal) == (0, 3)
    assert GAME.deltas(COUNTED, deal) == (8, -6, 4, -6)
    assert GAME.refusal(COUNTED, by_hu(10, winner=1, sitting=0)) == [("bad_deal.dealer_sits", "sitting")]


def test_if_the_counter_deals_the_next_seat_counts():
    deal = GAME.played(COUNTED, by_hu(10, winner=1, dealer=3)).deal
    assert (deal.dealer, deal.sitting) == (3, 0)


# ---- waits, asks, examples ---------------------------------------------------------------------------------------


def test_waits_show_the_hu_of_the_reading_that_pays():
    hand = TWELVE_OR_NONE.removesuffix("胡玖 翻")
    assert GAME.waits(hand)["玖"] == (0, 0, None)
    assert GAME.waits(hand, discard_wins="all_pay")["玖"] == (0, 0, 0)
    assert GAME.waits(NO_HU.removesuffix("胡陆 翻"))["陆"] == (0, 0, None)
    assert "四" not in GAME.waits(NINE_PLAIN.removesuffix("胡四 翻"))
    assert "四" in GAME.waits(NINE_PLAIN.removesuffix("胡四 翻"), min_hu=9)


def test_a_card_of_which_all_four_are_out_is_no_wait():
    quads = "清倒壹壹壹壹 手贰贰柒柒捌捌玖玖拾拾二三四五六七"
    assert "壹" not in GAME.waits(quads)
    assert len(GAME.waits(quads)) == 15


def test_waits_in_five_groups():
    assert "九" in GAME.waits(FIVE_GROUPS.removesuffix("胡九"), form="four_at_once")


def asks(**options):
    return GAME.ruleset.game(GAME.ruleset.options.resolve(options)).asks


def test_an_entry_asks_for_what_the_table_plays():
    usual = asks()
    assert (usual.groups, usual.min_hu, usual.hu_per_unit, usual.first_units) == (7, 10, 5, 2)
    assert [mark.code for mark in usual.marks] == ["tianhu", "dihu"]
    assert [(one.code, one.label.zh) for one in usual.patterns] == [
        ("honghu", "红胡"),
        ("manyuanhua", "满园花"),
        ("piaohu", "飘胡"),
        ("wuhu", "乌胡"),
    ]
    assert usual.sources[0].hint.zh == "闲家都付"
    assert asks(form="four_at_once").sources[1].hint.zh == "每家都付，加 1 牌"


def test_examples_follow_the_chosen_rules():
    def worked(code, **options):
        return examples.play_example(GAME.ruleset, GAME.ruleset.options.resolve(options), code)

    assert worked("hu_per_unit", hu_per_unit=2).units == 8
    assert worked("min_hu", min_hu=20).units == 2
    assert [(f.payee, f.units) for f in worked("discard_wins", discard_wins="discarder_pays_all").paid] == [
        (0, 16),
        (3, 8),
    ]


def test_score_answers_with_the_patterns():
    answer = ask(
        "score",
        '{"ruleset": "huashi", "hand": {"exposed": [{"kind": "peng", "cards": "壹壹壹"}, '
        '{"kind": "peng", "cards": "叁叁叁"}, {"kind": "peng", "cards": "四四四"}, '
        '{"kind": "sao", "cards": "伍伍伍"}], "concealed": "六六八八捌九九玖", "winning_card": "陆", '
        '"source": "other_draw"}}',
    )
    assert (answer["units"], answer["marks"]) == (10, ["wuhu"])
    assert [item["code"] for item in answer["items"]] == ["pattern", "wuhu"]


def test_an_evening_adds_up():
    answer = GAME.evening(by_hu(15, winner=1), DEAD, by_hu(0, winner=2, marks=["piaohu"]), foul(1, units=2))
    assert [(deal["dealer"], deal["sitting"]) for deal in answer["deals"]] == [(0, 3), (1, 0), (2, 0), (2, 0)]
    assert [deal["deltas"] for deal in answer["deals"]] == [
        [-9, 12, -9, 6],
        [0, 0, 0, 0],
        [20, -30, 40, -30],
        [4, -8, 2, 2],
    ]
    assert answer["totals"] == [15, -26, 33, -22]
