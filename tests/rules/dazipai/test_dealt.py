"""大字牌: three quads or five triples among the cards dealt, by one player or several (docs/rules/dazipai.md#openings)."""

import pytest

from tests.rules.dazipai.at import DEALT, FIVE_TRIPLES, GAME, THREE_QUADS, seated
from tests.rules.deng.at import Game, state, win
from zipai_ledger.rules import messages, registry
from zipai_ledger.rules.zipai.notation import parse_hand

THREE, TWO = seated(), seated(2)


def opening(*wins: tuple[int, int], **more: object) -> dict:
    """Several open: seat and 油 of each."""
    return {"result": "opening", "wins": [{"winner": seat, "hu": hu} for seat, hu in wins], **more}


def by_cards(*wins: tuple[int, str]) -> dict:
    """The same by their cards."""
    listed = [{"winner": seat, "hand": parse_hand(hand).to_json()} for seat, hand in wins]
    return {"result": "opening", "wins": listed}


@pytest.mark.parametrize(("hand", "you"), [(FIVE_TRIPLES, 21), (THREE_QUADS, 30)])
def test_three_quads_or_five_triples_win_at_once_as_an_own_draw(hand, you):
    outcome = GAME.played(THREE, win(hand, winner=1))
    assert outcome.deltas(3) == (-you, 2 * you, -you)
    assert outcome.wins[0].marks == ("wukan" if hand == FIVE_TRIPLES else "sanlong",)
    assert outcome.state.dealer == 1


@pytest.mark.parametrize("least", [15, 30])
def test_they_win_whatever_the_minimum(least):
    assert GAME.refusal(seated(min_hu=least), win(FIVE_TRIPLES, winner=1)) == []


def test_no_minimum_is_named_where_none_counts():
    outcome = GAME.played(THREE, win(FIVE_TRIPLES, winner=1))
    label = messages.label(outcome.wins[0].items[0], texts=registry.get("dazipai").texts)
    assert label == "胡 21 油，不论底油"


def test_a_quad_is_no_triple_here():
    hand = FIVE_TRIPLES.replace("一一一", "一一一一").replace("四六", "四")
    assert GAME.refusal(THREE, win(hand, winner=1)) == [("not_a_win", "hand")]


def test_two_quads_do_not_win_by_themselves():
    hand = THREE_QUADS.replace("捌捌捌捌", "捌捌叁叁伍")
    assert GAME.refusal(THREE, win(hand, winner=1)) == [("not_a_win", "hand")]


def test_exactly_two_quads_dealt_bring_one_card_more():
    two = "手一一一一五五五五捌捌捌二四六陆玖肆拾壹七 起手"
    assert GAME.refusal(THREE, win(two, winner=1)) == [("wrong_card_count.dealt", "hand.concealed")]
    assert GAME.refusal(THREE, win(two.replace(" 起", "三 起"), winner=1)) == [("not_a_win", "hand")]


@pytest.mark.parametrize(("winner", "more"), [(1, ""), (1, "叁"), (0, "叁"), (0, "叁柒")])
def test_the_card_that_two_quads_bring_may_make_the_third(winner, more):
    outcome = GAME.played(THREE, win(THREE_QUADS.replace(" 起", f"{more} 起"), winner=winner))
    assert outcome.deltas(3)[winner] == 60
    assert outcome.wins[0].marks == ("sanlong",)


def test_with_three_quads_the_number_of_cards_is_told_with_both_that_it_may_be():
    many = win(THREE_QUADS.replace(" 起", "叁柒 起"), winner=1)
    assert GAME.refusal(THREE, many) == [("wrong_card_count.opening_extra", "hand.concealed")]


def test_the_dealer_may_win_complete_with_two_quads_and_22_cards():
    # Two quads, four threes and a pair: 12 + 12 and 一二三.
    hand = "手壹壹壹壹贰贰贰贰一二三四五六七八九肆伍陆玖玖 起手"
    outcome = GAME.played(THREE, win(hand))
    assert (outcome.wins[0].hu, outcome.wins[0].marks) == (27, ("tianhu",))


def test_runs_of_the_rest_count_and_triples_stay_whole():
    # 一二三 beside five triples: 3 more; 二 and 三 of the triples are not taken for another.
    hand = "手贰贰贰叁叁叁五五五玖玖玖捌捌捌一二三贰四".replace("贰四", "肆四") + " 起手"
    assert GAME.played(THREE, win(hand, winner=2)).wins[0].hu == 6 + 6 + 3 + 6 + 6 + 3


# ---- several at once -------------------------------------------------------------------------------------------------


