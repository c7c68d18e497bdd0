import pytest

from zipai_ledger.rules.zipai.cards import card_name
from zipai_ledger.rules.zipai.form import Form, check_count
from zipai_ledger.rules.zipai.notation import parse_hand
from zipai_ledger.rules.zipai.readings import HandRules
from zipai_ledger.rules.zipai.waits import Wait, waits

RULES = HandRules()


def awaited(text: str, form: Form, minimum: int = 0) -> str:
    return "".join(card_name(wait.card) for wait in waits(parse_hand(text), HandRules(form), minimum))


def test_the_seeds_hand_waits_for_half_the_big_cards_and_all_small_ones():
    hand = parse_hand("一条龙壹壹壹壹 手贰贰柒柒捌捌玖玖拾拾二三四五六七")
    check_count(hand, RULES.form)
    found = waits(hand, RULES, 10)
    assert "".join(card_name(wait.card) for wait in found) == "一二三四五六七八九十贰柒捌玖拾"
    assert all(hu is not None and hu >= 10 for wait in found for hu in wait[1:])


@pytest.mark.parametrize(
    ("held", "expected"),
    [("二三四五七", "六十"), ("贰肆伍陆柒", "叁拾")],
)
def test_a_good_player_sees_both_waits(held: str, expected: str):
    assert awaited(f"手{held}", Form(2, 5)) == expected


def test_seven_eight_nine_ten_in_pairs_wait_for_two():
    assert "二" in awaited("手七七八八九九十十", Form(3, 8))
    assert "贰" in awaited("手柒柒捌捌玖玖拾拾", Form(3, 8))


def test_the_proverbs_of_good_players_hold():
    assert "二" in awaited("手七八九十十", Form(2, 5))
    assert "三" in awaited("手陆陆六四五", Form(2, 5))
    assert "三" not in awaited("手陆陆六五七", Form(2, 5))
    assert awaited("手玖拾", Form(1, 2)) == "捌"


def test_a_wait_says_what_it_is_worth_from_each_source():
    hand = parse_hand("手捌捌六七五")
    assert waits(hand, HandRules(Form(2, 5)), 0) == (Wait(7, 0, 0, 0), Wait(17, 6, 3, 3))


def test_a_source_that_misses_the_minimum_is_left_empty():
    hand = parse_hand("手捌捌六七五")
    assert waits(hand, HandRules(Form(2, 5)), 4) == (Wait(17, 6, None, None),)
    assert waits(hand, HandRules(Form(2, 5)), 7) == ()


def test_compulsion_can_make_ones_own_draw_worthless():
    hand = parse_hand("扫八八八 手六七")
    assert waits(hand, HandRules(Form(2, 5)), 0) == (Wait(4, 3, 3, 3), Wait(7, None, 3, 3))


def test_a_source_that_the_table_does_not_play_is_left_empty():
    hand = parse_hand("手捌捌六七五")
    allowed = ("self_draw", "other_draw")
    assert waits(hand, HandRules(Form(2, 5)), 0, allowed) == (Wait(7, 0, 0, None), Wait(17, 6, 3, None))
    assert waits(hand, HandRules(Form(2, 5)), 4, ("other_draw", "discard")) == ()
    assert waits(hand, HandRules(Form(2, 5)), 4, ("self_draw",)) == (Wait(17, 6, None, None),)


def test_a_card_of_which_four_are_in_the_hand_is_not_awaited():
    assert awaited("扫穿八八八八 手六七九", Form(3, 0)) == ""
    assert awaited("扫穿一一一一 手七八九九", Form(3, 0)) == "六九"
    assert awaited("扫穿六六六六 手七八九九", Form(3, 0)) == "九"


def test_the_winning_card_of_a_finished_hand_is_not_counted():
    finished = parse_hand("扫穿一一一一 手七八九九 胡九 自摸")
    assert waits(finished, HandRules(Form(3, 0)), 0) == waits(
        parse_hand("扫穿一一一一 手七八九九"), HandRules(Form(3, 0)), 0
    )