def test_of_several_the_highest_wins_and_is_paid_by_all_others():
    outcome = GAME.played(THREE, opening((0, 24), (2, 30)))
    assert outcome.deltas(3) == (-30, -30, 60)
    assert [(won.winner, won.hu, won.units) for won in outcome.wins] == [(0, 24, 0), (2, 30, 30)]


def test_cards_decide_where_they_are_known():
    assert GAME.deltas(THREE, by_cards((1, FIVE_TRIPLES), (2, THREE_QUADS))) == (-30, -30, 60)


def test_two_tied_are_each_paid_by_the_third_and_owe_each_other_nothing():
    assert GAME.deltas(THREE, opening((0, 24), (2, 24))) == (24, -48, 24)


def test_if_all_are_tied_nothing_is_paid():
    assert GAME.deltas(THREE, opening((0, 24), (1, 24), (2, 24))) == (0, 0, 0)
    assert GAME.deltas(TWO, opening((0, 24), (1, 24))) == (0, 0)


def test_one_opener_is_a_win_with_the_cards_dealt():
    one, same = (
        GAME.played(THREE, deal) for deal in (by_cards((1, THREE_QUADS)), win(THREE_QUADS, winner=1))
    )
    assert (one.deltas(3), one.state) == (same.deltas(3), same.state)
    assert (one.wins[0].hu, one.wins[0].units) == (same.wins[0].hu, same.wins[0].units)


@pytest.mark.parametrize(
    ("wins", "dealer", "following"),
    [
        (((0, 24), (1, 24)), 0, 0),
        (((1, 24), (2, 24)), 0, 1),
        (((0, 24), (1, 24)), 2, 0),
        (((0, 24), (2, 24)), 1, 2),
        (((0, 30), (1, 24)), 1, 0),
    ],
)
def test_the_dealer_deals_again_if_among_the_winners_else_the_nearest_of_them(wins, dealer, following):
    assert GAME.after(THREE, opening(*wins), state(dealer, min_hu=15)) == (following, None)


def test_an_opening_may_name_the_minimum_of_the_deal():
    assert GAME.played(THREE, opening((1, 20), min_hu=25)).state.min_hu == 25


@pytest.mark.parametrize(
    ("deal", "problems"),
    [
        (opening(), [("bad_deal.opening_nobody", "wins")]),
        (opening((1, 20), (1, 21)), [("bad_deal.opening_once", "wins")]),
        (opening((3, 20)), [("bad_deal.seat", "wins.0.winner")]),
        ({"result": "opening", "wins": [{"winner": 1}]}, [("bad_deal.hand_or_hu", "wins.0.hand")]),
        (by_cards((1, FIVE_TRIPLES.replace("捌捌捌", "捌捌柒"))), [("not_a_win", "wins.0.hand")]),
    ],
)
def test_an_opening_that_cannot_be_is_refused(deal, problems):
    assert GAME.refusal(THREE, deal) == problems


# ---- the first edition -----------------------------------------------------------------------------------------------

# Five triples and 二七十, 24 油, complete as well; and complete with no more than two triples.
BOTH = "手一一一三三三五五五玖玖玖拾拾拾二七十贰叁肆 起手"


@pytest.mark.parametrize(
    ("hand", "least", "marks", "found"),
    [
        (BOTH, 15, None, ("tianhu",)),
        (BOTH, 15, ["tianhu"], ("tianhu",)),
        (BOTH, 15, ["sanlongwukan"], ("sanlongwukan",)),
        (BOTH, 25, None, ("sanlongwukan",)),
        (BOTH, 25, ["tianhu"], [("below_minimum", "hand")]),
        (DEALT, 15, None, ("tianhu",)),
        (DEALT, 15, ["sanlongwukan"], [("bad_marks.differs", "marks")]),
    ],
)
def test_of_cards_that_are_complete_and_open_a_mark_that_is_told_stands(hand, least, marks, found):
    """docs/rules/dazipai.md#tianhu: an opening needs no minimum, 天胡 does."""
    first = Game("dazipai", 1)
    refused, deal = found if isinstance(found, list) else [], win(hand, marks=marks)
    assert first.refusal(seated(min_hu=least), deal) == refused
    assert refused or first.played(seated(min_hu=least), deal).wins[0].marks == found


def test_a_dealt_hand_that_is_neither_complete_nor_an_opening_is_no_win():
    assert GAME.refusal(THREE, win(DEALT, winner=1)) == [("wrong_card_count.dealt", "hand.concealed")]
    assert GAME.refusal(THREE, win("手" + "一一四四七七十十二五八壹壹肆肆柒柒拾拾贰伍 起手")) == [
        ("not_a_win", "hand")
    ]
